"""Markdown's tables as matrices: pipes between cells and a rule of dashes below the first row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import unescape

from attnviz.content.importing.found import FoundArray, Reading
from attnviz.content.importing.grid import Grid, Quoted
from attnviz.content.importing.long_tables import arrays_of_tables
from attnviz.content.importing.refusals import MOST_ARRAYS, BadBlock
from attnviz.content.importing.sheets import tables_of
from attnviz.content.stage_formulas import title_of
from attnviz.content.tables import Table
from attnviz.engine.errors import Where
from attnviz.engine.stages import BY_NAME

_RULE = re.compile(r" {0,3}\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *")
_CELL = re.compile(r"((?:\\.?|[^\\|])*+)(?:\||$)")
_HEADING = re.compile(r" {0,3}#+ +(.*?) *#*")
_OF_HEAD = re.compile(r"(?P<title>.*), (?:key/value )?head (?P<head>[0-9]{1,4})")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_ISOLATES = re.compile("[\u2066-\u2069]")


@dataclass(frozen=True)
class _Block:
    """The lines of one table, the line that it begins in, from 0, and the heading above it."""

    lines: tuple[str, ...]
    start: int
    heading: str


def pipe_tables(text: str, reading: Reading) -> list[FoundArray] | None:
    """The matrices of the tables that hold numbers, each by its heading; None if the text has no such table.

    Raises BadBlock with the place in the table if the only one is faulty.
    """
    if "|" not in text or "-" not in text:
        return None
    blocks = list(_blocks(text.splitlines()))
    if not blocks:
        return None
    if len(blocks) > MOST_ARRAYS:
        raise BadBlock("This text holds more than a thousand tables. Give one table.", Where("block"))
    tables: list[Table] = []
    problems: list[BadBlock] = []
    for block in blocks:
        try:
            tables.append(_table(block, reading))
        except BadBlock as error:
            problems.append(error)
    if not tables:
        raise problems[0]
    return [replace(array, stage="") for array in arrays_of_tables(tables)]


def _blocks(lines: Sequence[str]) -> Iterator[_Block]:
    heading, place = "", 0
    while place < len(lines):
        found = _HEADING.fullmatch(lines[place])
        if found is not None:
            heading = _plain(found[1])
        rule = place + 1 < len(lines) and "|" in lines[place] and "|" in lines[place + 1]
        if not rule or _RULE.fullmatch(lines[place + 1]) is None:
            place += 1
            continue
        end = place + 2
        while end < len(lines) and "|" in lines[end]:
            end += 1
        yield _Block((lines[place], *lines[place + 2 : end]), place, heading)
        place = end


def _table(block: _Block, reading: Reading) -> Table:
    rows = [_cells(line) for line in block.lines]
    places = [block.start, *range(block.start + 2, block.start + 1 + len(rows))]
    labelled = not rows[0][0].strip()
    if labelled:  # whatever the labels are, those of our own tables are no numbers
        rows = [["", *map(Quoted, rows[0][1:])], *([Quoted(row[0]), *row[1:]] for row in rows[1:])]
    reading = replace(reading, delimiter=None, header="both" if labelled and reading.header is None else reading.header)
    (array, *_) = tables_of(Grid(rows, places, "\t"), reading).arrays
    of_head = _OF_HEAD.fullmatch(block.heading)
    title = of_head["title"] if of_head is not None else block.heading
    name = next((name for name in BY_NAME if title_of(name) == title), title)
    high, wide = array.shape
    row_labels = array.row_labels or tuple(str(number) for number in range(1, high + 1))
    column_labels = array.column_labels or tuple(str(number) for number in range(1, wide + 1))
    return Table(name, int(of_head["head"]) if of_head is not None else None, row_labels, column_labels, array.values)


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|")
    cells = _CELL.findall(inner)
    return [_plain(cell) for cell in (cells[:-1] if len(cells) > 1 and not cells[-1] else cells)]


def _plain(text: str) -> str:
    """The text without Markdown's marks."""
    text = text.strip()
    if text.startswith("**") and text.endswith("**") and len(text) > 4:
        text = text[2:-2]
    return _ISOLATES.sub("", unescape(_ESCAPED.sub(r"\1", text)))
