"""The forms that attention comes in: positions, window, score bias, soft cap, and keys from a source of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from attnviz.engine.arrays import frozen_repeats, frozen_zeros
from attnviz.engine.edits.arrays import AnyArray, arrays_of, axes_of, changed, with_arrays
from attnviz.engine.edits.masks import set_mask
from attnviz.engine.errors import FieldError, Where, brief
from attnviz.engine.inputs import Projected
from attnviz.engine.positions import Positions
from attnviz.engine.scenario import DTYPES, Scenario

BiasKind = Literal["shared", "per_head"]


def set_positions(scenario: Scenario, positions: Positions | None) -> Scenario:
    """The scenario with rotary positions, ALiBi or neither. Raises FieldError where its heads cannot be turned so."""
    return changed(scenario, positions=positions)


def set_window(scenario: Scenario, sides: tuple[int | None, int | None] | None) -> Scenario:
    """The scenario in which a query sees so many keys before and after its own place; no limit on either is None."""
    return set_mask(scenario, window=None if _is_endless(sides) else sides)


def set_softcap(scenario: Scenario, softcap: float | None) -> Scenario:
    """The scenario whose scores are kept softly within ±softcap; None for no cap."""
    return changed(scenario, softcap=softcap)


def set_bias(scenario: Scenario, bias: BiasKind | npt.ArrayLike | None) -> Scenario:
    """The scenario with another score bias: None for none, numbers, or one "shared" by all heads or one "per_head".

    Of a kind, the numbers that are there stay: a shared bias is repeated for each head, and equal ones become one. A
    new bias is 0. Raises FieldError where heads whose biases differ should share one.
    """
    if not isinstance(bias, str):
        return changed(scenario, bias=bias)
    if bias not in ("shared", "per_head"):
        raise FieldError(f"bias is {brief(bias)}. Choose shared or per_head, or give numbers.", Where("bias"))
    size, now = scenario.sizes, scenario.bias
    if now is None:
        shape = (size.T, size.S) if bias == "shared" else (size.heads, size.T, size.S)
        return changed(scenario, bias=frozen_zeros(shape, DTYPES[scenario.dtype]))
    if bias == "per_head":
        return changed(scenario, bias=now if now.ndim == 3 else frozen_repeats(now, size.heads))
    if now.ndim == 3 and now.strides[0] and any((own != now[0]).any() for own in now):  # else it is one repeated
        raise FieldError("The heads' biases differ. Make them equal, or remove the bias first.", Where("bias"))
    return changed(scenario, bias=now[0] if now.ndim == 3 else now)


def make_cross(scenario: Scenario, source_tokens: Sequence[str] | None = None) -> Scenario:
    """The scenario whose keys and values come from a source of their own: one row for each token, else X again.

    Row j of the source is row j of X, and 0 beyond its last. W_K and W_V stay; what masks and biases say about keys
    that are no longer there goes, and new keys are visible with bias 0. A scenario with a source stays as it is.
    Raises FieldError for inputs that are not projected.
    """
    inputs = _projected(scenario)
    if inputs.source is not None:
        return scenario
    if source_tokens is not None and not isinstance(source_tokens, tuple | list):
        raise FieldError(f"source_tokens is {brief(source_tokens)}. Give a list of texts.", Where("source_tokens"))
    labels = scenario.tokens if source_tokens is None else tuple(source_tokens)
    keys = scenario.sizes.T if labels is None else len(labels)
    if keys == 0:
        raise FieldError("source_tokens is empty. Give at least one token.", Where("source_tokens"))
    source = resized(inputs.X, 0, keys)
    return _with_keys(scenario, keys, {"source": source}, source_tokens=labels)


def drop_source(scenario: Scenario) -> Scenario:
    """The scenario whose keys and values come from X itself.

    W_K and W_V get as many rows as X has columns, from the top: spare rows go, new ones are 0. Masks and biases follow
    as in `make_cross`. A scenario without a source stays as it is.
    """
    inputs = _projected(scenario)
    if inputs.source is None:
        return scenario
    queries, d_model = inputs.X.shape
    arrays: dict[str, AnyArray | None] = {"source": None}
    arrays |= {name: resized(scenario.matrix(name), 0, d_model) for name in ("W_K", "W_V")}
    return _with_keys(scenario, queries, arrays, source_tokens=None)


def resized(array: AnyArray, along: int, size: int) -> AnyArray:
    """The array with that many entries along an axis: cut at the end, or filled with 0, or True among booleans."""
    have = array.shape[along]
    if have >= size:
        return np.take(array, range(size), axis=along)
    missing = list(array.shape)
    missing[along] = size - have
    return np.concatenate([array, np.full(missing, array.dtype == np.bool_, array.dtype)], axis=along)


def _is_endless(sides: object) -> bool:
    return isinstance(sides, tuple | list) and len(sides) == 2 and all(side is None for side in sides)


def _projected(scenario: Scenario) -> Projected:
    if not isinstance(scenario.inputs, Projected):
        raise FieldError(
            "Only keys that are projected from X can get a source of their own. Give X and W's in place of Q, K and V.",
            Where("source"),
        )
    return scenario.inputs


def _with_keys(scenario: Scenario, keys: int, arrays: dict[str, AnyArray | None], **changes: Any) -> Scenario:
    """The scenario with other keys: masks and biases cut or grown to that many."""
    present = arrays_of(scenario)
    for name in ("bias", "mask.custom"):
        if name in present:
            arrays[name] = resized(present[name], len(axes_of(scenario)[name]) - 1, keys)
    padding = tuple(key for key in scenario.mask.padding if key < keys)
    mask = replace(scenario.mask, padding=padding, custom=None)
    return with_arrays(scenario, arrays, mask=mask, **changes)
