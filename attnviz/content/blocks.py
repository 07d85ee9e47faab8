"""Blocks of numbers that travel by clipboard: from and to spreadsheets, NumPy printouts, Python lists, plain text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from attnviz.content.importing.brackets import printed_arrays
from attnviz.content.importing.grid import Comma, commas_separate, cut, guess_delimiter, plain_lines
from attnviz.content.importing.marks import PASTED, PASTED_BIAS, Marks, looks_like_number
from attnviz.content.importing.matrix_of_cells import matrix_of
from attnviz.content.importing.refusals import BadBlock, TwoReadings
from attnviz.content.numerals import full
from attnviz.engine.errors import Stopped, Where

__all__ = ["BadBlock", "Block", "Comma", "TwoReadings", "block_html", "format_block", "parse_block"]

Block = npt.NDArray[np.float64]

_MANY = 100_000  # characters from which on plain numbers are not read cell by cell
_PIECE = 1024  # of these, read at once: meanwhile no other thread has the interpreter
_PLAIN = re.compile(r"[0-9eE.\-\t\n]+")
_INVISIBLE = str.maketrans("", "", "\ufeff\u200b")


def parse_block(
    text: str, *, comma: Comma | None = None, hides: bool = False, report: Callable[[float], bool] | None = None
) -> Block:
    """The numbers (rows, columns) of a pasted text; each cell may be anything that `parse_number` reads.

    Columns are apart by tabs, else by ';', else by commas or spaces; or it is a bracketed list or a NumPy printout.
    Quoted cells, Windows line ends, a byte order mark, no-break spaces and empty rows at the end are understood.
    comma: what a comma is where the text leaves it open, as in "1,5" over "2,5". hides: −∞ is a number too, as it is in
    a score bias. report: told the part of very many numbers that is read; where it says so, Stopped is raised.
    Raises BadBlock for ragged rows and for cells that are no number, TwoReadings where only a person can tell.
    """
    if len(text) >= _MANY:
        numbers = _plain_numbers(text.strip("\n"), report)
        if numbers is not None:
            return numbers
    plain = plain_lines(text).translate(_INVISIBLE)
    marks = PASTED_BIAS if hides else PASTED
    return _bracketed(plain, marks) if "[" in plain else _delimited(plain, comma, marks)


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


def _plain_numbers(text: str, report: Callable[[float], bool] | None) -> Block | None:
    """Digits between tabs, as this program and spreadsheets copy them; None for anything else, which is read cell by
    cell and refused with its place.
    """
    if not _PLAIN.fullmatch(text) or "\n\n" in text:
        return None
    lines = text.split("\n")
    columns = lines[0].count("\t") + 1
    values, step = np.empty((len(lines), columns)), max(1, _PIECE // columns)
    for start in range(0, len(lines), step):
        rows = [line.split("\t") for line in lines[start : start + step]]
        try:
            values[start : start + step] = np.array(rows, dtype=np.float64)  # ValueError: ragged, or no number
        except ValueError:
            return None
        if report is not None and not report(min(1.0, (start + step) / len(lines))):
            raise Stopped
    return values + 0.0 if np.isfinite(values).all() else None


def _delimited(text: str, comma: Comma | None, marks: Marks) -> Block:
    if not text.strip():
        raise BadBlock("There are no numbers here. Copy some cells first.", Where("block"))
    delimiter = guess_delimiter(text)
    if delimiter is not None:
        plain = text.strip("\n ")
    else:
        lines = [line.strip() for line in text.strip().split("\n")]
        plain = "\n".join(lines)
        delimiter = "," if '"' in plain or commas_separate(lines, comma) else " "
    rows = cut(plain, delimiter).rows
    while len(rows) > 1 and not any(cell.strip() for cell in rows[-1]):
        rows.pop()
    if len(rows) > 1 and not any(map(looks_like_number, rows[0])) and any(map(looks_like_number, rows[1])):
        raise BadBlock("Row 1 holds words. Copy the numbers without their header.", Where("block", 0))
    return matrix_of(rows, marks)


def _bracketed(text: str, marks: Marks) -> Block:
    """Rows of [[1, 2], [3, 4]], of a NumPy printout, of [1, 2, 3] (one row) or of [1 2; 3 4]."""
    found = printed_arrays(text, marks)
    values = found[0].values
    if len(found) > 1 or found[0].loose:
        raise BadBlock("The brackets do not enclose one block of numbers. Copy it from “[” to “]”.", Where("block"))
    if values.ndim > 2:
        raise BadBlock("This block has more than two dimensions. Copy one matrix of it.", Where("block"))
    if values.dtype.kind == "b":
        raise BadBlock("This block holds true and false. Copy numbers.", Where("block"))
    return np.atleast_2d(values)
