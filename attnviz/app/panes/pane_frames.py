"""What is drawn over the cells of a pane: frames around lit cells, lines between heads, the cursor, the drag handle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF
from PySide6.QtWidgets import QTableView

from attnviz.app.panes.cell_scrubbing import handle_of
from attnviz.app.panes.matrix_words import HeadSpan
from attnviz.app.panes.pane_edits import Rectangle
from attnviz.app.pipeline.lit import Frame
from attnviz.figures.theme import Theme

if TYPE_CHECKING:
    from attnviz.app.panes.numbers_view import NumbersView

_ROUND = 3


def paint_over(painter: QPainter, view: NumbersView, block: Rectangle | None) -> None:
    """All of it, over the cells that a table has just painted. block: the selection, if it is more than a cell."""
    theme = view.theme
    if view.span is not None:
        paint_head_lines(painter, view, view.span, theme)
    paint_frames(painter, view, view.frames, theme)
    if block is not None:
        paint_block(painter, view, block, theme)
    hovered, current = view.scrubber.hovered, view.currentIndex()
    if hovered.isValid() and view.editor is None:
        paint_handle(painter, cell_rect(view, hovered), view.numbers.data(hovered, Qt.ItemDataRole.ForegroundRole))
    if current.isValid() and (view.hasFocus() or view.is_selected):
        paint_cursor(painter, cell_rect(view, current), theme)


def paint_frames(painter: QPainter, view: QTableView, frames: Iterable[Frame], theme: Theme) -> None:
    """A rounded frame in its role's colour around each lit rectangle, on a rim of the panel's colour.

    The selected query's own row is painted last: it lies inside what is strong.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for frame in sorted(frames, key=lambda frame: not frame.strong):
        rect = QRectF(cells_rect(view, frame.rows, frame.columns)).adjusted(1, 1, -2, -2)
        for colour, thick in ((theme.palette.panel, 3.6), (theme.role(frame.role), 2.0)):
            painter.setPen(theme.pen(colour, thick))
            painter.drawRoundedRect(rect, _ROUND, _ROUND)


def paint_head_lines(painter: QPainter, view: QTableView, span: HeadSpan, theme: Theme) -> None:
    """A line between where one head ends and the next begins, as far as they are in sight: there may be hundreds."""
    model = view.model()
    rows, columns = (0, model.rowCount()), (0, model.columnCount())
    ends = (view.rowAt(0), view.rowAt(view.viewport().height() - 1)) if span.axis == 0 else (
        view.columnAt(0), view.columnAt(view.viewport().width() - 1)
    )  # fmt: skip
    first, last = (end // span.width if end >= 0 else span.count for end in ends)  # −1: the table ends before
    for head in range(max(first, 1), min(last + 2, span.count)):
        at = head * span.width
        edge = cells_rect(view, (at, at + 1), columns) if span.axis == 0 else cells_rect(view, rows, (at, at + 1))
        if span.axis == 0:
            line, room = QRect(edge.left(), edge.top() - 1, edge.width(), 1), (0, 1)
        else:
            line, room = QRect(edge.left() - 1, edge.top(), 1, edge.height()), (1, 0)
        painter.fillRect(line.adjusted(-room[0], -room[1], *room), theme.palette.panel)
        painter.fillRect(line, theme.palette.soft)


def paint_cursor(painter: QPainter, cell: QRect, theme: Theme) -> None:
    """The frame of the current cell, between two lines of the panel's colour so that it shows on every tint."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for inset, colour in ((2, theme.palette.panel), (0, theme.palette.accent), (1, theme.palette.accent)):
        painter.setPen(theme.pen(colour, 1.0))
        painter.drawRect(cell.adjusted(inset, inset, -inset - 2, -inset - 2))


def paint_block(painter: QPainter, view: QTableView, at: Rectangle, theme: Theme) -> None:
    """The outline of a selected block."""
    rect = cells_rect(view, (at.row, at.row + at.rows), (at.column, at.column + at.columns)).adjusted(0, 0, -1, -1)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(theme.pen(theme.palette.accent, 1.0))
    painter.drawRect(rect.adjusted(0, 0, -1, -1))


def paint_handle(painter: QPainter, cell: QRect, ink: QColor) -> None:
    """Two small arrows, up and down, at the cell's right edge."""
    handle = handle_of(cell)
    x, y, unit = handle.center().x() - 0.5, handle.center().y() + 0.5, handle.width() / 9
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    for sign in (-1, 1):
        tip, base = y + sign * 6 * unit, y + sign * 2 * unit
        side = 2.5 * unit
        painter.drawPolygon(QPolygonF([QPointF(x, tip), QPointF(x - side, base), QPointF(x + side, base)]))


def cells_rect(view: QTableView, rows: tuple[int, int], columns: tuple[int, int]) -> QRect:
    """The rectangle of half-open ranges of cells, in the coordinates of the table's viewport."""
    first = view.visualRect(view.model().index(rows[0], columns[0]))
    last = view.visualRect(view.model().index(rows[1] - 1, columns[1] - 1))
    return first.united(last)


def cell_rect(view: QTableView, index: QModelIndex) -> QRect:
    """The rectangle of one cell, without the line to its neighbours."""
    return view.visualRect(index).adjusted(0, 0, -1, -1)
