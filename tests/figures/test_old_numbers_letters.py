"""The old number under a new one in its cell: where both have room, and how large it is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from figure_scenes import traced
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from attnviz.content.presets import preset
from attnviz.engine.edits import set_cell
from attnviz.figures.changes import marked
from attnviz.figures.changes_painter import old_px, paint_mark, rise_of
from attnviz.figures.compose import heatmap_of
from attnviz.figures.grid import layout
from attnviz.figures.heatmap import Fit, Heatmap
from attnviz.figures.theme import theme
from attnviz.figures.view import Selection, View

pytestmark = pytest.mark.usefixtures("qapp")

QUERY_2 = Selection(0, 1, None)


def test_a_number_makes_room_for_the_old_one_where_its_cell_is_high_enough() -> None:
    now, before = (
        heatmap_of("scores", traced(scenario), QUERY_2, View(), compact=True)
        for scenario in (set_cell(preset("by-hand"), "W_K", 0, 0, 3), preset("by-hand"))
    )
    changed = marked(now, before)
    assert isinstance(changed, Heatmap)
    assert changed.face is not None

    def rise(height: float) -> float:
        placed = replace(changed, fit=Fit(15, 68, height, False))
        return rise_of(layout(placed, QRectF(0, 0, 400, 400), theme()), placed.face)

    assert rise(22) == 0  # no room for both: the mark alone
    assert rise(31) > 0
    assert rise(60) == 0  # room anyway


@pytest.mark.parametrize(("number_px", "small"), [(20, 0), (24, 17), (60, 24)])
def test_an_old_number_is_read_from_the_last_row_or_is_not_there(number_px: int, small: int) -> None:
    model = heatmap_of("scores", traced(preset("by-hand")), QUERY_2, View(), compact=True)
    grid = layout(
        replace(model, fit=Fit(number_px, 200, 120, False)), QRectF(0, 0, 900, 900), theme("light", "projector", 768)
    )
    assert grid.number_px == number_px
    assert old_px(grid) == small


def arrow_height(cell: float, *, alone: bool) -> int:
    """The height of the mark in a square cell of that many pixels, as it is painted."""
    image = QImage(80, 80, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    with QPainter(image) as painter:
        paint_mark(painter, QRectF(10, 10, cell, cell), QColor("black"), up=True, alone=alone)
    return sum(any(image.pixelColor(x, y).value() < 200 for x in range(80)) for y in range(80))


@pytest.mark.parametrize("cell", [13, 17, 26])
def test_the_mark_of_a_cell_without_a_number_is_seen_as_an_arrow(cell: float) -> None:
    assert arrow_height(cell, alone=True) >= 5


def test_a_mark_beside_a_number_leaves_it_its_room() -> None:
    assert arrow_height(30, alone=False) <= 30 / 5 + 1
