"""What the blocks of a sheet are called: by a word above them, left of their first row, or in a line between them."""

from __future__ import annotations

import itertools
from dataclasses import replace

from attnviz.content.importing.array_names import known
from attnviz.content.importing.marks import is_number_or_flag
from attnviz.content.importing.region import Region, filled, trimmed
from attnviz.content.importing.ticks import is_tick

_TITLE_ABOVE, _TITLE_BESIDE = 3, 2  # how many rows and columns a title may be away from its block


def finished(regions: list[Region]) -> tuple[Region, ...]:
    """The blocks with their titles, some of which stand apart from them."""
    found = [titled(part) for region in regions for part in _at_titles(region)]
    return _with_lone_titles([_named_beside(region) for region in found])


def titled(region: Region) -> Region:
    """With the one word over its first column as its title, as in "W_Q" over the numbers."""
    if len(region.rows) < 2 or not _is_alone(region.rows[0]):
        return region
    if max(len(row) for row in region.rows) == 1 and known(region.rows[0][0]) is not None:
        return Region(region.rows[1:], region.places[1:], region.column, _title(region.rows[0][0]))
    if sum(map(filled, region.rows[1])) < 2 or all(map(is_tick, filter(filled, region.rows[1]))):
        return region
    return trimmed(Region(region.rows[1:], region.places[1:], region.column, _title(region.rows[0][0])))


def _at_titles(region: Region) -> list[Region]:
    """The region cut above lines with one word, where its first column holds no labels, or the word is a known name."""
    rows = region.rows
    labels = sum(filled(row[0]) and not is_number_or_flag(row[0]) and not _is_alone(row) for row in rows)
    cuts = [
        at
        for at in range(1, len(rows) - 1)
        if _is_alone(rows[at]) and sum(map(filled, rows[at + 1])) > 1 and (not labels or known(rows[at][0]) is not None)
    ]
    bounds = [0, *cuts, len(rows)]
    return [
        replace(region, rows=rows[start:end], places=region.places[start:end])
        for start, end in itertools.pairwise(bounds)
    ]


def _named_beside(region: Region) -> Region:
    """With the one word left of its rows as its title, as a merged cell or "X" beside the first row leaves it."""
    side = [(at, row[0]) for at, row in enumerate(region.rows) if row and filled(row[0])]
    if region.title or len(side) != 1 or len(region.rows) < 2 or max(map(len, region.rows)) < 2:
        return region
    at, word = side[0]
    numeric = sum(any(map(is_number_or_flag, row)) for row in region.rows)
    beside = word.strip() and not is_number_or_flag(word) and sum(map(filled, region.rows[at])) > 1
    if not beside or numeric < 2 or at == len(region.rows) - 1 == 1:  # or it labels the one row below labels
        return region
    if at == 0 and not is_number_or_flag(region.rows[0][1]):
        return region  # a row of labels, above numbers of which the first are missing
    rows = [row[1:] for row in region.rows]
    return trimmed(Region(rows, region.places, region.column + 1, _title(word)))


def _with_lone_titles(regions: list[Region]) -> tuple[Region, ...]:
    """Without the words that stand over a block with an empty row between, or left of one, which become its title."""
    found = list(regions)
    for lone in [region for region in regions if sum(filled(cell) for row in region.rows for cell in row) == 1]:
        word = next(cell for row in lone.rows for cell in row if filled(cell))
        if is_number_or_flag(word) or lone.title:
            continue
        far = {at: distance for at, one in enumerate(found) if (distance := _distance(lone, one)) is not None}
        if far:
            nearest = min(far, key=lambda at: far[at])
            found[nearest] = replace(found[nearest], title=_title(word))
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
    if len(words) < 2 or any(not filled(cell) or is_number_or_flag(cell) for cell in words):
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
    return bool(row and row[0].strip()) and not any(map(filled, row[1:])) and not is_number_or_flag(row[0])


def _title(word: str) -> str:
    return str(word).strip().rstrip(":=").strip()
