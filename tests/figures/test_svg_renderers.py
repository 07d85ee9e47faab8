"""An SVG is the same picture in two renderers that share no code: QtSvg and resvg."""

import numpy as np
import pytest
import resvg_py
from figure_scenes import VIEW, causal, random_layer, selected
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from attnviz.engine.cells import Cell
from attnviz.figures.compose import figure_of
from attnviz.figures.export import ExportOptions, export_bytes


def pixels(image: QImage) -> np.ndarray:
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    raw = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
    return raw[:, : image.width(), :3].astype(np.int16)


def by_qt(data: bytes, width: int, height: int) -> np.ndarray:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(QByteArray(data)).render(painter)
    painter.end()
    return pixels(image)


def by_resvg(data: bytes) -> np.ndarray:
    return pixels(QImage.fromData(bytes(resvg_py.svg_to_bytes(svg_string=data.decode(), dpi=96)), "PNG"))


@pytest.mark.parametrize("figure", ["weights", "masked", "board", "bars", "vectors", "X"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.usefixtures("known_font")
def test_two_renderers_show_the_same_picture(figure, theme):
    choice = selected(1, cell=Cell("weights", 0, 1, 0))
    data = export_bytes(figure_of(figure, causal(), choice, VIEW), ExportOptions(format="svg", width=640, theme=theme))
    one = by_resvg(data)
    other = by_qt(data, one.shape[1], one.shape[0])
    difference = np.abs(one - other).max(axis=2)
    assert difference.mean() < 4  # edges are smoothed in different ways
    assert (difference > 96).mean() < 0.01


@pytest.mark.usefixtures("known_font")
def test_a_map_that_is_one_image_is_the_same_too():
    figure = figure_of("weights", random_layer(80, 2), selected(), VIEW)
    data = export_bytes(figure, ExportOptions(format="svg", width=640))
    one = by_resvg(data)
    other = by_qt(data, one.shape[1], one.shape[0])
    assert np.abs(one - other).max(axis=2).mean() < 6
