"""Sums of numbers of any size: finite wherever the true sum is, and told in words where it is beyond all numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from attnviz.content.numerals import MINUS, format_result
from attnviz.engine.arrays import Array

_FAR = 64  # powers of two by which numbers are made smaller, so that as many of them as there ever are can be added
_LARGEST = "1.79×10³⁰⁸"  # which float64 just has


def sums_along(values: Array, axis: int = -1) -> npt.NDArray[np.float64]:
    """The sums along an axis, in float64; an infinity only where the sum is larger than any number.

    What is added up on the way may be larger than that: 10³⁰⁸ + 10³⁰⁸ − 10³⁰⁸ is 10³⁰⁸.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        sums = np.asarray(values.sum(axis=axis, dtype=np.float64))
        beyond = ~np.isfinite(sums)
        if beyond.any():
            rows = np.moveaxis(values, axis, -1)[beyond].astype(np.float64)
            sums[beyond] = np.ldexp(np.ldexp(rows, -_FAR).sum(axis=-1), _FAR)
    return sums


def total_of(values: Sequence[float]) -> float:
    """The sum of few numbers, rounded once; an infinity only where it is larger than any number."""
    try:
        return math.fsum(values)
    except OverflowError:  # what is added up on the way is too large
        return float(sums_along(np.array(values)))


def mean_of(values: npt.NDArray[np.float64]) -> float:
    """The mean of some numbers, in one row."""
    mean = float(sums_along(values)) / len(values)
    return mean if math.isfinite(mean) else float(sums_along(values / len(values)))


def sum_in_words(total: float, decimals: int) -> str:
    """A sum as results are told; one that is larger than any number says so."""
    if math.isfinite(total):
        return format_result(total, decimals)
    return f"more than {_LARGEST}" if total > 0 else f"less than {MINUS}{_LARGEST}"
