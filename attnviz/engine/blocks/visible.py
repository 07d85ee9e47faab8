"""Which keys the queries of a block see: the first and last of them, and the hidden ones between."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from attnviz.engine.arrays import Array, Bools
from attnviz.engine.mask import Mask


class Visible:
    """A mask over T queries and S keys, asked block by block, so that no T×S table of it is ever made.

    Causal masks and windows are two diagonals: query i sees keys from i + low to i + high, None for no end.
    """

    def __init__(self, mask: Mask, queries: int, keys: int, table: Bools | None = None) -> None:
        own = keys - queries  # query i stands at key i + own
        left, right = mask.window or (None, None)
        highs = [own + right] if right is not None else []
        if mask.causal:
            highs.append(own if mask.alignment == "bottom_right" else 0)
        self.low = None if left is None else own - left
        self.high = min(highs) if highs else None
        self._tables = [part for part in (mask.custom, table) if part is not None]
        self.first, self.stop = 0, keys
        self._gaps: Bools | None = None
        if mask.padding:
            shown = np.ones(keys, dtype=np.bool_)
            shown[list(mask.padding)] = False
            seen = np.flatnonzero(shown)
            self.first, self.stop = (int(seen[0]), int(seen[-1]) + 1) if seen.size else (0, 0)
            self._gaps = None if shown[self.first : self.stop].all() else shown  # padding at the ends is never reached

    def span(self, rows: slice) -> slice:
        """The keys from the first to the last that any of these queries sees; empty if there is none."""
        start = self.first if self.low is None else max(self.first, rows.start + self.low)
        stop = self.stop if self.high is None else min(self.stop, rows.stop + self.high)
        for table in self._tables:
            seen = np.flatnonzero(table[rows, start:stop].any(axis=0))
            start, stop = (start + int(seen[0]), start + int(seen[-1]) + 1) if seen.size else (start, start)
        return slice(start, max(start, stop))

    def tiles(self, rows: slice, width: int, edge: int) -> Iterator[tuple[slice, slice]]:
        """The parts of a block that hold all that is seen, as queries and keys, in the order of the keys.

        width: keys of a part; edge: of one that a diagonal cuts, which leaves out the queries that see none of it.
        """
        seen = self.span(rows)
        start, stop = seen.start, seen.stop  # of the keys that no diagonal hides from any of these queries
        if self.low is not None:
            start = max(start, rows.stop - 1 + self.low)
        if self.high is not None:
            stop = min(stop, rows.start + self.high)
        if stop < start:
            start = stop = seen.stop
        for begin, end, step in ((seen.start, start, edge), (start, stop, width), (stop, seen.stop, edge)):
            for first in range(begin, end, step):
                last = min(first + step, end)
                top = rows.start if self.high is None else max(rows.start, first - self.high)
                bottom = rows.stop if self.low is None else min(rows.stop, last - self.low)
                if top < bottom:
                    yield slice(top, bottom), slice(first, last)

    def hide(self, block: Array, rows: slice, columns: slice) -> None:
        """Puts −∞ where a query of `rows` does not see a key of `columns`; both may reach beyond the span."""
        if self.first > columns.start:
            block[:, : self.first - columns.start] = -np.inf
        if self.stop < columns.stop:
            block[:, max(0, self.stop - columns.start) :] = -np.inf
        if self.high is not None:
            _hide_after(block, rows.start + self.high - columns.start)
        if self.low is not None:
            _hide_before(block, rows.start + self.low - columns.start)
        if self._gaps is not None:
            block += _walls(self._gaps[columns], block)
        for table in self._tables:
            _hide_where_not(block, table[rows, columns])


def _hide_after(block: Array, last: int) -> None:
    """−∞ beyond column `last` in the first row, last + 1 in the second, and so on."""
    rows, columns = block.shape
    start, stop = min(max(last + 1, 0), columns), min(max(last + rows, 0), columns)
    if stop < columns:
        block[:, stop:] = -np.inf
    if start < stop:
        cut = min(rows, columns - 1 - last)  # the rows below it see all of these columns
        np.copyto(block[:cut, start:stop], -np.inf, where=_beyond(cut, stop - start, last - start))


def _hide_before(block: Array, first: int) -> None:
    """−∞ before column `first` in the first row, first + 1 in the second, and so on."""
    rows, columns = block.shape
    start, stop = min(max(first, 0), columns), min(max(first + rows - 1, 0), columns)
    if start > 0:
        block[:, :start] = -np.inf
    if start < stop:
        cut = max(0, 1 - first)  # the rows above it see all of these columns
        np.copyto(block[cut:, start:stop], -np.inf, where=_upto(rows - cut, stop - start, first - start - 1 + cut))


@lru_cache(maxsize=4)
def _upto(rows: int, columns: int, last: int) -> Bools:
    """True up to column `last` in the first row, last + 1 in the second, and so on; the same for every tile."""
    edge: Bools = np.tri(rows, columns, last, dtype=np.bool_)
    return edge


@lru_cache(maxsize=4)
def _beyond(rows: int, columns: int, last: int) -> Bools:
    """True beyond that column."""
    return ~_upto(rows, columns, last)


def _hide_where_not(block: Array, allowed: Bools) -> None:
    """−∞ where not allowed; columns that all rows see are not touched."""
    partly = np.flatnonzero(~allowed.all(axis=0))
    if partly.size:
        edge = slice(int(partly[0]), int(partly[-1]) + 1)
        block[:, edge] += _walls(allowed[:, edge], block)


def _walls(allowed: Bools, like: Array) -> Array:
    """0 where allowed and −∞ where not: log 1 and log 0, which takes a quarter of the time of any choice by cell."""
    with np.errstate(divide="ignore"):
        walls: Array = np.log(allowed, dtype=like.dtype)
    return walls
