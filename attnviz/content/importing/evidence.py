"""What finished stages in a file tell of its matrices: how many heads, which product, what is hidden, and whether the
scenario that is made computes what the file says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import prod

import numpy as np

from attnviz.content.documents.extract import extract
from attnviz.content.documents.numbers import stacked
from attnviz.content.importing.found import Found, FoundArray, Values
from attnviz.content.importing.plans import Beside, Part
from attnviz.content.numerals import format_result
from attnviz.engine.arrays import Bools
from attnviz.engine.errors import AttentionError
from attnviz.engine.scenario import Scenario
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import trace

_MADE = {"W_Q": ("X", "queries", "b_Q"), "W_K": ("source", "keys", "b_K"), "W_V": ("source", "values", "b_V")}
_SIDES = {"heads": (("W_Q", "Q"), "queries"), "kv_heads": (("W_K", "K"), "keys")}
_COMPARED = ("weights", "masked", "output", "scores", "queries")  # the first of them that the file holds
_LOOKED_AT = 1_000_000  # numbers; more are not compared
_NEAR, _AS_NEAR = 1e-6, 1e-5  # apart, and for each unit of the larger number: what float32 may differ by
_SHOWN = 6  # decimals
_OWN = "attnviz wrote it so."
_UNKNOWN = (
    "The file does not say scale, soft cap, positions, temperature, number format or pencil: they are as in a new "
    "scenario. JSON and NPZ exports of everything carry the whole scenario."
)


def with_evidence(parts: Sequence[Part], found: Found) -> list[Part]:
    """The parts of one file, each with the finished stages beside it and with what these settle."""
    stages = {array.stage: array for array in found.arrays if array.stage in BY_NAME}
    if not stages and not found.exported:
        return list(parts)
    arrays = {part.target: part.array for part in parts if isinstance(part.array, FoundArray)}
    made = []
    for part in parts:
        hints, proofs = dict(part.hints), dict(part.proofs)
        proof = _product(part.target, arrays, stages)
        if proof is not None and "product" not in hints:
            hints["product"], proofs["product"] = proof
        elif found.exported and part.target in (*_MADE, "W_O"):
            hints["product"], proofs["product"] = "XW", _OWN
        if found.exported and part.target in ("X", "source", "Q", "K", "V"):
            hints["tokens"], proofs["tokens"] = "rows", _OWN
        beside = Beside(stages, exported=found.exported)
        made.append(replace(part, hints=tuple(hints.items()), proofs=tuple(proofs.items()), beside=beside))
    return made


def counts_told(parts: Sequence[Part]) -> tuple[int | None, int | None]:
    """Query heads and key/value heads, as the width of a projection and of a finished stage tell; None where not."""
    stages = _stages(parts)
    widths = {
        part.target: part.array.shape[-1]
        for part in parts
        if isinstance(part.array, FoundArray) and len(part.array.shape) == 2
    }
    told: dict[str, int | None] = {}
    for side, (targets, stage) in _SIDES.items():
        width = next((widths[target] for target in targets if target in widths), None)
        each = stages[stage].shape[-1] if stage in stages and len(stages[stage].shape) == 3 else None
        told[side] = width // each if width is not None and each and width % each == 0 else None
    return told["heads"], told["kv_heads"]


def mask_told(parts: Sequence[Part]) -> Bools | None:
    """What the stage “masked” lets be seen, (T, S); None where it hides nothing, or not the same in all heads."""
    masked = _stages(parts).get("masked")
    if masked is None or prod(masked.shape) > _LOOKED_AT:
        return None
    try:
        values = masked.values
    except AttentionError:
        return None
    seen = ~np.isneginf(values.reshape(-1, *values.shape[-2:]))
    return seen[0] if not seen.all() and (seen == seen[0]).all() else None


def remarks(parts: Sequence[Part], scenario: Scenario) -> list[str]:
    """What the file could not tell, and where its finished stages are not what the scenario computes."""
    found = [part.beside for part in parts if part.beside is not None]
    targets = {part.target for part in parts}
    if not found or "weights" in targets:
        return []
    words = difference(_stages(parts), scenario)
    notes = [f"Warning: {words} Set the scale, the mask or the positions as they were."] if words else []
    return [*notes, _UNKNOWN] if any(one.exported for one in found) else notes


def difference(stages: Mapping[str, FoundArray], scenario: Scenario, names: Sequence[str] = _COMPARED) -> str:
    """In words, the first number of the file that the scenario does not have; "" where there is none."""
    name = next((name for name in names if name in stages), None)
    if name is None:
        return ""
    if prod(stages[name].shape) > _LOOKED_AT:
        return f"{name} is too large to be compared with what this scenario computes."
    try:
        there = stages[name].values
        traced = trace(scenario)
        here = stacked(extract(traced, (name,)), name)
    except AttentionError as error:
        return f"{name} cannot be compared with the file: {error}"
    return _apart(name, here, there)


def _apart(name: str, here: Values, there: Values) -> str:
    if there.ndim == 2 and here.ndim == 3 and len(here) == 1:
        there = there[np.newaxis]
    if there.shape[-2:] != here.shape[-2:] or there.ndim != here.ndim:
        return f"{name} in the file is {_size(there)}, but this scenario computes {_size(here)}."
    if here.ndim == 3 and len(there) < len(here):  # of some heads only: each must be one of those that are computed
        alike = (_differs(one, other).any() for one in there for other in here)
        missing = not all(any(not next(alike) for _ in here) for _ in there)
        return f"{name} in the file is that of no head of this scenario." if missing else ""
    if there.shape != here.shape:
        return f"{name} in the file is {_size(there)}, but this scenario computes {_size(here)}."
    differs = _differs(there, here)
    if not differs.any():
        return ""
    *head, row, column = (int(at) for at in np.argwhere(differs)[0])
    whose = f" of head {head[0] + 1}" if head and len(here) > 1 else ""
    at = (*head, row, column)
    return (
        f"{name}, row {row + 1}, column {column + 1}{whose}, is {format_result(there[at], _SHOWN)} in the file, but "
        f"this scenario computes {format_result(here[at], _SHOWN)}."
    )


def _differs(one: Values, other: Values) -> Bools:
    hidden = np.isneginf(one) | np.isneginf(other)
    with np.errstate(invalid="ignore"):
        far = np.abs(one - other) > _NEAR + _AS_NEAR * np.maximum(np.abs(one), np.abs(other))
    different: Bools = np.where(hidden, np.isneginf(one) != np.isneginf(other), far)
    return different


def _product(target: str, arrays: Mapping[str, FoundArray], stages: Mapping[str, FoundArray]) -> tuple[str, str] | None:
    """Whether X W or X Wᵀ gives the finished stage, for a square projection, and the reason in words."""
    left, stage, bias = _MADE.get(target, ("", "", ""))
    left = left if left in arrays else "X"
    if target not in arrays or left not in arrays or stage not in stages:
        return None
    own, rows, finished = arrays[target], arrays[left], stages[stage]
    sizes = (own.shape, rows.shape, finished.shape)
    if len(own.shape) != 2 or own.shape[0] != own.shape[1] or any(prod(size) > _LOOKED_AT for size in sizes):
        return None
    try:
        W, X, whole = own.values, rows.values, finished.values
        added = arrays[bias].values.reshape(-1) if bias in arrays else 0.0
    except AttentionError:
        return None
    whole = np.concatenate(tuple(whole), axis=1) if whole.ndim == 3 else whole
    if X.ndim != 2 or X.shape[1] != len(W) or whole.shape != (len(X), len(W)):
        return None
    with np.errstate(all="ignore"):
        fits = {"XW": not _differs(X @ W + added, whole).any(), "XWt": not _differs(X @ W.T + added, whole).any()}
    if fits["XW"] == fits["XWt"]:
        return None
    written = f"{left} {target}" if fits["XW"] else f"{left} {target}ᵀ"
    return ("XW" if fits["XW"] else "XWt"), f"{written} is what the file says the {stage} are."


def _stages(parts: Sequence[Part]) -> dict[str, FoundArray]:
    stages: dict[str, FoundArray] = {}
    for part in parts:
        stages |= part.beside.stages if part.beside is not None else {}
    return stages


def _size(values: Values) -> str:
    return "×".join(map(str, values.shape))
