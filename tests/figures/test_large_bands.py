"""Heads side by side in a large map are told apart, and what belongs to a row is one line through all maps."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from large_scenes import LIGHT, large_map, listened, painted
from PySide6.QtCore import QRectF

from attnviz import Projected, Scenario, trace
from attnviz.content.presets import preset
from attnviz.figures.board import place, place_naturally
from attnviz.figures.comparison import halves, side_by_side_of
from attnviz.figures.compose import figure_of, part_of
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.layout import layout
from attnviz.figures.large.named import column_names
from attnviz.figures.matrix_figure import Band, Frame
from attnviz.figures.view import Selection, View

ROLE = np.array(LIGHT.role("output").getRgb()[:3])


def layer():
    numbers = np.random.default_rng(5)
    X = numbers.normal(size=(300, 32))
    return trace(Scenario(Projected(X, *(numbers.normal(size=(32, 32)) for _ in range(4))), heads=4))


def test_concatenated_columns_are_named_by_their_heads():
    board = figure_of("concat", layer(), Selection(), View())
    concatenated = next(panel for panel in board.panels if panel.key == "concatenated")
    ground = layout(concatenated, QRectF(0, 0, 500, 500), LIGHT)
    names = column_names(concatenated, ground)
    assert [name.text for name in names.names] == ["H1", "H2", "H3", "H4"]
    assert [name.middle for name in names.names] == pytest.approx([ground.x_of(4 + 8 * head) for head in range(4)])


def test_heads_too_narrow_for_their_names_have_their_numbers():
    bands = tuple(Band((50 * head, 50 * head + 50), f"Head {head + 1}", str(head + 1)) for head in range(8))
    model = large_map(np.zeros((400, 400)), signed=True, bands=bands, follows=("rows", None))
    names = column_names(model, layout(model, QRectF(0, 0, 190, 400), LIGHT))
    assert [name.text for name in names.names] == ["1", "2", "3", "4", "5", "6", "7", "8"]


def test_pieces_of_a_thin_row_are_one_solid_line():
    frames = Frame((200, 201), (0, 400), "output", dashed=True), Frame((200, 201), (0, 50), "output", strong=True)
    model = large_map(np.zeros((400, 400)), signed=True, frames=frames)
    image, area = painted(model), layout(model, QRectF(0, 0, 700, 600), LIGHT).map
    rows = image[int(area.top()) : int(area.bottom()), int(area.left()) + 3 : int(area.right()) - 3]
    coloured = (np.abs(rows.astype(int) - ROLE).max(-1) < 60).sum(0)
    assert coloured.min() == coloured.max() == 2


def test_both_sides_of_a_comparison_have_one_size_of_map_while_one_is_on_its_way():
    now = figure_of("weights", layer(), Selection(), View())
    assert isinstance(now, LargeMap)
    both = side_by_side_of(replace(now, picture=None, values=None, dim_reason="…", scale_ends=None), now)
    left, right = halves(QRectF(0, 0, 700, 500))
    areas = [
        layout(part.figure, part.rect, LIGHT).map
        for board, rect in ((both.left, left), (both.right, right))
        for part in place(board, rect, LIGHT)
        if isinstance(part.figure, LargeMap)
    ]
    assert areas[0].size() == areas[1].size()


def test_a_board_of_large_maps_on_a_free_sheet_has_room_for_whole_titles():
    board = figure_of("board", layer(), Selection(), View())
    _, placed = place_naturally(board, LIGHT)
    maps = [part for part in placed if isinstance(part.figure, LargeMap)]
    assert min(layout(part.figure, part.rect, LIGHT).map.width() for part in maps) > 100
    assert min(part.rect.width() for part in placed) >= 250


def test_of_heads_too_narrow_for_their_numbers_each_nth_is_named():
    bands = tuple(Band((4 * head, 4 * head + 4), f"head {head + 1}", str(head + 1)) for head in range(12))
    model = large_map(np.zeros((300, 48)), signed=True, bands=bands, follows=("rows", None))
    ground = layout(model, QRectF(0, 0, 200, 600), LIGHT)
    named = column_names(model, ground)
    assert not named.by_number
    assert [name.text for name in named.names[:2]] in (["H1", "H4"], ["H1", "H5"])
    middles = [ground.x_of(name.index + 2) for name in named.names]
    assert [name.middle for name in named.names] == pytest.approx(middles)


def test_three_large_maps_of_a_high_page_stand_in_two_lines():
    rng = np.random.default_rng(3)
    inputs = (rng.normal(size=shape) for shape in ((300, 64), (64, 64), (64, 64), (64, 64)))
    layer = Scenario(Projected(*inputs, W_O=rng.normal(size=(64, 96))), heads=4)
    board = figure_of("concat", trace(layer), Selection(0, 1, None), View())
    high, low = (place(board, QRectF(0, 0, 700, height), LIGHT) for height in (620, 300))
    assert len({part.rect.top() for part in high}) == 2
    assert max(part.rect.bottom() for part in high) > 0.95 * 620
    assert len({part.rect.top() for part in low}) == 1


@pytest.mark.parametrize("width", range(300, 900, 60))
def test_heads_of_a_small_map_are_named_by_one_rule(width: int) -> None:
    figure = part_of("concatenated", trace(preset("trophy-layer")), Selection(0, 1, None), View())
    bands = figure.bands
    assert len(bands) == 12
    texts = listened(figure, (width, 200)).texts
    short = [f"H{number}" for number in range(1, 13)]
    named = [text for text in texts if text in {*(band.label for band in bands), *short}]
    assert named in [[band.label for band in bands], *(short[::step] for step in (1, 2, 3, 4, 6))]
