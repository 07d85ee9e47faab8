"""Enter and Return press the button that has the keyboard, in every room, as Space does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from scripted import find, opened

from attnviz.app.controls import enter_key
from attnviz.app.controls.forms_panel import FormsPanel
from attnviz.app.controls.message_details import MessageDetails
from attnviz.app.controls.padding_list import PaddingList
from attnviz.app.window import MainWindow

ROOMS: dict[str, Callable[[MainWindow], object]] = {
    "document": lambda window: window.session.select(head=0, query=1),
    "lesson": lambda window: window.start_lesson("mixture"),
    "practice": lambda window: window.start_practice(),
    "laboratory": lambda window: window.show_lab("tiles"),
    "source": lambda window: window.rooms.show_source(),
    "first screen": lambda window: window.show_welcome(),
}


def buttons(window: QWidget) -> list[QAbstractButton]:
    """All that Tab can reach at present."""
    found = (button for kind in (QPushButton, QToolButton, QAbstractButton) for button in window.findChildren(kind))
    return [
        button
        for button in {id(button): button for button in found}.values()
        if button.isVisible() and button.isEnabled() and button.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]


@pytest.mark.parametrize("room", ROOMS)
def test_enter_and_return_press_each_button_of_a_room(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, room: str) -> None:
    window = opened(qtbot)
    ROOMS[room](window)
    qtbot.waitUntil(window.updatesEnabled)
    pressed: list[QAbstractButton] = []
    monkeypatch.setattr(enter_key, "press", pressed.append)  # what it leads to is not asked here
    asked = buttons(window)
    assert asked
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        for button in asked:
            pressed.clear()
            button.setFocus()
            QTest.keyClick(button, key)
            assert pressed == [button], button.objectName()


def test_enter_presses_the_buttons_of_the_popups(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    window = opened(qtbot)
    message, padding = MessageDetails(window), PaddingList(window.session, window)
    forms = FormsPanel(window.session, window.menus.commands, window)
    message.show_above(window, "All of it")
    padding.open_under(window)
    forms.open_under(window)
    pressed: list[QAbstractButton] = []
    monkeypatch.setattr(enter_key, "press", pressed.append)
    for name in ("message.details.copy", "mask.padding.show_all", "mask.window"):
        button = next(find(popup, name) for popup in (message, padding, forms) if popup.findChild(QWidget, name))
        button.setEnabled(True)  # nothing is hidden that could be shown
        button.setFocus()
        QTest.keyClick(button, Qt.Key.Key_Return)
        assert pressed.pop().objectName() == name
    for popup in (forms, padding, message):
        popup.close()


def test_enter_goes_on_in_a_lesson_and_once_however_long_it_is_held(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.start_lesson("by-hand")
    qtbot.waitUntil(window.updatesEnabled)
    onward = find(window, "lesson.next")
    QTest.keyClick(onward, Qt.Key.Key_Return)
    for _ in range(3):
        held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", autorep=True)
        QApplication.sendEvent(onward, held)
    assert window.rooms.lesson is not None
    assert window.rooms.lesson.player is not None
    assert window.rooms.lesson.player.place == 1
    find(window, "lesson.leave").setFocus()
    QTest.keyClick(find(window, "lesson.leave"), Qt.Key.Key_Enter)
    assert not window.rooms.in_lesson
