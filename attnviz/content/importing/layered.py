"""Attention of several layers with an array a layer, as scripts save a model's tuple: arr_0, layer_1, attentions.2."""

from __future__ import annotations

import numpy as np

from attnviz.content.adding_up import sums_along
from attnviz.content.importing.array_names import numbered
from attnviz.content.importing.found import Found, FoundArray
from attnviz.engine.errors import AttentionError

_OF_ARRAYS = frozenset({"npy", "npz", "safetensors"})
_AXES = 3  # heads, queries, keys
_NEAR = 0.01
_SUM_TO_1 = 0.5  # of the rows, at least: those of padding do not


def is_layered(found: Found) -> bool:
    """True for a file whose only maps are alike, numbered in their names, with rows or columns that mostly sum to 1.

    Labels, ids and masks of one row a batch may be beside them. Only the first of the arrays is read.
    """
    if found.kind not in _OF_ARRAYS or found.scenario is not None or found.exported:
        return False
    maps = [array for array in found.arrays if len(array.shape) >= _AXES and array.dtype.startswith("float")]
    rest = [array for array in found.arrays if array not in maps and len(array.shape) > _AXES - 1]
    named = [numbered(array.name) for array in maps]
    if len(maps) < len(("first", "second")) or rest or None in named:
        return False
    stems = {name[0] for name in named if name is not None}
    heads = {array.shape[-_AXES:] for array in maps}
    return len(stems) == 1 and len(heads) == 1 and sums_to_1(maps[0])


def sums_to_1(array: FoundArray) -> bool:
    """True if most rows, or most columns, sum to 1; for an array that is too large to be read at once too."""
    try:
        values = array.values
    except AttentionError:  # more numbers than one import reads: a source is read a layer at a time
        return True
    if values.dtype.kind == "b" or values.min() < 0:
        return False
    sums = (np.abs(sums_along(values, axis) - 1) < _NEAR for axis in (-1, -2))
    return any(bool(near.mean() >= _SUM_TO_1) for near in sums)
