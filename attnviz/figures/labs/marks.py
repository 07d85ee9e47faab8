"""The shapes of points that tell lines of one colour apart."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from attnviz.figures.theme import Theme

_RADIUS = 3.4  # pixels at normal size
_AREA = {"square": 0.9, "diamond": 1.3}  # times the radius, so that all shapes have much the same area


def paint_mark(painter: QPainter, point: QPointF, shape: str, colour: QColor, theme: Theme) -> None:
    """A disc, a ring, a square or a diamond around a point."""
    reach = _RADIUS * max(1.0, theme.factor**0.5) * _AREA.get(shape, 1.0)
    painter.save()
    painter.setPen(QPen(colour, 1.6))
    painter.setBrush(theme.palette.panel if shape == "ring" else colour)
    if shape == "square":
        painter.drawRect(QRectF(point.x() - reach, point.y() - reach, 2 * reach, 2 * reach))
    elif shape == "diamond":
        painter.drawPolygon(
            QPolygonF([point + QPointF(*way) for way in ((0, -reach), (reach, 0), (0, reach), (-reach, 0))])
        )
    else:
        painter.drawEllipse(point, reach, reach)
    painter.restore()
