"""Softmax and what the scores go through before it: capped softly, hidden where a mask says so."""

from __future__ import annotations

from typing import Literal

import numpy as np

from attnviz.engine.arrays import Array, Bools
from attnviz.engine.errors import HiddenRow, Where
from attnviz.engine.pencil import rounded

EXPONENT_LIMIT = 80.0  # e^80 ≈ 5.5e34 fits in float32, and e^−80 is no less exact in it


def softmax(scores: Array, *, empty_rows: Literal["raise", "zero"] = "raise") -> Array:
    """Weights over the keys: positive, each row summing to one.

    scores: (..., T, S), −∞ where a key is hidden. Subtracting the row maximum changes nothing in the result and keeps
    exp from overflowing. Raises HiddenRow if a query sees no key, unless empty_rows="zero".
    Source: Vaswani et al. 2017, section 3.2.1.
    """
    top = scores.max(axis=-1, keepdims=True)
    empty = np.isneginf(top)
    if empty.any():
        if empty_rows == "raise":
            raise hidden_row(int(np.argwhere(empty)[0][-2]))
        top = np.where(empty, scores.dtype.type(0), top)
    with np.errstate(over="ignore"):  # further below the maximum than numbers reach is as good as hidden
        weights: Array = np.exp(scores - top)
    total = weights.sum(axis=-1, keepdims=True)
    weights /= np.where(empty, scores.dtype.type(1), total)
    return weights


def shares(exponentials: Array, masked: Array, decimals: int | None) -> Array:
    """Each row of exponentials over its sum."""
    total, weights = row_sums(exponentials, decimals), np.empty_like(exponentials)
    np.divide(exponentials, total, out=weights, casting="same_kind")
    if decimals is None:
        # Below its smallest normal number a format keeps fewer digits: such rows are computed from the scores instead.
        faint = exponentials < np.finfo(exponentials.dtype).tiny
        if faint.any():
            rows = (faint & ~np.isneginf(masked)).any(axis=1)
            if rows.any():
                weights[rows] = softmax(masked[rows])
    return weights


def row_sums(exponentials: Array, decimals: int | None) -> Array:
    """(T, 1): what each row of exponentials is divided by, rounded where pencil precision is on.

    Always float64: a few thousand times e^80 are more than float32 can hold.
    """
    total: Array = exponentials.sum(axis=1, keepdims=True, dtype=np.float64)
    return total if decimals is None else rounded(total, decimals)


def cap(scores: Array, softcap: float) -> Array:
    """c·tanh(s/c): scores kept softly within ±c. Source: Gemma Team 2024, section 2."""
    c = scores.dtype.type(softcap)
    capped: Array = np.tanh(scores / c) * c
    return capped


def hide(scores: Array, allowed: Bools) -> Array:
    """The scores, −∞ where `allowed` is False."""
    return np.where(allowed, scores, scores.dtype.type(-np.inf))


def hidden_row(row: int, label: str | None = None, head: int | None = None) -> HiddenRow:
    """The error for a query, counted from 0, that sees no key, in one head only if that is given."""
    name = f" “{repr(label)[1:-1]}”" if label is not None else ""
    place = f" in head {head + 1}" if head is not None else ""
    return HiddenRow(
        f"Query {row + 1}{name} sees no key{place}. Show it at least one.", Where("masked", row, head=head)
    )
