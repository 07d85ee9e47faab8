"""A sheet's cells to its tables: blocks apart by empty rows and columns, titles, header rows and columns, numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from attnviz.content.importing.choices import Choice, choice
from attnviz.content.importing.found import FoundArray, Reading, array_of
from attnviz.content.importing.grid import Grid, Quoted
from attnviz.content.importing.headers import Header, guess_header, labels_of
from attnviz.content.importing.marks import IMPORTED, Marks, is_number_or_flag, is_percent, mark_evidence
from attnviz.content.importing.matrix_of_cells import flags_of, matrix_of
from attnviz.content.importing.refusals import MOST_ARRAYS, BadBlock, EmptyCell, short
from attnviz.content.importing.region import Region
from attnviz.content.importing.regions import regions_of
from attnviz.content.importing.ticks import ticked
from attnviz.engine.errors import Where, counted

HEADERS = {
    "none": "no labels",
    "row": "in the first row",
    "column": "in the first column",
    "both": "in the first row and column",
}


@dataclass(frozen=True)
class Sheet:
    """The tables of a text, what was skipped in words, and how it was read."""

    arrays: tuple[FoundArray, ...]
    skipped: tuple[str, ...]
    choices: tuple[Choice, ...]


def tables_of(grid: Grid, reading: Reading) -> Sheet:
    """The tables in the cells. Raises BadBlock with row and column if there is none, or if the only one is faulty."""
    grid, skipped = _without_remarks(grid)
    regions = regions_of(grid)
    if len(regions) > MOST_ARRAYS:
        raise BadBlock("This text falls apart into more than a thousand tables. Give one table.", Where("block"))
    skipped += _empty_rows(grid, regions)
    numeric = [region for region in regions if _has_numbers(region)]
    masks = [mask for region in regions if not _has_numbers(region) and (mask := ticked(region)) is not None]
    if not numeric and masks:
        return Sheet(tuple(masks), tuple(skipped), ())
    if not numeric:
        raise BadBlock("There are no numbers here. Give a table of numbers.", Where("block"))
    words = len(regions) - len(numeric) - len(masks)
    if words:
        skipped.append(f"Skipped {counted(words, 'block')} of words.")
    headers = [_header(region, reading) for region in numeric]
    commas = grid.delimiter != "," or any(isinstance(cell, Quoted) for row in grid.rows for cell in row)
    marks, mark_choice = _marks(numeric, headers, reading, commas=commas)
    arrays: list[FoundArray] = []
    holes = reading.empty == "zero"
    for index, (region, header) in enumerate(zip(numeric, headers, strict=True)):
        name = region.title or (f"block {index + 1}" if len(numeric) + len(masks) > 1 else "")
        try:
            arrays.append(_array(region, header, marks, name, zeros=reading.empty == "zero"))
        except BadBlock as error:
            if len(numeric) == 1:
                raise
            skipped.append(f"Skipped {region.words}: {error}")
            holes = holes or isinstance(error, EmptyCell)
    if not arrays:
        raise BadBlock(f"None of {len(numeric)} tables can be read. {skipped[-1]}", Where("block"))
    skipped += _told(numeric, headers)
    skipped += _percents(numeric)
    empty = empty_choice(reading.empty) if holes else None
    choices = [made for made in (mark_choice, empty, _header_choice(headers[0], reading)) if made is not None]
    return Sheet((*arrays, *masks), tuple(skipped), tuple(choices))


def _without_remarks(grid: Grid) -> tuple[Grid, list[str]]:
    """Without lines on top that begin with "# ", as np.savetxt and scripts write them, and without "sep=;"."""
    count = 0
    while count < len(grid.rows) and _is_remark(grid.rows[count]):
        count += 1
    if not count:
        return grid, []
    kept = replace(grid, rows=grid.rows[count:], lines=grid.lines[count:])
    return kept, [f"Skipped {counted(count, 'line')} of remarks on top."]


def _is_remark(row: list[str]) -> bool:
    first = row[0].strip()
    if first.lower() in ("sep=", "sep=;", "sep=,") and not any(cell.strip() for cell in row[1:]):
        return True
    return (first == "#" or first.startswith("# ")) and not any(is_number_or_flag(cell) for cell in row[1:])


def _empty_rows(grid: Grid, regions: tuple[Region, ...]) -> list[str]:
    last = max((region.places[-1] for region in regions), default=0)
    empty = sum(
        line <= last and not any(isinstance(cell, Quoted) or cell.strip() for cell in row)
        for line, row in zip(grid.lines, grid.rows, strict=True)
    )
    return [f"Skipped {counted(empty, 'empty row')}."] if empty else []


def _has_numbers(region: Region) -> bool:
    return any(is_number_or_flag(cell) for row in region.rows for cell in row)


def _header(region: Region, reading: Reading) -> Header:
    guessed = guess_header(region.rows)
    if reading.header is None:
        return guessed
    row, column = reading.header in ("row", "both"), reading.header in ("column", "both")
    return Header(row, column, guessed.shifted and row and column, guessed.reason)


def _array(region: Region, header: Header, marks: Marks, name: str, *, zeros: bool) -> FoundArray:
    """zeros: empty cells are 0."""
    rows, columns, body = labels_of(region.rows, header)
    places, first = region.places[1:] if header.row else region.places, region.column + header.column
    body = _even(body)
    if not body or not body[0]:
        raise BadBlock("There are only labels here. Give numbers too.", Where("block", region.places[0]))
    flags, wide = flags_of(body), max(map(len, body))
    if flags is None and zeros:
        body = [[cell if cell.strip() else "0" for cell in row] + ["0"] * (wide - len(row)) for row in body]
    values = flags if flags is not None else matrix_of(body, marks, places=places, column=first)
    return array_of(values, name, rows, columns)


def _even(body: list[list[str]]) -> list[list[str]]:
    """Rows without the empty cells that trailing separators leave beyond the last filled column."""
    wide = max((at + 1 for row in body for at, cell in enumerate(row) if cell.strip()), default=0)
    return [row[:wide] for row in body]


def _marks(
    regions: list[Region], headers: list[Header], reading: Reading, *, commas: bool
) -> tuple[Marks, Choice | None]:
    """How numbers are written, and the choice where both marks make sense of some cell.

    commas: there may be some within cells.
    """
    if not commas:
        return replace(IMPORTED, decimal="point"), None
    evidence = mark_evidence(_bodies(regions, headers))
    if not (evidence.commas or evidence.example):
        return replace(IMPORTED, decimal="point"), None
    if reading.decimal in ("point", "comma"):
        value = reading.decimal
        reason = ""
    elif evidence.commas and evidence.points:
        return IMPORTED, None  # each cell says it by itself
    elif evidence.points or (not evidence.commas and "," not in evidence.example):
        value, reason = "point", f"{evidence.point_example or evidence.example} is read with a decimal point."
    elif evidence.commas:
        value, reason = "comma", f"{evidence.comma_example} can only be read with a decimal comma."
    else:
        value, reason = "comma", f"{evidence.example} may be one with decimals or a thousand and more."
    options = {"point": "a point: 1.5", "comma": "a comma: 1,5"}
    certain = bool(evidence.commas) != bool(evidence.points)
    made = choice("decimal", "The decimal mark is", options, value, reason, certain=certain)
    if reading.decimal is not None:
        made = replace(made, guessed=False)
    return Marks("comma" if value == "comma" else "point", groups=True, infinities=True), made


def _bodies(regions: list[Region], headers: list[Header]) -> Iterator[str]:
    for region, header in zip(regions, headers, strict=True):
        for row in region.rows[header.row :]:
            yield from row[header.column :]


def _header_choice(header: Header, reading: Reading) -> Choice | None:
    value = reading.header or header.name
    made = choice("header", "Labels are", HEADERS, value, header.reason, certain=header.name == "none")
    return replace(made, guessed=reading.header is None)


def empty_choice(said: str | None) -> Choice:
    """What an empty cell among numbers is; a fault unless a person says that it is 0."""
    options = {"fault": "a fault: fill them where they come from", "zero": "0"}
    made = choice("empty", "Empty cells are", options, said or "fault", "Programs leave out a 0, people forget one.")
    return replace(made, guessed=said is None)


def _percents(regions: Iterable[Region]) -> list[str]:
    """That percent are read as hundredths, with one of them."""
    cells = (cell for region in regions for row in region.rows for cell in row)
    example = next((cell.strip() for cell in cells if is_percent(cell)), None)
    return [f"Percent are hundredths: {short(example)} is {example.rstrip('% ').strip()}/100."] if example else []


def _told(regions: Iterable[Region], headers: Iterable[Header]) -> list[str]:
    """What the labels are, for the eye."""
    told = []
    regions = list(regions)
    for index, (region, header) in enumerate(zip(regions, headers, strict=True)):
        rows, columns, _ = labels_of(region.rows, header)
        whose = f" of {region.title or f'block {index + 1}'}" if len(regions) > 1 else ""
        for labels, words in ((columns, f"The first row{whose} holds"), (rows, f"The first column{whose} holds")):
            if labels:
                shown = ", ".join(short(label, 12) for label in labels[:4]) + (", …" if len(labels) > 4 else "")
                told.append(f"{words} {counted(len(labels), 'label')}: {shown}.")
    return told
