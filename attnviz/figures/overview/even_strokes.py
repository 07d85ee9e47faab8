"""Many lines of one ink that grow no darker where they cross, drawn fast.

As one path they would nearly be so by themselves, but Qt's rasteriser takes ten times as long for a path of hundreds
of lines that cross as for the lines one by one. So each is drawn opaque on a sheet of its own, which is then laid on
the picture with the ink's opacity. Vector files get the one path: they hold what is to be drawn and draw nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPaintEngine, QPainter, QPainterPath, QPen, QTransform


def stroke_evenly(painter: QPainter, lines: Sequence[QPainterPath], pen: QPen) -> None:
    """Draws the lines as if they were one path. pen: its colour may be see-through."""
    if len(lines) == 1 or painter.paintEngine().type() != QPaintEngine.Type.Raster:
        path = QPainterPath()
        for line in lines:
            path.addPath(line)
        painter.strokePath(path, pen)
        return
    ratio = painter.device().devicePixelRatio()
    to_sheet = painter.worldTransform() * QTransform.fromScale(ratio, ratio)
    place = _pixels(painter, lines, pen, to_sheet)
    if place.isEmpty():
        return
    sheet = QImage(place.size(), QImage.Format.Format_ARGB32_Premultiplied)
    sheet.fill(Qt.GlobalColor.transparent)
    own = QPainter(sheet)
    own.setRenderHints(painter.renderHints())
    own.setTransform(to_sheet * QTransform.fromTranslate(-place.left(), -place.top()))
    solid = QPen(pen)
    solid.setColor(QColor.fromRgb(pen.color().rgb()))
    for line in lines:
        own.strokePath(line, solid)
    own.end()
    painter.save()
    painter.setWorldMatrixEnabled(False)
    painter.setOpacity(painter.opacity() * pen.color().alphaF())
    sheet.setDevicePixelRatio(ratio)
    painter.drawImage(QRectF(place).topLeft() / ratio, sheet)
    painter.restore()


def _pixels(painter: QPainter, lines: Sequence[QPainterPath], pen: QPen, to_sheet: QTransform) -> QRect:
    """The pixels that the lines may touch and that are not clipped away."""
    bounds = QRectF()
    for line in lines:
        bounds = bounds.united(line.controlPointRect())
    wide = pen.widthF()
    bounds.adjust(-wide, -wide, wide, wide)
    if painter.hasClipping():
        bounds = bounds.intersected(painter.clipBoundingRect())
    found = to_sheet.mapRect(bounds).toAlignedRect().adjusted(-1, -1, 1, 1)
    device = painter.device()
    return found.intersected(device.rect()) if isinstance(device, QImage) else found
