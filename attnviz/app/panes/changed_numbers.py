"""What an edit changed in a matrix: where, and how large its numbers are now."""

from __future__ import annotations

from math import isfinite

import numpy as np

from attnviz.engine.arrays import Array


def largest_of(values: Array) -> float:
    """The largest size of a number; −∞ in a bias is none."""
    size = float(max(values.max(initial=0), -values.min(initial=0)))
    if isfinite(size):
        return size
    return float(np.abs(values, where=np.isfinite(values), out=np.zeros_like(values)).max())


def of_plane(part: slice, whole: Array, head: int) -> slice:
    """The part of a flat array that lies in one head's matrix, counted in that matrix."""
    if whole.ndim < 3:
        return part
    size = whole[0].size
    start, stop = (min(max(end - head * size, 0), size) for end in (part.start, part.stop))
    return slice(start, stop)


def span_of(before: Array, values: Array) -> tuple[int, int] | None:
    """First and last of the rows that were put in or taken out, if that is all that happened."""
    if before.shape[1] != values.shape[1]:
        return None
    few, many = sorted((before, values), key=len)
    differs = (few != many[: len(few)]).any(axis=1)
    start = int(np.argmax(differs)) if differs.any() else len(few)
    count = len(many) - len(few)
    rest_is_same = np.array_equal(few[start:], many[start + count :])
    return (start, start + count - 1) if rest_is_same else None
