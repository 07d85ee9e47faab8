"""Paints a cell of a pane under an overlay: its number, and the derivative below it on the derivative's own colour."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QPainter

from attnviz.app.panes.numbers_model import NumbersModel
from attnviz.app.panes.pane_overlay import PaneOverlay
from attnviz.figures.changes_painter import paint_mark
from attnviz.figures.colour_maps import colour_map
from attnviz.figures.labels import ruler
from attnviz.figures.theme import Theme, font

_AIR = 5  # pixels at normal size: over the number, between the two, and under the derivative


def overlaid_size(cell: QSize, least: int, overlay: PaneOverlay, theme: Theme) -> tuple[QSize, int]:
    """The size of a cell with room for the derivative too, and the width below which one would be clipped."""
    number, small = ruler(font(theme.number_px)), ruler(theme.small_font)
    widest = round(small.widest(overlay.widest) + 6)
    height = round(number.figure_height + small.figure_height + 3 * _AIR * theme.factor + 4)
    return QSize(max(cell.width(), widest), max(cell.height(), height)), max(least, widest)


def paint_overlaid(painter: QPainter, rect: QRect, model: NumbersModel, row: int, column: int, theme: Theme) -> None:
    """One cell, a pixel short on two sides as all cells are."""
    overlay, look = model.overlay, model.look(row, column)
    assert overlay is not None
    slopes = overlay.partials
    if slopes is None or not (row < slopes.shape[0] and column < slopes.shape[1]):
        background, ink = model.colours.colours[look.entry], model.colours.text(look.entry)
    else:
        colours = colour_map("auto", theme.name, signed=True)
        entry = overlay.entry(row, column)
        background, ink = colours.colours[entry], colours.text(entry)
    cell = QRectF(rect.adjusted(0, 0, -1, -1))
    painter.fillRect(cell, background)
    painter.setPen(ink)
    number = ruler(font(theme.number_px))
    middle = cell.center().y() + number.figure_height / 2
    if slopes is not None:
        small = ruler(theme.small_font)
        text = small.shortened(overlay.text(row, column), rect.width() - 2)
        low = cell.bottom() - _AIR * theme.factor
        painter.setFont(theme.small_font)
        painter.drawText(QPointF(cell.center().x() - small.width(text) / 2, low), text)
        middle = cell.top() + (low - small.figure_height - cell.top() + number.figure_height) / 2
    painter.setFont(font(theme.number_px))
    text = number.shortened(look.text, rect.width() - 2)
    painter.drawText(QPointF(cell.center().x() - number.width(text) / 2, middle), text)
    moved = overlay.moved
    if moved is not None and moved.moved[row, column]:
        paint_mark(painter, cell, ink, up=moved.rose(row, column))
