"""Painting the frames that set cells off, in small and large maps alike."""

from __future__ import annotations

from math import floor

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from attnviz.figures.matrix_figure import Frame
from attnviz.figures.theme import Theme

CURSOR = 3.0  # pixels: the frame of the selected cell
_THIN, _STRONG = 1.5, 2.5
_ROOMY = 12.0  # pixels of a framed row that is not hidden by its frame
_ROUND = 2.5
_LINE, _LONG = 4.0, 16.0  # pixels: a framed row thinner than this and longer than that is a line
_SEEN = 1.5  # pixels of a row from which on its colours are seen
_ONE = 2.0  # of all lines, so that pieces of a row that lie on each other look like one


def width_of(frame: Frame) -> float:
    """How wide its line is, in pixels."""
    return _STRONG if frame.strong else _THIN


def paint_frame(
    painter: QPainter, area: QRectF, theme: Theme, colour: QColor, width: float, *, dashed: bool = False
) -> None:
    """A rounded frame on a halo of the panel's colour, so that it stands out from any cell; around a thin row."""
    out = 0.5 if min(area.width(), area.height()) >= _ROOMY else width / 2 + 1
    area = area.adjusted(-out, -out, out, out)
    painter.setPen(QPen(theme.palette.panel, width + 2))
    painter.drawRoundedRect(area, _ROUND, _ROUND)
    painter.setPen(theme.pen(colour, width, dashed=dashed))
    painter.drawRoundedRect(area, _ROUND, _ROUND)


def paint_frame_or_line(
    painter: QPainter, area: QRectF, theme: Theme, colour: QColor, frame: Frame, width: float
) -> None:
    """The frame around `area`; one too thin for that has a hair line around it, and the thinnest is a line itself.

    A whole frame would hide the rows beside such a row, and a line over it the row that it points out.
    """
    thin, long = min(area.width(), area.height()), max(area.width(), area.height())
    strip = (frame.rows[1] - frame.rows[0] > 1) != (frame.columns[1] - frame.columns[0] > 1)
    if thin >= _LINE or not (long > _LONG or strip):
        paint_frame(painter, area, theme, colour, width, dashed=frame.dashed)
        return
    if thin >= _SEEN:
        _paint_hair(painter, area, theme, colour)
        return
    middle, across = area.center(), area.width() >= area.height()
    x, y = round(middle.x()), round(middle.y())  # so that both of its pixels are full
    start = QPointF(area.left(), y) if across else QPointF(x, area.top())
    stop = QPointF(area.right(), y) if across else QPointF(x, area.bottom())
    painter.setPen(QPen(theme.palette.panel, _ONE + 1, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    painter.drawLine(start, stop)
    painter.setPen(theme.pen(colour, _ONE))
    painter.drawLine(start, stop)


def _paint_hair(painter: QPainter, area: QRectF, theme: Theme, colour: QColor) -> None:
    """A line of one pixel around a row, over no pixel that is mostly its own."""
    left, top = floor(area.left() + 0.5) - 0.5, floor(area.top() + 0.5) - 0.5
    right, bottom = floor(area.right() + 0.5) + 0.5, floor(area.bottom() + 0.5) + 0.5
    painter.setPen(theme.pen(colour, 1.0))
    painter.drawRect(QRectF(left, top, right - left, bottom - top))
