"""A place for one number, and rectangles of such places, in any stage or input."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Cell:
    """One number: a stage's or input's name, its query head (None where there is none), row and column from 0."""

    name: str
    head: int | None
    row: int
    column: int


@dataclass(frozen=True)
class Region:
    """A rectangle of cells of one stage or input: `rows` and `columns` are half-open ranges (start, stop)."""

    name: str
    head: int | None
    rows: tuple[int, int]
    columns: tuple[int, int]

    def holds(self, row: int, column: int) -> bool:
        """True if the rectangle covers that cell."""
        return self.rows[0] <= row < self.rows[1] and self.columns[0] <= column < self.columns[1]
