"""All panes together: they come and go with the inputs, survive another session, and end where they began."""

from __future__ import annotations

import random

import numpy as np
import pytest
import shiboken6
from pane_scenarios import at, by_hand, cross, direct, given_weights, line, matrix, shown, two_heads
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableView

from attnviz import Projected, Scenario
from attnviz.app.panes.inputs_panel import InputsPanel
from attnviz.app.panes.matrix_words import input_names
from attnviz.app.panes.number_delegate import NumberDelegate
from attnviz.app.session import Session
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_cell, set_matrix

Key = Qt.Key


def names(panel):
    """The panes from top to bottom, by their tables' object names."""
    tables = [table for table in panel.findChildren(QTableView) if table.isVisible()]
    tables.sort(key=lambda table: table.mapTo(panel, table.rect().topLeft()).y())
    return [table.objectName() for table in tables]


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (by_hand, "X W_Q W_K W_V"), (two_heads, "X W_Q W_K W_V W_O b_Q"), (cross, "X source W_Q W_K W_V"),
        (direct, "Q K V"), (given_weights, "weights V"),
    ],
)  # fmt: skip
def test_there_is_one_pane_for_each_input_in_the_order_of_the_paper(qtbot, make, expected):
    panel = shown(qtbot, make(), height=1400)
    qtbot.waitUntil(lambda: names(panel) == [f"pane.{name}" for name in expected.split()])


@pytest.mark.parametrize("make", [by_hand, two_heads, cross, direct, given_weights])
def test_another_document_changes_the_panes(qtbot, make):
    panel = shown(qtbot, by_hand())
    panel.session.open(make())
    assert tuple(panel.panes) == input_names(make()) or set(panel.panes) == set(input_names(make()))


def test_every_pane_has_a_name_for_screen_readers(qtbot):
    panel = shown(qtbot, two_heads())
    assert panel.pane("W_Q").view.accessibleName() == "W_Q, 4×4, d_model × heads·d_k"
    assert panel.pane("b_Q").view.accessibleName() == "b_Q, 1×4, heads·d_k"


@pytest.mark.parametrize(
    ("make", "name", "shape"),
    [
        (by_hand, "X", "3×2, tokens × d_model"), (by_hand, "W_Q", "2×2, d_model × d_k"),
        (two_heads, "W_O", "4×4, heads·d_v × d_out"), (cross, "source", "3×2, source tokens × d_source"),
        (direct, "K", "3×2, keys × d_k"), (given_weights, "weights", "1×3, queries × keys, head 1"),
    ],
)  # fmt: skip
def test_the_title_says_the_shape_in_numbers_and_words(qtbot, make, name, shape):
    assert shown(qtbot, make()).pane(name).title.shape.text() == shape


def test_a_pane_comes_when_its_matrix_does_and_goes_with_it(qtbot):
    panel = shown(qtbot, by_hand())
    panel.session.edit("add W_O", lambda now: set_matrix(now, "W_O", np.eye(2)))
    assert panel.pane("W_O").isVisible()
    panel.session.undo_stack.undo()
    assert "W_O" not in panel.panes


def test_another_session_is_shown_and_the_old_one_left_alone(qtbot):
    panel = shown(qtbot, by_hand())
    old, new = panel.session, Session(two_heads())
    panel.set_session(new)
    QTest.keyClick(at(panel, "W_Q", 0, 0), Key.Key_Delete)
    assert new.state.scenario.matrix("W_Q")[0, 0] == 0
    assert old.state.scenario == by_hand()
    old.edit("old", lambda now: set_cell(now, "W_Q", 0, 0, 9))
    assert matrix(panel, "W_Q")[0][0] == 0


def test_another_session_in_the_middle_of_typing_drops_the_line(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 0)
    QTest.keyClicks(view, "5")
    new = Session(by_hand())
    panel.set_session(new)
    assert panel.pane("W_Q").view.editor is None
    assert new.state.scenario == by_hand()


def test_another_document_in_the_middle_of_typing_drops_the_line(qtbot):
    panel = shown(qtbot, by_hand())
    QTest.keyClicks(at(panel, "X", 2, 1), "5")
    panel.session.open(given_weights())
    assert set(panel.panes) == {"weights", "V"}
    assert panel.session.state.scenario == given_weights()


def test_a_session_deleted_in_the_middle_of_typing_does_no_harm(qtbot):
    panel = shown(qtbot, by_hand())
    QTest.keyClicks(at(panel, "W_Q", 0, 0), "5")
    shiboken6.delete(panel.session)
    panel.set_session(Session(direct()))
    assert set(panel.panes) == {"Q", "K", "V"}


def test_a_panel_deleted_in_the_middle_of_typing_leaves_a_session_that_works(qtbot):
    session = Session(by_hand())
    panel = InputsPanel(session)
    panel.show()
    QTest.keyClicks(at(panel, "W_Q", 0, 0), "5")
    panel.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert session.edit("on", lambda now: set_cell(now, "W_Q", 0, 0, 7))


def test_panes_that_went_are_deleted(qtbot):
    panel = shown(qtbot, by_hand())
    gone = panel.pane("X").view
    panel.session.open(given_weights())
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not shiboken6.isValid(gone)


@pytest.mark.parametrize(("make", "seed"), [(by_hand, 1), (two_heads, 2)])
def test_many_quick_edits_and_undos_end_where_they_began(qtbot, make, seed):
    panel = shown(qtbot, make())
    start, chance = panel.session.state.scenario, random.Random(seed)
    for _ in range(500):
        view = panel.pane(chance.choice(list(panel.panes))).view
        row, column = chance.randrange(view.numbers.rowCount()), chance.randrange(view.numbers.columnCount())
        view.setCurrentIndex(view.numbers.index(row, column))
        what = chance.random()
        if what < 0.5:
            view.numbers.setData(view.currentIndex(), chance.choice(["1/3", "-2", "√2", "0,5", 7, "bad"]))
        elif what < 0.7:
            QTest.keyClicks(view, chance.choice("123456789"))
            QTest.keyClick(line(view), chance.choice([Key.Key_Return, Key.Key_Escape, Key.Key_Tab]))
        elif what < 0.85:
            view.commands.add(1 if view.numbers.rowCount() == 1 else chance.choice([0, 1]), 0, after=True)
        elif what < 0.95:
            view.commands.remove(1 if view.numbers.rowCount() == 1 else chance.choice([0, 1]), 0)
        else:
            view.commands.fill_with_random()
    stack = panel.session.undo_stack
    assert stack.count() > 100
    while stack.canUndo():
        stack.undo()
    assert panel.session.state.scenario == start
    for name in panel.panes:
        shows, has = panel.pane(name).model.values, panel.session.state.scenario.matrix(name)
        assert np.array_equal(shows, has.reshape(shows.shape))


def test_a_selected_cell_lights_what_it_came_from(qtbot):
    panel = shown(qtbot, by_hand())
    panel.session.select(cell=Cell("queries", 0, 1, 0))
    lit = {
        name: {(frame.rows, frame.columns) for frame in panel.pane(name).view.frames if frame.strong}
        for name in panel.panes
    }
    assert lit == {"X": {((1, 2), (0, 2))}, "W_Q": {((0, 2), (0, 1))}, "W_K": set(), "W_V": set()}


def test_the_selected_query_is_framed_in_x(qtbot):
    panel = shown(qtbot, by_hand())
    panel.session.select(query=2)
    frame = panel.pane("X").view.frames[0]
    assert (frame.rows, frame.columns, frame.strong) == ((2, 3), (0, 2), False)


def test_another_head_lights_its_own_columns(qtbot):
    panel = shown(qtbot, two_heads())
    panel.session.select(head=1, cell=Cell("keys", 1, 0, 0))
    assert [frame.columns for frame in panel.pane("W_K").view.frames] == [(2, 3)]
    assert panel.pane("W_K").view.span.start == 2


def test_a_document_without_that_cell_lights_nothing(qtbot):
    panel = shown(qtbot, by_hand())
    panel.session.select(cell=Cell("queries", 0, 1, 0))
    panel.session.open(given_weights())
    assert all(not frame.strong for name in panel.panes for frame in panel.pane(name).view.frames)


def test_large_matrices_open_and_scroll(qtbot):
    numbers = np.random.default_rng(0)
    X, W, W_O = numbers.normal(size=(16, 384)), numbers.normal(size=(384, 32)), numbers.normal(size=(32, 384))
    panel = shown(qtbot, Scenario(Projected(X, W, W, W, W_O)))
    view = at(panel, "W_Q", 383, 31)
    assert view.visualRect(view.currentIndex()).intersects(view.viewport().rect())
    assert view.height() < 400
    QTest.keyClick(view, Key.Key_Delete)
    assert panel.session.state.scenario.matrix("W_Q")[383, 31] == 0


def test_an_edit_makes_only_the_changed_cell_paint(qtbot, monkeypatch):
    painted = []
    paint = NumberDelegate.paint_cell

    def counted(self, painter, row, column, place, *, chosen):
        painted.append((self.parent().numbers.name, row, column))
        paint(self, painter, row, column, place, chosen=chosen)

    monkeypatch.setattr(NumberDelegate, "paint_cell", counted)
    panel = shown(qtbot, set_cell(by_hand(), "X", 0, 0, 50))
    QCoreApplication.processEvents()
    assert ("W_K", 1, 1) in painted
    painted.clear()
    panel.session.edit("edit", lambda now: set_cell(now, "X", 2, 1, 3))
    QCoreApplication.processEvents()
    assert painted == [("X", 2, 1)]


def test_tab_goes_through_the_panes_as_they_stand(qtbot):
    panel = shown(qtbot, two_heads())
    panel.session.open(by_hand())
    panel.session.open(two_heads())  # W_O is made after W_V and b_Q again
    stops = [
        stop for name in input_names(two_heads()) for stop in (panel.pane(name).view, panel.pane(name).title.button)
    ]
    stops[0].setFocus(Qt.FocusReason.TabFocusReason)
    seen = [panel.focusWidget()]
    for _ in stops[1:]:
        panel.focusWidget().focusNextPrevChild(True) if seen[-1] not in stops[::2] else _leave(seen[-1])
        seen.append(panel.focusWidget())
    assert seen == stops


def _leave(view):
    """Tab from the last cell of a table."""
    rows, columns = view.numbers.rowCount(), view.numbers.columnCount()
    view.setCurrentIndex(view.numbers.index(rows - 1, columns - 1))
    QTest.keyClick(view, Key.Key_Tab)
