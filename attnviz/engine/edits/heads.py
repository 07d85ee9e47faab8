"""Changing the number of heads: the same matrices sliced anew, or columns added and removed for one head."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import gcd

import numpy as np

from attnviz.engine.edits.arrays import AnyArray, arrays_of, axes_of, changed, with_arrays
from attnviz.engine.errors import FieldError, ShapeError, Where
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.positions import Alibi, Positions, Rotary
from attnviz.engine.scenario import Scenario
from attnviz.engine.settings import count, position


def head_choices(scenario: Scenario) -> tuple[int, ...]:
    """The numbers of heads into which the same matrices can be sliced, smallest first."""
    fixed = isinstance(scenario.inputs, GivenWeights) or (scenario.bias is not None and scenario.bias.ndim == 3)
    if fixed:
        return (scenario.heads,)
    size = scenario.sizes
    assert size.d_k is not None
    assert size.d_v is not None
    group = size.heads // size.kv_heads  # query heads that share a key/value head; slicing anew keeps it
    width = gcd(size.kv_heads * size.d_k, size.kv_heads * size.d_v)
    return tuple(
        group * kv_heads
        for kv_heads in range(1, width + 1)
        if width % kv_heads == 0 and _positions_fit(scenario, group * kv_heads, size.kv_heads * size.d_k // kv_heads)
    )


def _positions_fit(scenario: Scenario, heads: int, d_k: int) -> bool:
    """True if the same positions can be told to that many heads of that width."""
    try:
        if isinstance(scenario.positions, Rotary):
            scenario.positions.check(d_k)
        elif isinstance(scenario.positions, Alibi):
            scenario.positions.check(heads)
    except FieldError:
        return False
    return True


def set_heads(scenario: Scenario, heads: int) -> Scenario:
    """The scenario with the same matrices sliced into that many heads. Raises FieldError if they cannot be."""
    heads, choices = count(heads, "heads"), head_choices(scenario)
    if heads not in choices:
        offered = ", ".join(map(str, choices))
        _refuse_for_positions(scenario, heads)
        raise FieldError(f"These matrices cannot be cut into {heads} heads. Choose one of: {offered}.", Where("heads"))
    kv_heads = scenario.kv_heads
    if kv_heads is not None:
        kv_heads = heads * kv_heads // scenario.heads
    return changed(scenario, heads=heads, kv_heads=kv_heads)


def _refuse_for_positions(scenario: Scenario, heads: int) -> None:
    """Raises the error of the positions, where nothing else keeps the matrices from being cut so."""
    if heads in head_choices(replace(scenario, positions=None)):
        kv_heads = scenario.kv_heads and heads * scenario.kv_heads // scenario.heads
        replace(scenario, heads=heads, kv_heads=kv_heads)


def add_head(scenario: Scenario) -> Scenario:
    """The scenario with one more head at the end, as wide as the others, its numbers 0.

    Given weights get an even share for each key, explicit ALiBi slopes one more, 0. Heads in groups that share keys and
    values cannot grow by one.
    """
    grows = _growing(scenario, scenario.heads + 1)
    arrays: dict[str, AnyArray] = {}
    for name, along, width in _per_head(scenario, own_keys=grows):
        array = arrays_of(scenario)[name]
        shape = list(array.shape)
        shape[along] = width
        fill = 1 / array.shape[-1] if name == "weights" else 0.0
        arrays[name] = np.concatenate([array, np.full(shape, fill, array.dtype)], axis=along)
    return with_arrays(
        scenario, arrays, heads=scenario.heads + 1, kv_heads=_kv_heads(scenario, grows, 1),
        positions=_with_slopes(scenario, lambda slopes: (*slopes, 0.0)),
    )  # fmt: skip


def remove_head(scenario: Scenario, head: int) -> Scenario:
    """The scenario without that head's columns of the projections and rows of W_O. Raises FieldError for the last."""
    if not 0 <= position(head, "head", "heads") < scenario.heads:
        raise FieldError(f"There is no head {head + 1}. Choose one from 1 to {scenario.heads}.", Where("heads"))
    if scenario.heads == 1:
        raise FieldError("There is only one head. Keep it.", Where("heads"))
    grows = _growing(scenario, scenario.heads - 1)
    arrays = {
        name: np.delete(arrays_of(scenario)[name], np.s_[head * width : (head + 1) * width], axis=along)
        for name, along, width in _per_head(scenario, own_keys=grows)
    }
    return with_arrays(
        scenario, arrays, heads=scenario.heads - 1, kv_heads=_kv_heads(scenario, grows, -1),
        positions=_with_slopes(scenario, lambda slopes: slopes[:head] + slopes[head + 1 :]),
    )  # fmt: skip


def _with_slopes(scenario: Scenario, change: Callable[[tuple[float, ...]], tuple[float, ...]]) -> Positions | None:
    """The positions with explicit ALiBi slopes changed; those that follow from the number of heads need no change."""
    positions = scenario.positions
    if not isinstance(positions, Alibi) or positions.slopes is None:
        return positions
    return replace(positions, slopes=change(positions.slopes))


def _growing(scenario: Scenario, heads: int) -> bool:
    """True if each head has keys and values of its own, False if all share one; raises ShapeError between the two."""
    kv_heads = scenario.sizes.kv_heads
    if kv_heads == scenario.heads:
        return True
    if kv_heads == 1:
        return False
    raise ShapeError(
        f"{scenario.heads} heads share {kv_heads} key/value heads, which do not divide {heads}. "
        "Make the number of key/value heads 1 or equal to heads first.",
        Where("kv_heads"),
    )


def _per_head(scenario: Scenario, *, own_keys: bool) -> list[tuple[str, int, int]]:
    """Each axis that holds heads side by side: array name, axis number, and the width of one head along it."""
    found = []
    for name, axes in axes_of(scenario).items():
        if name in _OF_KEYS_AND_VALUES and not own_keys:
            continue
        for along, axis in enumerate(axes):
            if axis.dimension == "heads":
                found.append((name, along, 1))
            elif axis.dimension in ("d_k", "d_v"):
                found.append((name, along, arrays_of(scenario)[name].shape[along] // axis.groups))
    return found


_OF_KEYS_AND_VALUES = frozenset({"W_K", "W_V", "b_K", "b_V", "K", "V"})


def _kv_heads(scenario: Scenario, grows: bool, step: int) -> int | None:
    if scenario.kv_heads is None or not grows:
        return scenario.kv_heads
    return scenario.kv_heads + step
