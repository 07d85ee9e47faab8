"""Paints a walk over arrays: sheets, their numbers, and the operation on the arrow from one array to the next."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF

from attnviz.figures.labels import ruler
from attnviz.figures.labs.boxes import PlacedBox, boxes_layout, shape_text
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.heading import paint_heading
from attnviz.figures.labs.sheets import Sheet
from attnviz.figures.theme import Theme

_HEAD = 7.0  # the length of an arrowhead
_FILL = 0.12


def paint_boxes(painter: QPainter, rect: QRectF, drawing: Drawing, theme: Theme) -> None:
    """Draws the walk in `rect`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    paint_heading(painter, rect, drawing, theme)
    for placed in boxes_layout(drawing, rect, theme):
        _paint_arrow(painter, placed, theme)
        _paint_box(painter, placed, theme)
    painter.restore()


def _paint_box(painter: QPainter, placed: PlacedBox, theme: Theme) -> None:
    box, palette = placed.box, theme.palette
    colour = palette.error if box.wrong else theme.role(box.role)
    painter.setFont(theme.title_font)
    painter.setPen(colour)
    painter.drawText(placed.label, f"{box.label} ✗" if box.wrong else box.label)
    painter.setFont(theme.small_font)
    painter.setPen(palette.soft)
    painter.drawText(placed.shape, shape_text(box))
    for text, place in placed.captions:
        painter.drawText(place, text)
    for sheet in placed.sheets:
        _paint_sheet(painter, sheet, colour, theme, dashed=box.wrong)


def _paint_sheet(painter: QPainter, sheet: Sheet, colour: QColor, theme: Theme, *, dashed: bool) -> None:
    palette = theme.palette
    fill = QColor(colour)
    fill.setAlphaF(_FILL)
    painter.fillRect(sheet.rect, palette.panel)
    painter.fillRect(sheet.rect, fill)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if sheet.texts:
        _paint_numbers(painter, sheet, theme)
    painter.setPen(theme.pen(colour, 1.2, dashed=dashed))
    painter.drawRect(sheet.rect)


def _paint_numbers(painter: QPainter, sheet: Sheet, theme: Theme) -> None:
    small, rect = ruler(theme.small_font), sheet.rect
    rows, columns = len(sheet.texts), len(sheet.texts[0])
    wide, high = rect.width() / columns, rect.height() / rows
    painter.setPen(theme.pen(theme.palette.border))
    painter.drawLines(
        [QLineF(rect.left() + wide * j, rect.top(), rect.left() + wide * j, rect.bottom()) for j in range(1, columns)]
    )
    painter.drawLines(
        [QLineF(rect.left(), rect.top() + high * i, rect.right(), rect.top() + high * i) for i in range(1, rows)]
    )
    painter.setFont(theme.small_font)
    painter.setPen(theme.palette.text)
    for i, texts in enumerate(sheet.texts):
        baseline = rect.top() + high * (i + 0.5) + small.figure_height / 2
        for j, text in enumerate(texts):
            painter.drawText(QPointF(rect.left() + wide * (j + 0.5) - small.width(text) / 2, baseline), text)


def _paint_arrow(painter: QPainter, placed: PlacedBox, theme: Theme) -> None:
    if placed.arrow is None:
        return
    start, tip = placed.arrow
    colour = theme.palette.soft
    painter.setPen(theme.pen(colour, 1.5))
    painter.drawLine(QLineF(start, tip - QPointF(_HEAD, 0)))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([tip, tip + QPointF(-_HEAD, -0.5 * _HEAD), tip + QPointF(-_HEAD, 0.5 * _HEAD)]))
    painter.setFont(theme.small_font)
    painter.setPen(theme.palette.text)
    for text, place in placed.operation:
        painter.drawText(place, text)
