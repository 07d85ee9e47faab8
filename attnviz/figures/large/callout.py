"""The number of the selected cell beside its frame, where the cell itself has no room for it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from attnviz.content.numerals import in_full
from attnviz.figures.labels import ruler
from attnviz.figures.large.codes import MASKED
from attnviz.figures.large.fading import number_strength
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.layout import Ground
from attnviz.figures.large.numbers import is_written
from attnviz.figures.theme import font

_APART = 8.0  # from the cell to the plate
_AIR = 6.0  # left and right of the number
_HIGH = 1.5  # times its letters


def callout_of(model: LargeMap, place: Ground) -> tuple[QRectF, str] | None:
    """Where the plate stands and what is on it.

    None where no cell is selected or seen, its number stands in it, or there is none.
    """
    picture, cursor = model.picture, model.cursor
    if cursor is None or picture is None or model.values is None or not model.numbers or model.compact:
        return None
    row, column = cursor
    cell = place.region_rect((row, row + 1), (column, column + 1)).intersected(place.map)
    if cell.isEmpty() or is_written(model, place, row, column):
        return None
    hidden = picture.has_cells and picture.levels[0][row, column] == MASKED
    value = model.values[row, column]
    text = "hidden" if hidden else in_full(value, model.decimals)
    wide = ruler(font(place.theme.number_px)).width(text) + 2 * _AIR
    high = round(_HIGH * place.theme.number_px)
    left = cell.right() + _APART
    if left + wide > place.map.right():
        left = max(cell.left() - _APART - wide, place.map.left())
    top = min(max(cell.center().y() - high / 2, place.map.top()), max(place.map.bottom() - high, place.map.top()))
    return QRectF(round(left) + 0.5, round(top) + 0.5, round(wide), high), text


def paint_callout(painter: QPainter, place: Ground, model: LargeMap) -> None:
    """Draws it on the panel's colour, fainter where the number is old."""
    found = callout_of(model, place)
    if found is None:
        return
    (plate, text), theme = found, place.theme
    measure = ruler(font(theme.number_px))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.palette.panel)
    painter.drawRoundedRect(plate, 3, 3)
    painter.setOpacity(number_strength(model))
    painter.setPen(theme.pen(theme.palette.text))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(plate, 3, 3)
    painter.setFont(measure.font)
    painter.setPen(theme.palette.text)
    middle = plate.center()
    painter.drawText(QPointF(middle.x() - measure.width(text) / 2, middle.y() + measure.figure_height / 2), text)
    painter.setOpacity(1.0)
