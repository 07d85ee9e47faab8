"""A text cut into rows of cells: which separator stands between them, quotes, line ends; no cell is read yet."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from attnviz.content.importing.marks import looks_like_number
from attnviz.content.importing.refusals import MOST_NUMBERS, MOST_ROWS, TwoReadings, too_many, too_many_rows
from attnviz.engine.errors import Where

Delimiter = Literal["\t", ";", ",", " "]
Comma = Literal["decimal", "separator"]

DELIMITERS: dict[str, Delimiter] = {"tab": "\t", "semicolon": ";", "comma": ",", "space": " "}
_MOST_CELLS = MOST_NUMBERS + MOST_NUMBERS // 10  # room for labels around the largest matrix
_SAMPLE = 200  # rows that are looked at to tell what stands between cells
_COMMA: tuple[Delimiter, ...] = (",",)
_PLAIN = re.compile(r"-?(?:[0-9]+(?:\.[0-9]*)?(?:e[-+]?[0-9]+)?|inf)")
_LINE_ENDS = ("\r\n", "\n", "\r")
_LINE_END = re.compile(r"\r\n|\n|\r")
_GROUPED = re.compile(r"[-−]?\d{1,3}(?:(?:\.\d{3})+,\d+|(?:,\d{3})+\.\d+)")  # 1.234,5 or 1,234.5: refused as one number


class Quoted(str):
    """The text of a cell that stood in quotes: spaces at its ends belong to it, and it is a label even if empty."""

    __slots__ = ()


@dataclass(frozen=True)
class Grid:
    """Rows of cells, not all of one length, and the line of the text in which each row begins, from 0."""

    rows: list[list[str]]
    lines: list[int]
    delimiter: Delimiter


def cut(text: str, delimiter: Delimiter) -> Grid:
    """The cells of a text; in quotes they may hold line ends and separators, and a quote doubled.

    Line ends are those of any system. Raises TooMuch before more cells are made than are read.
    """
    if '"' in text:
        return _cut_quoted(text, delimiter)
    rows: list[list[str]] = []
    room = _MOST_CELLS
    for line in _lines(plain_lines(text)):
        cells = _cells(line, delimiter, room)
        room -= len(cells)
        if room < 0:
            raise too_many()
        rows.append(cells)
        if len(rows) > MOST_ROWS:
            raise too_many_rows()
    return Grid(rows, list(range(len(rows))), delimiter)


def plain_lines(text: str) -> str:
    """The text with the line ends of Unix."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def guess_delimiter(text: str) -> Delimiter | None:
    """What stands between cells: tabs, semicolons or commas; None where `commas_separate` must weigh commas and spaces.

    The first that cuts all rows to one length, with numbers in which no other separator is left; or commas at most,
    which may be decimal marks; else the first that there is.
    """
    present: list[Delimiter] = [mark for mark in DELIMITERS.values() if mark in ("\t", ";") and mark in text]
    if not present:
        return None
    sample = _sample(text)
    tried = [(mark, cut(sample, mark).rows) for mark in (*present, *_COMMA) if mark in text]
    for commas in (0, 1):
        for mark, rows in tried:
            others = [other for other in ("\t", ";", ",") if other != mark]
            if (mark != "," or not commas) and _fits(rows, others, commas):
                return mark
    return present[0]


def labelled(text: str) -> Delimiter | None:
    """The separator of a table with an empty corner, labels on both sides and plain numbers between, as exports are.

    None for any other text. Labels of such a table may be anything, separators and brackets among them.
    """
    mark: Delimiter | None = "," if text[:1] == "," else "\t" if text[:1] == "\t" else None
    if mark is None:
        return None
    sample = _sample(text)
    rows = [row for row in cut(sample, mark).rows if row != [""]]
    if len(sample) < len(text):
        rows = rows[:-1]  # which may end within quotes
    even = len(rows) > 1 and {len(row) for row in rows} == {len(rows[0])} and len(rows[0]) > 1
    named = all(isinstance(cell, Quoted) or cell.strip() for cell in (*rows[0][1:], *(row[0] for row in rows[1:])))
    return mark if even and named and all(_PLAIN.fullmatch(cell) for row in rows[1:] for cell in row[1:]) else None


def commas_separate(rows: Sequence[str], comma: Comma | None) -> bool:
    """True if commas stand between numbers, False if they are decimal marks or absent. Raises TwoReadings."""
    if not any("," in row for row in rows) or any(_GROUPED.fullmatch(row) for row in rows):
        return False
    if comma is not None:
        return comma == "separator"
    if any(re.search(r",\s", row) or row.endswith(",") for row in rows):
        return True
    if any(" " in row for row in rows):  # "1,5 2,5"
        return False
    counts = {row.count(",") for row in rows}
    if max(counts) > 1 or any("." in row for row in rows):
        return True
    if len(rows) == 1 or 0 in counts:  # one cell, or a column in which some numbers are whole
        return False
    first = rows[0].replace(",", " and ")
    raise TwoReadings(
        f"Is {rows[0]} one number or the two numbers {first}? Put a tab or ';' between numbers, or write decimals "
        "with a point.",
        Where("block", 0),
    )


def _lines(text: str) -> Iterator[str]:
    """The lines one by one; an empty one after the last line end is none."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        if end < 0:
            end = len(text)
        yield text[start:end]
        start = end + 1


def _cells(line: str, delimiter: Delimiter, room: int) -> list[str]:
    if delimiter == " ":
        return re.split(" +", line.strip(" "), maxsplit=room + 1)  # not at no-break spaces, which group thousands
    return line.split(delimiter, room + 1)


def _cut_quoted(text: str, delimiter: Delimiter) -> Grid:
    space = delimiter == " "
    between = " +" if space else re.escape(delimiter)
    plain = f"[^{re.escape(delimiter)}\\r\\n]*"
    end = rf"(?P<end>{between}|\r\n|\n|\r|\Z)"
    cell = re.compile(rf' *(?:"(?P<quoted>[^"]*+(?:""[^"]*+)*+)" *(?={between}|[\r\n]|\Z)|(?P<plain>{plain})){end}')
    rows: list[list[str]] = []
    lines: list[int] = []
    row: list[str] = []
    position = line = begun = 0
    for _ in range(_MOST_CELLS):
        if position >= len(text):
            break
        found = cell.match(text, position)
        assert found is not None  # `plain` takes anything up to the next separator
        quoted, ended = found["quoted"], found["end"]
        row.append(found["plain"] if quoted is None else Quoted(quoted.replace('""', '"')))
        position = found.end()
        line += len(_LINE_END.findall(found.group()))
        if position >= len(text) and ended == delimiter:
            row.append("")  # a separator at the very end
        if ended in _LINE_ENDS or position >= len(text):
            rows.append(row)
            lines.append(begun)
            row, begun = [], line
            if len(rows) > MOST_ROWS:
                raise too_many_rows()
    else:
        raise too_many()
    return Grid(rows, lines, delimiter)


def _sample(text: str) -> str:
    """The first rows of a text, whole ones where it can be."""
    end = 0
    for _ in range(_SAMPLE):
        end = text.find("\n", end) + 1
        if not end:
            return text[: 1 << 20]
    return text[: min(end, 1 << 20)]


def _fits(rows: list[list[str]], others: Sequence[str], commas: int) -> bool:
    """True if rows that are not empty have one length above 1, and hold numbers with no other separator in them.

    commas: how many there may be in a number.
    """
    filled = [row for row in rows if any(cell.strip() for cell in row)]
    wide = {len(row) for row in filled}
    if len(wide) != 1 or wide == {1}:
        return False
    numbers = [cell for row in filled for cell in row if looks_like_number(cell) and not isinstance(cell, Quoted)]
    return bool(numbers or any(isinstance(cell, Quoted) for row in filled for cell in row)) and not any(
        cell.count(other) > (commas if other == "," else 0) for cell in numbers for other in others
    )
