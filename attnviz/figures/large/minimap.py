"""A small map of the whole beside a part of it, with a frame around what is seen."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from attnviz.figures.colour_maps import ColourMap
from attnviz.figures.large.fading import strength
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.layout import Ground
from attnviz.figures.large.pixels import paint_pixels
from attnviz.figures.viewport import whole

_LEAST_FRAME = 6.0  # pixels of the frame's side, however little is seen


def paint_minimap(painter: QPainter, place: Ground, model: LargeMap, colours: ColourMap) -> None:
    """Draws it, and a frame around what is seen."""
    area, theme = place.minimap, place.theme
    painter.setOpacity(strength(model))
    paint_pixels(painter, area, model, whole(model.shape), colours, theme)
    painter.setOpacity(1.0)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(theme.pen(theme.palette.border))
    painter.drawRect(area.adjusted(-0.5, -0.5, 0.5, 0.5))
    frame = frame_in_minimap(place, model)
    painter.setPen(QPen(theme.palette.panel, 4.0))
    painter.drawRect(frame)
    painter.setPen(theme.pen(theme.palette.accent, 2.0))
    painter.drawRect(frame)


def frame_in_minimap(place: Ground, model: LargeMap) -> QRectF:
    """The frame around what is seen, never so small that it is lost."""
    area, seen = place.minimap, place.viewport
    down, across = area.height() / model.shape[0], area.width() / model.shape[1]
    exact = QRectF(
        area.left() + seen.left * across, area.top() + seen.top * down, seen.columns * across, seen.rows * down
    )
    middle = exact.center()
    width, height = max(exact.width(), _LEAST_FRAME), max(exact.height(), _LEAST_FRAME)
    left = min(max(middle.x() - width / 2, area.left()), area.right() - width)
    top = min(max(middle.y() - height / 2, area.top()), area.bottom() - height)
    return QRectF(left, top, width, height)
