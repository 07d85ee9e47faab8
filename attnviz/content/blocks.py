"""Blocks of numbers that travel by clipboard: from and to spreadsheets, NumPy printouts, Python lists, plain text."""

from __future__ import annotations

import csv
import io
import re
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from attnviz.content.expressions import BadNumber
from attnviz.content.numerals import full, parse_number
from attnviz.engine.errors import AttentionError, Where

Block = npt.NDArray[np.float64]
Comma = Literal["decimal", "separator"]

# What may stand around brackets: "X = np.array([[…]], dtype=float32)", "tensor([[…]])".
_BEFORE = re.compile(r"\s*(?:\w+\s*=\s*)?(?:[A-Za-z_][\w.]*\s*\()?\s*")
_AFTER = re.compile(r"\s*(?:,\s*\w+\s*=\s*[\w.'\"<>:]+\s*)*\)?\s*;?\s*")
_ROW = re.compile(r"\[([^\[\]]*)\]")
_GROUPED = re.compile(r"[-−]?\d{1,3}(?:(?:\.\d{3})+,\d+|(?:,\d{3})+\.\d+)")  # 1.234,5 or 1,234.5: refused as one number
_INVISIBLE = str.maketrans("", "", "\ufeff\u200b")


class BadBlock(AttentionError):
    """A text that is no block of numbers. The message names the row and column where there is one."""


class TwoReadings(BadBlock):
    """Each row holds one comma, which may be a decimal mark or stand between two numbers: ask, and say which."""


def parse_block(text: str, *, comma: Comma | None = None) -> Block:
    """The numbers (rows, columns) of a pasted text; each cell may be anything that `parse_number` reads.

    Columns are apart by tabs, else by ';', else by commas or spaces; or it is a bracketed list or a NumPy printout.
    Quoted cells, Windows line ends, a byte order mark, no-break spaces and empty rows at the end are understood.
    comma: what a comma is where the text leaves it open, as in "1,5" over "2,5".
    Raises BadBlock for ragged rows and for cells that are no number, TwoReadings where only a person can tell.
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n").translate(_INVISIBLE)
    cells = _bracketed(plain) if "[" in plain else _delimited(plain, comma)
    return _numbers(cells)


def format_block(values: npt.NDArray[Any]) -> str:
    """The numbers as a spreadsheet takes them: tabs between, a line a row, '.' as decimal mark, full precision."""
    return "\n".join("\t".join(_cell(value) for value in row) for row in values)


def block_html(values: npt.NDArray[Any]) -> str:
    """The numbers as an HTML table; its attributes tell spreadsheets the value whatever their decimal mark is."""
    rows = (
        "<tr>" + "".join(f'<td x:num="{n}" sdval="{n}" sdnum="1033;">{n}</td>' for n in map(_cell, row)) + "</tr>"
        for row in values
    )
    return '<table xmlns:x="urn:schemas-microsoft-com:office:excel">' + "".join(rows) + "</table>"


def _cell(value: float | np.floating[Any]) -> str:
    return full(value).removesuffix(".0")


def _delimited(text: str, comma: Comma | None) -> list[list[str]]:
    if not text.strip():
        raise BadBlock("There are no numbers here. Copy some cells first.", Where("block"))
    for delimiter in "\t;":
        if delimiter in text:
            return _split(text.strip("\n "), delimiter)
    rows = [line.strip() for line in text.strip().split("\n")]
    if any('"' in row for row in rows):
        return _split("\n".join(rows), ",")
    if _commas_separate(rows, comma):
        return _split("\n".join(rows), ",")
    return [re.split(" +", row) for row in rows]  # not at no-break spaces, which group thousands


def _split(text: str, delimiter: str) -> list[list[str]]:
    try:
        rows = [row or [""] for row in csv.reader(io.StringIO(text), delimiter=delimiter)]
    except csv.Error as error:
        raise BadBlock(f"This is no table ({error}). Copy the numbers again.", Where("block")) from error
    while len(rows) > 1 and not any(cell.strip() for cell in rows[-1]):
        rows.pop()
    return rows


def _commas_separate(rows: list[str], comma: Comma | None) -> bool:
    """True if commas stand between numbers, False if they are decimal marks or absent."""
    if not any("," in row for row in rows) or any(_GROUPED.fullmatch(row) for row in rows):
        return False
    if any(re.search(r",\s", row) or row.endswith(",") for row in rows):
        return True
    if any(" " in row for row in rows):  # "1,5 2,5"
        return False
    counts = {row.count(",") for row in rows}
    if max(counts) > 1 or any("." in row for row in rows):
        return True
    if len(rows) == 1 or 0 in counts:  # one cell, or a column in which some numbers are whole
        return False
    if comma is None:
        first = rows[0].replace(",", " and ")
        raise TwoReadings(
            f"Is {rows[0]} one number or the two numbers {first}? Put a tab or ';' between numbers, or write decimals "
            "with a point.",
            Where("block", 0),
        )
    return comma == "separator"


def _bracketed(text: str) -> list[list[str]]:
    """Rows of [[1, 2], [3, 4]], of a NumPy printout, of [1, 2, 3] (one row) or of [1 2; 3 4]."""
    start, stop = text.index("["), text.rfind("]") + 1
    if not stop or not _BEFORE.fullmatch(text[:start]) or not _AFTER.fullmatch(text[stop:]):
        raise BadBlock("The brackets do not enclose one block of numbers. Copy it from “[” to “]”.", Where("block"))
    rows = _ROW.findall(text[start:stop])
    around = re.sub(r"[\s,;]", "", _ROW.sub("", text[start:stop]))
    if around not in ("", "[]"):
        if around == "[[]]" or around.startswith("[[]"):
            raise BadBlock("This block has more than two dimensions. Copy one matrix of it.", Where("block"))
        raise BadBlock("The brackets do not close in pairs. Copy the block from “[” to “]”.", Where("block"))
    if len(rows) == 1:
        rows = rows[0].split(";")
    return [re.split(r"\s*,\s*|\s+", row.strip().removesuffix(",").rstrip()) for row in rows]


def _numbers(cells: list[list[str]]) -> Block:
    wide = len(cells[0])
    if len(cells) > 1 and not any(_begins_a_number(cell) for cell in cells[0]) and any(map(_begins_a_number, cells[1])):
        raise BadBlock("Row 1 holds words. Copy the numbers without their header.", Where("block", 0))
    values = np.empty((len(cells), wide))
    for row, line in enumerate(cells):
        if len(line) != wide:
            raise BadBlock(
                f"Row {row + 1} has {len(line)} numbers but row 1 has {wide}. Make them equal.", Where("block", row)
            )
        for column, text in enumerate(line):
            values[row, column] = _number(text, row, column)
    return values


def _begins_a_number(text: str) -> bool:
    return text.strip()[:1] in tuple("0123456789.,+-−√(")


def _number(text: str, row: int, column: int) -> float:
    where = Where("block", row, column)
    if not text.strip():
        raise BadBlock(f"Row {row + 1}, column {column + 1} is empty. Fill it, with 0 if need be.", where)
    if text.strip() in ("...", "…"):
        raise BadBlock("This printout leaves numbers out at “...”. Print all of them.", where)
    try:
        return parse_number(text)
    except BadNumber as error:
        raise BadBlock(f"Row {row + 1}, column {column + 1}, “{_short(text)}”: {error}", where) from error


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 24 else line[:23] + "…"
