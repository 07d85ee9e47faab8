"""The finished scores and the weights of a block of queries, made in the place where they stay."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.blocks.folded import UNSHIFTED, Folded
from attnviz.engine.softmax import hidden_row

_PIECE = 4096  # numbers that are added in the format of the block
_ONES: dict[np.dtype[Any], Array] = {np.dtype(kind): np.ones((_PIECE, 1), kind) for kind in (np.float32, np.float64)}


def fill_masked(fast: Folded, rows: slice, out: Array) -> Array:
    """The block's finished scores, −∞ where hidden; comes back as the part that anything is seen of."""
    columns = fast.visible.span(rows)
    out[rows, : columns.start] = -np.inf
    out[rows, columns.stop :] = -np.inf
    return fast.masked(rows, columns, out[rows, columns])


def fill_weights(fast: Folded, rows: slice, out: Array, *, empty_rows: Literal["raise", "zero"] = "raise") -> slice:
    """Puts the weights of these queries into their rows of `out`, each row summing to one, zero where a key is hidden.

    Where the scores are known to be small, e^s is taken as it is: subtracting the row maximum would change nothing.
    Comes back as the keys that any of them sees. Raises HiddenRow for a query that sees none, unless they become zero.
    """
    columns = fast.visible.span(rows)
    out[rows, : columns.start] = 0
    out[rows, columns.stop :] = 0
    part = fast.masked(rows, columns, out[rows, columns])
    if fast.bound > UNSHIFTED:
        top = part.max(axis=1, keepdims=True, initial=-np.inf)
        part -= np.where(np.isneginf(top), part.dtype.type(0), top)
    np.exp(part, out=part)
    total = sums(part)
    empty = total == 0
    if empty.any():
        if empty_rows == "raise":
            raise hidden_row(rows.start + int(np.argmax(empty)))
        total[empty] = 1
    part *= 1 / total
    return columns


def sums(block: Array) -> Array:
    """(rows, 1): the sum of each row, as a product with ones, which takes a third of the time.

    In pieces, so that however long the row is, only few numbers are added in the format of the block.
    """
    width, ones = block.shape[1], _ONES[block.dtype]
    total: Array = block[:, :_PIECE] @ ones[:width]
    for start in range(_PIECE, width, _PIECE):
        piece = block[:, start : start + _PIECE]
        total += piece @ ones[: piece.shape[1]]
    return total
