"""A block of cells on a sheet, where it lies and what stands over it."""

from __future__ import annotations

from dataclasses import dataclass

from attnviz.content.importing.grid import Quoted


@dataclass(frozen=True)
class Region:
    """A block of cells: its rows, the line of the text where each stands, its first column, and a title above it."""

    rows: list[list[str]]
    places: list[int]
    column: int
    title: str = ""

    @property
    def words(self) -> str:
        """Where it is, counted from 1: "rows 2 to 4, columns 1 to 3"."""
        last = self.column + max(map(len, self.rows))
        return f"rows {self.places[0] + 1} to {self.places[-1] + 1}, columns {self.column + 1} to {last}"


def filled(cell: str) -> bool:
    """True for a cell that holds something; what stood in quotes may be empty."""
    return isinstance(cell, Quoted) or bool(cell.strip())


def extent(row: list[str]) -> tuple[int, int]:
    """The first and the last filled column of a row that has one."""
    full = [at for at, cell in enumerate(row) if filled(cell)]
    return full[0], full[-1]


def trimmed(region: Region) -> Region:
    """Without empty columns at the left, which a leading separator leaves."""
    left = min(extent(row)[0] for row in region.rows)
    if not left:
        return region
    return Region([row[left:] for row in region.rows], region.places, region.column + left, region.title)
