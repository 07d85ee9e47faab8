"""The selected number stays in sight in a map whose cells have no room for numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from figure_scenes import LIGHT, VIEW, painted, random_layer, selected
from PySide6.QtCore import QRectF

from attnviz.figures.compose import heatmap_of
from attnviz.figures.cursor_number import cursor_plate
from attnviz.figures.grid import Grid, layout
from attnviz.figures.heatmap import Fit, Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.theme import font

ROOM = QRectF(0, 0, 700, 500)
NARROW = Fit(0, 22.0, 20.0, False)


def _weights(cursor: tuple[int, int] | None, fit: Fit = NARROW) -> tuple[Heatmap, Grid]:
    made = heatmap_of("weights", random_layer(12, 4), selected(), VIEW)
    model = replace(made, cursor=cursor, fit=fit)
    return model, layout(model, ROOM, LIGHT)


def test_the_plate_is_as_wide_as_its_number_and_as_high_as_its_cell() -> None:
    model, grid = _weights((5, 6))
    found = cursor_plate(grid, model)
    assert found is not None
    plate, pixels = found
    assert model.face is not None
    assert plate.width() >= ruler(font(pixels)).width(model.face.texts[5][6]) > grid.cell_rect(5, 6).width()
    assert plate.height() == grid.cell_rect(5, 6).height()


def test_at_the_edge_of_the_map_the_plate_stays_within() -> None:
    for column in (0, 11):
        model, grid = _weights((5, column))
        found = cursor_plate(grid, model)
        assert found is not None
        assert grid.map.left() <= found[0].left()
        assert found[0].right() <= grid.map.right()


def test_without_a_selected_cell_there_is_no_plate() -> None:
    model, grid = _weights(None)
    assert cursor_plate(grid, model) is None


def test_where_cells_have_their_numbers_there_is_no_plate() -> None:
    model, grid = _weights((5, 6), Fit(10, 44.0, 20.0, False))
    assert cursor_plate(grid, model) is None


def test_cells_that_are_too_low_to_be_read_have_no_plate() -> None:
    model, grid = _weights((5, 6), Fit(0, 22.0, 6.0, False))
    assert cursor_plate(grid, model) is None


def test_a_hidden_cell_has_no_plate() -> None:
    model, _ = _weights((5, 6))
    assert model.face is not None
    hidden = np.zeros((12, 12), dtype=bool)
    hidden[5, 6] = True
    model = replace(model, face=replace(model.face, hidden=hidden))
    assert cursor_plate(layout(model, ROOM, LIGHT), model) is None


def test_letters_are_painted_over_the_cells_beside_it() -> None:
    with_it, grid = _weights((5, 6))
    without = replace(with_it, cursor=None)
    beside = grid.cell_rect(5, 7).center().toPoint()
    found = cursor_plate(grid, with_it)
    assert found is not None
    left = found[0].left() + 2, found[0].center().y()
    one, other = (painted(model, 700, 500) for model in (with_it, without))
    assert one.pixel(round(left[0]), round(left[1])) != other.pixel(round(left[0]), round(left[1]))
    assert beside.x() > found[0].center().x()
