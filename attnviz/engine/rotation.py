"""The arithmetic of positions: numbers of a head that turn in pairs, and penalties that grow with distance."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from attnviz.engine.arrays import Array, Format
from attnviz.engine.inputs import Sizes
from attnviz.engine.positions import Rotary


class Turn(NamedTuple):
    """How one number of a head turns: result = own · cos(angle) + sign · partner · sin(angle), angle in radians."""

    pair: int
    partner: int
    sign: int
    angle: float


def first_position(rotary: Rotary, sizes: Sizes, side: str) -> int:
    """Where the first of the "queries" or "keys" stands: the T queries are the last T of the S positions."""
    return rotary.start + (sizes.S - sizes.T if side == "queries" else 0)


def columns_of_pairs(rotary: Rotary, d_k: int) -> tuple[slice, slice]:
    """The columns of the first and of the second number of every pair, in the order of the pairs."""
    width = rotary.turning(d_k)
    if rotary.pairing == "interleaved":
        return slice(0, width, 2), slice(1, width, 2)
    return slice(0, width // 2), slice(width // 2, width)


def angles(rotary: Rotary, d_k: int, first: int, count: int) -> Array:
    """(count, width/2): the angle of each position from `first` on and each pair, in radians, in float64."""
    positions = np.arange(first, first + count, dtype=np.float64)
    by: Array = positions[:, np.newaxis] * np.array(rotary.per_position(d_k))
    return by


def turned(vectors: Array, rotary: Rotary, first: int) -> Array:
    """The vectors (n, d_k), each pair (a, b) turned to (a cos − b sin, a sin + b cos) by its position.

    first: the position of the first row. Columns beyond the width stay as they are.
    Source: Su et al. 2021, section 3.4.2.
    """
    by = angles(rotary, vectors.shape[1], first, len(vectors))
    return turned_by(vectors, np.cos(by), np.sin(by), rotary)


def turned_back(vectors: Array, rotary: Rotary, first: int) -> Array:
    """The vectors turned by the opposite angles: undoes `turned`, and passes its gradient on."""
    by = angles(rotary, vectors.shape[1], first, len(vectors))
    return turned_by(vectors, np.cos(by), -np.sin(by), rotary)


def turned_by(vectors: Array, cos: Array, sin: Array, rotary: Rotary) -> Array:
    """The vectors (n, d_k) turned by angles whose cosines and sines (n, width/2) are given."""
    cos, sin = cos.astype(vectors.dtype, copy=False), sin.astype(vectors.dtype, copy=False)
    first, second = columns_of_pairs(rotary, vectors.shape[1])
    a, b = vectors[:, first], vectors[:, second]
    result = vectors.copy()
    result[:, first] = a * cos - b * sin
    result[:, second] = a * sin + b * cos
    return result


def turn_of(rotary: Rotary, d_k: int, position: int, column: int) -> Turn | None:
    """How the number in that column turns at that position; None for one beyond the width, which does not turn."""
    width = rotary.turning(d_k)
    if column >= width:
        return None
    if rotary.pairing == "interleaved":
        pair, second = divmod(column, 2)
        step = 1
    else:
        second, pair = divmod(column, width // 2)
        step = width // 2
    partner = column - step if second else column + step
    return Turn(pair, partner, 1 if second else -1, position * rotary.per_position(d_k)[pair])


def penalties(slope: float, queries: int, keys: int, dtype: Format) -> Array:
    """(T, S): slope · (j − i − (S − T)), 0 at the query's own position. Source: Press et al. 2022, section 3."""
    return (slope * distances(queries, keys) + 0.0).astype(dtype)  # never −0


def distances(queries: int, keys: int) -> Array:
    """(T, S): j − i − (S − T), how far key j lies after query i; negative for an earlier key."""
    own = np.arange(keys - queries, keys)[:, np.newaxis]  # where each query stands among the keys
    return (np.arange(keys) - own).astype(np.float64)
