"""How large the cells of a pane are: all the same, and wide enough for any number of the matrix as it is shown."""

from __future__ import annotations

import math

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHeaderView, QTableView

from attnviz.content.numerals import superscript
from attnviz.figures.labels import ruler
from attnviz.figures.theme import Theme, font

ALL_ROWS_UP_TO = 12  # a matrix with so many rows is shown whole; a taller one scrolls
ROWS_OF_TALL = 9
FEWEST_COLUMNS = 1  # the width below which a pane does not shrink
_AIR_BESIDE, _AIR_ABOVE = 12, 10  # pixels at normal size
_LEAST_AIR = 4  # pixels beside the widest number when room is short, in any letters: a column out of sight is worse
_NARROWEST = 0.6  # of a cell's height: cells of one digit are no slits
_GIVES_UP = 0.25  # of a cell's height: what a column of a large matrix may lose before the pane scrolls
LABEL_GIVES_UP = 3  # pixels beside the labels, before a column goes out of sight
_LABELS = 1.5  # of a cell's height: labels beside rows are no narrower, however little room there is
_EXPONENT_FROM = 1e6  # where format_number turns to 1.23×10⁷


def cell_size(largest: float, decimals: int, theme: Theme) -> QSize:
    """The size of every cell of a matrix whose largest number is `largest`, when `decimals` are shown.

    It depends on the number of digits only, so that cells keep their size while a number is typed or dragged.
    """
    if largest < _EXPONENT_FROM:
        widest = "8" * (len(str(int(largest)))) + "." + "8" * decimals
    else:
        widest = "8." + "8" * decimals + "×10" + superscript(int("8" * len(str(int(math.log10(largest))))))
    measure = ruler(font(theme.number_px))
    width = measure.width("−" + widest) + _AIR_BESIDE * theme.factor
    return QSize(round(width), round(measure.height + _AIR_ABOVE * theme.factor))


def least_width(cell: QSize, texts: tuple[str, ...] | None, theme: Theme) -> int:
    """The width below which the cells would clip a number; texts: all of them, where there are few."""
    if texts is None:
        return round(cell.width() - _GIVES_UP * cell.height())
    needed = ruler(font(theme.number_px)).widest(texts) + _LEAST_AIR
    return min(cell.width(), max(math.ceil(needed), round(_NARROWEST * cell.height())))


def fit(view: QTableView, cell: QSize, least: int, beside: int, above: int) -> None:
    """Gives every cell of a table that size, and the table the size of its cells; 0 leaves a header out.

    beside: the width of the labels beside the rows. above: the height of the labels above the columns.
    """
    _show(view.verticalHeader(), beside)
    _show(view.horizontalHeader(), above)
    _resize(view.verticalHeader(), cell.height())
    count, rows = view.model().columnCount(), view.model().rowCount()
    bar = _bar(view) if shown_rows(rows) < rows else 0
    view.setMinimumWidth(_least_beside(beside, cell) + min(count, FEWEST_COLUMNS) * least + bar)
    view.setMaximumWidth(beside + count * cell.width() + bar)
    settle(view, cell, least, beside)
    view.updateGeometries()  # Qt keeps the room that labels of another width had, and a scroll bar for what is missing
    _stand(view)


def settle(view: QTableView, cell: QSize, least: int, beside: int) -> None:
    """Fits the table into the width that it was given; beside: what the labels beside the rows would like to have.

    Columns give up the air beside their numbers, down to `least`; beyond that there is a scroll bar, and room for it,
    and as many whole columns as can be are in sight and share the width, so that none is cut. Where not one has room,
    the labels beside the rows are shortened: what is beyond the table's edge would be its scroll bar.
    """
    columns, count = view.horizontalHeader(), view.model().columnCount()
    spared = _make_room_beside(view, cell, least, beside)
    missing = view.maximumWidth() - view.width() - spared if view.isVisible() else 0
    width = cell.width()
    if missing > 0:
        width = max(width - math.ceil(missing / count), least)
        missing = max(0, missing - count * (cell.width() - width))
        if missing > 0:
            room = view.width() - (view.maximumWidth() - count * cell.width())  # without what stands beside the cells
            width = max(width, room // max(1, room // width))
    if _resize(columns, width):
        view.updateGeometries()  # Qt's scroll bar goes by the columns as they were
    height = (0 if columns.isHidden() else columns.height()) + shown_rows(view.model().rowCount()) * cell.height()
    if missing > 0:
        height += _bar(view)
    if view.minimumHeight() != height or view.maximumHeight() != height:
        view.setFixedHeight(height)
    _stand(view)


def _make_room_beside(view: QTableView, cell: QSize, least: int, beside: int) -> int:
    """Gives the labels beside the rows what they need, or what one column leaves them.

    Returns how much of their air they give up, so that all columns are in sight.
    """
    labels, rows = view.verticalHeader(), view.model().rowCount()
    if labels.isHidden():
        return 0
    bar = _bar(view) if shown_rows(rows) < rows else 0
    room = view.width() - bar - FEWEST_COLUMNS * least if view.isVisible() else beside
    width = min(beside, max(room, _least_beside(beside, cell)))
    all_of_them = view.width() - bar - view.model().columnCount() * least
    spared = beside - all_of_them if view.isVisible() and 0 < beside - all_of_them <= LABEL_GIVES_UP else 0
    if labels.width() != width - spared:
        labels.setFixedWidth(width - spared)
        view.updateGeometries()
    return spared


def _least_beside(beside: int, cell: QSize) -> int:
    """The width below which labels are not shortened."""
    return min(beside, round(_LABELS * cell.height()))


def _resize(header: QHeaderView, size: int) -> bool:
    """Gives all rows or columns that size; False if they had it already."""
    if header.defaultSectionSize() == size:
        return False
    header.setDefaultSectionSize(size)
    return True


def _stand(view: QTableView) -> None:
    """Has the first row and column in sight stay the first, at the end of a scroll bar the last one the last.

    Qt 6.11 keeps offsets in pixels, which lead elsewhere among other sizes, also beyond the last row.
    """
    for header, bar in (
        (view.verticalHeader(), view.verticalScrollBar()), (view.horizontalHeader(), view.horizontalScrollBar()),
    ):  # fmt: skip
        before = header.offset()
        if 0 < bar.value() == bar.maximum():
            header.setOffsetToLastSection()
        else:
            header.setOffsetToSectionPosition(bar.value())
        if header.offset() != before:
            view.viewport().update()


def _show(header: QHeaderView, size: int) -> None:
    header.setVisible(size > 0)
    if size <= 0:
        return
    if header.orientation() == Qt.Orientation.Vertical:
        header.setFixedWidth(size)
    else:
        header.setFixedHeight(size)


def _bar(view: QTableView) -> int:
    return view.verticalScrollBar().sizeHint().width()


def shown_rows(rows: int) -> int:
    """How many of so many rows are in sight."""
    return rows if rows <= ALL_ROWS_UP_TO else ROWS_OF_TALL
