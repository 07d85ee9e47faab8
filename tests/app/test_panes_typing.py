"""Typing a number: live, one undo step, red only when it is kept, and taken back by Esc."""

from __future__ import annotations

import pytest
from pane_scenarios import at, by_hand, given_weights, line, matrix, shown
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest

from attnviz.engine.edits import remove, set_cell
from attnviz.figures.theme import PALETTES

Key, Mod = Qt.Key, Qt.KeyboardModifier
RED = PALETTES["light"].error.name()


def type_in(view, text, key=None):
    """Starts typing in the current cell, as a person would, and ends with a key."""
    QTest.keyClicks(view, text[:1])
    QTest.keyClicks(line(view), text[1:])
    if key is not None:
        QTest.keyClick(line(view), key)


def test_typing_starts_editing_and_each_keystroke_takes_effect(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 1)
    QTest.keyClicks(view, "2")
    assert matrix(panel, "W_Q")[0][1] == 2.0
    QTest.keyClicks(line(view), "5")
    assert matrix(panel, "W_Q")[0][1] == 25.0


def test_unfinished_text_changes_nothing_and_is_not_red(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 1)
    type_in(view, "3*")
    assert matrix(panel, "W_Q")[0][1] == 3.0
    assert RED not in line(view).styleSheet()
    assert panel.session.state.refused is None


def test_what_is_typed_in_one_cell_is_one_undo_step(qtbot):
    panel = shown(qtbot, by_hand())
    type_in(at(panel, "W_Q", 0, 1), "1/sqrt(2)", Key.Key_Return)
    assert matrix(panel, "W_Q")[0][1] == 1 / 2**0.5
    assert panel.session.undo_stack.count() == 1
    panel.session.undo_stack.undo()
    assert matrix(panel, "W_Q")[0][1] == 0.0


def test_typing_the_same_cell_twice_is_two_undo_steps(qtbot):
    panel = shown(qtbot, by_hand())
    for text in ("3", "4"):
        type_in(at(panel, "W_Q", 0, 1), text, Key.Key_Return)
    assert panel.session.undo_stack.count() == 2


@pytest.mark.parametrize(
    ("typed", "number"), [("0,5", 0.5), ("0.5", 0.5), ("-2", -2), ("−2", -2), ("√2/2", 2**0.5 / 2), ("2^3", 8)]
)
def test_both_decimal_marks_and_signs_are_understood(qtbot, typed, number):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 1)
    QTest.keyClick(view, Key.Key_F2)
    line(view).clear()
    line(view).insert(typed)
    line(view).textEdited.emit(typed)
    QTest.keyClick(line(view), Key.Key_Return)
    assert matrix(panel, "W_Q")[0][1] == number


@pytest.mark.parametrize("bad", ["", " ", "1e400", "nan", "1,2,3", "١٢", "1/0", "__import__('os')", "7" * 1500])
def test_bad_text_is_red_says_why_and_keeps_the_old_number(qtbot, bad):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 0)
    QTest.keyClick(view, Key.Key_F2)
    line(view).clear()
    if bad:
        QTest.keyClicks(line(view), "5")  # a number on the way is taken back too
        line(view).setText(bad)
    QTest.keyClick(line(view), Key.Key_Return)
    assert RED in line(view).styleSheet()
    assert matrix(panel, "W_Q")[0][0] == 1.0
    assert not panel.session.undo_stack.canUndo()
    assert panel.pane("W_Q").complaint.isVisible()
    assert len(panel.pane("W_Q").complaint.text()) > 5


@pytest.mark.parametrize("text_size", ["normal", "projector"])
@pytest.mark.parametrize("name", ["X", "W_Q", "W_V"])
def test_the_reason_stands_under_its_table_and_covers_nothing(qtbot, name, text_size):
    panel = shown(qtbot, by_hand(), text_size=text_size, height=420)
    view = at(panel, name, 1, 1)
    type_in(view, "2,5,1", Key.Key_Return)
    complaint, editor = panel.pane(name).complaint, line(view)
    box, of_line = (QRect(one.mapTo(panel, QPoint(0, 0)), one.size()) for one in (complaint, editor))
    others = [QRect(pane.mapTo(panel, QPoint(0, 0)), pane.size()) for key, pane in panel.panes.items() if key != name]
    table = QRect(view.mapTo(panel, QPoint(0, 0)), view.size())
    assert [other for other in (*others, table) if other.intersects(box)] == []
    assert panel.rect().contains(box)
    assert panel.rect().contains(of_line)


def test_a_reason_moves_neither_the_line_nor_its_table(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "X", 1, 1)
    type_in(view, "1/0")
    before = line(view).mapTo(panel, QPoint(0, 0)), view.size()
    QTest.keyClick(line(view), Key.Key_Return)
    assert (line(view).mapTo(panel, QPoint(0, 0)), view.size()) == before


def test_red_text_can_be_mended(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 0)
    type_in(view, "1/0", Key.Key_Return)
    QTest.keyClicks(line(view), ".5")
    assert RED not in line(view).styleSheet()
    assert not panel.pane("W_Q").complaint.isVisible()
    QTest.keyClick(line(view), Key.Key_Return)
    assert view.editor is None
    assert matrix(panel, "W_Q")[0][0] == 2.0
    assert panel.session.state.refused is None


@pytest.mark.parametrize("key", [(Key.Key_Escape, Mod.NoModifier), (Key.Key_Z, Mod.ControlModifier)])
def test_esc_and_undo_give_the_number_back_and_leave_nothing_to_undo(qtbot, key):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 0)
    start = panel.session.state.scenario
    type_in(view, "42")
    QTest.keyClick(line(view), *key)
    assert view.editor is None
    assert view.hasFocus()
    assert panel.session.state.scenario == start
    assert not panel.session.undo_stack.canUndo()


def test_redo_brings_back_what_undo_took_from_an_open_line(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 0)
    type_in(view, "42")
    QTest.keyClick(line(view), Key.Key_Z, Mod.ControlModifier)
    panel.session.undo_stack.redo()
    assert matrix(panel, "W_Q")[0][0] == 42.0
    assert panel.session.undo_stack.count() == 1


def test_undo_in_a_line_where_nothing_was_typed_takes_no_earlier_step_back(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 0)
    type_in(view, "42")
    QTest.keyClick(line(view), Key.Key_Return)
    QTest.keyClick(at(panel, "W_Q", 0, 1), Key.Key_F2)
    QTest.keyClick(line(view), Key.Key_Z, Mod.ControlModifier)
    assert matrix(panel, "W_Q")[0][0] == 42.0


def test_esc_after_bad_text_clears_the_complaint_everywhere(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 0)
    type_in(view, "1/0", Key.Key_Return)
    QTest.keyClick(line(view), Key.Key_Escape)
    assert panel.session.state.refused is None
    assert not panel.pane("W_Q").complaint.isVisible()


def test_f2_opens_the_whole_number_and_leaving_it_alone_changes_nothing(qtbot):
    panel = shown(qtbot, set_cell(by_hand(), "W_Q", 0, 0, 0.7071067811865475))
    start = panel.session.state.scenario
    view = at(panel, "W_Q", 0, 0)
    QTest.keyClick(view, Key.Key_F2)
    assert line(view).text() == "0.7071067811865475"
    QTest.keyClick(line(view), Key.Key_Return)
    assert panel.session.state.scenario is start


def test_the_editor_is_as_wide_as_its_text_where_there_is_room(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 1)
    type_in(view, "1/sqrt(2)")
    assert line(view).width() >= line(view).fontMetrics().horizontalAdvance("1/sqrt(2)") + 6
    assert view.viewport().rect().contains(line(view).geometry().adjusted(0, 1, 0, 0))


def test_cells_keep_their_size_while_a_number_is_typed(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 0)
    before = view.columnWidth(0)
    type_in(view, "123456")
    assert view.columnWidth(0) == before
    QTest.keyClick(line(view), Key.Key_Return)
    qtbot.waitUntil(lambda: view.columnWidth(0) > before)


def test_undo_from_elsewhere_closes_the_line(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 0)
    type_in(view, "5")
    panel.session.undo_stack.undo()
    assert view.editor is None
    assert matrix(panel, "W_Q")[0][0] == 1.0


def test_an_edit_of_another_cell_leaves_the_line_open(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 0)
    type_in(view, "5")
    panel.session.edit("elsewhere", lambda now: set_cell(now, "W_Q", 1, 1, 3))
    assert line(view).text() == "5"


def test_the_line_closes_when_its_row_goes(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "X", 2, 0)
    type_in(view, "5")
    panel.session.edit("remove", lambda now: remove(now, "T", 2))
    assert view.editor is None
    assert len(matrix(panel, "X")) == 2


def test_a_click_elsewhere_keeps_what_is_typed(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 0)
    type_in(view, "5")
    panel.pane("W_K").view.setFocus(Qt.FocusReason.MouseFocusReason)
    assert view.editor is None
    assert matrix(panel, "W_Q")[0][0] == 5.0
    assert panel.session.undo_stack.count() == 1


def test_bad_text_is_not_lost_by_a_click_on_another_cell(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 0)
    type_in(view, "1/")
    place = view.visualRect(view.model().index(1, 1)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert line(view).text() == "1/"
    assert view.currentIndex().row() == 0


def test_a_number_too_large_for_float32_is_refused_on_commit_only(qtbot):
    panel = shown(qtbot, by_hand(dtype="float32"))
    view = at(panel, "W_Q", 0, 0)
    type_in(view, "1e39")
    assert not panel.pane("W_Q").complaint.isVisible()
    QTest.keyClick(line(view), Key.Key_Return)
    assert panel.pane("W_Q").complaint.isVisible()
    assert matrix(panel, "W_Q")[0][0] == 1.0


def test_given_weights_are_typed_in_the_selected_head(qtbot):
    panel = shown(qtbot, given_weights())
    panel.session.select(head=1)
    type_in(at(panel, "weights", 0, 1), "0.25", Key.Key_Return)
    assert matrix(panel, "weights")[1][0] == [0.0, 0.25, 1.0]


def test_the_keyboard_comes_back_to_text_that_was_refused(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 0)
    type_in(view, "1/", Key.Key_Return)
    panel.pane("W_K").view.setFocus(Qt.FocusReason.MouseFocusReason)
    assert line(view).text() == "1/"
    view.setFocus(Qt.FocusReason.TabFocusReason)
    assert line(view).hasFocus()
