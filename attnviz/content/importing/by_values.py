"""What the numbers of an array say that it is: attention weights, a mask or a bias of scores."""

from __future__ import annotations

from math import prod

import numpy as np

from attnviz.content.adding_up import sums_along
from attnviz.content.importing.found import FoundArray, Values
from attnviz.content.importing.head_axis import may_be_attention
from attnviz.content.importing.mask_values import HIDES_FROM
from attnviz.engine.errors import AttentionError

LOOKED_AT = 1_000_000  # numbers; of a larger array only the shape is looked at
_NEAR = 1e-3
_LESS_FAR, _FAR = 0.03, 0.1  # how far sums of rounded weights may be from 1; with one list of labels on both sides
_ROUNDED = 1e-9
_SMALLEST_CAUSAL = 3  # tokens; 1 0 over 1 1 may be anything


def by_values(array: FoundArray) -> list[str]:
    """weights where rows or columns sum to one, mask or bias where something hides, the likeliest first."""
    axes = [size for size in array.shape if size > 1]
    if prod(array.shape) > LOOKED_AT or len(array.shape) < 2:
        return ["weights"] if len(array.shape) >= 3 else []
    try:
        values = array.values
    except AttentionError:
        return []
    if hides(values):
        return ["mask", "bias"] if len(axes) <= 2 else ["bias"]
    if np.isneginf(values).any():
        return ["bias"]
    if is_causal(values):
        return ["mask"]
    if not is_flags(values) and may_be_attention(values):
        return ["weights"]
    if (values >= 0).all() and values.shape[-1] > 1 and not is_flags(values):
        alike = array.row_labels is not None and array.row_labels == array.column_labels
        near = _nearness(values, _FAR if alike else _LESS_FAR)
        for axis in (-1, -2):
            if (np.abs(sums_along(values, axis) - 1) <= near).all():
                return ["weights"]
    if len(axes) > 2:
        return ["bias"] if (values < 0).any() else ["weights"]
    return []


def _nearness(values: Values, most: float) -> float:
    """How far a sum of rounded weights may be from 1."""
    for decimals in (1, 2):
        with np.errstate(over="ignore"):  # numbers that large are no weights, as their sums tell
            scaled = values.astype(np.float64) * 10.0**decimals
        if np.allclose(scaled, np.round(scaled), rtol=0, atol=1e-6):
            return min(most, float(values.shape[-1]) * 0.5 * 10.0**-decimals + _ROUNDED)
    return _NEAR


def hides(values: Values) -> bool:
    """True for a mask that is added to the scores: 0, and one number or −∞ far below it."""
    hidden = values < HIDES_FROM
    return bool(hidden.any() and (hidden | (values == 0)).all() and len(np.unique(values[hidden])) == 1)


def is_flags(values: Values) -> bool:
    """True for ones and zeros: rows of the identity sum to one as well, and nobody would call them weights."""
    return bool(((values == 0) | (values == 1)).all())


def is_causal(values: Values) -> bool:
    """True for ones on and below the diagonal and zeros above it, or ones above it only."""
    high, wide = values.shape[-2:]
    matrix = values.reshape(high, wide) if values.size == high * wide else None
    if matrix is None or high != wide or high < _SMALLEST_CAUSAL:
        return False
    lower = np.tri(len(matrix))
    return bool(np.array_equal(matrix, lower) or np.array_equal(matrix, 1 - lower))
