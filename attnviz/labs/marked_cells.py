"""Some cells of a table by their places, such as those that show what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import overload

import numpy as np

from attnviz.engine.arrays import Bools

Place = tuple[int, int]  # row and column of a cell


class CellsOf(Sequence[Place]):
    """The cells of a table that are True, in reading order. Of a large table they are many: each is made if asked for.

    marked: (rows, columns), which must not be changed.
    """

    def __init__(self, marked: Bools) -> None:
        self.marked = marked

    @cached_property
    def _all(self) -> tuple[Place, ...]:
        rows, columns = np.nonzero(self.marked)
        return tuple(zip(rows.tolist(), columns.tolist(), strict=True))

    @cached_property
    def _count(self) -> int:
        return int(np.count_nonzero(self.marked))

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Place: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Place, ...]: ...
    def __getitem__(self, index: int | slice) -> Place | tuple[Place, ...]:
        return self._all[index]

    def __iter__(self) -> Iterator[Place]:
        return iter(self._all)

    def __contains__(self, cell: object) -> bool:
        if not (isinstance(cell, tuple) and len(cell) == 2):
            return False
        row, column = cell
        rows, columns = self.marked.shape
        return 0 <= row < rows and 0 <= column < columns and bool(self.marked[row, column])

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CellsOf):
            return np.array_equal(self.marked, other.marked)
        return self._all == other

    __hash__ = None  # type: ignore[assignment]


def cells_of(marked: Bools) -> Sequence[Place]:
    """The cells (row, column) of a table that are True, in reading order."""
    return CellsOf(marked)
