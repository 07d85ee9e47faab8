"""Where the tables of a sheet lie: blocks apart by empty columns and by empty rows, each with its title."""

from __future__ import annotations

from dataclasses import dataclass

from attnviz.content.importing.grid import Grid, Quoted
from attnviz.content.importing.marks import is_number_or_flag

_SPLIT_UP_TO = 250_000  # cells; a larger text is one table
_Rows = list[tuple[int, list[str]]]  # with the line of the text in which each stands


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


def regions_of(grid: Grid) -> tuple[Region, ...]:
    """The blocks of a sheet in reading order.

    Empty columns part what stands side by side, and an empty corner of two rows and columns or more what stands around
    it, as products are laid out on paper. Empty rows part blocks of different columns, and blocks of which the lower
    one begins with a row of words; others are empty rows of one table.
    """
    rows = [(place, row) for place, row in zip(grid.lines, grid.rows, strict=True) if any(map(_filled, row))]
    if not rows:
        return ()
    if grid.delimiter == " ":
        return tuple(_titled(_region(band)) for band in _bands(grid, rows))
    if sum(len(row) for _, row in rows) > _SPLIT_UP_TO:
        return (_titled(_region(rows)),)
    found = [region for band in _bands(grid, rows) for region in _side_by_side(band)]
    return tuple(_titled(part) for region in found for part in _around_a_corner(region))


def _region(rows: _Rows) -> Region:
    return _trimmed(Region([row for _, row in rows], [place for place, _ in rows], 0))


def _bands(grid: Grid, rows: _Rows) -> list[_Rows]:
    """Rows that belong together, of which empty rows in between are left out."""
    kept = {place for place, _ in rows}
    bands: list[_Rows] = [[]]
    empty = False
    for place, row in zip(grid.lines, grid.rows, strict=True):
        if place not in kept:
            empty = bool(bands[-1])
            continue
        if empty and not _goes_on(bands[-1], row):
            bands.append([])
        bands[-1].append((place, row))
        empty = False
    return bands


def _goes_on(band: _Rows, row: list[str]) -> bool:
    """True if a row below an empty one belongs to the table above it."""
    words = [cell for cell in row if _filled(cell) and not is_number_or_flag(cell)]
    return _extent(row) == _extent(band[-1][1]) and len(words) < sum(map(_filled, row))


def _extent(row: list[str]) -> tuple[int, int]:
    filled = [at for at, cell in enumerate(row) if _filled(cell)]
    return filled[0], filled[-1]


def _side_by_side(band: _Rows) -> list[Region]:
    """The blocks of a band, apart by columns in which nothing stands."""
    wide = max(len(row) for _, row in band)
    used = [False] * wide
    for _, row in band:
        for at, cell in enumerate(row):
            used[at] = used[at] or _filled(cell)
    regions: list[Region] = []
    start = None
    for at in range(wide + 1):
        if at < wide and used[at]:
            start = at if start is None else start
        elif start is not None:
            rows = [(place, row[start:at]) for place, row in band]
            regions.append(_only_filled(rows, start))
            start = None
    return regions


def _around_a_corner(region: Region) -> tuple[Region, ...]:
    """What stands right of an empty corner, below it, and between the two; the region itself if it has none."""
    if not all(any(map(_filled, row)) for row in region.rows):
        return (region,)
    starts = [_extent(row)[0] for row in region.rows]
    high = next((at for at, start in enumerate(starts) if start == 0), 0)
    wide = min(starts[:high], default=0)
    if high < 2 or wide < 2 or any(starts[high:]):
        return (region,)
    upper, lower = region.rows[:high], region.rows[high:]
    below = region.places[high:]
    right = [row[wide:] for row in lower]
    parts = [
        Region([row[wide:] for row in upper], region.places[:high], region.column + wide),
        Region([row[:wide] for row in lower], below, region.column),
    ]
    if any(_filled(cell) for row in right for cell in row):
        parts.append(Region(right, below, region.column + wide))
    return tuple(parts)


def _only_filled(rows: _Rows, column: int) -> Region:
    """The block without rows above and below in which it has nothing."""
    kept = [any(map(_filled, row)) for _, row in rows]
    first, last = kept.index(True), len(kept) - kept[::-1].index(True)
    return Region([row for _, row in rows[first:last]], [place for place, _ in rows[first:last]], column)


def _trimmed(region: Region) -> Region:
    """Without empty columns at the left, which a leading separator leaves."""
    left = min(_extent(row)[0] for row in region.rows)
    if not left:
        return region
    return Region([row[left:] for row in region.rows], region.places, region.column + left, region.title)


def _titled(region: Region) -> Region:
    """With the one word over its first column as its title, as in "W_Q" over the numbers."""
    first = region.rows[0]
    alone = bool(first[0].strip()) and not any(map(_filled, first[1:])) and not is_number_or_flag(first[0])
    if len(region.rows) < 2 or not alone or max(len(row) for row in region.rows) < 2:
        return region
    if sum(map(_filled, region.rows[1])) < 2:
        return region
    rest = Region(region.rows[1:], region.places[1:], region.column, str(first[0]).strip().rstrip(":=").strip())
    return _trimmed(rest)


def _filled(cell: str) -> bool:
    return isinstance(cell, Quoted) or bool(cell.strip())
