"""What found arrays are likely to be: by their names, by what they hold, and by what the scenario has of that size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from pathlib import Path
from typing import TypeGuard

import numpy as np

from attnviz.content.importing.array_names import Known, known, prefix_of
from attnviz.content.importing.by_values import LOOKED_AT, by_values, is_flags
from attnviz.content.importing.evidence import with_evidence
from attnviz.content.importing.file_settings import with_settings
from attnviz.content.importing.found import Found, FoundArray, FoundTexts, array_like
from attnviz.content.importing.heads_by_name import joined_heads
from attnviz.content.importing.on_sheets import has_words, of_a_sheet, x_of_names
from attnviz.content.importing.orienting import ROWS_OF_TOKENS
from attnviz.content.importing.plans import TARGETS, Part
from attnviz.engine.errors import AttentionError
from attnviz.engine.inputs import GivenWeights, Projected
from attnviz.engine.scenario import Scenario

_STAGES = {"queries": "Q", "keys": "K", "values": "V", "weights": "weights"}
_AXES = 2  # of a matrix
_LONGEST_LABEL = 1000  # letters


def suggest(founds: Sequence[Found], into: Scenario | None = None, taken: Sequence[Part] = ()) -> tuple[Part, ...]:
    """Parts for all arrays whose name says what they are; else for each single array the likeliest target.

    taken: parts that there are already, of other files. Never two parts with one target: of several layers the first
    is taken, and what is left takes the likeliest other target that fits, or none. A text without numbers is tokens.
    """
    parts: list[Part] = list(taken)
    for found in sorted(map(called_by_file, founds), key=lambda one: not is_told(one)):
        before = len(parts)
        faulty = found.problem is not None and found.problem.where.row is not None
        if (
            not found.arrays
            and not found.labels
            and found.texts is not None
            and not faulty
            and _are_labels(found.texts)
        ):
            _add(parts, Part(FoundTexts(found.texts, found.name), "tokens"))
        named = with_evidence(_named(found), found)
        for part in named:
            _add(parts, part)
        if found.kind in ("table", "printout"):
            for part in of_a_sheet(_bare(found, named), named, by_hand=found.kind == "table"):
                _add(parts, part)
        elif found.kind != "checkpoint" and not found.exported:
            for part in x_of_names(_bare(found, named), named):
                _add(parts, part)
        if not named and len(found.arrays) == 1:
            free = _first_free(found.arrays[0], parts, into)
            if free:
                _add(parts, Part(found.arrays[0], free))
        for index, labels in enumerate(found.labels):
            meaning = known(labels.name)
            if meaning is not None and meaning.target in ("tokens", "source_tokens"):
                _add(parts, Part(labels, meaning.target))
            elif index == 0 and len(found.labels) == 1:
                _add(parts, Part(labels, "tokens"))
        parts[before:] = with_settings(parts[before:], found)
    return tuple(part for part in _sensible(parts) if all(part is not one for one in taken))


def _are_labels(texts: tuple[str, ...] | None) -> TypeGuard[tuple[str, ...]]:
    """True for lines that can stand beside a row; a text of one endless line is no list of tokens."""
    return texts is not None and max(map(len, texts), default=0) <= _LONGEST_LABEL


def called_by_file(found: Found) -> Found:
    """The file's one array goes by the file's name, where it has none and that says what it is: W_Q.csv, mask.npy."""
    if len(found.arrays) != 1 or found.arrays[0].name or not Path(found.name).suffix:
        return found
    array, stem = found.arrays[0], Path(found.name).stem
    meaning = known(stem)
    if meaning is None or stem == "a" or (array.dtype == "bool" and meaning.target != "mask"):
        return found
    by_head = meaning.target in ("mask", "weights", "bias", "Q", "K", "V")  # which have a matrix for each as well
    fits = by_head or len([size for size in array.shape if size > 1]) <= _AXES
    return replace(found, arrays=(replace(array, name=stem),)) if fits else found


def unused(found: Found, parts: Sequence[Part]) -> tuple[FoundArray, ...]:
    """The arrays of a file that no part is made of."""
    used = [
        array for part in parts if isinstance(part.array, FoundArray) for array in (part.array, *part.array.members)
    ]
    own = {(array.name, array.shape) for array in used}
    return tuple(array for array in found.arrays if (array.name, array.shape) not in own)


def parts_of(array: FoundArray, target: str) -> tuple[Part, ...]:
    """The array as that target; three parts if its name says that queries, keys and values are fused in it."""
    meaning = known(array.name)
    if meaning is not None and meaning.fused and target[2:] == "Q" and target[:2] == meaning.target[:2]:
        return _unfused(array, meaning)
    return (Part(array, target, hints=_hints(array, target)),)


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
    first = [name for name in (_by_name(array), *by_values(array), *_by_size(array, into)) if name]
    return tuple(dict.fromkeys((*first, *every)))


def _named(found: Found) -> list[Part]:
    """Parts of the arrays whose names are known; of one layer where there are several."""
    if found.kind == "checkpoint":
        return []
    parts: list[Part] = []
    layers: set[str] = set()
    for array in joined_heads(found.arrays):
        target = _by_name(array)
        if target is None:
            continue
        prefix = prefix_of(array.name)
        if layers and prefix not in layers and any(part.target == target for part in parts):
            continue
        layers.add(prefix)
        parts.extend(parts_of(array, target))
    return parts


def _bare(found: Found, named: Sequence[Part]) -> list[FoundArray]:
    """The matrices that no name tells of."""
    used = [one for part in named if isinstance(part.array, FoundArray) for one in (part.array, *part.array.members)]
    return [
        array
        for array in found.arrays
        if _by_name(array) is None and len(array.shape) == _AXES and all(array is not one for one in used)
    ]


def is_told(found: Found) -> bool:
    """True where names say what is in it, so that it comes before what must be guessed."""
    return any(_by_name(array) is not None for array in found.arrays)


def _first_free(array: FoundArray, parts: Sequence[Part], into: Scenario | None) -> str:
    """The likeliest target that no other part has; beside others only one that fits them, else ""."""
    every = {part.target: part.array for part in parts if isinstance(part.array, FoundArray)}
    there = {target: one for target, one in every.items() if target not in ("mask", "bias")}
    free = [name for name in targets_for(array, into) if name not in every]
    if not there:
        return free[0]
    told = [name for name in (_by_name(array), *by_values(array)) if name is not None and name not in every]
    if told:
        return told[0]
    sizes = {size for one in there.values() for size in one.shape}
    rows = there.get("X", there.get("Q"))
    if rows is not None and "mask" in free and _can_mask(array, rows):
        return "mask"
    fits = len(array.shape) == _AXES and bool(sizes & set(array.shape))
    wanted = ("W_Q", "W_K", "W_V") if "X" in there else ("X",) if there.keys() & {"W_Q", "W_K", "W_V"} else ()
    return next((name for name in (*_by_size(array, into), *wanted) if fits and name in free), "")


def _can_mask(array: FoundArray, rows: FoundArray) -> bool:
    """True for ones and zeros, a row or a square, as long as there are tokens."""
    shape = [size for size in array.shape if size > 1]
    if not shape or len(shape) > _AXES or len(set(shape)) > 1 or shape[0] not in rows.shape:
        return False
    try:
        return prod(array.shape) <= LOOKED_AT and is_flags(array.values)
    except AttentionError:
        return False


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
        own = replace(array_like(array, cut, f"{letter} of {array.name}"), members=(array,))
        parts.append(Part(own, f"{kind}{letter}", hints=hints))
    return tuple(parts)


def _by_name(array: FoundArray) -> str | None:
    if array.stage in _STAGES:
        return _STAGES[array.stage]
    meaning = known(array.stage or (array.members[0].name if array.members else array.name))
    return meaning.target if meaning is not None else None


def _hints(array: FoundArray, target: str) -> tuple[tuple[str, str], ...]:
    """What ᵀ behind a name says of how the array lies."""
    meaning = known(array.name)
    if meaning is None or not meaning.turned or meaning.target != target:
        return ()
    if target in ROWS_OF_TOKENS:
        return (("tokens", "columns"),)
    return (("queries", "columns"),) if target == "weights" else ()


def _by_size(array: FoundArray, into: Scenario | None) -> list[str]:
    """The matrices of the scenario that have that size."""
    if into is None:
        return []
    names = [name for name, values in into.inputs.items() if values.shape[-len(array.shape) :] == array.shape]
    names = [name for name in names if name != "weights" or isinstance(into.inputs, GivenWeights)]
    if has_words(array.row_labels) or has_words(array.column_labels):  # a projection has no tokens
        return ["X"] if isinstance(into.inputs, Projected) else names
    return names


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
