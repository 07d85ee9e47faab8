"""Cells of text to a matrix of numbers: the one place where texts become values, each fault with its place."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from attnviz.content.importing.marks import Marks, flag, read_cell
from attnviz.content.importing.refusals import LONGEST_CELL, MOST_NUMBERS, BadBlock, too_many
from attnviz.content.whole_numbers import EXACT_BELOW
from attnviz.engine.errors import Where

_PLAIN = frozenset("0123456789.eE+- ")  # texts of these that `float` reads are read alike by everyone


def matrix_of(
    rows: Sequence[Sequence[str]],
    marks: Marks,
    *,
    places: Sequence[int] | None = None,
    column: int = 0,
    word: str = "Row",
) -> npt.NDArray[np.float64]:
    """The numbers (rows, columns) of cells.

    places: which row of the text each row is, from 0, if not one after the other; column: where the first cell stands;
    word: what errors call a row. Raises BadBlock for rows of unequal length and for the first cell that is no number,
    TooMuch before a matrix is made that is too large.
    """
    wide = len(rows[0])
    if len(rows) * wide > MOST_NUMBERS:
        raise too_many(len(rows) * wide)
    numbers = range(len(rows)) if places is None else places
    for place, row in zip(numbers, rows, strict=True):
        if len(row) != wide:
            raise BadBlock(
                f"{word} {place + 1} has {len(row)} numbers but {word.lower()} {numbers[0] + 1} has {wide}. "
                "Make them equal.",
                Where("block", place),
            )
    values = np.empty((len(rows), wide))
    for index, (place, row) in enumerate(zip(numbers, rows, strict=True)):
        known = _plainly(row, marks)
        if known is None:
            known = [read_cell(cell, marks, place, column + at, word=word) for at, cell in enumerate(row)]
        values[index] = known
    return values


def flags_of(rows: Sequence[Sequence[str]]) -> npt.NDArray[np.bool_] | None:
    """The cells as true and false, None if any of them says something else."""
    if flag(rows[0][0]) is None:
        return None
    found = [[flag(cell) for cell in row] for row in rows]
    if any(value is None for row in found for value in row) or len(set(map(len, found))) > 1:
        return None
    return np.array(found, dtype=np.bool_)


def _plainly(row: Sequence[str], marks: Marks) -> list[float] | None:
    """The numbers of a row of which each is written in the plainest way; None if any of them is not.

    Tables are large and `float` is ten times faster than the parser, with which it agrees on these.
    """
    text = "".join(row)
    if marks.decimal == "comma":
        if "." in text or any(cell.rstrip().endswith(",") for cell in row):
            return None
        row, text = [cell.replace(",", ".") for cell in row], text.replace(",", ".")
    if not _PLAIN.issuperset(text) or max(map(len, row)) > LONGEST_CELL:
        return None
    try:
        values = [float(cell) for cell in row]
    except ValueError:
        return None
    for value, cell in zip(values, row, strict=True):
        if value in (np.inf, -np.inf) or (value == 0 and cell.lower().partition("e")[0].strip("0.+- ")):
            return None  # too large or too small: the parser says so
        if abs(value) >= EXACT_BELOW and "." not in cell:
            return None  # perhaps a whole number with more digits than there are: the parser looks at it
    return values
