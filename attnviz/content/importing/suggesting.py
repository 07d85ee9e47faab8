"""What found arrays are likely to be: by their names, by what they hold, and by what the scenario has of that size."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import prod

import numpy as np

from attnviz.content.importing.array_names import Known, known, prefix_of
from attnviz.content.importing.evidence import with_evidence
from attnviz.content.importing.found import Found, FoundArray, FoundTexts, array_like
from attnviz.content.importing.plans import TARGETS, Part
from attnviz.engine.errors import AttentionError
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.scenario import Scenario

_STAGES = {"queries": "Q", "keys": "K", "values": "V", "weights": "weights"}
_NEAR = 1e-3
_LOOKED_AT = 1_000_000  # numbers; of a larger array only the shape is looked at


def suggest(founds: Sequence[Found], into: Scenario | None = None) -> tuple[Part, ...]:
    """Parts for all arrays whose name says what they are; else for each single array the likeliest target.

    Never two parts with one target: of several layers the first is taken. A text without numbers is tokens.
    """
    parts: list[Part] = []
    for found in founds:
        faulty = found.problem is not None and found.problem.where.row is not None
        if not found.arrays and not found.labels and found.texts is not None and not faulty:
            _add(parts, Part(FoundTexts(found.texts, found.name), "tokens"))
        named = with_evidence(_named(found), found)
        for part in named:
            _add(parts, part)
        for part in _of_a_sheet(found, named):
            _add(parts, part)
        if not named and len(found.arrays) == 1:
            free = [name for name in targets_for(found.arrays[0], into) if name not in {part.target for part in parts}]
            _add(parts, Part(found.arrays[0], free[0]))
        for index, labels in enumerate(found.labels):
            meaning = known(labels.name)
            if meaning is not None and meaning.target in ("tokens", "source_tokens"):
                _add(parts, Part(labels, meaning.target))
            elif index == 0 and len(found.labels) == 1:
                _add(parts, Part(labels, "tokens"))
    return tuple(_sensible(parts))


def parts_of(array: FoundArray, target: str) -> tuple[Part, ...]:
    """The array as that target; three parts if its name says that queries, keys and values are fused in it."""
    meaning = known(array.name)
    if meaning is not None and meaning.fused and target[2:] == "Q" and target[:2] == meaning.target[:2]:
        return _unfused(array, meaning)
    return (Part(array, target),)


def targets_for(array: FoundArray | FoundTexts, into: Scenario | None = None) -> tuple[str, ...]:
    """What the array can become, the likeliest first."""
    if isinstance(array, FoundTexts):
        return ("tokens", "source_tokens")
    every = [name for name in TARGETS if name not in ("tokens", "source_tokens")]
    axes = len([size for size in array.shape if size > 1])
    if array.dtype == "bool":
        return ("mask",)
    if axes > 1:
        every = [name for name in every if not name.startswith("b_")] + [
            name for name in every if name.startswith("b_")
        ]
    first = [name for name in (_by_name(array), *_by_numbers(array), *_by_size(array, into)) if name]
    return tuple(dict.fromkeys((*first, *every)))


def _named(found: Found) -> list[Part]:
    """Parts of the arrays whose names are known; of one layer where there are several."""
    if found.kind == "checkpoint":
        return []
    parts: list[Part] = []
    layers: set[str] = set()
    for array in found.arrays:
        target = _by_name(array)
        if target is None:
            continue
        prefix = prefix_of(array.name)
        if layers and prefix not in layers and any(part.target == target for part in parts):
            continue
        layers.add(prefix)
        parts.extend(parts_of(array, target))
    return parts


def _of_a_sheet(found: Found, named: Sequence[Part]) -> tuple[Part, ...]:
    """X, and W_Q where none is named, of tables without a name that can be multiplied, as they stand on one sheet.

    Left times right, or lower times upper, is W·X with tokens in columns, as on sheets made by hand, unless labels or
    a name say which is X.
    """
    bare = [array for array in found.arrays if _by_name(array) is None and len(array.shape) == 2]
    if found.kind not in ("table", "printout"):
        return ()
    if len(bare) == 1 and any(part.target in ("W_Q", "W_K", "W_V") for part in named):
        return (Part(bare[0], "X"),)
    bare = _without_product(bare)
    if named or len(bare) != 2:
        return ()
    first, second = bare
    left, right = (first, second) if first.shape[1] == second.shape[0] else (second, first)
    if left.shape[1] != right.shape[0]:
        return ()
    if _has_words(left.row_labels) and not _has_words(right.column_labels):
        return (Part(left, "X", hints=(("tokens", "rows"),)), Part(right, "W_Q", hints=(("product", "XW"),)))
    return (Part(right, "X", hints=(("tokens", "columns"),)), Part(left, "W_Q", hints=(("product", "XWt"),)))


def _without_product(arrays: list[FoundArray]) -> list[FoundArray]:
    """Three tables without the one that is the product of the others, which a sheet shows beside them."""
    if len(arrays) != 3 or any(prod(array.shape) > _LOOKED_AT for array in arrays):
        return arrays
    for left, right, result in permutations(arrays):
        if left.shape[1] == right.shape[0] and result.shape == (left.shape[0], right.shape[1]):
            with np.errstate(all="ignore"):
                if np.allclose(left.values @ right.values, result.values, rtol=1e-3, atol=1e-3):
                    return [array for array in arrays if array is not result]
    return arrays


def _has_words(labels: tuple[str, ...] | None) -> bool:
    return labels is not None and not all(label.strip().isdigit() for label in labels)


def _unfused(array: FoundArray, meaning: Known) -> tuple[Part, ...]:
    """Queries, keys and values of one matrix, of a third each."""
    kind = meaning.target[:2]
    axis = 0 if meaning.fused == "rows" or len(array.shape) == 1 else len(array.shape) - 1
    if array.shape[axis] % 3:
        return (Part(array, meaning.target),)
    third = array.shape[axis] // 3
    hints = (("product", meaning.product),) if kind == "W_" else ()
    parts = []
    for index, letter in enumerate("QKV"):
        cut = np.take(array.values, range(index * third, (index + 1) * third), axis)
        parts.append(Part(array_like(array, cut, f"{letter} of {array.name}"), f"{kind}{letter}", hints=hints))
    return tuple(parts)


def _by_name(array: FoundArray) -> str | None:
    if array.stage in _STAGES:
        return _STAGES[array.stage]
    meaning = known(array.stage or array.name)
    return meaning.target if meaning is not None else None


def _by_numbers(array: FoundArray) -> list[str]:
    """weights where rows or columns sum to one, bias or mask where −∞ is among the numbers."""
    if prod(array.shape) > _LOOKED_AT or len(array.shape) < 2:
        return ["weights"] if len(array.shape) >= 3 else []
    try:
        values = array.values
    except AttentionError:
        return []
    if np.isneginf(values).any():
        return ["mask", "bias"] if bool((np.isneginf(values) | (values == 0)).all()) else ["bias"]
    if (values >= 0).all() and values.shape[-1] > 1:
        for axis in (-1, -2):
            if (np.abs(values.sum(axis=axis) - 1) <= _NEAR).all() and not _is_one_hot(values):
                return ["weights"]
    return ["weights"] if len(array.shape) > 3 else []


def _is_one_hot(values: np.ndarray) -> bool:
    """Rows of the identity sum to one as well; nobody would call them weights without saying so."""
    return bool(((values == 0) | (values == 1)).all())


def _by_size(array: FoundArray, into: Scenario | None) -> list[str]:
    """The matrices of the scenario that have that size."""
    if into is None:
        return []
    names = [name for name, values in into.inputs.items() if values.shape[-len(array.shape) :] == array.shape]
    return [name for name in names if name != "weights" or isinstance(into.inputs, GivenWeights)]


def _sensible(parts: list[Part]) -> list[Part]:
    """Without finished matrices where the projections that make them are there too, as in an export of all stages."""
    targets = {part.target for part in parts}
    if targets >= {"X", "W_Q", "W_K", "W_V"}:
        return [part for part in parts if part.target not in ("Q", "K", "V", "weights")]
    if "X" in targets:
        parts = [part for part in parts if part.target not in ("Q", "K", "V") or f"W_{part.target}" not in targets]
    if targets >= {"Q", "K", "V"}:
        return [part for part in parts if part.target != "weights"]
    return parts


def _add(parts: list[Part], part: Part) -> None:
    if all(known_part.target != part.target for known_part in parts):
        parts.append(part)
