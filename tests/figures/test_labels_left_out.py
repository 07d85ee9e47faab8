"""Which names stand beside a map where not all of them have room."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from figure_scenes import VIEW, selected
from PySide6.QtCore import QRectF

from attnviz import Direct, Projected, Scenario, load, trace
from attnviz.figures.board import place
from attnviz.figures.compose import concat_of, heads_of
from attnviz.figures.compose_heatmap import heatmap_of
from attnviz.figures.grid import layout
from attnviz.figures.heatmap import Fit
from attnviz.figures.theme import theme

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize(("size", "height"), [("normal", 0), ("large", 0), ("projector", 768)])
def test_numbers_of_hundreds_of_rows_are_as_large_as_those_over_the_columns(size, height):
    look = theme("light", size, height)
    for part in place(concat_of(trace(load("trophy-layer")), selected(), VIEW), QRectF(0, 0, 690, 590), look):
        if part.figure.key == "W_O":
            grid = layout(part.figure, part.rect, look)
            assert grid.row_px == grid.theme.small_px
            assert grid.row_step * grid.cell_rect(0, 0).height() >= 1.2 * grid.row_px


@pytest.mark.parametrize(("width", "height"), [(430, 768), (560, 1080)])
def test_rows_of_joined_heads_are_named_for_the_last_row_of_a_room(width, height):
    look = theme("light", "projector", height)
    numbers = np.random.default_rng(2)
    layer = Projected(*(numbers.normal(size=size) for size in ((12, 16), (16, 16), (16, 16), (16, 16), (16, 16))))
    parts = place(
        concat_of(trace(Scenario(layer, heads=4)), selected(), VIEW), QRectF(0, 0, width, 0.45 * height), look
    )
    assert [part.figure.key for part in parts] == ["concatenated", "W_O", "output"]
    for part in parts:
        grid = layout(part.figure, part.rect, look)
        assert grid.row_px >= 0.85 * height / 40
        assert grid.row_step * grid.cell_rect(0, 0).height() >= grid.row_px


@pytest.mark.parametrize(("size", "height"), [("normal", 0), ("large", 0), ("projector", 768)])
@pytest.mark.parametrize("width", [690, 790, 1300])
def test_tokens_are_named_at_the_same_steps_beside_rows_and_over_columns(size, height, width):
    look = theme("light", size, height)
    board = heads_of(trace(load("trophy-layer")), selected(10), VIEW)
    for part in place(board, QRectF(0, 0, width, 560), look):
        grid = layout(part.figure, part.rect, look)
        if grid.row_step and grid.column_step:
            assert grid.row_step == grid.column_step


@pytest.mark.parametrize("row", range(16))
def test_the_row_that_is_followed_is_named_whichever_are_left_out(row):
    layer = Direct(*(np.random.default_rng(1).normal(size=(16, 4)) for _ in range(3)))
    made = trace(Scenario(layer, tokens=tuple(f"token {number}" for number in range(16))))
    figure = replace(heatmap_of("weights", made, selected(row), VIEW), fit=Fit(0, 5.0, 5.0, legend=False))
    grid = layout(figure, QRectF(0, 0, 300, 300), theme())
    assert grid.row_step > 1
    rows = list(grid.labelled_rows(figure))
    assert row in rows
    assert all(grid.ys[after] - grid.ys[before] >= grid.row_px for before, after in pairwise(rows))


def test_the_row_that_is_followed_in_another_map_of_the_line_is_named_at_its_beginning():
    board = heads_of(trace(load("trophy-layer")), replace(selected(10), head=1), VIEW)
    look = theme("light", "projector", 768)
    first, second, *_ = place(board, QRectF(0, 0, 790, 590), look)
    assert first.rect.top() == second.rect.top()
    assert 10 in layout(first.figure, first.rect, look).labelled_rows(first.figure)


def test_a_few_low_rows_keep_as_many_names_as_have_room():
    figure = replace(
        heatmap_of("weights", trace(load("trophy-layer")), selected(), VIEW), fit=Fit(0, 9.0, 9.0, legend=False)
    )
    assert layout(figure, QRectF(0, 0, 300, 300), theme()).row_step <= 2


@pytest.mark.parametrize(("size", "height", "room"), [
    ("normal", 0, (690, 620)), ("large", 0, (700, 600)), ("projector", 768, (790, 580)),
    ("projector", 1080, (1140, 860)),
])  # fmt: skip
def test_maps_of_concat_have_legends_and_no_strip_is_a_thread(size, height, room):
    look = theme("light", size, height)
    for part in place(concat_of(trace(load("trophy-layer")), selected(), VIEW), QRectF(0, 0, *room), look):
        grid = layout(part.figure, part.rect, look)
        assert not grid.legend.isEmpty() or part.figure.key == "b_O"
        assert grid.map.height() >= 11.5


@pytest.mark.parametrize("name", ["uneven-heads", "two-heads", "trophy-layer"])
@pytest.mark.parametrize(("size", "height"), [("normal", 0), ("large", 0), ("projector", 768)])
@pytest.mark.parametrize("width", [500, 700, 1200])
def test_all_titles_of_concat_tell_their_shapes_or_none_does(name, size, height, width):
    look = theme("light", size, height)
    parts = place(concat_of(trace(load(name)), selected(0), VIEW), QRectF(0, 0, width, 620), look)
    assert len({part.figure.fit.words == 0 for part in parts}) == 1
