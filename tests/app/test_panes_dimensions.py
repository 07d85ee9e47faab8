"""Rows, columns and tokens: added, removed and renamed by name, with every matrix that shares them."""

from __future__ import annotations

import pytest
from pane_scenarios import at, by_hand, cross, direct, given_weights, matrix, shown, two_heads
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from attnviz.engine.edits import remove, set_token

Key, Mod = Qt.Key, Qt.KeyboardModifier


def menu_of(panel, name, row=0, column=0):
    """The pane's menu for that cell, as it opens."""
    at(panel, name, row, column)
    pane = panel.pane(name)
    pane.menu.aboutToShow.emit()
    return pane.menu


def texts(menu):
    return [action.text() for action in menu.actions() if action.text()]


def choose(panel, name, key, row=0, column=0):
    """Chooses an entry of the pane's menu."""
    action = menu_of(panel, name, row, column).findChild(QAction, f"action.pane.{name}.{key}")
    action.trigger()


def label_line(panel, name):
    found = panel.findChild(QLineEdit, f"pane.{name}.label")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("make", "name", "entries"),
    [
        (by_hand, "X", ["Insert Token Above", "Insert Token Below", "Remove Token 2 “b”"]),
        (by_hand, "X", ["Insert Column Left", "Insert Column Right", "Remove Column 2"]),
        (by_hand, "W_Q", ["Insert Row Above", "Remove Row 2", "Insert Column Right"]),
        (by_hand, "W_V", ["Remove Column 2"]),
        (cross, "source", ["Insert Source Token Below", "Remove Source Token 2 “v”"]),
        (cross, "source", ["Insert Column Right"]),
        (direct, "Q", ["Insert Query Below", "Remove Query 2"]),
        (direct, "K", ["Insert Key Below", "Remove Key 2"]),
        (two_heads, "W_O", ["Insert Row Below", "Insert Column Right"]),
        (two_heads, "b_Q", ["Insert Column Right"]),
    ],
)  # fmt: skip
def test_the_menu_says_where_rows_and_columns_go(qtbot, make, name, entries):
    panel = shown(qtbot, make())
    found = texts(menu_of(panel, name, 0 if name == "b_Q" else 1, 1))
    assert [entry for entry in entries if entry not in found] == []


def test_a_bias_offers_no_rows(qtbot):
    panel = shown(qtbot, two_heads())
    assert not [text for text in texts(menu_of(panel, "b_Q")) if "Row" in text and "Find" not in text]


def test_the_menu_says_on_hover_what_else_grows(qtbot):
    panel = shown(qtbot, two_heads())
    menu = menu_of(panel, "W_Q", 0, 2)
    grows, goes = (menu.findChild(QAction, f"action.pane.W_Q.{key}") for key in ("add_column_before", "remove_column"))
    assert grows.toolTip() == "d_k grows, in W_Q, W_K and b_Q, in every head"
    assert (goes.text(), goes.toolTip()) == ("Remove Column 3", "d_k shrinks, in W_Q, W_K and b_Q, in every head")
    assert menu.toolTipsVisible()


def test_a_token_is_added_after_the_current_one_as_one_step(qtbot):
    panel = shown(qtbot, by_hand())
    choose(panel, "X", "add_row_after", 1, 0)
    assert matrix(panel, "X") == [[1, 0], [0, 1], [0, 0], [1, 1]]
    assert panel.session.state.scenario.tokens == ("a", "b", "d", "c")
    assert panel.session.undo_stack.undoText() == "Insert token"
    assert panel.pane("X").view.currentIndex().row() == 2


def test_a_token_is_added_before_the_first(qtbot):
    panel = shown(qtbot, by_hand())
    choose(panel, "X", "add_row_before", 0, 0)
    assert matrix(panel, "X") == [[0, 0], [1, 0], [0, 1], [1, 1]]


def test_a_column_of_d_model_goes_from_every_matrix_that_shares_it(qtbot):
    panel = shown(qtbot, by_hand())
    choose(panel, "X", "remove_column", 0, 1)
    assert matrix(panel, "X") == [[1], [0], [1]]
    assert matrix(panel, "W_Q") == [[1, 0]]
    assert panel.session.undo_stack.undoText() == "Remove column 2 of d_model"
    panel.session.undo_stack.undo()
    assert panel.session.state.scenario == by_hand()


def test_d_k_grows_in_every_head(qtbot):
    panel = shown(qtbot, two_heads())
    before = matrix(panel, "b_Q")
    choose(panel, "W_Q", "add_column_after", 0, 3)
    assert matrix(panel, "b_Q") == [*before[:2], 0.0, *before[2:], 0.0]


def test_the_last_row_cannot_go(qtbot):
    panel = shown(qtbot, given_weights())
    choose(panel, "weights", "remove_row")
    assert len(matrix(panel, "weights")[0]) == 1
    assert str(panel.session.state.refused)


def test_the_current_cell_moves_inside_when_its_row_goes(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "X", 2, 1)
    panel.session.edit("remove", lambda now: remove(now, "T", 2))
    assert (view.currentIndex().row(), view.currentIndex().column()) == (1, 1)


def test_a_table_made_anew_keeps_its_current_cell(qtbot):
    panel = shown(qtbot, two_heads())
    view = at(panel, "W_Q", 2, 1)
    choose(panel, "W_Q", "add_column_after", 2, 1)
    assert (view.currentIndex().row(), view.currentIndex().column()) == (2, 1)


def test_filling_is_in_the_menu(qtbot):
    panel = shown(qtbot, by_hand())
    menu_of(panel, "W_V").findChild(QAction, "action.pane.W_V.fill_identity").trigger()
    assert matrix(panel, "W_V") == [[1, 0], [0, 1]]


@pytest.mark.parametrize("label", ["café", "<b>x</b>", "&x", "שלום", "机器", "👩‍👩‍👧", "a" * 300, " ", "b\tc"])
def test_a_double_click_on_a_token_renames_it_literally_as_one_step(qtbot, label):
    panel = shown(qtbot, by_hand())
    header = panel.pane("X").view.rows_header
    place = header.viewport().rect().topLeft()
    place.setX(4)
    place.setY(header.sectionViewportPosition(1) + 4)
    QTest.mouseDClick(header.viewport(), Qt.MouseButton.LeftButton, Mod.NoModifier, place)
    editor = label_line(panel, "X")
    assert editor.text() == "b"
    editor.setText(label)
    QTest.keyClick(editor, Key.Key_Return)
    assert panel.session.state.scenario.tokens[1] == label
    assert panel.session.undo_stack.count() == 1
    panel.grab()


def test_shift_f2_renames_and_esc_leaves_the_label(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "X", 2, 0)
    QTest.keyClick(view, Key.Key_F2, Mod.ShiftModifier)
    editor = label_line(panel, "X")
    QTest.keyClicks(editor, "zzz")
    QTest.keyClick(editor, Key.Key_Escape)
    assert panel.session.state.scenario.tokens == ("a", "b", "c")
    assert view.hasFocus()


def test_f2_on_a_row_chosen_by_its_token_renames_it(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "X", 0, 0)
    header = view.rows_header
    place = header.viewport().rect().topLeft()
    place.setX(4)
    place.setY(header.sectionViewportPosition(1) + 4)
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, Mod.NoModifier, place)
    QTest.keyClick(view, Key.Key_F2)
    editor = label_line(panel, "X")
    editor.setText("bee")
    QTest.keyClick(editor, Key.Key_Tab)
    assert panel.session.state.scenario.tokens == ("a", "bee", "c")


def test_a_click_elsewhere_keeps_the_label_that_is_typed(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "X", 0, 0)
    view.rename_row()
    label_line(panel, "X").setText("first")
    panel.pane("W_K").view.setFocus(Qt.FocusReason.MouseFocusReason)
    assert panel.session.state.scenario.tokens[0] == "first"


def test_where_there_were_numbers_a_name_makes_labels(qtbot):
    panel = shown(qtbot, cross())
    view = at(panel, "source", 1, 0)
    view.rename_row()
    editor = label_line(panel, "source")
    editor.setText("key")
    QTest.keyClick(editor, Key.Key_Return)
    assert panel.session.state.scenario.source_tokens == ("u", "key", "w")


def test_rows_that_are_no_tokens_have_no_name_to_edit(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 0)
    view.rename_row()
    assert panel.findChild(QLineEdit, "pane.W_Q.label") is None


def test_equal_labels_stay_apart(qtbot):
    panel = shown(qtbot, set_token(by_hand(), "tokens", 1, "a"))
    assert "Remove Token 2 “a”" in texts(menu_of(panel, "X", 1, 0))
