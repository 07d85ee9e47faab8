"""A head's output without its weights: tiles of keys, each forgotten when its values are mixed in."""

from __future__ import annotations

from functools import partial

import numpy as np

from attnviz.engine.arrays import Array, refuse_overflow
from attnviz.engine.blocks.chain import Chain, row_blocks
from attnviz.engine.blocks.checked import finished, is_shifted, refuse_hidden_row, tops_of
from attnviz.engine.blocks.exact import Exact
from attnviz.engine.blocks.folded import UNSHIFTED, Folded, folded
from attnviz.engine.blocks.weights import sums
from attnviz.engine.pencil import rounded
from attnviz.engine.pool import Report, each, portion
from attnviz.engine.softmax import hidden_row

_TILE = 512  # keys of a tile: with the rows of a block, as many numbers as stay in the processor's own memory
_LARGE_TILE = 1024  # and where each tile costs a look for its largest scores


def mixed(
    chain: Chain,
    values: Array,
    *,
    report: Report | None = None,
    head: int | None = None,
    rows: int | None = None,
    columns: int | None = None,
) -> Array:
    """(T, d_v): the weights times the values (S, d_v), with no more of them in memory than a tile of each thread.

    report and head: as in `stage_of`. rows and columns: of a tile. Raises Overflow and HiddenRow as a small trace does.
    Source: Milakov and Gimelshein 2018; Dao et al. 2022, section 3.1.
    """
    out = np.empty((chain.shape[0], values.shape[1]), values.dtype)
    fast = folded(chain, "masked")
    if fast is None or not _fits(values, chain.shape[1]):
        _mix_exactly(chain, values, out, row_blocks(*chain.shape, rows), report, head)
    else:
        width = columns or (_LARGE_TILE if fast.bound > UNSHIFTED else _TILE)
        blocks = row_blocks(chain.shape[0], width, rows)
        each([partial(_mix, fast, values, block, width, out) for block in blocks], report, light=chain.light)
    refuse_overflow(out, "head_output", head=head)
    return out if chain.decimals is None else rounded(out, chain.decimals)


def _fits(values: Array, keys: int) -> bool:
    """True if no sum of so many values can leave the format before it is divided by the sum of the weights."""
    return float(np.abs(values).max()) * keys < float(np.finfo(values.dtype).max) / 16


def _mix(fast: Folded, values: Array, rows: slice, width: int, out: Array) -> None:
    """The output of one block of queries, tile by tile of the keys that any of them sees."""
    seen = fast.visible.span(rows)
    mixing = _Mixing(out[rows], shift=fast.bound > UNSHIFTED)
    scratch = np.empty((rows.stop - rows.start, min(width, seen.stop - seen.start)), out.dtype)
    for start in range(seen.start, seen.stop, width):
        columns = slice(start, min(start + width, seen.stop))
        tile = fast.masked(rows, columns, scratch[:, : columns.stop - start])
        mixing.take(tile, values[columns])
    mixing.end(rows.start)


class _Mixing:
    """The sums so far of some queries: of their weights, and of the values times those, before they are divided.

    Where scores may be large, each weight is e^(s − largest score so far), and all sums shrink when a larger one comes.
    """

    def __init__(self, out: Array, *, shift: bool) -> None:
        self._out = out
        self._total: Array | None = None
        self._top = np.full((len(out), 1), -np.inf, out.dtype) if shift else None

    def take(self, scores: Array, values: Array) -> None:
        """Adds the values of one tile of keys; the scores are overwritten."""
        if self._top is not None:
            top = np.maximum(self._top, scores.max(axis=1, keepdims=True))
            middle = np.where(np.isneginf(top), top.dtype.type(0), top)  # of a row that has seen no key yet
            scores -= middle
            if self._total is not None:
                shrinks = np.exp(self._top - middle)
                self._out *= shrinks
                self._total *= shrinks
            self._top = top
        weights = np.exp(scores, out=scores)
        if self._total is None:
            self._total = sums(weights)
            np.matmul(weights, values, out=self._out)
        else:
            self._total += sums(weights)
            self._out += weights @ values

    def end(self, first_row: int) -> None:
        """Divides by the sums. Raises HiddenRow for a row that saw no key."""
        if self._total is None:
            raise hidden_row(first_row)
        hidden = self._total == 0
        if hidden.any():
            raise hidden_row(first_row + int(np.argmax(hidden)))
        self._out /= self._total


def _mix_exactly(
    chain: Chain, values: Array, out: Array, blocks: list[slice], report: Report | None, head: int | None
) -> None:
    """Whole rows of scores twice, first for their maxima, then as weights: rounded or refused like those of a stage."""
    tops = tops_of(chain, None, blocks, head, portion(report, 0, 0.5))
    refuse_hidden_row(tops)
    shift = is_shifted(tops, chain.decimals)
    exact = Exact(chain, "masked", head)

    def mix(rows: slice) -> None:
        scores = exact.scores(rows, np.empty((rows.stop - rows.start, chain.shape[1]), out.dtype))
        with np.errstate(over="ignore", invalid="ignore"):
            out[rows] = finished(chain, "weights", shift, scores) @ values

    each([partial(mix, rows) for rows in blocks], portion(report, 0.5, 1), light=chain.light)
