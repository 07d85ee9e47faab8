"""Matrices to a scenario: into an existing one, or a new one in which what was not given is filled in and said."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from attnviz.content.importing.found import Values
from attnviz.content.sources import asking
from attnviz.engine.arrays import Bools
from attnviz.engine.errors import FieldError, ShapeError, Where, counted
from attnviz.engine.inputs import Direct, GivenWeights, Inputs, Projected
from attnviz.engine.mask import Mask
from attnviz.engine.scenario import Scenario

_PROJECTED = ("X", "source", "W_Q", "W_K", "W_V", "W_O", "b_Q", "b_K", "b_V", "b_O")
_DIRECT = ("Q", "K", "V")
_OTHER = {"W_Q": "W_K", "W_K": "W_Q", "W_V": ""}  # what stands in for a projection that is missing
_WIDEST = 2_000  # of an identity that stands in
_TOGETHER = ("X", "source", "W_Q", "W_K", "W_V", "W_O", "Q", "K", "V", "weights", "mask", "bias")


@dataclass(frozen=True, eq=False)
class Given:
    """What was imported: matrices by target in the house's layout, mask, bias, and labels of queries and keys."""

    matrices: Mapping[str, Values]
    tokens: tuple[str, ...] | None
    source_tokens: tuple[str, ...] | None
    heads: int | None
    kv_heads: int | None
    title: str


def assembled(given: Given, into: Scenario | None) -> tuple[Scenario, list[str]]:
    """The scenario, and what was filled in, left out or replaced, in sentences.

    Raises AttentionError that says what does not fit and what to import first or together.
    """
    notes: list[str] = []
    try:
        inputs = _inputs(given, into, notes)
    except ShapeError as error:
        raise _with_way_out(error, given, into) from error
    settings: dict[str, Any] = {}
    mask, bias = given.matrices.get("mask"), given.matrices.get("bias")
    if isinstance(inputs, GivenWeights):
        if mask is not None or bias is not None:
            raise _not_for_weights()
        base = Scenario(inputs, title=given.title or (into.title if into else ""))
        if into is not None and not isinstance(into.inputs, GivenWeights):
            notes.append("Scale, mask and temperature are left out: they do not apply to finished weights.")
        return _labelled(base, given, into, notes), notes
    if into is not None and not isinstance(into.inputs, GivenWeights):
        names = ("dtype", "scale", "softcap", "positions", "temperature", "pencil", "mask", "bias", "kv_heads")
        settings = {name: getattr(into, name) for name in names}
    settings["heads"] = given.heads or (into.heads if into else 1)
    if given.kv_heads is not None:
        settings["kv_heads"] = None if given.kv_heads == settings["heads"] else given.kv_heads
    elif given.heads is not None and (into is None or given.heads != into.heads):
        settings["kv_heads"] = None
    if mask is not None:
        settings["mask"] = _mask(mask, into, _queries(inputs), notes)
    if bias is not None:
        settings["bias"] = bias
    settings["title"] = given.title or (into.title if into else "")
    try:
        made = Scenario(inputs, **settings)
    except ShapeError as error:
        raise _with_way_out(error, given, into) from error
    return _labelled(made, given, into, notes), notes


def _inputs(given: Given, into: Scenario | None, notes: list[str]) -> Inputs:
    names = set(given.matrices)
    before = into.inputs if into is not None else None
    if "weights" in names:
        return _weights(given, before)
    direct, projected = names & set(_DIRECT), names & {"X", "source", "W_Q", "W_K", "W_V"}
    if direct and projected:
        first, second = sorted(direct)[0], sorted(projected)[0]
        raise FieldError(
            f"{first} is finished, {second} belongs to projections. Import Q, K and V, or X and W's.", Where(first)
        )
    if names == {"V"} and isinstance(before, GivenWeights):
        return replace(before, V=given.matrices["V"])
    if direct:
        return _direct(given, before)
    if isinstance(before, Projected) or projected or before is None:
        return _projected(given, into, notes)
    return _kept(given, before)


def _weights(given: Given, before: Inputs | None) -> GivenWeights:
    others = set(given.matrices) - {"weights", "V"}
    if others & {"mask", "bias"}:
        raise _not_for_weights()
    if others:
        name = sorted(others)[0]
        raise FieldError(f"{name} does not go with finished weights, only V does. Import it by itself.", Where(name))
    weights = given.matrices["weights"]
    values = given.matrices.get("V")
    if values is None and isinstance(before, GivenWeights | Direct) and before.V is not None:
        values = before.V if before.V.shape[0] == weights.shape[-1] else None
    return GivenWeights(weights if weights.ndim == 3 else weights[np.newaxis], values)


def _direct(given: Given, before: Inputs | None) -> Direct:
    found = {name: given.matrices.get(name, getattr(before, name, None) if isinstance(before, Direct) else None)
             for name in (*_DIRECT, "W_O")}  # fmt: skip
    missing = [name for name in _DIRECT if found[name] is None]
    if missing:
        have = " and ".join(name for name in _DIRECT if name in given.matrices)
        raise FieldError(
            f"{have} alone is not attention: {' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing. "
            "Import Q, K and V together.",
            Where(missing[0]),
        )
    return Direct(**found)  # type: ignore[arg-type]


def _projected(given: Given, into: Scenario | None, notes: list[str]) -> Projected:
    before = into.inputs if into is not None and isinstance(into.inputs, Projected) else None
    found: dict[str, Any] = {name: getattr(before, name, None) for name in _PROJECTED}
    found |= {name: values for name, values in given.matrices.items() if name in _PROJECTED}
    if not any(name in found and found[name] is not None for name in ("X", "source", "W_Q", "W_K", "W_V")):
        name = next(iter(given.matrices), "tokens")
        raise FieldError(
            f"{name} alone makes no scenario. Import X or weights with it, or say into which scenario.", Where(name)
        )
    for name in ("b_Q", "b_K", "b_V", "b_O"):
        if name in given.matrices:
            found[name] = np.asarray(given.matrices[name]).reshape(-1)
    _fill_rows(found, notes)
    _fill_projections(found, given.heads or (into.heads if into is not None else 1), notes)
    return Projected(**found)


def _fill_rows(found: dict[str, Any], notes: list[str]) -> None:
    if found["X"] is None:
        known = next((name for name in ("W_Q", "W_K", "W_V") if found[name] is not None), None)
        width = found[known].shape[0] if known is not None else found["source"].shape[1]
        if width > _WIDEST:
            raise FieldError(f"X is missing, and {width} tokens are too many to stand in for it. Import X.", Where("X"))
        found["X"] = np.eye(width)
        notes.append(f"X was not given: it is the identity, {counted(width, 'token')} of which each is one number.")


def _fill_projections(found: dict[str, Any], heads: int, notes: list[str]) -> None:
    """Missing projections: W_Q and W_K stand in for each other, else the identity, once a head if need be."""
    given = [name for name in _OTHER if found[name] is not None]
    source = "X" if found["source"] is None else "source"
    rows = {"W_Q": "X", "W_K": source, "W_V": source}
    for name in given:
        have, need = found[name].shape[0], found[rows[name]].shape[1]
        if have != need:
            raise ShapeError(
                f"{name} has {counted(have, 'row')} but {rows[name]} has {counted(need, 'column')}. Make them equal.",
                Where(name),
            )
    identities = []
    for name in (name for name in _OTHER if name not in given):
        other, width = _OTHER[name], found[rows[name]].shape[1]
        if other in given and found[other].shape[0] != width:
            raise FieldError(f"{name} is missing. Import it together with {other}.", Where(name))
        if other in given:
            found[name] = found[other]
            notes.append(f"{name} was not given: it is the same as {other}.")
            continue
        if width > _WIDEST:
            raise FieldError(f"{name} is missing, and {width} is too wide for the identity. Import it.", Where(name))
        found[name] = np.tile(np.eye(width), (1, heads if width % heads else 1))
        identities.append(name)
    if identities:
        verb = "was not given: it is the identity" if len(identities) == 1 else "were not given: they are the identity"
        each = ", once a head" if any(found[name].shape[0] != found[name].shape[1] for name in identities) else ""
        notes.append(f"{', '.join(identities)} {verb}{each}.")


def _kept(given: Given, before: Inputs) -> Inputs:
    """Inputs that only a mask, a bias, labels or W_O are put to."""
    if "W_O" in given.matrices:
        if isinstance(before, GivenWeights):
            raise FieldError("W_O does not go with finished weights. Import X and W's, or Q, K and V.", Where("W_O"))
        return replace(before, W_O=given.matrices["W_O"])
    name = next((name for name in given.matrices if name.startswith("b_")), None)
    if name is not None:
        raise FieldError(f"{name} goes with projections, which this scenario has not. Import X and W's.", Where(name))
    return before


def _not_for_weights() -> FieldError:
    return FieldError(
        "A mask or bias does not apply to finished weights. Import Q, K and V, or X and W's.", Where("mask")
    )


def _queries(inputs: Inputs) -> int:
    """How many queries there are."""
    return int((inputs.X if isinstance(inputs, Projected) else inputs.Q if isinstance(inputs, Direct) else
                inputs.weights[0]).shape[0])  # fmt: skip


def _mask(mask: Values, into: Scenario | None, queries: int, notes: list[str]) -> Mask:
    """Of one row for several queries, the keys that are padding."""
    allowed: Bools = np.asarray(mask, dtype=np.bool_)
    if into is not None and not into.mask.hides_nothing:
        notes.append("The mask that there was is replaced.")
    if len(allowed) == 1 < queries:
        return Mask(padding=tuple(int(key) for key in np.flatnonzero(~allowed[0])))
    return Mask(custom=allowed)


def _labelled(scenario: Scenario, given: Given, into: Scenario | None, notes: list[str]) -> Scenario:
    """The scenario with labels: imported ones, which must fit, else those that there were, as far as they fit."""
    size = scenario.sizes
    labels: dict[str, tuple[str, ...] | None] = {"tokens": given.tokens, "source_tokens": given.source_tokens}
    for name, count in (("tokens", size.T), ("source_tokens", size.S)):
        old = getattr(into, name) if into is not None else None
        if labels[name] is None and old is not None:
            if len(old) == count:
                labels[name] = old
            else:
                notes.append(
                    f"The {len(old)} labels of {name} are left out: there {'is' if count == 1 else 'are'} {count} now."
                )
    if labels["source_tokens"] == labels["tokens"]:
        labels["source_tokens"] = None if size.T == size.S else labels["source_tokens"]
    return replace(scenario, **labels)  # type: ignore[arg-type]


def _with_way_out(error: ShapeError, given: Given, into: Scenario | None) -> ShapeError:
    """A misfit between what was imported and what stays, with what to import together."""
    error = type(error)(_in_plain_words(str(error)), error.where)
    if given.heads is None and given.kv_heads is None and _are_grouped(given.matrices):
        cause = "W_K is narrower than W_Q, as where several heads share their keys"
        return type(error)(f"{cause}: {asking.GROUPED}. Else make them equal.", error.where)
    names = [name for name in _TOGETHER if re.search(rf"(?<![\w]){name}(?![\w])", str(error))]
    staying = [name for name in names if name not in given.matrices] if into is not None else []
    if into is None or not staying or len(staying) == len(names):
        return error
    alike = [name for name in ("W_Q", "W_K", "W_V") if name not in given.matrices and hasattr(into.inputs, name)]
    if set(staying) & {"X", *alike}:
        staying = [*staying, *(name for name in alike if name not in staying)]
    text = str(error).removesuffix("Make them equal.").rstrip()
    return type(error)(f"{text} Import {_listed(staying)} together with it, or change the sizes first.", error.where)


def _are_grouped(matrices: Mapping[str, Values]) -> bool:
    """True where W_K and W_V are alike and W_Q is as wide as several of them."""
    widths = [matrices[name].shape[-1] for name in ("W_Q", "W_K", "W_V") if name in matrices]
    return len(widths) == len(_OTHER) and widths[1] == widths[2] < widths[0] and widths[0] % widths[1] == 0


def _in_plain_words(text: str) -> str:
    """The names of fields as people say them."""
    text = text.replace("mask.custom", "the mask").replace("mask.padding", "the mask")
    return text[:1].upper() + text[1:] if text.startswith("the mask") else text


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
