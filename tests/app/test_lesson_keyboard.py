"""Where the keyboard is in a lesson: it goes on with the steps, and Tab goes through the panel and out of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from lesson_files import place, playing, set_number
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scripted import find

from attnviz.app.window import MainWindow


def turn(qtbot: QtBot, window: MainWindow, key: Qt.Key = Qt.Key.Key_PageDown) -> None:
    """Another step, until all of it is there."""
    before = place(window)
    QTest.keyClick(window, key)
    assert place(window) != before
    qtbot.waitUntil(window.updatesEnabled)


def holder(window: MainWindow) -> str:
    """What has the keyboard."""
    focus = window.focusWidget()
    return "" if focus is None else focus.objectName()


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    """The second step of the first lesson, which asks to change a table; the third has numbers covered."""
    window = playing(qtbot, "mixture")
    turn(qtbot, window)
    return window


def test_the_keyboard_of_a_table_that_a_step_hides_goes_to_start_typing(qtbot: QtBot, window: MainWindow) -> None:
    find(window, "pane.weights").setFocus()
    turn(qtbot, window)
    assert not find(window, "pane.weights").isVisible()
    assert holder(window) == "lesson.predict.begin"


def test_the_keyboard_of_an_answer_that_a_step_takes_away_goes_to_next(qtbot: QtBot, window: MainWindow) -> None:
    turn(qtbot, window)
    find(window, "lesson.predict.begin").click()
    QTest.keyClicks(QApplication.focusWidget(), "1.2")
    turn(qtbot, window)
    assert holder(window) == "lesson.next"


def test_what_a_step_leaves_where_it_is_keeps_the_keyboard(qtbot: QtBot, window: MainWindow) -> None:
    for name in ("lesson.text", "lesson.next", "lesson.back", "toolbar.present"):
        find(window, name).setFocus()
        turn(qtbot, window)
        assert holder(window) == name
        turn(qtbot, window, Qt.Key.Key_PageUp)


PRESSED: dict[str, Callable[[MainWindow], object]] = {
    "lesson.task.1.hint": lambda window: None,
    "lesson.again": lambda window: set_number(window.session, "weights", 0, 2, 0.5),
    "lesson.reveal": lambda window: window.rooms.go_to_step(2),
}


@pytest.mark.parametrize("name", PRESSED)
def test_a_button_that_goes_once_it_was_pressed_leaves_the_keyboard_to_next(
    qtbot: QtBot, window: MainWindow, name: str
) -> None:
    PRESSED[name](window)
    qtbot.waitUntil(lambda: bool(window.updatesEnabled() and find(window, name).isVisible()))
    button = find(window, name)
    button.setFocus()
    button.click()
    assert not button.isVisible()
    assert holder(window) == "lesson.next"


def test_tab_goes_from_the_text_to_what_is_asked_to_the_ways_and_out(qtbot: QtBot, window: MainWindow) -> None:
    turn(qtbot, window)
    page = find(window, "lesson.text")
    page.setFocus()
    stops: list[str] = []
    while "lesson.text" not in stops and len(stops) < 60:
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        stops.append(holder(window))
    assert stops[:3] == ["lesson.predict.begin", "lesson.reveal", "lesson.back"]
    assert stops[3:5] == ["lesson.next", "lesson.leave"]
    assert {"control.decimals", "figure.output"} <= set(stops)
    assert stops[-1] == "lesson.text"
