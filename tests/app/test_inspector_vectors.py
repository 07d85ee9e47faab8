"""Arrows whose numbers are inputs can be dragged and turned; computed ones stay where they are."""

from __future__ import annotations

from math import cos, radians, sin

import numpy as np
import pytest
from figure_scenarios import by_hand, drag, many_heads, plane_point, shown_inspector, turn_the_query
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from attnviz import Direct, GivenWeights, Scenario
from attnviz.app.inspection.arrow_edits import turned
from attnviz.app.inspection.inspector import Inspector
from attnviz.app.inspection.vector_view import VectorView
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_cell
from attnviz.figures.vectors import Vectors


def matrix(inspector: Inspector, name: str) -> list[list[float]]:
    return inspector.session.state.scenario.matrix(name).tolist()


def plane(view: VectorView) -> Vectors:
    assert isinstance(view.figure, Vectors)
    return view.figure


def test_dragging_a_value_arrow_edits_V_as_one_undo_step(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, turn_the_query(), 400, 1000)
    view = inspector.vectors
    drag(view, plane_point(view, 10, 0), plane_point(view, 6, 3), plane_point(view, 5, 5))
    assert matrix(inspector, "V")[0] == pytest.approx([5, 5], abs=0.2)
    assert matrix(inspector, "V")[1] == [0, 10]
    inspector.session.undo_stack.undo()
    assert matrix(inspector, "V")[0] == [10, 0]
    assert not inspector.session.undo_stack.canUndo()


def test_a_dragged_arrow_stops_on_round_numbers(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, turn_the_query(), 400, 1000)
    view = inspector.vectors
    drag(view, plane_point(view, 10, 0), plane_point(view, 6, 3))
    assert all(round(number, 2) == number for number in matrix(inspector, "V")[0])


def test_the_plane_stays_still_while_an_arrow_is_dragged(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, turn_the_query(), 400, 1000)
    view = inspector.vectors
    before = plane(view).reach
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=plane_point(view, 10, 0))
    inspector.session.edit("Far", lambda scenario: Scenario(Direct([[1, 0]], [[1, 0], [0, 1]], [[99, 0], [0, 10]])))
    assert plane(view).reach == before
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=plane_point(view, 0, 0))
    assert plane(view).reach != before


def test_dragging_a_projected_value_changes_nothing(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    view = inspector.vectors
    drag(view, plane_point(view, 2, 0), plane_point(view, 1, 1))
    assert not inspector.session.undo_stack.canUndo()


def test_a_value_of_given_weights_can_be_dragged(qtbot: QtBot) -> None:
    # Curriculum, unit 1: values (1, 0), (0, 2), (2, 1) under weights 0.2, 0.3, 0.5 give (1.2, 1.1).
    inspector = shown_inspector(qtbot, Scenario(GivenWeights([[[0.2, 0.3, 0.5]]], [[1, 0], [0, 2], [2, 1]])))
    view = inspector.vectors
    assert next(arrow.tip for arrow in plane(view).arrows if arrow.kind == "output") == pytest.approx((1.2, 1.1))
    drag(view, plane_point(view, 0, 2), plane_point(view, 1, 1))
    assert matrix(inspector, "V")[1] == pytest.approx([1, 1], abs=0.03)


@pytest.mark.parametrize(("scenario", "shape"), [(turn_the_query(), "OpenHand"), (by_hand(), "Arrow")])
def test_the_pointer_is_a_hand_over_a_tip_that_can_be_taken(qtbot: QtBot, scenario: Scenario, shape: str) -> None:
    inspector = shown_inspector(qtbot, scenario, 400, 1000)
    view = inspector.vectors
    tip = next(arrow.tip for arrow in plane(view).arrows if arrow.kind == "value")
    qtbot.mouseMove(view, plane_point(view, *tip) + QPoint(30, 30))
    qtbot.mouseMove(view, plane_point(view, *tip))
    assert view.cursor().shape() == getattr(Qt.CursorShape, f"{shape}Cursor")


def test_dragging_the_query_near_its_length_only_turns_it(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, turn_the_query(), 400, 1000)
    view = inspector.turn
    drag(view, plane_point(view, 1, 0), plane_point(view, 0.72, 0.7))
    x, y = matrix(inspector, "Q")[0]
    assert np.hypot(x, y) == pytest.approx(1, abs=1e-12)
    assert 40 < np.degrees(np.arctan2(y, x)) < 50


def test_dragging_the_query_far_out_stretches_it(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, turn_the_query(), 400, 1000)
    view = inspector.turn
    drag(view, plane_point(view, 1, 0), plane_point(view, 0.5, 0))
    assert matrix(inspector, "Q")[0] == pytest.approx([0.5, 0], abs=0.02)


@pytest.mark.parametrize(("angle", "steps"), [(30, [5] * 6), (45, [5] * 9), (90, [5] * 18), (-1, [-1]), (7, [5, 1, 1])])
def test_arrow_keys_turn_the_query_by_1_and_5_degrees(qtbot: QtBot, angle: int, steps: list[int]) -> None:
    inspector = shown_inspector(qtbot, turn_the_query(), 400, 1000)
    view = inspector.turn
    view.setFocus()
    keys = {5: Qt.Key.Key_Up, 1: Qt.Key.Key_Left, -1: Qt.Key.Key_Right}
    for step in steps:
        qtbot.keyClick(view, keys[step])
    assert matrix(inspector, "Q")[0] == pytest.approx([cos(radians(angle)), sin(radians(angle))], abs=1e-12)
    known = {"30": [0.5643, 0.4357], "45": [0.5, 0.5], "90": [0.3302, 0.6698]}.get(str(angle))  # curriculum, unit 4
    if known is not None:
        assert inspector.session.state.trace.at("weights", 0)[0] == pytest.approx(known, abs=5e-5)


def test_a_quarter_turn_is_exact() -> None:
    at = (1.0, 0.0)
    for _ in range(90):
        at = turned(at, 1.0)
    assert at == (0.0, 1.0)


def test_at_45_degrees_both_weights_are_exactly_one_half(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, turn_the_query(), 400, 1000)
    inspector.turn.setFocus()
    for _ in range(9):
        qtbot.keyClick(inspector.turn, Qt.Key.Key_Up)
    assert inspector.session.state.trace.at("weights", 0)[0].tolist() == [0.5, 0.5]


def test_alt_and_an_arrow_key_move_a_value(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, turn_the_query(), 400, 1000)
    view = inspector.vectors
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert inspector.session.state.selection.cell == Cell("values", 0, 1, 0)
    qtbot.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    x, y = matrix(inspector, "V")[1]
    assert x == 0
    assert 10 < y <= 11


def test_the_query_is_turned_only_where_it_is_given(qtbot: QtBot) -> None:
    assert not shown_inspector(qtbot, by_hand()).turn.isVisible()
    assert shown_inspector(qtbot, turn_the_query()).turn.isVisible()


def test_the_output_is_drawn_where_the_curriculum_says(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, turn_the_query())
    output = next(arrow for arrow in plane(inspector.vectors).arrows if arrow.kind == "output")
    assert output.tip == pytest.approx((6.698, 3.302), abs=5e-4)


def test_more_than_two_components_are_bars(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, many_heads(2))
    assert not isinstance(inspector.vectors.figure, Vectors)
    assert inspector.vectors.isVisible()


def test_the_plane_says_the_chosen_arrow_to_a_screen_reader(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, turn_the_query())
    assert inspector.turn.spoken_value() == "q: (1.0, 0.0), 0 degrees"


def test_a_number_too_large_for_the_scores_leaves_the_values_in_their_plane(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    inspector.session.edit("Edit", lambda scenario: set_cell(scenario, "X", 0, 0, 1e200))
    assert "too large" in plane(inspector.vectors).dim_reason
    assert {arrow.kind for arrow in plane(inspector.vectors).arrows} == {"value"}


def test_nothing_moves_under_the_pointer_while_an_arrow_is_dragged(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, turn_the_query(), 300, 400)
    inspector.session.select(cell=Cell("weights", 0, 0, 0))
    view = inspector.vectors
    qtbot.waitUntil(lambda: inspector.verticalScrollBar().maximum() > 0)
    start = plane_point(view, 10, 0)
    place, height = view.pos(), inspector.text.height()
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    wide = Scenario(Direct([[1, 0]], [[1, 0], [0, 1]], [[1234567.891, 0.123], [0, 10]]), tokens=("q" * 90,))
    inspector.session.edit("Lines break elsewhere", lambda scenario: wide)
    assert (view.pos(), inspector.text.height()) == (place, height)
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=start)
    assert inspector.text.height() != height


def test_a_click_on_a_tip_selects_its_value(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, turn_the_query(), 400, 1000)
    qtbot.mouseClick(inspector.vectors, Qt.MouseButton.LeftButton, pos=plane_point(inspector.vectors, 0, 10))
    assert inspector.session.state.selection.cell == Cell("values", 0, 1, 0)
    assert not inspector.session.undo_stack.canUndo()


def test_an_arrow_dragged_away_and_back_leaves_nothing_to_undo(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, turn_the_query(), 400, 1000)
    view = inspector.turn
    drag(view, plane_point(view, 1, 0), plane_point(view, 0, 1), plane_point(view, 1, 0))
    assert matrix(inspector, "Q")[0] == [1, 0]
    assert not inspector.session.undo_stack.canUndo()


def test_given_vectors_stay_in_sight_under_their_arithmetic(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, turn_the_query(), 330, 620)
    inspector.session.select(cell=Cell("weights", 0, 0, 0))
    qtbot.waitUntil(lambda: inspector.text.geometry().bottom() < inspector.planes.y())
    assert inspector.planes.geometry().bottom() < inspector.viewport().height()


def test_computed_vectors_stand_under_the_arithmetic(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    assert inspector.text.geometry().bottom() < inspector.planes.y()


def test_vectors_of_any_length_can_be_typed(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, turn_the_query())
    for column, number in enumerate((1e308, -1e308)):
        inspector.session.edit("Edit", lambda before, at=column, to=number: set_cell(before, "V", at, at, to))
        inspector.session.edit("Edit", lambda before, at=column, to=number: set_cell(before, "K", at, at, -to))
    for view in (inspector.vectors, inspector.turn):
        view.repaint()
        assert isinstance(view.figure, Vectors)
        assert view.figure.dim_reason == "These vectors are too long to be drawn."


@pytest.mark.parametrize("name", ["turn-the-query", "one-query"])
def test_the_steps_are_seen_whole_over_the_planes(qtbot: QtBot, name: str) -> None:
    inspector = shown_inspector(qtbot, preset(name), 336, 664)  # beside the board in a window of 1366 by 768
    inspector.leave_out_bars(True)  # which stand on the board
    inspector.session.select(cell=Cell("weights", 0, 0, 0))
    qtbot.waitUntil(lambda: inspector.text.geometry().bottom() <= inspector.viewport().height())
    assert inspector.verticalScrollBar().maximum() == 0
    assert inspector.turn.height() >= 130
