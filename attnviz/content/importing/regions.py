"""Where the tables of a sheet lie: blocks apart by empty columns and by empty rows, each with its title."""

from __future__ import annotations

from dataclasses import dataclass, replace

from attnviz.content.importing.array_names import known
from attnviz.content.importing.grid import Grid, Quoted
from attnviz.content.importing.marks import is_number_or_flag

_SPLIT_UP_TO = 250_000  # cells; a larger text is one table
_TITLE_ABOVE, _TITLE_BESIDE = 3, 2  # how many rows and columns a title may be away from its block
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

    Empty rows and columns part blocks, and an empty corner of two rows and columns or more what stands around it, as
    products are laid out on paper; a line with one word between numbers begins a block too. Rows that all stand apart
    are one table with empty lines in it. A title stands above its block, or left of its first row.
    """
    rows = [(place, row) for place, row in zip(grid.lines, grid.rows, strict=True) if any(map(_filled, row))]
    if not rows:
        return ()
    if grid.delimiter == " ":
        return _finished([_region(band) for band in _bands(rows, grid)])
    if sum(len(row) for _, row in rows) > _SPLIT_UP_TO:
        return (_titled(_region(rows)),)
    found = [part for band in _bands(rows, grid) for region in _side_by_side(band) for part in _apart(region)]
    return _finished([part for region in found for part in _around_a_corner(region)])


def _finished(regions: list[Region]) -> tuple[Region, ...]:
    """The blocks with their titles, some of which stand apart from them."""
    found = [_titled(part) for region in regions for part in _at_titles(region)]
    return _with_lone_titles([_named_beside(region) for region in found])


def _region(rows: _Rows) -> Region:
    return _trimmed(Region([row for _, row in rows], [place for place, _ in rows], 0))


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
    if len(numbers) > 1 and all(len(band) == 1 for band in bands):
        if len({_extent(band[0][1]) for band in numbers}) == 1:
            return [rows]
    return bands


def _extent(row: list[str]) -> tuple[int, int]:
    filled = [at for at, cell in enumerate(row) if _filled(cell)]
    return filled[0], filled[-1]


def _apart(region: Region) -> list[Region]:
    """The region cut at the rows, and then the columns, that are empty within it, until none is left."""
    filled = [any(map(_filled, row)) for row in region.rows]
    if all(filled):
        return [region]
    found: list[Region] = []
    start = None
    for at, full in enumerate([*filled, False]):
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
    if len(region.rows) < 2 or not _is_alone(region.rows[0]) or max(len(row) for row in region.rows) < 2:
        return region
    if sum(map(_filled, region.rows[1])) < 2:
        return region
    return _trimmed(Region(region.rows[1:], region.places[1:], region.column, _title(region.rows[0][0])))


def _at_titles(region: Region) -> list[Region]:
    """The region cut above lines with one word, where its first column holds no labels, or the word is a known name."""
    rows = region.rows
    labels = sum(_filled(row[0]) and not is_number_or_flag(row[0]) and not _is_alone(row) for row in rows)
    cuts = [
        at
        for at in range(1, len(rows) - 1)
        if _is_alone(rows[at])
        and sum(map(_filled, rows[at + 1])) > 1
        and (not labels or known(rows[at][0]) is not None)
    ]
    bounds = [0, *cuts, len(rows)]
    parts = zip(bounds, bounds[1:], strict=False)
    return [replace(region, rows=rows[start:end], places=region.places[start:end]) for start, end in parts]


def _named_beside(region: Region) -> Region:
    """With the one word left of its rows as its title, as a merged cell or "X" beside the first row leaves it."""
    side = [(at, row[0]) for at, row in enumerate(region.rows) if row and _filled(row[0])]
    if region.title or len(side) != 1 or len(region.rows) < 2 or max(map(len, region.rows)) < 2:
        return region
    at, word = side[0]
    numeric = sum(any(map(is_number_or_flag, row)) for row in region.rows)
    beside = word.strip() and not is_number_or_flag(word) and sum(map(_filled, region.rows[at])) > 1
    if not beside or numeric < 2 or at == len(region.rows) - 1 == 1:  # or it labels the one row below labels
        return region
    if at == 0 and not is_number_or_flag(region.rows[0][1]):
        return region  # a row of labels, above numbers of which the first are missing
    rows = [row[1:] for row in region.rows]
    return _trimmed(Region(rows, region.places, region.column + 1, _title(word)))


def _with_lone_titles(regions: list[Region]) -> tuple[Region, ...]:
    """Without the words that stand over a block with an empty row between, or left of one, which become its title."""
    found = list(regions)
    for lone in [region for region in regions if sum(_filled(cell) for row in region.rows for cell in row) == 1]:
        word = next(cell for row in lone.rows for cell in row if _filled(cell))
        if is_number_or_flag(word) or lone.title:
            continue
        near = [(distance, at) for at, one in enumerate(found) if (distance := _distance(lone, one)) is not None]
        if near:
            _, at = min(near)
            found[at] = replace(found[at], title=_title(word))
            found.remove(lone)
    for line in [region for region in regions if len(region.rows) == 1 and region in found]:
        at = next((at for at, one in enumerate(found) if _labels(line, one)), None)
        if at is not None:
            block = found[at]
            row = ["" for _ in range(line.column - block.column)] + line.rows[0]
            found[at] = replace(block, rows=[row, *block.rows], places=[*line.places, *block.places])
            found.remove(line)
    return tuple(found)


def _labels(line: Region, block: Region) -> bool:
    """True if a row of words with an empty row below it labels the columns of the block."""
    words = line.rows[0]
    if len(words) < 2 or any(not _filled(cell) or is_number_or_flag(cell) for cell in words):
        return False
    shift = line.column - block.column
    near = 0 < block.places[0] - line.places[0] <= _TITLE_ABOVE
    first = block.rows[0][shift:]
    return near and shift in (0, 1) and len(first) == len(words) and any(map(is_number_or_flag, first))


def _distance(lone: Region, block: Region) -> int | None:
    """How far a word is from the block that it can be the title of; None if it cannot."""
    wide = max(map(len, block.rows))
    if block is lone or block.title or len(block.rows) * wide < 2:
        return None
    below = block.places[0] - lone.places[0]
    if 0 < below <= _TITLE_ABOVE and block.column <= lone.column < block.column + wide:
        return below
    beside = block.column - lone.column
    if beside == _TITLE_BESIDE and block.places[0] <= lone.places[0] <= block.places[-1]:
        return beside
    return None


def _is_alone(row: list[str]) -> bool:
    """True for a line of which only the first cell is filled, with a word."""
    return bool(row and row[0].strip()) and not any(map(_filled, row[1:])) and not is_number_or_flag(row[0])


def _title(word: str) -> str:
    return str(word).strip().rstrip(":=").strip()


def _filled(cell: str) -> bool:
    return isinstance(cell, Quoted) or bool(cell.strip())
