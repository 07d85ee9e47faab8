"""A circle of light around the pointer; all else is dark."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

RADIUS_PART = 6.0  # the screen's height over the radius
_DARK = QColor(0, 0, 0, 170)


class Spotlight:
    """Where the light is, and whether it is on."""

    def __init__(self) -> None:
        self.on = False
        self.at = QPointF()

    def paint(self, painter: QPainter, rect: QRectF) -> None:
        """Darkens what lies outside the circle; nothing while it is off."""
        if not self.on:
            return
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.OddEvenFill)
        path.addRect(rect)
        radius = rect.height() / RADIUS_PART
        path.addEllipse(self.at, radius, radius)
        painter.fillPath(path, _DARK)
