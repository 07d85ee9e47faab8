"""A laboratory in the window: gestures reach parameters, what is drawn is the result, scenarios are followed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QListWidget, QSpinBox
from pytestqt.qtbot import QtBot
from scripted import find, opened, trigger

from attnviz.app.labs.exhibit_view import ExhibitView
from attnviz.app.labs.lab_room import LabRoom
from attnviz.app.labs.number_edit import NumberEdit
from attnviz.app.session import Session
from attnviz.app.window import MainWindow
from attnviz.content.attn_file import load
from attnviz.engine.edits import set_mask
from attnviz.engine.errors import AttentionError
from attnviz.figures.labs.bar_chart import bars_of
from attnviz.figures.labs.plane import movable
from attnviz.figures.labs.plot import plot_layout
from attnviz.figures.view import View
from attnviz.labs.exhibits import Bars, Matrix, Plane, Plot


@pytest.fixture
def room(qtbot: QtBot) -> LabRoom:
    """A room on unit 2, as large as in a window of 1366 × 768."""
    made = LabRoom(Session(load("by-hand")))
    qtbot.addWidget(made, before_close_func=lambda widget: widget.close_down())
    made.resize(1350, 660)
    made.show()
    return made


def view(room: LabRoom, name: str) -> ExhibitView:
    return find(room, f"exhibit.{name}", ExhibitView)


def drag(widget: ExhibitView, start: QPointF, *ways: QPointF) -> None:
    QTest.mousePress(widget, Qt.MouseButton.LeftButton, pos=start.toPoint())
    for way in ways:
        # QTest.mouseMove carries no button.
        from PySide6.QtCore import QEvent
        from PySide6.QtGui import QMouseEvent
        from PySide6.QtWidgets import QApplication

        event = QMouseEvent(
            QEvent.Type.MouseMove, way, widget.mapToGlobal(way), Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )  # fmt: skip
        QApplication.sendEvent(widget, event)
    QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=(ways[-1] if ways else start).toPoint())


def test_every_parameter_has_a_control_of_its_name(room: LabRoom) -> None:
    room.open("one-query")
    assert find(room, "lab.query", QSpinBox).accessibleName() == "Query"
    assert find(room, "lab.temperature", NumberEdit).accessibleName() == "Temperature"
    assert find(room, "lab.keys.3.2", NumberEdit).accessibleName() == "Keys, k₃, y"
    assert find(room, "lab.causal", QCheckBox).text() == "Causal mask"
    room.open("mistakes")
    assert find(room, "lab.mistake", QListWidget).count() == 11


def test_typing_a_number_runs_anew(room: LabRoom, qtbot: QtBot) -> None:
    room.open("turn-the-query")
    edit = find(room, "lab.degrees", NumberEdit)
    edit.setFocus()
    edit.selectAll()
    qtbot.keyClicks(edit, "45")
    # Curriculum, unit 4: at 45° both keys get half the weight.
    np.testing.assert_allclose(room.numbers["weights"], [0.5, 0.5], atol=1e-12)
    assert view(room, "weights").drawing.exhibit.values.tolist() == pytest.approx([0.5, 0.5])


def test_an_expression_is_a_number(room: LabRoom, qtbot: QtBot) -> None:
    room.open("turn-the-query")
    edit = find(room, "lab.length", NumberEdit)
    edit.setFocus()
    edit.selectAll()
    qtbot.keyClicks(edit, "1/sqrt(2)")
    assert room.values["length"] == pytest.approx(0.5**0.5)


def test_a_number_that_cannot_be_had_is_refused_beside_its_control(room: LabRoom, qtbot: QtBot) -> None:
    room.open("mixture")
    edit = find(room, "lab.temperature", NumberEdit)
    edit.setFocus()
    edit.selectAll()
    qtbot.keyClicks(edit, "1000")
    assert edit.property("bad")
    assert "0.01 to 100" in edit.toolTip()
    assert room.values["temperature"] in (1.0, 10.0, 100.0)  # what was typed on the way
    qtbot.keyClick(edit, Qt.Key.Key_Escape)
    assert not edit.property("bad")


def test_text_that_is_no_number_turns_red_when_it_is_finished(room: LabRoom, qtbot: QtBot) -> None:
    room.open("mixture")
    edit = find(room, "lab.values.1.1", NumberEdit)
    edit.setFocus()
    edit.selectAll()
    qtbot.keyClicks(edit, "two")
    assert not edit.property("bad")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert edit.property("bad")
    assert room.values["values"][0, 0] == 1.0


def test_a_logarithmic_slider_multiplies(room: LabRoom) -> None:
    room.open("mixture")
    slider = find(room, "lab.temperature.slider")
    slider.setValue(slider.maximum())
    assert room.values["temperature"] == 100.0
    slider.setValue(slider.maximum() // 2)
    assert room.values["temperature"] == 1.0


def test_a_weight_that_is_typed_leaves_the_row_at_one(room: LabRoom, qtbot: QtBot) -> None:
    room.open("mixture")
    edit = find(room, "lab.weights.1.1", NumberEdit)
    edit.setFocus()
    edit.selectAll()
    qtbot.keyClicks(edit, "0.6")
    # 0.3 and 0.5 share the remaining 0.4 as they did before: 0.15 and 0.25.
    np.testing.assert_allclose(room.values["weights"], [[0.6, 0.15, 0.25]], atol=1e-12)
    np.testing.assert_allclose(room.numbers["output"], [0.6 + 0.5, 0.3 + 0.25], atol=1e-12)


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


def test_what_is_drawn_equals_the_result(room: LabRoom) -> None:
    room.open("mistakes", {"mistake": "softmax-axis"})
    wrong = view(room, _named(room, "Weights", "wrong"))
    exhibit = wrong.drawing.exhibit
    assert isinstance(exhibit, Matrix)
    np.testing.assert_array_equal(exhibit.values, room.numbers["wrong"])
    room.open("one-query")
    bars = view(room, "weights")
    assert isinstance(bars.drawing.exhibit, Bars)
    np.testing.assert_array_equal(bars_of(bars.drawing).values, room.numbers["weights"])


def _named(room: LabRoom, title: str, side: str) -> str:
    """The name of the one exhibit of that title and side."""
    shown = {name: own.drawing.exhibit for name, own in room.page.views.items()}
    (name,) = [
        name for name, exhibit in shown.items() if (exhibit.title, getattr(exhibit, "side", "")) == (title, side)
    ]
    return name


def test_facts_are_in_words_with_their_numbers(room: LabRoom) -> None:
    room.open("masks", {"fill": "0"})
    assert any(line.startswith("✗ With 0 in place of −∞, hidden keys keep weight: 0.637") for line in room.facts.lines)


def test_reset_gives_the_first_values_back(room: LabRoom, qtbot: QtBot) -> None:
    room.open("turn-the-query", {"degrees": 30})
    qtbot.mouseClick(find(room, "lab.reset"), Qt.MouseButton.LeftButton)
    assert room.values["degrees"] == 0.0


def test_values_stay_while_another_laboratory_is_shown(room: LabRoom) -> None:
    room.open("turn-the-query")
    room.set_value("degrees", 30.0)
    room.open("mixture")
    room.open("turn-the-query")
    assert room.values["degrees"] == 30.0


def test_values_of_a_lesson_begin_from_the_defaults_and_are_not_kept(room: LabRoom) -> None:
    room.open("turn-the-query")
    room.set_value("degrees", 30.0)
    room.open("turn-the-query", {"length": 2.0})
    assert (room.values["degrees"], room.values["length"]) == (0.0, 2.0)
    room.open("turn-the-query")
    assert (room.values["degrees"], room.values["length"]) == (30.0, 1.0)


def test_an_unknown_laboratory_or_value_is_refused_and_the_present_one_stays(room: LabRoom) -> None:
    room.open("turn-the-query")
    for name, values in (("telescope", None), ("mixture", {"colour": 3}), ("mixture", {"temperature": -1})):
        with pytest.raises(AttentionError):
            room.open(name, values)
    assert room.name == "turn-the-query"


def test_ran_carries_each_new_result(room: LabRoom, qtbot: QtBot) -> None:
    room.open("turn-the-query")
    with qtbot.waitSignal(room.ran, timeout=1000) as caught:
        room.set_value("degrees", 30.0)
    assert caught.args[0] is room.result


def test_a_laboratory_on_a_scenario_follows_its_edits(room: LabRoom) -> None:
    room.open("circuits")
    before = np.array(room.numbers["qk"])
    np.testing.assert_array_equal(before, [[1, 0], [2, 1]])  # curriculum, unit 12
    room.session.edit("Other", lambda scenario: load("two-heads"))
    assert np.asarray(room.numbers["qk"]).shape != before.shape or (room.numbers["qk"] != before).any()


def test_values_nobody_changed_follow_the_scenario(room: LabRoom) -> None:
    room.session.edit("Causal", lambda scenario: set_mask(scenario, causal=True))
    room.open("masks")
    assert find(room, "lab.causal", QCheckBox).isChecked()


def test_the_exhibit_last_used_is_the_one_to_be_exported(room: LabRoom, qtbot: QtBot) -> None:
    room.open("mixture")
    assert room.shown() == "plane"
    qtbot.mouseClick(view(room, "weights"), Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    assert room.shown() == "weights"
    room.open("turn-the-query")
    assert room.shown() == "dial"


def test_exhibits_have_names_and_sentences_for_screen_readers(room: LabRoom) -> None:
    room.open("masks")
    for own in room.page.views.values():
        assert own.accessibleName()
        assert own.accessibleDescription()


def test_theme_and_text_size_reach_the_exhibits(room: LabRoom) -> None:
    room.open("mixture")
    small = view(room, "plane").theme.small_px
    room.session.look(theme="dark", text_size="projector")
    assert view(room, "plane").theme.name == "dark"
    assert view(room, "plane").theme.small_px > small


def test_an_option_of_a_choice_is_chosen_in_its_box(room: LabRoom) -> None:
    room.open("masks")
    box = find(room, "lab.fill", QComboBox)
    box.setCurrentIndex(box.findData("-1e9"))
    assert room.values["fill"] == "-1e9"


# In the window.


def in_window(qtbot: QtBot, name: str, **answers: Any) -> tuple[MainWindow, LabRoom]:
    window = opened(qtbot, **answers)
    trigger(window, f"lab.{name}")
    return window, find(window, "lab", LabRoom)


def test_the_menu_opens_a_laboratory_and_back_leaves_it(qtbot: QtBot) -> None:
    window, room = in_window(qtbot, "mixture")
    assert room.isVisible()
    assert room.name == "mixture"
    qtbot.mouseClick(find(window, "lab.back"), Qt.MouseButton.LeftButton)
    assert not room.isVisible()


def test_a_laboratory_out_of_sight_catches_up_when_it_is_seen(qtbot: QtBot) -> None:
    window, room = in_window(qtbot, "circuits")
    qtbot.mouseClick(find(window, "lab.back"), Qt.MouseButton.LeftButton)
    before = room.result
    window.session.edit("Other", lambda scenario: load("two-heads"))
    assert room.result is before
    trigger(window, "lab.circuits")
    assert room.result is not before


@pytest.mark.parametrize("view_of", [View(theme="dark"), View(text_size="projector"), View()])
def test_every_laboratory_is_shown_in_every_look(qtbot: QtBot, view_of: View) -> None:
    from attnviz.labs.catalogue import LABS

    window = opened(qtbot, view=view_of)
    for lab in LABS:
        window.show_lab(lab.name)
        room = find(window, "lab", LabRoom)
        qtbot.waitUntil(lambda: room.result is not None and not room.running, timeout=20_000)  # noqa: B023
        assert room.page.views
        window.grab()
