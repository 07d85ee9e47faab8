"""Which rows, columns and cells of a table an event asks for, and where they stand.

Qt would make an index, its flags and the options of a style for each cell, which costs more than to paint it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QHeaderView, QTableView

Section: TypeAlias = tuple[int, int, int]  # its number, where it begins, and its size
Place: TypeAlias = tuple[int, int, int, int]  # left, top, width and height


def sections_in(header: QHeaderView, area: QRect) -> list[Section]:
    """The rows beside an area, or the columns over it, that reach into it; no more than there are."""
    if header.orientation() == Qt.Orientation.Vertical:
        ends = area.top(), area.bottom()
    else:
        ends = area.left(), area.right()
    known = sorted(header.visualIndexAt(end) for end in ends)  # −1 beyond the last one
    first, last = (known[1], header.count() - 1) if known[0] < 0 else known
    if first < 0:
        return []
    return [
        (number, header.sectionViewportPosition(number), header.sectionSize(number))
        for number in range(first, last + 1)
    ]


def cells_in(table: QTableView, region: QRegion) -> Iterator[tuple[int, int, Place]]:
    """The cells that reach into a region, with their places: row by row."""
    several, area = region.rectCount() > 1, region.boundingRect()
    columns = sections_in(table.horizontalHeader(), area)
    for row, top, high in sections_in(table.verticalHeader(), area):
        for column, left, wide in columns:
            if not several or region.intersects(QRect(left, top, wide, high)):
                yield row, column, (left, top, wide, high)
