"""Which of three axes of attention holds the heads: on the first in most programs, in some in the middle or last."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

import numpy as np

from attnviz.content.adding_up import sums_along
from attnviz.content.importing.found import FoundArray, Values
from attnviz.engine.errors import AttentionError

AXES = {"first": 0, "middle": 1, "last": 2}
WORDS = {
    "first": "on the first axis: heads × queries × keys",
    "middle": "on the middle axis: queries × heads × keys",
    "last": "on the last axis: queries × keys × heads",
}
_NEAR = 1e-3
_MOST = 4_000_000  # numbers that are summed
_COUNTED = 3


def head_axis(values: Values, *, weights: bool) -> tuple[str, str]:
    """first, middle or last, and the reason.

    values: three axes. weights: rows of them sum to 1 along the keys; of others only the sizes tell.
    """
    found = list(_possible(values, weights=weights))
    if not found or found[0] == "first":
        return "first", "As most programs lay them."
    sizes = [size for axis, size in enumerate(values.shape) if axis != AXES[found[0]]]
    sums = ", and sums along one of them are 1" if weights else ""
    return found[0], f"So there are as many queries as keys, {sizes[0]}{sums}."


def may_be_attention(values: Values) -> bool:
    """True for three axes that are weights of as many queries as keys, whichever axis the heads are on."""
    return values.ndim == _COUNTED and bool((values >= 0).all()) and any(_possible(values, weights=True))


def heads_elsewhere(array: FoundArray) -> bool:
    """True for three axes of weights whose heads are not on the first; only the sizes are looked at before that."""
    shape = array.shape
    if len(shape) != _COUNTED or prod(shape) > _MOST or shape[0] not in shape[1:]:
        return False
    try:
        return may_be_attention(array.values) and head_axis(array.values, weights=True)[0] != "first"
    except AttentionError:
        return False


def heads_first(values: Values, layout: str) -> Values:
    """The same numbers with the axis of the heads in front; the other two keep their order."""
    return np.moveaxis(values, AXES[layout], 0)


def _possible(values: Values, *, weights: bool) -> Iterator[str]:
    """The layouts under which there are as many queries as keys, several, and weights sum to 1."""
    summing = set(range(_COUNTED)) if not weights or prod(values.shape) > _MOST else set(_summing(values))
    for layout, axis in AXES.items():
        others = [other for other in range(_COUNTED) if other != axis]
        first, second = (values.shape[other] for other in others)
        if first == second > 1 and summing & set(others):
            yield layout


def _summing(values: Values) -> Iterator[int]:
    """The axes along which all sums are 1."""
    for axis in range(_COUNTED):
        if values.shape[axis] > 1 and (np.abs(sums_along(values, axis) - 1) <= _NEAR).all():
            yield axis
