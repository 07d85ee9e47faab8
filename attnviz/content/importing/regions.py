"""Where the tables of a sheet lie: blocks apart by empty columns and by empty rows, each with its title."""

from __future__ import annotations

from attnviz.content.importing.grid import Grid
from attnviz.content.importing.marks import is_number_or_flag
from attnviz.content.importing.region import Region, extent, filled, trimmed
from attnviz.content.importing.titles import finished, titled

_SPLIT_UP_TO = 250_000  # cells; a larger text is one table
_Rows = list[tuple[int, list[str]]]  # with the line of the text in which each stands


def regions_of(grid: Grid) -> tuple[Region, ...]:
    """The blocks of a sheet in reading order.

    Empty rows and columns part blocks, and an empty corner of two rows and columns or more what stands around it, as
    products are laid out on paper; a line with one word between numbers begins a block too. Rows that all stand apart
    are one table with empty lines in it. A title stands above its block, or left of its first row.
    """
    rows = [(place, row) for place, row in zip(grid.lines, grid.rows, strict=True) if any(map(filled, row))]
    if not rows:
        return ()
    if grid.delimiter == " ":
        return finished([_region(band) for band in _bands(rows, grid)])
    if sum(len(row) for _, row in rows) > _SPLIT_UP_TO:
        return (titled(_region(rows)),)
    found = [part for band in _bands(rows, grid) for region in _side_by_side(band) for part in _apart(region)]
    return finished([piece for region in found for part in _around_a_corner(region) for piece in _apart(part)])


def _region(rows: _Rows) -> Region:
    return trimmed(Region([row for _, row in rows], [place for place, _ in rows], 0))


def _bands(rows: _Rows, grid: Grid) -> list[_Rows]:
    """Rows that stand directly below each other; all of them, if each stands alone and all are alike."""
    order = {place: at for at, place in enumerate(grid.lines)}
    bands: list[_Rows] = []
    for place, row in rows:
        if bands and order[place] == order[bands[-1][-1][0]] + 1:
            bands[-1].append((place, row))
        else:
            bands.append([(place, row)])
    numbers = [band for band in bands if any(is_number_or_flag(cell) for _, row in band for cell in row)]
    single = len(numbers) > 1 and all(len(band) == 1 for band in bands)
    if single and len({extent(band[0][1]) for band in numbers}) == 1:
        return [rows]
    return bands


def _apart(region: Region) -> list[Region]:
    """The region cut at the rows, and then the columns, that are empty within it, until none is left."""
    full_rows = [any(map(filled, row)) for row in region.rows]
    if all(full_rows):
        return [region]
    found: list[Region] = []
    start = None
    for at, full in enumerate([*full_rows, False]):
        if full:
            start = at if start is None else start
        elif start is not None:
            rows = [(region.places[one], region.rows[one]) for one in range(start, at)]
            for part in _side_by_side(rows):
                moved = Region(part.rows, part.places, region.column + part.column)
                found.extend(_apart(moved))
            start = None
    return found


def _side_by_side(band: _Rows) -> list[Region]:
    """The blocks of a band, apart by columns in which nothing stands."""
    wide = max(len(row) for _, row in band)
    used = [False] * wide
    for _, row in band:
        for at, cell in enumerate(row):
            used[at] = used[at] or filled(cell)
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
    if not all(any(map(filled, row)) for row in region.rows):
        return (region,)
    starts = [extent(row)[0] for row in region.rows]
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
    if any(filled(cell) for row in right for cell in row):
        parts.append(Region(right, below, region.column + wide))
    return tuple(parts)


def _only_filled(rows: _Rows, column: int) -> Region:
    """The block without rows above and below in which it has nothing."""
    kept = [any(map(filled, row)) for _, row in rows]
    first, last = kept.index(True), len(kept) - kept[::-1].index(True)
    return Region([row for _, row in rows[first:last]], [place for place, _ in rows[first:last]], column)
