"""Matrices of one head each, such as W_Q1 and W_Q2 or those under heads.0 and heads.1, as one array of all heads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from attnviz.content.importing.array_names import known
from attnviz.content.importing.found import FoundArray, Values, array_of
from attnviz.content.importing.orienting import BIASES

_HEAD = re.compile(r"(|.*[./_])heads?[._/ ]?([0-9]{1,3})[._/ ].*", re.IGNORECASE)
_AXES = 2  # of the matrix of one head


def joined_heads(arrays: Sequence[FoundArray]) -> tuple[FoundArray, ...]:
    """The arrays, those that are numbered by head and alike joined to (heads, rows, columns), in the first's place."""
    groups: dict[tuple[str, str], list[tuple[int, FoundArray]]] = {}
    for array in arrays:
        meaning = known(array.name)
        if meaning is None or array.stage:
            continue
        above, number = ("", meaning.head) if meaning.head is not None else _under_a_head(array.name)
        if number is not None and len(array.shape) == (1 if meaning.target in BIASES else _AXES):
            groups.setdefault((meaning.target, above), []).append((number, array))
    made: list[FoundArray] = []
    gone: list[FoundArray] = []
    for array in arrays:
        group = next((one for one in groups.values() if any(array is of for _, of in one)), [])
        if not _are_heads(group):
            made.append(array)
        elif all(array is not of for of in gone):
            ordered = tuple(of for _, of in sorted(group, key=lambda pair: pair[0]))
            gone.extend(ordered)
            made.append(_joined(ordered))
    return tuple(made)


def _under_a_head(name: str) -> tuple[str, int | None]:
    """What stands before the number of a head, and the number: ("sa.", 1) of sa.heads.1.key.weight."""
    found = _HEAD.fullmatch(name)
    return (found[1], int(found[2])) if found is not None else ("", None)


def _are_heads(group: Sequence[tuple[int, FoundArray]]) -> bool:
    """True for several of one shape, numbered from 0 or 1 without a gap."""
    numbers = sorted(number for number, _ in group)
    whole = numbers in (list(range(len(group))), list(range(1, len(group) + 1)))
    return len(group) > 1 and whole and len({array.shape for _, array in group}) == 1


def _joined(heads: tuple[FoundArray, ...]) -> FoundArray:
    first = heads[0]

    def load(leading: tuple[int, ...]) -> Values:
        if leading:
            return heads[leading[0]].block(*leading[1:])
        return np.stack([head.values for head in heads])

    made = array_of(np.zeros((0,)), f"{first.name} to {heads[-1].name}", first.row_labels, first.column_labels)
    return replace(made, shape=(len(heads), *first.shape), dtype=first.dtype, load=load, members=heads)
