"""Gestures and keys in exhibits reach the parameters of a laboratory."""

from __future__ import annotations

import numpy as np
import pytest
from lab_rooms import drag, view
from PySide6.QtCore import QPointF, Qt
from pytestqt.qtbot import QtBot
from scripted import find

from attnviz.app.labs.lab_room import LabRoom
from attnviz.figures.labs.plane import movable
from attnviz.figures.labs.plot import plot_layout
from attnviz.labs.exhibits import Plane, Plot


def test_dragging_the_query_turns_it(room: LabRoom) -> None:
    room.open("turn-the-query")
    dial = view(room, "dial")
    plane = dial.drawing.exhibit
    assert isinstance(plane, Plane)
    query = next(index for index, arrow in enumerate(plane.arrows) if arrow.role == "queries")
    start = dial.tip_at(query)
    key = next(index for index, arrow in enumerate(plane.arrows) if arrow.label == "k₂")
    drag(dial, start, dial.tip_at(key))
    assert room.values["degrees"] == 90.0
    # Curriculum, unit 4: q = (0, 1) gives the mirror image.
    np.testing.assert_allclose(np.round(room.numbers["output"], 3), [3.302, 6.698])


def test_arrow_keys_turn_the_query(room: LabRoom, qtbot: QtBot) -> None:
    room.open("turn-the-query")
    dial = view(room, "dial")
    dial.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(6):
        qtbot.keyClick(dial, Qt.Key.Key_Up)
    assert room.values["degrees"] == 30.0
    np.testing.assert_allclose(np.round(room.numbers["weights"], 4), [0.5643, 0.4357])


def test_dragging_the_output_sets_the_weights_of_the_mixture(room: LabRoom) -> None:
    room.open("mixture")
    plane = view(room, "plane")
    exhibit = plane.drawing.exhibit
    assert isinstance(exhibit, Plane)
    output = next(index for index, arrow in enumerate(exhibit.arrows) if arrow.role == "output")
    third = next(index for index, arrow in enumerate(exhibit.arrows) if arrow.label == "v₃")
    drag(plane, plane.tip_at(output), plane.tip_at(third))
    np.testing.assert_allclose(room.values["weights"], [[0, 0, 1]], atol=0.02)
    np.testing.assert_allclose(room.numbers["output"], [2, 1], atol=0.03)


def test_the_mixture_cannot_be_dragged_out_of_the_hull(room: LabRoom) -> None:
    room.open("mixture")
    plane = view(room, "plane")
    exhibit = plane.drawing.exhibit
    assert isinstance(exhibit, Plane)
    output = next(index for index, arrow in enumerate(exhibit.arrows) if arrow.role == "output")
    drag(plane, plane.tip_at(output), QPointF(plane.width() - 8, plane.height() - 30))
    weights = np.asarray(room.values["weights"])[0]
    assert (weights >= 0).all()
    assert weights.sum() == pytest.approx(1.0, abs=1e-9)


def test_arrow_keys_move_the_mixture(room: LabRoom, qtbot: QtBot) -> None:
    room.open("mixture")
    plane = view(room, "plane")
    before = np.array(room.numbers["output"])
    plane.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(plane, Qt.Key.Key_Right)
    after = np.array(room.numbers["output"])
    assert after[0] > before[0]
    assert after[1] == pytest.approx(before[1], abs=0.01)


def test_dragging_a_value_moves_the_output_and_no_weight(room: LabRoom) -> None:
    room.open("one-query")
    mixture = view(room, "mixture")
    before = np.array(room.numbers["weights"])
    exhibit = mixture.drawing.exhibit
    assert isinstance(exhibit, Plane)
    first = next(index for index, arrow in enumerate(exhibit.arrows) if arrow.label == "v₁")
    start = mixture.tip_at(first)
    drag(mixture, start, start + QPointF(0, -30))
    assert np.asarray(room.values["values"])[0, 1] > 0.1
    np.testing.assert_array_equal(room.numbers["weights"], before)
    assert room.numbers["output"][1] > 0.7966


def test_a_mark_is_dragged_along_its_axis(room: LabRoom) -> None:
    room.open("turn-the-query")
    turn = view(room, "turn")
    plot = turn.drawing.exhibit
    assert isinstance(plot, Plot)
    grid = plot_layout(turn.drawing, turn.place, turn.theme)
    middle = grid.area.center().y()
    drag(turn, QPointF(grid.x.to_pixel(0.0), middle), QPointF(grid.x.to_pixel(180.0), middle))
    assert room.values["degrees"] == pytest.approx(180.0, abs=1.0)


def test_arrow_keys_move_a_mark(room: LabRoom, qtbot: QtBot) -> None:
    room.open("turn-the-query")
    turn = view(room, "turn")
    turn.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(turn, Qt.Key.Key_Right)
    assert room.values["degrees"] == 1.0


def test_space_goes_on_to_the_next_arrow(room: LabRoom, qtbot: QtBot) -> None:
    room.open("one-query")
    match = view(room, "match")
    exhibit = match.drawing.exhibit
    assert isinstance(exhibit, Plane)
    match.setFocus(Qt.FocusReason.TabFocusReason)
    first = match.spoken_value()
    assert first.startswith("q₁")
    heard = []
    for _ in movable(exhibit):
        qtbot.keyClick(match, Qt.Key.Key_Space)
        heard.append(match.spoken_value())
    assert len(set(heard)) == len(movable(exhibit))
    assert heard[-1] == first


def test_a_square_of_a_painted_mask_is_turned_by_a_click_and_by_space(room: LabRoom, qtbot: QtBot) -> None:
    room.open("masks", {"causal": False})
    squares = find(room, "lab.painted")
    qtbot.mouseClick(squares, Qt.MouseButton.LeftButton, pos=squares.square(1, 2).center())
    assert np.asarray(room.values["painted"])[1, 2] == 0
    squares.setFocus()
    qtbot.keyClick(squares, Qt.Key.Key_Space)
    assert np.asarray(room.values["painted"])[1, 2] == 1


def test_a_click_on_a_tile_goes_to_the_step_that_computes_it(room: LabRoom, qtbot: QtBot) -> None:
    room.open("tiles", {"tile_rows": 1, "tile_columns": 1, "step": 1})
    matrix = view(room, "matrix")
    place = matrix.cell_rect(1, 2)
    assert place is not None
    qtbot.mouseClick(matrix, Qt.MouseButton.LeftButton, pos=place.center().toPoint())
    assert room.values["step"] == 6
    assert "Click to go there." in matrix.tooltip_at(place.center())


def test_a_click_on_what_is_never_computed_goes_nowhere(room: LabRoom, qtbot: QtBot) -> None:
    room.open("tiles", {"way": "causal", "tile_rows": 1, "tile_columns": 1, "step": 2})
    matrix = view(room, "matrix")
    place = matrix.cell_rect(0, 2)
    assert place is not None
    qtbot.mouseClick(matrix, Qt.MouseButton.LeftButton, pos=place.center().toPoint())
    assert room.values["step"] == 2


def test_arrow_keys_play_the_tiles_on_and_back_and_end_with_the_last(room: LabRoom, qtbot: QtBot) -> None:
    room.open("tiles", {"tile_rows": 1, "tile_columns": 1, "step": 7})
    matrix = view(room, "matrix")
    matrix.setFocus(Qt.FocusReason.TabFocusReason)
    for key, expected in ((Qt.Key.Key_Right, 8), (Qt.Key.Key_Right, 9), (Qt.Key.Key_Right, 9), (Qt.Key.Key_Left, 8)):
        qtbot.keyClick(matrix, key)
        assert room.values["step"] == expected
    assert matrix.spoken_value() == "step 8"
