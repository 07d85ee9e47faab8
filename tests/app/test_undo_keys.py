"""Ctrl+Z undoes an edit of the document also while the field that made it has the keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSpinBox
from pytestqt.qtbot import QtBot
from scripted import click, find, opened

from attnviz.app.window import MainWindow


def with_keyboard(qtbot: QtBot, window: MainWindow, name: str) -> QSpinBox:
    box = find(window, name, QSpinBox)
    window.activateWindow()
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    return box


def press_undo(box: QSpinBox) -> None:
    QTest.keyClick(box, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


@pytest.mark.parametrize("key", [Qt.Key.Key_Up, Qt.Key.Key_Down])
def test_a_step_of_heads_is_undone(qtbot: QtBot, key: Qt.Key) -> None:
    window = opened(qtbot, "trophy-layer")
    before = window.session.state.scenario
    box = with_keyboard(qtbot, window, "control.heads")
    box.stepBy(1 if key is Qt.Key.Key_Up else -1)
    changed = window.session.state.scenario
    press_undo(box)
    assert window.session.state.scenario == before != changed


def test_a_number_that_is_entered_is_undone(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads")
    before = window.session.state.scenario
    box = with_keyboard(qtbot, window, "control.heads")
    box.lineEdit().selectAll()
    QTest.keyClicks(box, "1")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert window.session.state.scenario.heads == 1
    press_undo(box)
    assert window.session.state.scenario == before


def test_a_number_that_is_being_typed_is_taken_back_and_no_edit(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads")
    window.session.edit("Causal", lambda scenario: scenario.__class__(inputs=scenario.inputs, heads=1))
    edited = window.session.state.scenario
    box = with_keyboard(qtbot, window, "control.heads")
    QTest.keyClick(box, Qt.Key.Key_End)
    QTest.keyClicks(box, "2")
    assert box.text().endswith("12")
    press_undo(box)
    assert box.text().endswith("1")
    assert window.session.state.scenario is edited


def test_an_edit_made_elsewhere_is_undone_while_the_decimals_have_the_keyboard(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads")
    before = window.session.state.scenario
    box = with_keyboard(qtbot, window, "control.decimals")
    box.stepBy(1)
    click(qtbot, window, "mask.causal")
    box.setFocus()
    press_undo(box)
    assert window.session.state.scenario == before
