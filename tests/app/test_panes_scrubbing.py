"""Numbers changed by dragging and by Alt+↑/↓: readable steps, one undo step a gesture."""

from __future__ import annotations

from decimal import Decimal

import pytest
from pane_scenarios import at, by_hand, line, matrix, shown
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from attnviz.app.panes.cell_scrubbing import handle_of
from attnviz.app.panes.scrubbing import PIXELS_A_STEP, step_for
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_cell

Key, Mod, Left = Qt.Key, Qt.KeyboardModifier, Qt.MouseButton.LeftButton


def drag(view, row, column, steps, modifiers=Mod.AltModifier, start=None):
    """Presses on the cell, moves up by so many steps one after another, and lets go."""
    cell = view.visualRect(view.model().index(row, column))
    place = start or cell.center()
    QTest.mousePress(view.viewport(), Left, modifiers, place)
    for step in range(1, abs(steps) + 1):
        moved = place - QPoint(0, step * PIXELS_A_STEP * (1 if steps > 0 else -1))
        _move(view, moved, modifiers)
    QTest.mouseRelease(view.viewport(), Left, modifiers, place)


def _move(view, place, modifiers):
    """A mouse move with modifiers, which QTest cannot make."""
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(place),
        QPointF(view.viewport().mapToGlobal(place)),
        Qt.MouseButton.NoButton,
        Left,
        modifiers,
    )
    QApplication.sendEvent(view.viewport(), event)


@pytest.mark.parametrize(
    ("modifier", "number"),
    [(Mod.NoModifier, 1.1), (Mod.ShiftModifier, 1.01), (Mod.ControlModifier, 2.0)],
)
def test_alt_up_makes_the_number_a_step_larger(qtbot, modifier, number):
    panel = shown(qtbot, by_hand())
    QTest.keyClick(at(panel, "W_Q", 0, 0), Key.Key_Up, Mod.AltModifier | modifier)
    assert matrix(panel, "W_Q")[0][0] == number


def test_alt_down_makes_it_smaller_through_zero_without_binary_noise(qtbot):
    panel = shown(qtbot, set_cell(by_hand(), "W_Q", 0, 0, 0.3))
    view = at(panel, "W_Q", 0, 0)
    seen = []
    for _ in range(5):
        QTest.keyClick(view, Key.Key_Down, Mod.AltModifier)
        seen.append(matrix(panel, "W_Q")[0][0])
    assert seen == [0.2, 0.1, 0.0, -0.1, -0.2]


def test_a_run_of_steps_is_one_undo_step(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 0)
    for _ in range(7):
        QTest.keyClick(view, Key.Key_Up, Mod.AltModifier)
    assert matrix(panel, "W_Q")[0][0] == 1.7
    assert panel.session.undo_stack.count() == 1


def test_going_to_another_cell_ends_the_run(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 0)
    for key in (Key.Key_Right, Key.Key_Left):
        QTest.keyClick(view, Key.Key_Up, Mod.AltModifier)
        QTest.keyClick(view, key)
    QTest.keyClick(view, Key.Key_Up, Mod.AltModifier)
    assert panel.session.undo_stack.count() == 3


def test_steps_go_on_from_the_number_after_an_undo(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 0)
    QTest.keyClick(view, Key.Key_Up, Mod.AltModifier)
    panel.session.undo_stack.undo()
    QTest.keyClick(view, Key.Key_Up, Mod.AltModifier)
    assert matrix(panel, "W_Q")[0][0] == 1.1


def test_alt_up_in_the_open_line_changes_what_is_typed(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 0)
    QTest.keyClicks(view, "5")
    QTest.keyClick(line(view), Key.Key_Up, Mod.AltModifier)
    assert line(view).text() == "5.1"
    assert matrix(panel, "W_Q")[0][0] == 5.1
    QTest.keyClick(line(view), Key.Key_Escape)
    assert matrix(panel, "W_Q")[0][0] == 1.0


@pytest.mark.parametrize(
    ("steps", "modifiers", "number"),
    [
        (3, Mod.AltModifier, 1.3), (-12, Mod.AltModifier, -0.2),
        (4, Mod.AltModifier | Mod.ShiftModifier, 1.04), (2, Mod.AltModifier | Mod.ControlModifier, 3.0),
    ],
)  # fmt: skip
def test_an_alt_drag_is_one_undo_step(qtbot, steps, modifiers, number):
    panel = shown(qtbot, by_hand())
    drag(panel.pane("W_Q").view, 0, 0, steps, modifiers)
    assert matrix(panel, "W_Q")[0][0] == number
    assert panel.session.undo_stack.count() == 1


def test_the_handle_drags_without_alt(qtbot):
    panel = shown(qtbot, by_hand())
    view = panel.pane("W_Q").view
    handle = handle_of(view.visualRect(view.model().index(1, 1))).center()
    drag(view, 1, 1, 2, Mod.NoModifier, handle)
    assert matrix(panel, "W_Q")[1][1] == 1.2
    assert panel.session.state.selection.cell == Cell("W_Q", None, 1, 1)


def test_a_drag_that_comes_back_leaves_no_step(qtbot):
    panel = shown(qtbot, by_hand())
    view = panel.pane("W_Q").view
    place = view.visualRect(view.model().index(0, 0)).center()
    QTest.mousePress(view.viewport(), Left, Mod.AltModifier, place)
    for away in (20, 0):
        _move(view, place - QPoint(0, away), Mod.AltModifier)
    QTest.mouseRelease(view.viewport(), Left, Mod.AltModifier, place)
    assert panel.session.undo_stack.count() == 0


def test_esc_takes_a_drag_back(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 0)
    place = view.visualRect(view.model().index(0, 0)).center()
    QTest.mousePress(view.viewport(), Left, Mod.AltModifier, place)
    _move(view, place - QPoint(0, 30), Mod.AltModifier)
    assert matrix(panel, "W_Q")[0][0] == 1.5
    QTest.keyClick(view, Key.Key_Escape)
    assert matrix(panel, "W_Q")[0][0] == 1.0
    assert panel.session.undo_stack.count() == 0


def test_two_drags_are_two_steps(qtbot):
    panel = shown(qtbot, by_hand())
    for _ in range(2):
        drag(panel.pane("W_Q").view, 0, 0, 1)
    assert panel.session.undo_stack.count() == 2


def test_a_plain_drag_selects_a_block(qtbot):
    panel = shown(qtbot, by_hand())
    view = panel.pane("X").view
    first, last = (view.visualRect(view.model().index(*cell)).center() - QPoint(8, 0) for cell in ((0, 0), (2, 1)))
    QTest.mousePress(view.viewport(), Left, Mod.NoModifier, first)
    _move(view, last, Mod.NoModifier)
    QTest.mouseRelease(view.viewport(), Left, Mod.NoModifier, last)
    assert (view.block().rows, view.block().columns) == (3, 2)
    assert not panel.session.undo_stack.canUndo()


@pytest.mark.parametrize(
    ("largest", "step"),
    [(0, "0.1"), (0.03, "0.001"), (0.4, "0.01"), (1, "0.1"), (50, "0.1"), (100, "1"), (2500, "10"), (3e20, "1e18")],
)
def test_a_step_suits_the_size_of_the_matrix(largest, step):
    assert step_for(largest) == Decimal(step)


@pytest.mark.parametrize("by", ["keys", "mouse"])
def test_float32_steps_are_as_short_as_others(qtbot, by):
    panel = shown(qtbot, set_cell(by_hand(dtype="float32"), "W_Q", 0, 0, 0.1))
    view = at(panel, "W_Q", 0, 0)
    if by == "keys":
        QTest.keyClick(view, Key.Key_Up, Mod.AltModifier)
    else:
        drag(view, 0, 0, 1)
    assert view.numbers.data(view.currentIndex(), Qt.ItemDataRole.EditRole) == "0.2"


def test_the_handle_shows_on_the_cell_under_the_mouse_only(qtbot):
    panel = shown(qtbot, by_hand())
    view = panel.pane("W_Q").view
    QTest.mouseMove(view.viewport(), view.visualRect(view.numbers.index(1, 1)).center())
    _move(view, view.visualRect(view.numbers.index(1, 1)).center(), Mod.NoModifier)
    assert (view.scrubber.hovered.row(), view.scrubber.hovered.column()) == (1, 1)
    view.leaveEvent(QEvent(QEvent.Type.Leave))
    assert not view.scrubber.hovered.isValid()
