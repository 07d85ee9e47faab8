"""A few rows of one stage, bit for bit as in the whole of it, for who looks at one query of thousands."""

from __future__ import annotations

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.blocks.chain import ORDER, Chain, row_blocks
from attnviz.engine.blocks.checked import finished, refuse_hidden_row
from attnviz.engine.blocks.exact import Exact
from attnviz.engine.blocks.folded import folded
from attnviz.engine.blocks.stages import shifted
from attnviz.engine.blocks.weights import fill_masked, fill_weights


def block_around(chain: Chain, row: int, rows: int | None = None) -> slice:
    """The block of rows in which that row is computed."""
    return next(block for block in row_blocks(*chain.shape, rows) if block.start <= row < block.stop)


def block_start(queries: int, keys: int, row: int) -> int:
    """The first row of that block."""
    start: int = next(block.start for block in row_blocks(queries, keys) if row < block.stop)
    return start


def rows_of(chain: Chain, name: str, block: slice, *, head: int | None = None) -> Array:
    """(rows of the block, S): part of a stage, a name of ORDER. block: as `block_around` gives it.

    Raises Overflow and HiddenRow where a number of these rows has no place; those of other rows are not looked at.
    """
    upto = name if ORDER.index(name) < ORDER.index("masked") else "masked"
    fast = folded(chain, upto)
    if fast is None:
        return _exact_rows(chain, name, upto, block, head)
    whole = np.empty(chain.shape, chain.queries.dtype)  # only the rows that are written to take memory
    if upto != "masked":
        fast.scores(block, slice(0, chain.shape[1]), whole[block])
    elif name == "weights":
        fill_weights(fast, block, whole)
    else:
        fill_masked(fast, block, whole)
        if name == "exponentials":
            refuse_hidden_row(whole[block].max(axis=1, keepdims=True), block.start)
            _raise(chain, whole[block])
    return whole[block].copy()


def _exact_rows(chain: Chain, name: str, upto: str, block: slice, head: int | None) -> Array:
    exact = Exact(chain, upto, head)
    part = exact.scores(block, np.empty((block.stop - block.start, chain.shape[1]), chain.queries.dtype))
    exact.end()
    if name in ("exponentials", "weights"):
        refuse_hidden_row(part.max(axis=1, keepdims=True), block.start)
        part = finished(chain, name, shifted(chain), part)
    return part


def _raise(chain: Chain, masked: Array) -> None:
    """e to the power of the scores, in their place, less the row maximum where the head's exponentials are shifted."""
    if shifted(chain):
        masked -= masked.max(axis=1, keepdims=True)
    np.exp(masked, out=masked)
