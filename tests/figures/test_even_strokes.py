"""Many crossing lines of one ink: no darker where they cross, wherever they lie, and one path in a vector file."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen
from PySide6.QtSvg import QSvgGenerator

from attnviz.figures.overview.even_strokes import stroke_evenly


def ink() -> QPen:
    return QPen(QColor(200, 0, 0, 102), 6.0)  # of opacity 0.4


def star(count: int) -> list[QPainterPath]:
    """Lines through (50, 50)."""
    lines = []
    for angle in np.linspace(0, np.pi, count, endpoint=False).tolist():
        across, down = 40 * np.cos(angle), 40 * np.sin(angle)
        line = QPainterPath(QPointF(50 - across, 50 - down))
        line.lineTo(50 + across, 50 + down)
        lines.append(line)
    return lines


def painted(lines: list[QPainterPath], *, ratio: float = 1.0, clip: QRectF | None = None) -> QImage:
    image = QImage(round(100 * ratio), round(100 * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if clip is not None:
        painter.setClipRect(clip)
    stroke_evenly(painter, lines, ink())
    painter.end()
    return image


@pytest.mark.parametrize("count", [1, 3, 40])
@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_where_lines_cross_the_ink_is_as_dark_as_one_line(count: int, ratio: float) -> None:
    image = painted(star(count), ratio=ratio)
    middle = image.pixelColor(round(50 * ratio), round(50 * ratio))
    assert middle.red() == pytest.approx(200 * 0.4 + 255 * 0.6, abs=2)
    assert middle.green() == pytest.approx(255 * 0.6, abs=2)


def test_nothing_is_drawn_outside_of_the_clip() -> None:
    image = painted(star(40), clip=QRectF(0, 0, 50, 100))
    assert image.pixelColor(80, 50) == QColor("white")
    assert image.pixelColor(20, 50) != QColor("white")


def test_lines_lie_where_the_painter_s_own_coordinates_put_them() -> None:
    image = QImage(220, 220, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.translate(110, 0)
    painter.scale(1.1, 2.0)
    stroke_evenly(painter, star(40), ink())
    painter.end()
    assert image.pixelColor(165, 100).green() == pytest.approx(255 * 0.6, abs=2)
    assert image.pixelColor(50, 100) == QColor("white")


def test_a_vector_file_gets_one_path() -> None:
    data = QBuffer()
    drawing = QSvgGenerator()
    drawing.setOutputDevice(data)
    drawing.setSize(QSize(100, 100))
    painter = QPainter(drawing)
    stroke_evenly(painter, star(40), ink())
    painter.end()
    text = bytes(data.data().data()).decode()
    assert text.count("<path") == 1
    assert "<image" not in text
