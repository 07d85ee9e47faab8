"""A laboratory: every parameter has a control, what is drawn is the result, scenarios are followed."""

from __future__ import annotations

import numpy as np
import pytest
from lab_rooms import view
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QListWidget, QSlider, QSpinBox
from pytestqt.qtbot import QtBot
from scripted import find

from attnviz.app.labs.lab_room import LabRoom
from attnviz.app.labs.number_edit import NumberEdit
from attnviz.content.attn_file import load
from attnviz.engine.edits import set_mask
from attnviz.engine.errors import AttentionError
from attnviz.figures.labs.bar_chart import bars_of
from attnviz.labs.exhibits import Bars, Matrix


def test_every_parameter_has_a_control_of_its_name(room: LabRoom) -> None:
    room.open("one-query")
    assert find(room, "lab.query", QSpinBox).accessibleName() == "Query"
    assert find(room, "lab.temperature", NumberEdit).accessibleName() == "Temperature"
    assert find(room, "lab.keys.3.2", NumberEdit).accessibleName() == "Keys, k₃, y"
    assert find(room, "lab.causal", QCheckBox).text() == "Causal mask"
    room.open("mistakes")
    assert find(room, "lab.mistake", QListWidget).count() == 12


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


def test_a_number_that_is_being_typed_goes_to_no_other_laboratory(room: LabRoom, qtbot: QtBot) -> None:
    room.open("cost")
    box = find(room, "lab.T", QSpinBox)
    room.activateWindow()
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    box.selectAll()
    qtbot.keyClicks(box, "3")
    room.open("shapes")
    shown = room.values["T"]
    room.reset()
    assert room.values["T"] == shown


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
    with qtbot.waitSignal(room.ran) as caught:
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


def test_an_option_of_a_choice_is_chosen_in_its_box(room: LabRoom) -> None:
    room.open("masks")
    box = find(room, "lab.fill", QComboBox)
    box.setCurrentIndex(box.findData("-1e9"))
    assert room.values["fill"] == "-1e9"


def test_a_control_that_changes_nothing_is_not_shown(room: LabRoom) -> None:
    room.open("mistakes")
    factor = room.column.controls.findChild(NumberEdit, "lab.factor")
    assert not factor.isVisibleTo(room)
    room.set_value("mistake", "no-maximum")
    assert factor.isVisibleTo(room)


def test_a_scenario_with_one_head_offers_no_choice_of_heads(room: LabRoom) -> None:
    for name in ("mistakes", "masks"):
        room.open(name)
        assert not find(room, "lab.head", QSpinBox).isVisibleTo(room)
    room.session.edit("Other", lambda scenario: load("two-heads"))
    assert any(box.isVisibleTo(room) for box in room.findChildren(QSpinBox, "lab.head"))


def test_steps_end_where_tiles_of_that_size_end(room: LabRoom) -> None:
    room.open("tiles", {"tile_rows": 1, "tile_columns": 1, "step": 9})
    assert find(room, "lab.step", QSpinBox).maximum() == 9
    room.set_value("tile_columns", 3)
    box = find(room, "lab.step", QSpinBox)
    assert (box.maximum(), box.value(), room.values["step"]) == (3, 3, 3)
    assert room.numbers["step"] == 3


def test_the_slider_of_steps_reaches_the_last_one(room: LabRoom) -> None:
    room.open("tiles", {"tile_rows": 1, "tile_columns": 2, "step": 1})
    slider = find(room, "lab.step.slider", QSlider)
    slider.setValue(slider.maximum())
    assert room.values["step"] == 6
