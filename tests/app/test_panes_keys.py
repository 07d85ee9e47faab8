"""The keys of a spreadsheet: where they go, what they select, and what they leave to others."""

from __future__ import annotations

import pytest
from pane_scenarios import at, by_hand, cross, direct, given_weights, line, matrix, shown
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView, QWidget

from attnviz.engine.cells import Cell

Key, Mod = Qt.Key, Qt.KeyboardModifier


def place(view):
    return view.currentIndex().row(), view.currentIndex().column()


@pytest.mark.parametrize(
    ("key", "modifier", "goes_to"),
    [
        (Key.Key_Return, Mod.NoModifier, (2, 0)), (Key.Key_Enter, Mod.NoModifier, (2, 0)),
        (Key.Key_Return, Mod.ShiftModifier, (0, 0)), (Key.Key_Tab, Mod.NoModifier, (1, 1)),
        (Key.Key_Backtab, Mod.ShiftModifier, (0, 1)), (Key.Key_Down, Mod.NoModifier, (2, 0)),
        (Key.Key_Up, Mod.NoModifier, (0, 0)), (Key.Key_Right, Mod.NoModifier, (1, 1)),
        (Key.Key_End, Mod.NoModifier, (1, 1)), (Key.Key_Home, Mod.NoModifier, (1, 0)),
        (Key.Key_End, Mod.ControlModifier, (2, 1)), (Key.Key_Home, Mod.ControlModifier, (0, 0)),
    ],
)  # fmt: skip
def test_keys_move_from_a_cell(qtbot, key, modifier, goes_to):
    panel = shown(qtbot, by_hand())
    view = at(panel, "X", 1, 0)
    QTest.keyClick(view, key, modifier)
    assert place(view) == goes_to


@pytest.mark.parametrize(
    ("key", "modifier", "goes_to"),
    [
        (Key.Key_Return, Mod.NoModifier, (2, 0)), (Key.Key_Return, Mod.ShiftModifier, (0, 0)),
        (Key.Key_Tab, Mod.NoModifier, (1, 1)), (Key.Key_Backtab, Mod.ShiftModifier, (0, 1)),
        (Key.Key_Down, Mod.NoModifier, (2, 0)), (Key.Key_Up, Mod.NoModifier, (0, 0)),
    ],
)  # fmt: skip
def test_the_same_keys_end_typing_and_go_on(qtbot, key, modifier, goes_to):
    panel = shown(qtbot, by_hand())
    view = at(panel, "X", 1, 0)
    QTest.keyClicks(view, "9")
    QTest.keyClick(line(view), key, modifier)
    assert place(view) == goes_to
    assert view.editor is None
    assert view.hasFocus()
    assert matrix(panel, "X")[1][0] == 9.0


def test_typing_and_enter_fill_a_column(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "X", 0, 1)
    for digit in "789":
        QTest.keyClicks(view, digit)
        QTest.keyClick(line(view), Key.Key_Return)
    assert [row[1] for row in matrix(panel, "X")] == [7.0, 8.0, 9.0]


def test_tab_leaves_the_table_at_its_last_cell(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "X", 2, 1)
    QTest.keyClick(view, Key.Key_Tab)
    assert not view.hasFocus()


def test_shift_tab_leaves_the_table_at_its_first_cell(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 0)
    QTest.keyClick(view, Key.Key_Backtab, Mod.ShiftModifier)
    assert not view.hasFocus()


@pytest.mark.parametrize("key", [Key.Key_Delete, Key.Key_Backspace])
def test_delete_puts_zero(qtbot, key):
    panel = shown(qtbot, by_hand())
    QTest.keyClick(at(panel, "X", 2, 0), key)
    assert matrix(panel, "X") == [[1, 0], [0, 1], [0, 1]]
    assert panel.session.undo_stack.undoText() == "Clear X row 3, column 1"


def test_delete_clears_a_block_in_one_step(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "X", 1, 0)
    QTest.keyClick(view, Key.Key_Down, Mod.ShiftModifier)
    QTest.keyClick(view, Key.Key_Right, Mod.ShiftModifier)
    QTest.keyClick(view, Key.Key_Delete)
    assert matrix(panel, "X") == [[1, 0], [0, 0], [0, 0]]
    assert panel.session.undo_stack.count() == 1


def test_a_cell_that_is_reached_is_selected_everywhere_with_its_query(qtbot):
    panel = shown(qtbot, by_hand())
    at(panel, "X", 2, 1)
    assert panel.session.state.selection.cell == Cell("X", None, 2, 1)
    assert panel.session.state.selection.query == 2


@pytest.mark.parametrize(
    ("make", "name", "query"), [(by_hand, "W_Q", 1), (direct, "Q", 0), (cross, "source", 1), (given_weights, "V", 0)]
)
def test_only_rows_of_queries_select_a_query(qtbot, make, name, query):
    panel = shown(qtbot, make())
    at(panel, name, 0, 0)
    assert panel.session.state.selection.query == query


def test_a_cell_of_given_weights_is_selected_in_its_head(qtbot):
    panel = shown(qtbot, given_weights())
    panel.session.select(head=1)
    at(panel, "weights", 0, 2)
    assert panel.session.state.selection.cell == Cell("weights", 1, 0, 2)


def test_a_cell_selected_elsewhere_becomes_the_current_one(qtbot):
    panel = shown(qtbot, by_hand())
    panel.session.select(cell=Cell("W_K", None, 1, 0))
    assert place(panel.pane("W_K").view) == (1, 0)


def test_the_session_hears_of_each_choice_once(qtbot):
    panel = shown(qtbot, by_hand())
    heard = []
    panel.session.changed.connect(lambda old, new: heard.append(new.selection.cell))
    at(panel, "X", 2, 1)
    assert heard == [Cell("X", None, 2, 1)]


def test_the_keyboard_stays_on_its_cell_through_edits_and_undo(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "X", 2, 1)
    QTest.keyClick(view, Key.Key_Delete)
    panel.session.undo_stack.undo()
    assert place(view) == (2, 1)
    assert view.hasFocus()


@pytest.mark.parametrize("key", [Key.Key_C, Key.Key_X, Key.Key_V, Key.Key_A])
def test_the_clipboard_keys_are_taken_before_a_shortcut_of_the_window(qtbot, key):
    panel = shown(qtbot, by_hand())
    view = at(panel, "X", 0, 0)
    event = QKeyEvent(QEvent.Type.ShortcutOverride, key, Mod.ControlModifier)
    QApplication.sendEvent(view, event)
    assert event.isAccepted()


@pytest.mark.parametrize("key", [Key.Key_Space, Key.Key_Escape, Key.Key_F5])
def test_keys_of_the_presenter_are_left_to_the_window(qtbot, key):
    panel = shown(qtbot, by_hand())
    got = []

    class Listener(QWidget):
        def keyPressEvent(self, event):
            got.append(event.key())

    window = Listener()
    qtbot.addWidget(window)
    panel.setParent(window)
    panel.around = window  # lives as long as what is in it
    window.show()
    panel.show()
    view = at(panel, "X", 0, 0)
    QTest.keyClick(view, key)
    assert got == [key]
    assert view.editor is None


def test_a_context_menu_of_the_line_does_not_end_typing(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "X", 0, 0)
    QTest.keyClicks(view, "5")
    editor = line(view)
    other = QWidget()
    qtbot.addWidget(other)
    for reason in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
        QApplication.sendEvent(editor, _focus_out(reason))
    assert view.editor is editor


def _focus_out(reason):
    return QFocusEvent(QEvent.Type.FocusOut, reason)


def test_focus_alone_chooses_no_cell_and_the_first_key_does(qtbot):
    panel = shown(qtbot, by_hand())
    view = panel.pane("W_Q").view
    view.setFocus(Qt.FocusReason.ShortcutFocusReason)
    assert panel.session.state.selection.cell is None
    QTest.keyClick(view, Key.Key_Right)
    assert panel.session.state.selection.cell == Cell("W_Q", None, 0, 0)


def test_typing_into_a_table_without_a_cell_begins_at_the_first(qtbot):
    panel = shown(qtbot, by_hand())
    view = panel.pane("W_Q").view
    view.setFocus(Qt.FocusReason.ShortcutFocusReason)
    QTest.keyClicks(view, "7")
    assert matrix(panel, "W_Q")[0][0] == 7.0


def test_a_click_chooses_the_cell_that_was_clicked_and_no_other(qtbot):
    panel = shown(qtbot, by_hand())
    heard = []
    panel.session.changed.connect(lambda old, new: heard.append(new.selection.cell))
    view = panel.pane("W_K").view
    place = view.visualRect(view.numbers.index(1, 0)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert heard == [Cell("W_K", None, 1, 0)]


def test_a_key_on_its_way_to_a_shortcut_chooses_no_cell(qtbot):
    panel = shown(qtbot, by_hand())
    before = panel.session.state.selection
    view = panel.findChild(QTableView, "pane.X")
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Control)
    assert panel.session.state.selection == before
