"""Many matrices as one table with a line for each number, written and read back: what statistics programs call long."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from attnviz.content.atomic import FileProblem
from attnviz.content.tables import Table, full_row, quoted_field
from attnviz.engine.arrays import Array

COLUMNS = ("stage", "head", "row", "column", "row_label", "column_label", "value")
SHARED_COLUMNS = (*COLUMNS[:2], "kv_head", *COLUMNS[2:])
MOST_NUMBERS = 4_000_000
_DIGITS = 7  # of a row or column; more than any matrix has


def long_table(tables: Iterable[Table], delimiter: str = ",") -> str:
    """stage,head,row,column,row_label,column_label,value: places count from 1, no head is empty, hidden is -inf.

    After head stands kv_head if any of the tables is of keys or values that query heads share.
    """
    tables = tuple(tables)
    return "".join(long_pieces(tables, delimiter, shared=any(table.kv_head is not None for table in tables)))


def long_pieces(tables: Iterable[Table], delimiter: str, *, shared: bool) -> Iterator[str]:
    """The same row by row; of the tables one at a time is asked for. shared: kv_head stands after head."""
    yield delimiter.join(SHARED_COLUMNS if shared else COLUMNS) + "\n"
    for table in tables:
        heads = (table.head, table.kv_head) if shared else (table.head,)
        start = delimiter.join((table.stage, *("" if head is None else str(head) for head in heads)))
        columns = [quoted_field(label, delimiter).replace("%", "%%%%") for label in table.columns]
        # All lines of a row are filled in at once: first the row and its label, then its numbers.
        frame = "".join(
            delimiter.join(("%(row)s", str(column), "%(label)s", label, "%%s\n"))
            for column, label in enumerate(columns, start=1)
        )
        for row, (label, values) in enumerate(zip(table.rows, table.values, strict=True), start=1):
            quoted = quoted_field(label, delimiter).replace("%", "%%")
            yield frame % {"row": f"{start}{delimiter}{row}", "label": quoted} % tuple(full_row(values))


def is_long(text: str) -> bool:
    """True for a text with the header of such a table."""
    return _delimiter(text.removeprefix("\ufeff")) is not None


_Whose = tuple[str, int | None, int | None]  # the stage, the query head and the key/value head


@dataclass
class _Matrix:
    numbers: dict[tuple[int, int], float] = field(default_factory=dict)
    rows: dict[int, str] = field(default_factory=dict)
    columns: dict[int, str] = field(default_factory=dict)


def read_long(text: str, name: str = "the table") -> tuple[Table, ...] | None:
    """The matrices of such a table, as float64 and in the order of the file; None if its header is another one.

    name: what the text is called in messages. Raises FileProblem with the line for a number that is missing, given
    twice or none at all.
    """
    text = text.removeprefix("\ufeff")
    delimiter = _delimiter(text)
    if delimiter is None:
        return None
    found: dict[_Whose, _Matrix] = {}
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        columns = next(reader)
        for count, cells in enumerate(reader):
            if cells:
                _take(found, columns, cells, count, f"{name}, line {reader.line_num}")
    except csv.Error as error:
        raise FileProblem(name, f"line {reader.line_num} cannot be read: {error}. Export it again.") from error
    return tuple(_table(whose, matrix, name) for whose, matrix in found.items())


def _delimiter(text: str) -> str | None:
    header = text[: text.find("\n")].rstrip("\r")
    return next((sign for sign in ",\t;" if header in (sign.join(COLUMNS), sign.join(SHARED_COLUMNS))), None)


def _take(found: dict[_Whose, _Matrix], columns: Sequence[str], cells: Sequence[str], count: int, place: str) -> None:
    """Puts one line's number where it belongs."""
    if count >= MOST_NUMBERS:
        raise FileProblem(place, f"there are more than {MOST_NUMBERS} numbers. Export fewer stages.")
    if len(cells) != len(columns):
        raise FileProblem(place, f"it has {len(cells)} columns instead of {len(columns)}. Export it again.")
    stage, head, *shared, row, column, row_label, column_label, value = cells
    kv_head = shared[0] if shared else ""
    for text in (row, column, *filter(None, (head, kv_head))):
        if not (text.isascii() and text.isdigit() and 0 < len(text) <= _DIGITS and int(text)):
            raise FileProblem(place, f"{text!r} is no place. Heads, rows and columns are whole numbers from 1.")
    whose = stage, int(head) if head else None, int(kv_head) if kv_head else None
    matrix = found.setdefault(whose, _Matrix())
    at = int(row) - 1, int(column) - 1
    if at in matrix.numbers:
        raise FileProblem(place, f"row {row}, column {column} of {stage} is there twice. Keep one of them.")
    try:
        number = float(value) if value.isascii() and "_" not in value else np.nan
    except ValueError:
        number = np.nan
    if np.isnan(number) or number == np.inf:
        raise FileProblem(place, f"{value!r} is no number. Write one, or -inf for what is hidden.")
    matrix.numbers[at] = number
    matrix.rows[at[0]] = row_label
    matrix.columns[at[1]] = column_label


def _table(whose: _Whose, matrix: _Matrix, name: str) -> Table:
    stage, head, kv_head = whose
    rows, columns = max(matrix.rows) + 1, max(matrix.columns) + 1
    if len(matrix.numbers) != rows * columns:
        missing = next((i, j) for i in range(rows) for j in range(columns) if (i, j) not in matrix.numbers)
        raise FileProblem(
            name, f"{stage} has no number in row {missing[0] + 1}, column {missing[1] + 1}. Export it again."
        )
    values: Array = np.empty((rows, columns))
    for (row, column), number in matrix.numbers.items():
        values[row, column] = number
    values.flags.writeable = False
    row_labels, column_labels = (tuple(by[place] for place in sorted(by)) for by in (matrix.rows, matrix.columns))
    return Table(stage, head, row_labels, column_labels, values, kv_head=kv_head)
