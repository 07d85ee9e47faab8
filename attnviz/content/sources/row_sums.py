"""Whether saved weights sum to one over the keys, and if they do not, what the likely reasons are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from attnviz.content.adding_up import sum_in_words, sums_along
from attnviz.engine.arrays import Array
from attnviz.engine.errors import counted

NEAR = 1e-3  # how far from 1 a sum counts as 1
_ROUNDING = 2e-2  # how far 16-bit numbers can bring a long row
_CONSTANT = 1e-3
_IN_FULL = 1e6  # sums up to here are told with three decimals
_NO_WEIGHT = 1.5  # no rounding and no usual dropout brings a weight above it


@dataclass(frozen=True)
class RowSums:
    """sums: (heads, T). off: how many rows do not sum to 1 within 0.001. reasons: likely ones in words, if any is off.

    columns: True if the numbers look as if queries were on the columns.
    """

    sums: Array
    off: int
    reasons: tuple[str, ...]
    columns: bool = False

    @property
    def sentence(self) -> str:
        """What there is to say in one line; "" if every row sums to 1."""
        if not self.off:
            return ""
        low, high = float(self.sums.min()), float(self.sums.max())
        least, most = (f"{end:.3f}" if abs(end) < _IN_FULL else sum_in_words(end, 3) for end in (low, high))
        span = least if least == most else f"from {least} to {most}"
        if self.sums.size == 1:
            return " ".join((f"The row does not sum to 1 but to {span}.", *self.reasons))
        rows = f"{self.off} of {counted(self.sums.size, 'row')}"
        verb = "does" if self.off == 1 else "do"
        return " ".join((f"{rows} {verb} not sum to 1 (sums: {span}).", *self.reasons))


def row_sums(weights: Array) -> RowSums:
    """The sum of each row of weights (heads, T, S) as they are, with likely reasons where it is not 1."""
    sums = sums_along(weights)
    away = np.abs(sums - 1) > NEAR
    if not away.any():
        return RowSums(sums, 0, ())
    columns = _columns_sum_to_one(weights)
    return RowSums(sums, int(away.sum()), tuple(_reasons(weights, sums, away, columns)), columns)


def _reasons(weights: Array, sums: Array, away: np.ndarray, columns: bool) -> Iterator[str]:
    """The reasons that fit these numbers, the surest first."""
    empty = ~weights.any(axis=-1)
    if empty.any():
        yield f"{counted(int(empty.sum()), 'row')} of zeros only: padding, or queries that see no key."
        away = away & ~empty
        if not away.any():
            return
    if columns:
        yield "Each column sums to 1: queries may be on the columns. Turn the tensor."
        return
    if weights.min() < 0 or (weights.max() > _NO_WEIGHT and not _are_percent(sums[away])):
        yield "There are numbers below 0 or above 1: these may be scores, saved before softmax, or dropout was on."
        return
    left = sums[away]
    if _are_percent(left):
        yield "Each row sums to 100: these are per cent."
    elif (np.abs(left - 1) < _ROUNDING).all():
        yield "All are within 0.02 of 1: the weights may have been rounded to 16 bits."
    elif _looks_dropped(weights):
        yield "Zeros are strewn between larger weights: dropout may have been on (call model.eval() before saving)."
    elif np.ptp(left) < _CONSTANT:
        yield f"Each sums to {float(left.mean()):.3f}: they may have been scaled after softmax."
    elif (left < 1).all():
        yield "All sums are below 1: some keys may have been cut off or set to 0."


def _columns_sum_to_one(weights: Array) -> bool:
    if weights.shape[-1] < 2 or weights.shape[-2] < 2:
        return False
    return bool((np.abs(sums_along(weights, axis=-2) - 1) <= NEAR).all())


def _are_percent(sums: Array) -> bool:
    return bool(sums.size) and bool((np.abs(sums - 100) < 100 * NEAR).all())


def _looks_dropped(weights: Array) -> bool:
    """True if zeros lie strewn: neither whole columns (padding) nor what a causal mask hides."""
    later = np.triu(np.ones(weights.shape[-2:], dtype=bool), 1 + max(0, weights.shape[-1] - weights.shape[-2]))
    strewn = 0
    for own in weights:  # head by head: of many tokens each of these tables is large
        zero = own == 0
        causal = (zero | ~later).all()
        lone = zero & ~zero.all(axis=-2, keepdims=True)
        strewn += int((lone & ~later if causal else lone).sum())
    share = strewn / weights.size
    return 0.01 < share < 0.7 and bool((weights.sum(axis=-1, dtype=np.float64) > 1 + NEAR).any())
