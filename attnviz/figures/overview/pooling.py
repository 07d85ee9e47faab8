"""Maps of many cells in few pixels: each the largest of the weights under it, so that a strong one is never lost."""

from __future__ import annotations

from math import ceil
from typing import Any
from weakref import ref

import numpy as np
import numpy.typing as npt

from attnviz.engine.arrays import Array

Numbers = npt.NDArray[Any]

MOST_CELLS = 96  # rows and columns that are kept of one map; more are pooled once, when its layer comes in

# The same layer gives the same thumbs again; they go when the layer goes.
_thumbs: dict[int, tuple[ref[Array], Array]] = {}


def thumbs(weights: Array) -> Array:
    """The maps of a layer with no more rows and columns than are kept, (heads, t, s); small maps come back as they are.

    weights: (heads, T, S). What is left out is smaller than what stands in its place.
    """
    known = _thumbs.get(id(weights))
    if known is not None and known[0]() is weights:
        return known[1]
    down, across = (ceil(count / MOST_CELLS) for count in weights.shape[1:])
    made = weights if down == across == 1 else _in_blocks(weights, down, across)
    place = id(weights)
    forget = _thumbs.pop  # bound now: at the end of the program modules lose their names before arrays go
    _thumbs[place] = ref(weights, lambda _: forget(place, None)), made
    return made


def blocks_of(count: int) -> int:
    """How many of so many rows or columns one row or column of a thumb stands for."""
    return ceil(count / MOST_CELLS)


def fitted(maps: Numbers, rows: int, columns: int) -> Numbers:
    """The maps, or the entries of their colours, in so many pixels, (heads, rows, columns): cells repeated, or the
    largest of those in a pixel.
    """
    return _fitted(_fitted(maps, 1, rows), 2, columns)


def _in_blocks(weights: Array, down: int, across: int) -> Array:
    """The largest of each block; one head after the other, so that little memory is used beside them."""
    rows, columns = (range(0, count, step) for count, step in zip(weights.shape[1:], (down, across), strict=True))
    made = np.empty((len(weights), len(rows), len(columns)), dtype=weights.dtype)
    for head, own in enumerate(weights):
        made[head] = np.maximum.reduceat(np.maximum.reduceat(own, rows, axis=0), columns, axis=1)
    made.flags.writeable = False
    return made


def _fitted(maps: Numbers, axis: int, pixels: int) -> Numbers:
    count = maps.shape[axis]
    if pixels >= count:
        return np.asarray(np.take(maps, (np.arange(pixels) * 2 + 1) * count // (2 * pixels), axis=axis))
    return np.asarray(np.maximum.reduceat(maps, np.arange(pixels) * count // pixels, axis=axis))
