"""The hatch over what is hidden: lines at 45° on one lattice, so that they continue from cell to cell."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QBrush, QColor, QImage, QPaintEngine, QPainter, QPen, QTransform

from attnviz.figures.theme import Theme

STEP = 7.0  # pixels between the lines, along a row
WIDTH = 1.15  # a line of exactly 1 is spread over two half-strong pixels by Qt 6, and then falls below 3:1
_ENLARGED = 3.0  # times that a vector file is expected to be enlarged


def paint_hatch(painter: QPainter, rects: list[QRectF], theme: Theme) -> None:
    """Hatches some rectangles: with a tile in pixels where there are pixels, which is fast, with lines in a file."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    if is_raster(painter):
        brush = _tile(theme.palette.hatch.rgb(), round(pixels_per_unit(painter), 3))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for rect in rects:
            painter.fillRect(rect, brush)
    else:
        painter.setPen(theme.pen(theme.palette.hatch, WIDTH))
        painter.drawLines([line for rect in rects for line in hatch_lines(rect)])


def is_raster(painter: QPainter) -> bool:
    """True on a screen or an image, False in an SVG, a PDF and on paper."""
    return painter.paintEngine().type() == QPaintEngine.Type.Raster


def pixels_per_unit(painter: QPainter) -> float:
    """How fine the device is; files that can be enlarged count as fine whatever their nominal resolution."""
    scale = abs(painter.combinedTransform().m11()) * painter.device().devicePixelRatioF()
    return max(scale, 0.01) if is_raster(painter) else max(scale, 1.0) * _ENLARGED


def hatch_lines(rect: QRectF, step: float = STEP) -> list[QLineF]:
    """Lines rising to the right inside a rectangle, on one lattice for the whole picture."""
    left, top, right, bottom = rect.left(), rect.top(), rect.right(), rect.bottom()
    lines = []
    total = (int((left + top) // step) + 1) * step  # x + y along a line
    while total < right + bottom:
        low = QPointF(max(left, total - bottom), min(bottom, total - left))
        high = QPointF(min(right, total - top), max(top, total - right))
        lines.append(QLineF(low, high))
        total += step
    return lines


@lru_cache(maxsize=32)
def _tile(rgb: int, sharpness: float) -> QBrush:
    """One step of the lattice as a picture of whole pixels."""
    size = max(3, round(STEP * sharpness))
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(QColor.fromRgb(rgb), WIDTH * max(1.0, sharpness)))
    for shift in (-size, 0, size):  # the neighbours' lines reach into the corners
        painter.drawLine(QLineF(shift - size, size * 2, shift + size * 2, -size))
    painter.end()
    brush = QBrush(image)
    scale = STEP / size  # so that the lattice keeps its step whatever the pixels are
    brush.setTransform(QTransform.fromScale(scale, scale))
    return brush
