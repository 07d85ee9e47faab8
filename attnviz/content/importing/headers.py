"""Header rows and columns: whether the first cells of a table are labels, and which."""

from __future__ import annotations

from dataclasses import dataclass

from attnviz.content.importing.grid import Quoted
from attnviz.content.importing.marks import is_number_or_flag


@dataclass(frozen=True)
class Header:
    """Which sides of a table are labels. shifted: the row of labels leaves out the cell over the column of labels."""

    row: bool
    column: bool
    shifted: bool
    reason: str

    @property
    def name(self) -> str:
        """none, row, column or both."""
        return {(False, False): "none", (True, False): "row", (False, True): "column"}.get(
            (self.row, self.column), "both"
        )


def guess_header(rows: list[list[str]]) -> Header:
    """Labels where most of the first cells are words, and on both sides where the corner is empty and nothing else."""
    first, below = rows[0], rows[1:]
    if below and _is_shifted(rows):
        return Header(True, True, True, "The first row is one cell shorter than the others.")
    corner_empty = len(first) > 1 and not _filled(first[0])
    if below and corner_empty and all(map(_filled, first[1:])) and all(row and _filled(row[0]) for row in below):
        return Header(True, True, False, "The corner is empty.")
    row = bool(below) and _are_words(first) and any(map(is_number_or_flag, below[0]))
    side = [line[0] for line in (below if row else rows) if line]
    others = any(is_number_or_flag(cell) for line in (below if row else rows)[:1] for cell in line[1:])
    column = len(first) > 1 and others and _are_words(side)
    if row and column:
        return Header(True, True, False, "The first row and the first column hold words.")
    if row or column:
        return Header(row, column, False, f"The first {'row' if row else 'column'} holds words.")
    return Header(False, False, False, "All cells are numbers.")


def labels_of(
    rows: list[list[str]], header: Header
) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None, list[list[str]]]:
    """Labels of rows, labels of columns, and the cells without them."""
    lines = [["", *rows[0]], *rows[1:]] if header.shifted else rows
    columns = tuple(_label(cell) for cell in lines[0][header.column :]) if header.row else None
    body = lines[1:] if header.row else lines
    side = tuple(_label(line[0]) if line else "" for line in body) if header.column else None
    cells = [line[1:] for line in body] if header.column else body
    if columns is not None and cells:
        wide = max(map(len, cells))
        columns = (*columns, *[""] * (wide - len(columns)))[:wide]
    return side, columns, cells


def _is_shifted(rows: list[list[str]]) -> bool:
    """As statistics programs print tables: no cell over the names of the rows."""
    wide = {len(row) for row in rows[1:]}
    if len(wide) != 1 or len(rows[0]) + 1 != wide.pop() or len(rows) < 2:
        return False
    numbered = [cell.strip() for cell in rows[0]] == [str(number) for number in range(len(rows[0]))]
    return numbered or (_are_words(rows[0]) and any(map(is_number_or_flag, rows[1][1:])))


def _are_words(cells: list[str]) -> bool:
    """True if more than half of the cells are no numbers; an empty cell is neither."""
    filled = [cell for cell in cells if _filled(cell)]
    return bool(filled) and 2 * sum(not is_number_or_flag(cell) for cell in filled) > len(filled)


def _filled(cell: str) -> bool:
    return isinstance(cell, Quoted) or bool(cell.strip())


def _label(cell: str) -> str:
    """What stood in quotes comes as it is, anything else without the spaces around it."""
    return str(cell) if isinstance(cell, Quoted) else cell.strip()
