"""Marks, differences and two boards beside each other show the numbers that they claim to show."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from figure_scenes import traced
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from attnviz.content.changes import Moves
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_cell, set_mask
from attnviz.engine.tracing import Trace
from attnviz.figures.bars import Bars
from attnviz.figures.board import Board, place
from attnviz.figures.changes import added, brief_titles, difference, marked
from attnviz.figures.colour_maps import colour_map
from attnviz.figures.comparison import THINNED, Comparison, halves, side_by_side_of
from attnviz.figures.compose import board_of, figure_of, heatmap_of
from attnviz.figures.export import ExportOptions, export_bytes
from attnviz.figures.figure import Figure, cell_rect, hit, paint_figure, tooltip
from attnviz.figures.grid import layout
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.theme import theme
from attnviz.figures.vectors import Vectors
from attnviz.figures.view import Selection, View

pytestmark = pytest.mark.usefixtures("qapp")

QUERY_2 = Selection(0, 1, None)


def before_and_now() -> tuple[Trace, Trace]:
    """Unit 2, and the same with the causal mask: the second query loses its third key."""
    before = traced(preset("by-hand"))
    return before, traced(set_mask(before.scenario, causal=True))


def pair(name: str, view: View | None = None) -> tuple[Figure, Figure]:
    """The figure now and before."""
    view = view or View()
    before, now = before_and_now()
    return figure_of(name, now, QUERY_2, view), figure_of(name, before, QUERY_2, view)


def painted(figure: Figure, size: tuple[int, int] = (700, 560)) -> QImage:
    image = QImage(*size, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    with QPainter(image) as painter:
        paint_figure(painter, QRectF(0, 0, *size), figure, theme())
    return image


def test_only_cells_that_moved_are_marked() -> None:
    figure = marked(*pair("weights"))
    assert isinstance(figure, Heatmap)
    # Query 3 sees all keys as before; query 1 keeps only itself and query 2 loses key 3.
    assert figure.changes.moved.tolist() == [[True] * 3, [True] * 3, [False] * 3]


def test_a_figure_in_which_nothing_moved_is_the_same_figure() -> None:
    now, before = pair("values")
    assert marked(now, before) is now


def test_a_mark_is_painted_in_moved_cells_and_nowhere_else() -> None:
    now, before = pair("weights")
    plain, with_marks = painted(now), painted(marked(now, before))
    place = QRectF(0, 0, 700, 560)

    def differs(row: int, column: int) -> bool:
        cell = cell_rect(now, place, Cell("weights", 0, row, column), theme())
        assert cell is not None
        area = cell.toAlignedRect()
        return plain.copy(area) != with_marks.copy(area)

    assert [differs(0, 0), differs(1, 1), differs(2, 0), differs(2, 2)] == [True, True, False, False]


def test_beside_the_pinned_map_it_is_said_that_not_all_moves_are_marked() -> None:
    before = traced(preset("trophy"))
    now = traced(set_cell(before.scenario, "W_Q", 0, 0, 1.0))  # moves all 256 weights, most by less than 0.001
    then, present = (heatmap_of("weights", one, QUERY_2, View(), 0) for one in (before, now))
    both = side_by_side_of(then, marked(present, then))
    assert both.right.subtitle == THINNED
    assert not both.left.subtitle
    few = pair("weights")
    assert not side_by_side_of(few[1], marked(*few)).right.subtitle


def test_a_veiled_number_gets_no_mark_since_that_would_tell() -> None:
    from attnviz.engine.cells import Region
    from attnviz.figures.view import Veil

    veil = Veil((Region("weights", 0, (0, 3), (0, 3)),))
    now, before = pair("weights", View(veil=veil))
    assert painted(now) == painted(marked(now, before))


def test_bars_remember_where_they_ended() -> None:
    figure = marked(*pair("bars"))
    assert isinstance(figure, Bars)
    # Golden: unit 2, row 2 of the weights.
    assert figure.changes.before[0].round(3).tolist() == [0.284, 0.140, 0.576]
    assert painted(figure) != painted(replace(figure, changes=None))


def test_vectors_leave_a_ghost_of_what_moved_only() -> None:
    figure = marked(*pair("vectors"))
    assert isinstance(figure, Vectors)
    assert [ghost.kind for ghost in figure.ghosts] == ["output"]
    assert figure.ghosts[0].tip == pytest.approx((1.7199, 0.7160), abs=5e-5)


def test_the_difference_map_holds_now_less_pinned() -> None:
    figure = difference(*pair("weights"))
    assert isinstance(figure, Heatmap)
    # Curriculum, units 2 and 7: 0.669762 − 0.283995, 0.330238 − 0.140029, 0 − 0.575975.
    assert figure.values[1].tolist() == pytest.approx([0.385767, 0.190209, -0.575975], abs=2e-6)


def test_its_colours_are_centred_on_zero_and_its_legend_says_true_ends() -> None:
    figure = difference(*pair("weights"))
    assert isinstance(figure, Heatmap)
    low, high = figure.limits
    assert low == -high
    assert figure.signed
    assert figure.legend_ends == (float(figure.values.min()), float(figure.values.max()))
    assert figure.face.diverging


def test_its_title_says_which_is_taken_from_which() -> None:
    figure = difference(*pair("weights"))
    assert "now − pinned" in figure.subtitle
    board = difference(*pair("board"))
    assert isinstance(board, Board)
    assert board.title == "Now − pinned"
    assert board.show_title


def test_a_key_hidden_since_is_hatched_and_one_hidden_in_both_shows_no_difference() -> None:
    assert added(np.array([-np.inf, -np.inf, 1.0]), np.array([1.0, -np.inf, -np.inf])).tolist() == [
        -np.inf,
        0.0,
        np.inf,
    ]
    figure = difference(*pair("masked"))
    assert isinstance(figure, Heatmap)
    assert figure.face.hidden.tolist() == [[False, True, True], [False, False, True], [False] * 3]
    assert figure.face.texts[0][1] == "−∞"


def test_shapes_that_differ_are_told_in_words() -> None:
    now = heatmap_of("weights", traced(preset("one-query")), Selection(), View())
    figure = difference(now, heatmap_of("weights", traced(preset("by-hand")), Selection(), View()))
    assert figure.face is None
    assert figure.dim_reason == "The pinned one is 3×3, this one 1×3: no cell has a twin."


def test_a_stage_that_was_not_there_is_told_in_words() -> None:
    capped = traced(replace(preset("by-hand"), softcap=5.0))
    figure = difference(heatmap_of("capped", capped, Selection(), View()), None)
    assert figure.dim_reason == "Not in the pinned one."


def test_side_by_side_says_which_is_which() -> None:
    now, before = pair("weights")
    both = side_by_side_of(before, now)
    assert (both.left.title, both.right.title) == ("Pinned", "Now")
    assert both.left.panels[0].values is before.values
    assert both.right.panels[0].values is now.values


def test_maps_side_by_side_share_a_scale() -> None:
    view = View()
    before = traced(preset("by-hand"))
    now = traced(set_cell(before.scenario, "W_K", 1, 1, 9.0))
    both = side_by_side_of(board_of(before, QUERY_2, view), board_of(now, QUERY_2, view))
    keys = [next(panel for panel in board.panels if panel.key == "keys") for board in (both.left, both.right)]
    assert keys[0].limits == keys[1].limits == (-10.0, 10.0)  # key 3 is (1, 10) now
    assert keys[0].legend_ends == keys[1].legend_ends == (0.0, 10.0)


def test_the_left_half_is_the_pinned_one() -> None:
    now, before = pair("weights")
    both = side_by_side_of(before, now)
    place = QRectF(0, 0, 900, 400)
    left, right = halves(place)
    assert left.right() < right.left()
    cell = Cell("weights", 0, 1, 2)
    shown = cell_rect(both, place, cell, theme())
    assert shown is not None
    assert right.contains(shown.center())
    twin = shown.center() - (right.topLeft() - left.topLeft())
    assert hit(both, place, twin, theme()) == cell
    assert "0.5759" in tooltip(both, place, twin, theme())
    assert ": 0.0" in tooltip(both, place, shown.center(), theme())


@pytest.mark.parametrize("name", ["weights", "board", "heads", "concat"])
@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_both_ways_to_compare_can_be_exported(name: str, kind: str) -> None:
    now, before = pair(name)
    for figure in (side_by_side_of(before, now), difference(now, before), marked(now, before)):
        assert len(export_bytes(figure, ExportOptions(format=kind))) > 1000


def test_an_exported_comparison_can_be_as_wide_as_a_column() -> None:
    now, before = pair("weights")
    both = side_by_side_of(before, now)
    assert isinstance(both, Comparison)
    assert len(export_bytes(both, ExportOptions(format="png", width=500))) > 1000


def test_a_cell_tells_what_it_was_as_far_as_it_has_room() -> None:
    # By hand: 0.576 → 0.612, +0.036.
    moves = Moves(np.array([[0.576]]), np.array([[0.612]]), 3)
    assert moves.short_words(0, 0) == ("was 0.576 (+0.036)", "was 0.576", "+0.036")


def test_a_key_that_was_hidden_was_minus_infinity() -> None:
    assert Moves(np.array([[-np.inf]]), np.array([[2.0]]), 3).short_words(0, 0) == ("was −∞",)


def bars(values: list[float], title: str = "Query 1 looks at") -> Bars:
    row = np.array(values)
    return Bars(
        "weights", 0, 0, title, "weights", row, tuple("abc"[: len(row)]), (False,) * len(row), (0.0, 1.0), decimals=3
    )


def test_bars_of_differences_that_show_no_digit_are_no_longer_than_these() -> None:
    figure = difference(bars([0.2, 0.3 + 1e-9, 0.5 - 1e-9]), bars([0.2, 0.3, 0.5]))
    assert isinstance(figure, Bars)
    assert figure.texts == ("0", "≈0", "≈0")
    assert figure.limits == (-0.5, 0.5)  # of the numbers themselves, not of what rounding left


def test_bars_of_differences_that_are_read_go_to_the_end_of_their_scale() -> None:
    figure = difference(bars([0.2, 0.25, 0.55]), bars([0.2, 0.3, 0.5]))
    assert isinstance(figure, Bars)
    assert figure.limits == pytest.approx((-0.05, 0.05))


def test_a_map_of_differences_that_show_no_digit_is_pale() -> None:
    before = traced(preset("by-hand"))
    noisy = replace(before.scenario, temperature=1 + 1e-9)
    figure = difference(*(figure_of("weights", each, QUERY_2, View()) for each in (traced(noisy), before)))
    assert isinstance(figure, Heatmap)
    assert figure.face is not None
    assert figure.face.limits[1] == pytest.approx(0.620, abs=0.001)  # the largest weight of unit 2


def test_a_short_title_of_differences_keeps_what_makes_it_true() -> None:
    figure = difference(bars([0.2, 0.25, 0.55]), bars([0.2, 0.3, 0.5]))
    assert isinstance(figure, Bars)
    assert brief_titles(figure, ("Looks at",)) == ("Looks at, now − pinned", "Δ looks at")
    assert brief_titles(bars([0.2, 0.8]), ("Looks at",)) == ("Looks at",)


@pytest.mark.parametrize("size", ["normal", "large", "projector"])
def test_a_single_map_has_its_legend_beside_the_pinned_one_too(size: str) -> None:
    head = traced(preset("trophy"))
    now = traced(set_mask(head.scenario, causal=True))
    both = side_by_side_of(*(heatmap_of("weights", each, QUERY_2, View()) for each in (head, now)))
    look = theme("light", size)
    sides = (place(board, QRectF(0, 0, 340, 540), look) for board in (both.left, both.right))
    (left,), (right,) = sides
    assert isinstance(left.figure, Heatmap)
    assert isinstance(right.figure, Heatmap)
    assert left.figure.fit == right.figure.fit
    assert not layout(right.figure, right.rect, look).legend.isEmpty()


def test_a_map_in_a_high_room_has_higher_cells() -> None:
    figure = heatmap_of("weights", traced(preset("trophy")), QUERY_2, View())
    grid = layout(figure, QRectF(0, 0, 340, 540), theme())
    across, down = grid.xs[1] - grid.xs[0], grid.ys[1] - grid.ys[0]
    assert 1.3 * across < down <= 1.5 * across


def test_differences_between_heads_say_which_colour_is_less_and_which_more() -> None:
    before = traced(preset("two-heads"))
    now = traced(set_cell(before.scenario, "W_Q", 0, 0, 2.0))
    boards = [figure_of("heads", one, Selection(0, 1, None), View()) for one in (before, now)]
    board = difference(boards[1], boards[0])
    assert isinstance(board, Board)
    assert board.signs
    own, without = painted(board), painted(replace(board, signs=False))
    strip = QRectF(400, 0, 300, 20).toRect()
    assert own.copy(strip) != without.copy(strip)
    seen = {own.pixelColor(x, y).name() for x in range(400, 700) for y in range(20)}
    diverging = colour_map("auto", "light", signed=True).colours
    assert {diverging[0].name(), diverging[-1].name()} <= seen
