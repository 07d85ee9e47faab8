"""The board: panels inside its rectangle, apart from each other, with one cell size, read in order."""

import itertools

import pytest
from figure_scenes import LIGHT, VIEW, causal, given, painted, random_layer, selected
from PySide6.QtCore import QRectF

from attnviz import trace
from attnviz.content.presets import PRESETS, preset
from attnviz.engine.cells import Cell
from attnviz.figures import board as board_module
from attnviz.figures.board import place, place_naturally, title_look
from attnviz.figures.compose import board_of, concat_of, heads_of
from attnviz.figures.figure import cell_rect, hit
from attnviz.figures.grid import layout
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.theme import font, theme
from attnviz.figures.view import View

SIZES = [(750, 550), (1300, 900)]
NAMES = [entry.name for entry in PRESETS]


def apart_and_inside(rects, room):
    inside = all(room.adjusted(-0.01, -0.01, 0.01, 0.01).contains(rect) for rect in rects)
    return inside and not any(one.intersects(other) for one, other in itertools.combinations(rects, 2))


def rects_of(board, room, look):
    """The rectangle of each panel."""
    return tuple(placed.rect for placed in place(board, room, look))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [*SIZES, (400, 300), (200, 100), (40, 30)])
@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_panels_lie_within_the_board_and_do_not_overlap(name, size, text_size):
    room = QRectF(12, 7, *size)
    layer = trace(preset(name))
    for board in (
        board_of(layer, selected(), VIEW),
        heads_of(layer, selected(), VIEW),
        concat_of(layer, selected(), VIEW),
    ):
        assert apart_and_inside(rects_of(board, room, theme("light", text_size)), room)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", SIZES)
def test_each_map_lies_inside_its_panel(name, size):
    for placed in place(board_of(trace(preset(name)), selected(), VIEW), QRectF(0, 0, *size), LIGHT):
        if isinstance(placed.figure, Heatmap):
            grid = layout(placed.figure, placed.rect, LIGHT)
            assert placed.rect.adjusted(0, 0, 1, 1).contains(grid.map)
            assert grid.legend.isEmpty() or placed.rect.adjusted(0, 0, 1.5, 1.5).contains(grid.legend)


@pytest.mark.parametrize("name", ["by-hand", "by-hand-causal", "one-query", "two-heads", "uneven-heads", "padding"])
@pytest.mark.parametrize("size", SIZES)
def test_small_scenarios_show_every_number_on_the_board(name, size):
    for placed in place(board_of(trace(preset(name)), selected(), VIEW), QRectF(0, 0, *size), LIGHT):
        assert placed.figure.fit.number_px >= 11


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_every_number_on_the_board_fits_its_cell(size, text_size):
    look = theme("light", text_size)
    for placed in place(board_of(causal(), selected(), VIEW), QRectF(0, 0, *size), look):
        if isinstance(placed.figure, Heatmap) and placed.figure.fit.number_px:
            widest = ruler(font(placed.figure.fit.number_px)).widest(placed.figure.face.distinct)
            assert widest + 2 <= layout(placed.figure, placed.rect, look).cell_rect(0, 0).width()


@pytest.mark.parametrize("size", SIZES)
def test_all_maps_of_the_board_have_one_cell_size(size):
    placed = place(board_of(causal(), selected(), VIEW), QRectF(0, 0, *size), LIGHT)
    assert (
        len(
            {
                (part.figure.fit.cell_width, part.figure.fit.cell_height)
                for part in placed
                if isinstance(part.figure, Heatmap)
            }
        )
        == 1
    )


def test_cells_grow_with_the_window():
    board = board_of(causal(), selected(), VIEW)
    small, large = (place(board, QRectF(0, 0, *size), LIGHT)[0].figure.fit for size in SIZES)
    assert large.number_px >= 1.6 * small.number_px


def test_the_board_fills_most_of_a_large_window():
    room = QRectF(0, 0, 1150, 860)
    rects = rects_of(board_of(causal(), selected(), VIEW), room, LIGHT)
    assert max(rect.bottom() for rect in rects) > 0.9 * room.height()


def test_projector_numbers_on_the_board_are_a_fortieth_of_the_window():
    placed = place(board_of(causal(), selected(), VIEW), QRectF(0, 0, 1300, 900), theme("light", "projector", 1080))
    assert all(part.figure.fit.number_px >= 1080 / 40 for part in placed)


def test_the_board_shows_every_stage_in_reading_order_and_then_the_bars():
    board = board_of(causal(), selected(), VIEW)
    assert [panel.key for panel in board.panels[:-1]] == [
        "queries", "keys", "values", "scores", "scaled", "masked", "exponentials", "weights", "output",
    ]  # fmt: skip
    assert board.panels[-1].title.startswith("Query 1")


def test_several_heads_show_the_heads_output_and_the_layers():
    keys = [panel.key for panel in board_of(random_layer(3, 4, heads=2), selected(), VIEW).panels]
    assert "head_output" in keys
    assert "output" in keys


def test_lines_of_the_blackboard_stay_apart_where_there_is_room():
    rects = rects_of(board_of(causal(), selected(), VIEW), QRectF(0, 0, 1300, 900), LIGHT)
    tops = [rect.top() for rect in rects]
    assert tops[0] == tops[2] < tops[3] == tops[5] < tops[6] == tops[7]
    assert rects[8].top() > rects[7].top()  # the output stands under the weights, the bars beside it
    assert rects[9].top() == rects[8].top()


def test_given_weights_have_a_board_of_what_there_is():
    alone = board_of(given([[0.5, 0.5]]), selected(), VIEW)
    mixed = board_of(given([[0.5, 0.5]], [[1.0, 2.0], [3.0, 4.0]]), selected(), VIEW)
    assert [panel.key for panel in alone.panels] == ["weights", "weights"]
    assert [panel.key for panel in mixed.panels] == ["weights", "output", "weights"]
    painted(alone, 300, 200)
    painted(mixed, 300, 200)


def test_heads_on_a_shared_scale_have_one_legend_and_the_same_ends():
    board = heads_of(random_layer(4, 6, heads=3), selected(), VIEW, "scores")
    ends = {panel.legend_ends for panel in board.panels}
    lows = [random_layer(4, 6, heads=3).at("scores", head).min() for head in range(3)]
    highs = [random_layer(4, 6, heads=3).at("scores", head).max() for head in range(3)]
    assert ends == {(min(lows), max(highs))}
    assert board.shared
    assert not any(panel.legend for panel in board.panels)


def test_heads_on_their_own_scale_have_their_own_legend():
    board = heads_of(random_layer(4, 6, heads=3), selected(), View(shared_scale=False), "scores")
    assert len({panel.legend_ends for panel in board.panels}) == 3
    assert all(panel.legend for panel in board.panels)


def test_twelve_heads_are_told_apart_by_their_titles():
    assert [panel.title for panel in heads_of(random_layer(4, 12, heads=12), selected(), VIEW).panels] == [
        f"Head {number}" for number in range(1, 13)
    ]


def test_concatenation_marks_the_columns_of_each_head():
    board = concat_of(random_layer(3, 4, heads=2), selected(), VIEW)
    assert [panel.key for panel in board.panels] == ["concatenated", "W_O", "output"]
    assert [(band.columns, band.label) for band in board.panels[0].bands] == [((0, 2), "head 1"), ((2, 4), "head 2")]


def test_a_point_on_the_board_finds_the_cell_of_the_panel_it_is_in():
    board, room = board_of(causal(), selected(), VIEW), QRectF(0, 0, 750, 550)
    for cell in (Cell("queries", 0, 2, 1), Cell("masked", 0, 0, 2), Cell("output", None, 1, 1)):
        assert hit(board, room, cell_rect(board, room, cell, LIGHT).center(), LIGHT) == cell


def test_the_natural_board_holds_every_panel():
    for name in NAMES:
        size, placed = place_naturally(board_of(trace(preset(name)), selected(), VIEW), LIGHT)
        assert apart_and_inside([part.rect for part in placed], QRectF(-1, -1, size.width() + 2, size.height() + 2))


def test_the_plan_of_a_board_is_found_again_when_only_digits_change():
    board = board_of(causal(), selected(), VIEW)
    first, second = (place(board, QRectF(0, 0, 750, 550), LIGHT) for _ in range(2))
    assert [part.rect for part in first] == [part.rect for part in second]


@pytest.mark.parametrize("size", [(692, 600), (1050, 900)])
@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
@pytest.mark.parametrize("name", ["two-heads", "grouped-query", "trophy-layer"])
def test_the_title_of_all_heads_is_about_as_large_as_the_titles_of_the_heads(name, size, text_size):
    look, room = theme("light", text_size), QRectF(0, 0, *size)
    board = heads_of(trace(preset(name)), selected(), VIEW)
    over = title_look(board, room, look)
    own = max(layout(part.figure, part.rect, look).theme.title_px for part in place(board, room, look))
    assert over.title_px >= 0.85 * own  # its words and its legend need room too
    words = ruler(over.title_font).width(board.title) + ruler(over.small_font).width(board.subtitle)
    assert over.title_px == look.title_px or words < room.width()


def test_heads_begin_below_the_title_of_the_board():
    room, board = QRectF(0, 0, 692, 600), heads_of(trace(preset("two-heads")), selected(), VIEW)
    bottom = ruler(title_look(board, room, LIGHT).title_font).height
    assert min(part.rect.top() for part in place(board, room, LIGHT)) >= bottom


@pytest.mark.parametrize("size", [(692, 600), (740, 560), (1050, 900)])
@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_maps_of_twelve_heads_are_not_flattened_and_have_names_on_both_sides(size, text_size):
    look, room = theme("light", text_size), QRectF(0, 0, *size)
    board = heads_of(trace(preset("trophy-layer")), selected(), VIEW)
    placed = place(board, room, look)
    first = layout(placed[0].figure, placed[0].rect, look)
    assert 0.7 < first.map.height() / first.map.width() < 1.4
    assert first.row_step in (1, 2, 3)
    assert first.column_step in (1, 2, 3)


def test_names_of_twelve_heads_are_read_from_the_last_row():
    look = theme("light", "projector", 768)
    placed = place(heads_of(trace(preset("trophy-layer")), selected(), VIEW), QRectF(0, 0, 790, 590), look)
    first = layout(placed[0].figure, placed[0].rect, look)
    assert min(first.row_px, first.column_px) >= 0.85 * 768 / 40


def test_labels_of_which_some_are_left_out_are_as_large_as_the_others_have_room_for():
    look = theme("dark", "projector", 768)
    board = heads_of(trace(preset("trophy-layer")), selected(), VIEW)
    placed = place(board, QRectF(0, 0, 740, 560), look)
    first = layout(placed[0].figure, placed[0].rect, look)
    assert first.row_step > 1
    pitch = first.ys[1] - first.ys[0]
    assert first.row_px > 11
    assert first.row_px == first.theme.small_px or 1.15 * (first.row_px + 1) > first.row_step * pitch


def test_a_board_is_laid_out_once_for_its_title_and_its_figures(monkeypatch):
    asked = []
    real = board_module.best_plan
    monkeypatch.setattr(board_module, "best_plan", lambda task: asked.append(task) or real(task))
    layer = random_layer(4, 4, heads=2)
    board, room = heads_of(layer, selected(), VIEW), QRectF(0, 0, 700, 500)
    placed = place(board, room, LIGHT)
    once = len(asked)
    assert once
    title_look(board, room, LIGHT)
    assert place(board, room, LIGHT) == placed
    assert len(asked) == once
    place(board, QRectF(0, 0, 500, 500), LIGHT)
    assert len(asked) > once
