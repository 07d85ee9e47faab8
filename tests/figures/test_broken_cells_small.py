"""Marks of broken cells leave the cells to be seen, however small these are."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.matrix import matrix_layout
from attnviz.figures.labs.painting import paint_drawing
from attnviz.figures.theme import theme
from attnviz.labs.exhibits import Matrix


@pytest.mark.parametrize(("count", "corners"), [(60, False), (30, False), (12, True)])
def test_corners_stand_in_broken_cells_alone_that_are_large_enough_for_them(count: int, corners: bool) -> None:
    every = tuple((row, column) for row in range(count) for column in range(count))
    drawing = Drawing(Matrix("m", "m", np.zeros((count, count)), broken=every))
    place, look = QRectF(0, 0, 300, 300), theme("dark")
    image = QImage(300, 300, QImage.Format.Format_RGB32)
    image.fill(look.palette.panel)
    painter = QPainter(image)
    paint_drawing(painter, place, drawing, look)
    painter.end()
    inside = matrix_layout(drawing, place, look)[2].map.toRect().adjusted(4, 4, -4, -4)
    error = look.palette.error.rgb()
    marked = sum(
        image.pixel(x, y) == error
        for x in range(inside.left(), inside.right() + 1)
        for y in range(inside.top(), inside.bottom() + 1)
    )
    assert bool(marked) == corners
