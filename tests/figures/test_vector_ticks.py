"""The numbers at the grid lines of a plane: whole, and each told from its neighbours."""

from __future__ import annotations

import pytest
from figure_scenes import VIEW, given, selected
from large_scenes import pixels_of
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from attnviz.figures.compose import vectors_of
from attnviz.figures.theme import theme
from attnviz.figures.vector_ticks import tick_text
from attnviz.figures.vectors import Vectors, plane_layout
from attnviz.figures.vectors_painter import paint_vectors

AROUND = 80
LONGEST = [2e-9, 1.0, 12345.0, 1234567.0, 2e155]


def plane_of(longest: float, *, flat: bool) -> Vectors:
    """One arrow to the left and one to the right, and none of any height where it is flat."""
    height = 0.0 if flat else longest
    return vectors_of(given([[0.5, 0.5]], [[longest, height], [-longest, -height]]), selected(), VIEW)


@pytest.mark.parametrize("size", [(150, 130), (300, 280), (360, 330), (900, 520)])
@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
@pytest.mark.parametrize("longest", LONGEST)
@pytest.mark.parametrize("flat", [True, False])
def test_no_number_is_cut_at_the_edge(flat, longest, text_size, size):
    image = QImage(size[0] + 2 * AROUND, size[1] + 2 * AROUND, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    paint_vectors(painter, QRectF(AROUND, AROUND, *size), plane_of(longest, flat=flat), theme("light", text_size))
    painter.end()
    pixels = pixels_of(image)
    assert (pixels[:, : AROUND - 1] == 255).all()
    assert (pixels[:, AROUND + size[0] + 1 :] == 255).all()


@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
@pytest.mark.parametrize("longest", LONGEST)
@pytest.mark.parametrize("flat", [True, False])
def test_the_plane_leaves_room_for_all_its_numbers(flat, longest, text_size):
    rect = QRectF(0, 0, 380, 320)
    plane = plane_layout(plane_of(longest, flat=flat), rect, theme("light", text_size))
    assert len(plane.numbers()) >= 4
    assert all(rect.left() <= place.left() and place.right() <= rect.right() for _, place in plane.numbers())


@pytest.mark.parametrize(
    ("number", "step", "text"),
    [
        (-1500000.0, 500000.0, "−1.5×10⁶"),
        (6 * 200000.0, 200000.0, "1.2×10⁶"),
        (-1000000.0, 500000.0, "−1×10⁶"),
        (-500000.0, 500000.0, "−500000"),
        (3 * 0.1, 0.1, "0.3"),
        (0.25, 0.05, "0.25"),
        (3e-9, 1e-9, "3×10⁻⁹"),
        (1.5e-7, 5e-8, "1.5×10⁻⁷"),
        (0.0, 1e-9, "0"),
        (2e154, 1e154, "2×10¹⁵⁴"),
    ],
)
def test_a_number_at_a_grid_line_is_what_it_says(number, step, text):
    assert tick_text(number, step) == text
