"""The temperature is typed, slid and undone without ever fighting the person who types it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from scripted import click, find, opened, scenario, undo

from attnviz.app.controls.temperature import STOPS, place_of


def test_temperature_follows_every_keystroke_and_is_one_undo_step(qtbot: QtBot) -> None:
    window = opened(qtbot)
    field = find(window, "control.temperature")
    field.setFocus()
    field.selectAll()
    seen = []
    for key in "0.25":
        QTest.keyClicks(field, key)
        seen.append((field.text(), scenario(window).temperature))
    assert seen == [("0", 1.0), ("0.", 1.0), ("0.2", 0.2), ("0.25", 0.25)]
    undo(window)
    assert scenario(window).temperature == 1.0
    assert field.text() == "1"
    assert not window.session.undo_stack.canUndo()


@pytest.mark.parametrize(("text", "value"), [("0,5", 0.5), ("1/2", 0.5), ("sqrt(4)", 2.0), ("2e1", 20.0)])
def test_temperature_takes_expressions_and_both_decimal_marks(qtbot: QtBot, text: str, value: float) -> None:
    window = opened(qtbot)
    field = find(window, "control.temperature")
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    assert field.text() == text
    assert scenario(window).temperature == value


@pytest.mark.parametrize("text", ["0", "-1", "abc", "", "1/0"])
def test_a_bad_temperature_turns_red_when_finished_and_esc_brings_the_number_back(qtbot: QtBot, text: str) -> None:
    window = opened(qtbot)
    field = find(window, "control.temperature")
    field.setFocus()
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Delete)
    QTest.keyClicks(field, text)
    assert not field.property("bad")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.property("bad")
    assert field.toolTip() == find(window, "message.text").text() != ""
    assert scenario(window).temperature == 1.0
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert (field.text(), bool(field.property("bad"))) == ("1", False)


def test_ctrl_z_in_the_temperature_field_undoes_the_edit(qtbot: QtBot) -> None:
    window = opened(qtbot)
    click(qtbot, window, "mask.causal")
    field = find(window, "control.temperature")
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not scenario(window).mask.causal


def test_the_slider_stands_at_the_temperature_and_moves_it_in_round_numbers(qtbot: QtBot) -> None:
    window = opened(qtbot)
    slider = find(window, "control.temperature.slider")
    assert STOPS[slider.value()] == 1.0
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Left)
    assert scenario(window).temperature == 0.9
    assert find(window, "control.temperature").text() == "0.9"


def test_a_temperature_between_two_stops_stays_as_it_is(qtbot: QtBot) -> None:
    window = opened(qtbot)
    field = find(window, "control.temperature")
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "0.123")
    assert scenario(window).temperature == 0.123
    assert find(window, "control.temperature.slider").value() == place_of(0.123)


def test_one_drag_of_the_slider_is_one_undo_step(qtbot: QtBot) -> None:
    window = opened(qtbot)
    slider = find(window, "control.temperature.slider")
    slider.setSliderDown(True)
    for place in (30, 35, 40):
        slider.setSliderPosition(place)
    slider.setSliderDown(False)
    slider.setSliderDown(True)
    slider.setSliderPosition(45)
    slider.setSliderDown(False)
    assert scenario(window).temperature == STOPS[45]
    undo(window)
    assert scenario(window).temperature == STOPS[40]
    undo(window)
    assert scenario(window).temperature == 1.0


def test_the_slider_never_reaches_zero() -> None:
    assert min(STOPS) == 0.05
    assert max(STOPS) == 20


@pytest.mark.parametrize("text", ["1e-400", "1e309", "1.2.3", "5e-324", "0.5x"])
def test_a_refused_temperature_leaves_the_one_from_before(qtbot: QtBot, text: str) -> None:
    window = opened(qtbot)
    field = find(window, "control.temperature")
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.property("bad")
    assert field.text() == text
    assert scenario(window).temperature == 1.0
    assert not window.session.undo_stack.canUndo()
    assert "Type 0" not in find(window, "message.text").text()
