"""Penalties that depend on the distance of two tokens only: one row of numbers stands for a whole T×S matrix."""

from __future__ import annotations

from typing import Any

import numpy as np

from attnviz.engine.arrays import Array


class Penalties:
    """ALiBi's slope · (j − i − (S − T)) for any block of queries and keys, as a view that takes no memory."""

    def __init__(self, slope: float, queries: int, keys: int, dtype: np.dtype[np.floating[Any]]) -> None:
        distances = np.arange(queries + keys - 1, dtype=np.float64) - (keys - 1)  # of a key after its query
        self._by_distance: Array = (slope * distances + 0.0).astype(dtype)  # never −0
        self._queries = queries

    def of(self, rows: slice, columns: slice) -> Array:
        """(rows, columns): each row reads the same numbers as the one above it, from one place earlier on."""
        first = self._queries - 1 - rows.start + columns.start
        step = self._by_distance.itemsize
        return np.lib.stride_tricks.as_strided(
            self._by_distance[first:],
            (rows.stop - rows.start, columns.stop - columns.start),
            (-step, step),
            writeable=False,
        )
