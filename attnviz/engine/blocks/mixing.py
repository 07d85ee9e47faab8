"""A head's output without its weights: tiles of keys, each forgotten when its values are mixed in."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

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

_ROWS = 512  # queries of a tile
_TILE = 512  # and its keys: with more, roundings of longer sums lean further to one side
_EDGE = 192  # and its keys where the diagonal of a mask cuts through: few hidden scores are computed, in few calls
_LARGE_TILE = 1024  # and where each tile costs a look for its largest scores
_PIECE = 64  # keys whose values are summed in one go where roundings may lean to one side
_LEANS = 0.25  # of the sum of a column's sizes: where its own sum is more, most of its values have one sign
_TINY = 1e-15  # values from which a weight of e^−40 still leaves a normal number in float32


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
    tasks = _tasks(chain, values, out, rows, columns)
    if tasks is None:
        _mix_exactly(chain, values, out, row_blocks(*chain.shape, rows), report, head)
    else:
        each(tasks, report, light=chain.light)
    refuse_overflow(out, "head_output", head=head)
    return out if chain.decimals is None else rounded(out, chain.decimals)


def mixed_together(heads: Sequence[tuple[Chain, Array]], *, report: Report | None = None) -> Array | None:
    """(T, heads · d_v): what `mixed` gives for each of several heads and its values; None if one is not that simple.

    heads: of one size. No thread waits at the end of a head. Raises HiddenRow for the first row of the first head.
    """
    if not heads:
        return None
    (first, values), count = heads[0], len(heads)
    beside = np.empty((first.shape[0], count * values.shape[1]), values.dtype)
    outs = np.split(beside, count, axis=1)
    found: list[list[partial[None]] | None] = [None] * count
    turn = threading.Lock()

    def prepare(head: int) -> None:
        found[head] = _tasks(*heads[head], outs[head])

    def compute(head: int) -> None:
        with turn:
            prepare(head)
        for task in found[head] or ():
            task()

    # What comes before the tiles is short calls, most of all: threads would wait for the interpreter at each of them.
    # So heads of one block are prepared one by one, each beside the tiles of another; where heads are light and have
    # more blocks than one, one thread prepares them all.
    if first.shape[0] <= _ROWS:
        each([partial(compute, head) for head in range(count)], report)
        return None if None in found else beside
    each([partial(prepare, head) for head in range(count)], light=first.light)
    if None in found:
        return None
    each([task for tasks in found for task in tasks or ()], report)
    return beside


class _Scratch(threading.local):
    """Memory for one tile in each thread, kept for the next call: a system may take long to hand it out."""

    def __init__(self) -> None:
        self._bytes = np.empty(0, np.uint8)

    def tile(self, rows: int, columns: int, dtype: np.dtype[Any]) -> Array:
        """An array of that shape, of whatever was there before."""
        size = rows * columns * dtype.itemsize
        if self._bytes.size < size:
            self._bytes = np.empty(size, np.uint8)
        tile: Array = self._bytes[:size].view(dtype).reshape(rows, columns)
        return tile


_scratch = _Scratch()


def _tasks(
    chain: Chain, values: Array, out: Array, rows: int | None = None, columns: int | None = None
) -> list[partial[None]] | None:
    """The blocks of one head, to be computed in any order; None if numbers on the way could leave their format."""
    fast = folded(chain, "masked")
    sizes = np.abs(values, out=_scratch.tile(len(values), values.shape[1], values.dtype))
    room = float(np.finfo(values.dtype).max) / 16
    smallest, largest = _extremes(sizes)
    if fast is None or not largest * chain.shape[1] <= room:  # within it no sum overflows: what comes out is finite
        return None
    # Weights that are not shifted lie between e^−40 and e^40 before they are divided by their sum.
    shift = fast.bound > UNSHIFTED or not _TINY < smallest <= largest < room / chain.shape[1] / math.exp(UNSHIFTED)
    width = columns or (_LARGE_TILE if shift else _TILE)
    blocks = row_blocks(chain.shape[0], width, rows or _ROWS)
    widths = _Widths(width, min(width, _EDGE), _piece(values, sizes))
    return [partial(_mix, fast, values, block, widths, shift, out) for block in blocks]


def _piece(values: Array, sizes: Array) -> int:
    """How many keys' values are summed in one go: few in float32 where most values of a column have one sign.

    Roundings of a long sum of such numbers may all lean to one side.
    """
    if values.dtype != np.float32:
        return len(values)
    ones = np.ones(len(values), values.dtype)
    leans = (np.abs(ones @ values) > _LEANS * (ones @ sizes)).any()
    return _PIECE if leans else len(values)


def _summed(weights: Array, values: Array, piece: int, out: Array | None = None) -> Array:
    """The weights times the values, piece by piece."""
    total: Array = np.matmul(weights[:, :piece], values[:piece], out=out)
    for start in range(piece, len(values), piece):
        total += weights[:, start : start + piece] @ values[start : start + piece]
    return total


def _extremes(sizes: Array) -> tuple[float, float]:
    """The smallest size that is not 0, and the largest; of zeros alone 0 and 0."""
    smallest, largest = float(sizes.min()), float(sizes.max())
    if smallest == 0 < largest:
        smallest = float(sizes.min(where=sizes > 0, initial=largest))
    return smallest, largest


class _Widths(NamedTuple):
    """Keys of a tile, of one that a diagonal cuts, and those whose values are summed in one go."""

    tile: int
    edge: int
    piece: int


def _mix(fast: Folded, values: Array, rows: slice, widths: _Widths, shift: bool, out: Array) -> None:
    """The output of one block of queries, tile by tile of the keys that any of them sees."""
    mixing, scaled = _Mixing(out[rows], widths.piece, shift=shift), fast.scaled(rows)
    for some, columns in fast.visible.tiles(rows, widths.tile, widths.edge):
        own = slice(some.start - rows.start, some.stop - rows.start)
        tile = _scratch.tile(some.stop - some.start, columns.stop - columns.start, out.dtype)
        mixing.take(fast.masked(some, columns, tile, scaled[own]), values[columns], own)
    mixing.end(rows.start)


class _Mixing:
    """The sums so far of some queries: of their weights, and of the values times those, before they are divided.

    Where scores may be large, each weight is e^(s − largest score so far), and all sums shrink when a larger one comes.
    """

    def __init__(self, out: Array, piece: int, *, shift: bool) -> None:
        self._out, self._piece = out, piece
        self._total: Array | None = None
        self._top = np.full((len(out), 1), -np.inf, out.dtype) if shift else None

    def take(self, scores: Array, values: Array, rows: slice) -> None:
        """Adds the values of one tile of keys, for some of the queries; the scores are overwritten."""
        if self._top is not None:
            self._shift(self._top[rows], scores, rows)
        weights = np.exp(scores, out=scores)
        if self._total is None:
            if len(weights) == len(self._out):
                self._total = sums(weights)
                _summed(weights, values, self._piece, self._out)
                return
            self._total = np.zeros((len(self._out), 1), self._out.dtype)
            self._out[...] = 0
        self._total[rows] += sums(weights)
        self._out[rows] += _summed(weights, values, self._piece)

    def _shift(self, before: Array, scores: Array, rows: slice) -> None:
        """Subtracts from the scores the largest ones so far. before: the largest of the tiles before this one."""
        top = np.maximum(before, scores.max(axis=1, keepdims=True))
        middle = np.where(np.isneginf(top), top.dtype.type(0), top)  # of a row that has seen no key yet
        scores -= middle
        if self._total is not None:
            shrinks = np.exp(before - middle)
            self._out[rows] *= shrinks
            self._total[rows] *= shrinks
        before[...] = top

    def end(self, first_row: int) -> None:
        """Divides by the sums. Raises HiddenRow for a row that saw no key."""
        if self._total is None:
            raise hidden_row(first_row)
        if np.count_nonzero(self._total) < len(self._total):
            raise hidden_row(first_row + int(np.argmin(self._total)))
        self._out /= self._total


def _mix_exactly(
    chain: Chain, values: Array, out: Array, blocks: list[slice], report: Report | None, head: int | None
) -> None:
    """Whole rows of scores twice, first for their maxima, then as weights: rounded or refused like those of a stage."""
    tops = tops_of(chain, None, blocks, head, portion(report, 0, 0.5))
    refuse_hidden_row(tops)
    shift = is_shifted(tops, chain.decimals)
    exact, piece = Exact(chain, "masked", head), _piece(values, np.abs(values))

    def mix(rows: slice) -> None:
        scores = exact.scores(rows, np.empty((rows.stop - rows.start, chain.shape[1]), out.dtype))
        with np.errstate(over="ignore", invalid="ignore"):
            _summed(finished(chain, "weights", shift, scores), values, piece, out[rows])

    each([partial(mix, rows) for rows in blocks], portion(report, 0.5, 1), light=chain.light)
