"""How many scores, multiplications and bytes each way of attention takes, for sizes alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

FULL, TILED, CAUSAL, WINDOW, CACHE = "full", "tiled", "causal", "window", "cache"
WINDOW_CACHE = "window-cache"  # one step that reads and keeps a window only


@dataclass(frozen=True)
class Extent:
    """The sizes of one head. tile: queries and keys of a tile. window: keys that a query sees. each: bytes a number.

    shift: how many keys more than its own number a query sees under the causal mask.
    """

    T: int
    S: int
    d_k: int
    d_v: int
    tile: tuple[int, int]
    window: int
    each: int
    shift: int = 0


@dataclass(frozen=True)
class Traffic:
    """What one way takes. Numbers are read from or written to the main memory in the order in which they are used.

    queries, keys, values: read. scores, weights: written, and then read again. output: written. kept: in memory at
    once beside inputs and output, or from step to step. scores_computed, multiplications: of all steps.
    """

    queries: int
    keys: int
    values: int
    scores: int
    weights: int
    output: int
    kept: int
    scores_computed: int
    multiplications: int

    @property
    def moved(self) -> int:
        """All numbers read and written."""
        return self.queries + self.keys + self.values + 2 * self.scores + 2 * self.weights + self.output


def traffic(way: str, size: Extent) -> Traffic:
    """The counts of numbers, not bytes, of a way; for the cache those of the step that makes the last query."""
    T, S, d_k, d_v = size.T, size.S, size.d_k, size.d_v
    both = d_k + d_v
    if way == FULL:
        return Traffic(T * d_k, S * d_k, S * d_v, T * S, T * S, T * d_v, 2 * T * S, T * S, T * S * both)
    if way in (TILED, CAUSAL):
        read, scores, tiles_rows = _tiled(size, causal=way == CAUSAL)
        rows, columns = min(size.tile[0], T), min(size.tile[1], S)
        # One tile of scores, its queries, keys and values, the output so far, a maximum and a sum for each query.
        kept = rows * columns + rows * both + columns * both + 2 * rows
        rescaled = tiles_rows * (d_v + 1)  # output and sum of each query, once a tile
        return Traffic(T * d_k, read * d_k, read * d_v, 0, 0, T * d_v, kept, scores, scores * both + rescaled)
    if way == WINDOW:
        seen, read, widest, rows = _windowed(size)
        kept = rows * widest + rows * both + widest * both
        return Traffic(T * d_k, read * d_k, read * d_v, 0, 0, T * d_v, kept, seen, seen * both)
    last = S if way == CACHE else min(size.window, S)  # keys that the last query meets
    return Traffic(d_k, last * d_k, last * d_v, 0, 0, d_v, last * (both + 1), last, last * both)


def _windowed(size: Extent) -> tuple[int, int, int, int]:
    """Scores inside the window, keys read by all blocks together, the most keys of a block, and its queries."""
    own = np.arange(size.T, dtype=np.int64) + size.S - size.T  # where each query stands among the keys
    seen = np.clip(own + 1, 0, size.window)
    starts = np.arange(0, size.T, size.tile[0], dtype=np.int64)
    lasts = np.minimum(starts + size.tile[0], size.T) - 1
    read = np.clip(own[lasts] + 1 - np.maximum(own[starts] + 1 - size.window, 0), 0, None)
    return int(seen.sum()), int(read.sum()), int(read.max()), min(size.tile[0], size.T)


def _tiled(size: Extent, *, causal: bool) -> tuple[int, int, int]:
    """Keys read by all blocks together, scores computed, and rows of all tiles; causal leaves out what it can."""
    rows, columns = size.tile
    starts = np.arange(0, size.T, rows, dtype=np.int64)
    stops = np.minimum(starts + rows, size.T)
    ends = np.full_like(stops, size.S)
    if causal:
        ends = np.clip(stops + size.shift, 1, size.S)
    tiles = -(-ends // columns)
    read = np.minimum(tiles * columns, size.S)
    return int(read.sum()), int((read * (stops - starts)).sum()), int((tiles * (stops - starts)).sum())
