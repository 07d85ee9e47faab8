"""The panes inside the whole window: its dialogs answer for them, and its shortcuts leave them their keys."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from scripted import find, opened, trigger

Key, Mod = Qt.Key, Qt.KeyboardModifier


def at(window, name, row, column):
    view = find(window, f"pane.{name}")
    view.setCurrentIndex(view.model().index(row, column))
    view.setFocus()
    return view


def test_a_larger_block_asks_through_the_windows_questions(qtbot):
    window = opened(qtbot, resize=True)
    QGuiApplication.clipboard().setText("1\t2\t3\n4\t5\t6\n7\t8\t9")
    QTest.keyClick(at(window, "X", 0, 0), Key.Key_V, Mod.ControlModifier)
    assert window.questions.names == ["resize"]
    assert window.session.state.scenario.sizes.d_model == 3


def test_random_numbers_ask_for_their_seed(qtbot):
    window = opened(qtbot, seed=3)
    view = at(window, "W_V", 0, 0)
    view.commands.fill_with_random()
    assert window.session.undo_stack.undoText() == "Fill W_V with random numbers (seed 3)"


def test_undo_in_an_open_line_takes_back_the_typing_and_nothing_else(qtbot):
    window = opened(qtbot)
    QTest.keyClick(at(window, "W_Q", 0, 0), Key.Key_Delete)
    view = at(window, "W_Q", 0, 1)
    QTest.keyClicks(view, "5")
    QTest.keyClick(find(window, "pane.W_Q.editor", QLineEdit), Key.Key_Z, Mod.ControlModifier)
    assert window.session.state.scenario.matrix("W_Q").tolist() == [[0, 0], [1, 1]]
    QTest.keyClick(view, Key.Key_Z, Mod.ControlModifier)
    assert window.session.state.scenario.matrix("W_Q").tolist() == [[1, 0], [1, 1]]


def test_what_is_typed_is_seen_in_the_weights_at_once(qtbot):
    window = opened(qtbot)
    before = window.session.state.trace.at("weights", 0).copy()
    QTest.keyClicks(at(window, "W_Q", 0, 0), "9")
    assert (window.session.state.trace.at("weights", 0) != before).any()


def test_refused_text_is_told_once_beside_the_cell(qtbot):
    window = opened(qtbot)
    view = at(window, "W_Q", 0, 0)
    QTest.keyClicks(view, "x")
    QTest.keyClick(find(window, "pane.W_Q.editor", QLineEdit), Key.Key_Return)
    assert find(window, "pane.W_Q.problem").isVisible()
    assert find(window, "message").message is None


def test_undo_from_the_menu_while_a_line_is_open_closes_it(qtbot):
    window = opened(qtbot)
    view = at(window, "W_Q", 0, 0)
    QTest.keyClicks(view, "5")
    trigger(window, "undo")
    assert view.editor is None
    assert window.session.state.scenario.matrix("W_Q")[0, 0] == 1
