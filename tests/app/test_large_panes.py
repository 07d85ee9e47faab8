"""Matrices of hundreds of rows and columns: opened at once, scrolled, searched and edited as small ones."""

from __future__ import annotations

import numpy as np
import pytest
from pane_scenarios import at, line, matrix, shown
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from attnviz import Projected, Scenario
from attnviz.app.panes.finding import find
from attnviz.app.panes.inputs_panel import InputsPanel
from attnviz.app.panes.pane_header import PaneHeader
from attnviz.app.session import Session
from attnviz.app.window import MainWindow
from attnviz.engine.cells import Cell

Key, Mod = Qt.Key, Qt.KeyboardModifier
WORDS = tuple(f"{word}{number}" for number in range(3) for word in ("the", "cat", "sat", "on"))


def large(rows: int = 512, columns: int = 2048) -> Scenario:
    """Twelve tokens and projections of so many rows and columns."""
    numbers = np.random.default_rng(3)
    matrices = [numbers.standard_normal((rows, columns)) for _ in range(3)]
    return Scenario(Projected(numbers.standard_normal((12, rows)), *matrices), tokens=WORDS)


@pytest.fixture
def panel(qtbot: QtBot) -> InputsPanel:
    """Panes of 512×2048 numbers."""
    return shown(qtbot, large(), width=360)


def finder(panel: InputsPanel, name: str) -> QLineEdit:
    """The open line that looks for a row."""
    return next(box for box in panel.pane(name).findChildren(QLineEdit, "pane.find") if box.isVisible())


def test_only_cells_in_sight_are_written(panel: InputsPanel) -> None:
    panel.grab()
    assert len(panel.pane("W_Q").model._looks) < 400


def test_typing_into_a_large_matrix_takes_effect_with_each_key(panel: InputsPanel) -> None:
    view = at(panel, "W_Q", 400, 2000)
    QTest.keyClick(view, "2")
    QTest.keyClicks(line(view), ".5")
    assert panel.session.state.scenario.matrix("W_Q")[400, 2000] == 2.5
    QTest.keyClick(line(view), Key.Key_Return)
    assert view.currentIndex().row() == 401
    assert panel.session.undo_stack.count() == 1


def test_undo_gives_a_large_matrix_back_its_number(panel: InputsPanel) -> None:
    before = panel.session.state.scenario.matrix("W_K")[511, 2047]
    QTest.keyClick(at(panel, "W_K", 511, 2047), Key.Key_Delete)
    assert panel.session.state.scenario.matrix("W_K")[511, 2047] == 0
    panel.session.undo_stack.undo()
    assert panel.session.state.scenario.matrix("W_K")[511, 2047] == before


def test_a_block_pasted_in_the_middle_stays_within_its_cells(panel: InputsPanel) -> None:
    before = panel.session.state.scenario.matrix("W_V")
    QGuiApplication.clipboard().setText("1\t2\n3\t4")
    QTest.keyClick(at(panel, "W_V", 300, 1000), Key.Key_V, Mod.ControlModifier)
    after = panel.session.state.scenario.matrix("W_V")
    assert after[300:302, 1000:1002].tolist() == [[1, 2], [3, 4]]
    assert int((before != after).sum()) == 4


def test_a_whole_matrix_of_384_is_copied_and_pasted_back_as_it_is(qtbot: QtBot) -> None:
    window = MainWindow(Session(large(384, 384)))
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    panel = window.findChild(InputsPanel)
    assert isinstance(panel, InputsPanel)
    numbers = matrix(panel, "W_Q")
    view = at(panel, "W_Q", 0, 0)
    QGuiApplication.clipboard().clear()
    QTest.keyClick(view, Key.Key_A, Mod.ControlModifier)
    QTest.keyClick(view, Key.Key_C, Mod.ControlModifier)
    qtbot.waitUntil(lambda: bool(QGuiApplication.clipboard().text()), timeout=20_000)
    QTest.keyClick(view, Key.Key_Delete)
    QTest.keyClick(view, Key.Key_V, Mod.ControlModifier)
    qtbot.waitUntil(lambda: matrix(panel, "W_Q") == numbers, timeout=20_000)
    window.session.undo_stack.setClean()  # nothing is asked when it closes


def test_a_paste_of_three_hundred_columns_more_is_done_in_one_go(qtbot: QtBot) -> None:
    panel = shown(qtbot, large(8, 8))

    class Yes:
        def resize(self, _text: str, _verb: str) -> bool:
            return True

        def seed(self, last: int) -> int | None:
            return last

    panel.ask(Yes())
    QGuiApplication.clipboard().setText("\n".join("\t".join(["0.5"] * 308) for _ in range(8)))
    QTest.keyClick(at(panel, "W_Q", 0, 0), Key.Key_V, Mod.ControlModifier)
    assert panel.session.state.scenario.matrix("W_K").shape == (8, 308)


def test_slopes_over_a_large_matrix_are_written_where_they_are_seen(panel: InputsPanel) -> None:
    panel.session.select(cell=Cell("weights", 0, 2, 3))
    panel.session.look(moves=True)
    panel.grab()
    overlay = panel.pane("W_Q").model.overlay
    assert overlay is not None
    assert 0 < len(overlay._texts) < 400


def test_ctrl_f_goes_to_the_row_of_that_number(qtbot: QtBot) -> None:
    window = MainWindow(Session(large(384, 384)))
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    panel = window.findChild(InputsPanel)
    at(panel, "W_Q", 0, 5)
    window.menus.commands["find_row"].trigger()
    QTest.keyClicks(finder(panel, "W_Q"), "300")
    index = panel.pane("W_Q").view.currentIndex()
    assert (index.row(), index.column()) == (299, 5)
    assert panel.pane("W_Q").view.visualRect(index).intersects(panel.pane("W_Q").view.viewport().rect())
    assert window.session.state.selection.cell == Cell("W_Q", None, 299, 5)


def test_a_token_is_found_one_after_the_other_and_esc_gives_the_keyboard_back(panel: InputsPanel) -> None:
    view = at(panel, "X", 0, 0)
    panel.find_row()
    box = finder(panel, "X")
    QTest.keyClicks(box, "CAT")
    assert view.currentIndex().row() == 1
    assert panel.findChild(QLabel, "pane.find.words").text() == "1 of 3"
    QTest.keyClick(box, Key.Key_Return)
    assert view.currentIndex().row() == 5
    QTest.keyClick(box, Key.Key_Return, Mod.ShiftModifier)
    assert view.currentIndex().row() == 1
    QTest.keyClick(box, Key.Key_Escape)
    assert not box.isVisible()


def test_what_is_not_found_is_said_and_nothing_moves(panel: InputsPanel) -> None:
    view = at(panel, "W_Q", 98, 0)
    panel.find_row()
    QTest.keyClicks(finder(panel, "W_Q"), "999")
    assert view.currentIndex().row() == 98  # row 99, which is what "99" had found
    assert panel.pane("W_Q").findChild(QLabel, "pane.find.words").text() == "There are 512 rows."


@pytest.mark.parametrize(
    ("text", "row", "column"),
    [("3", 2, None), (" 2, 4 ", 1, 3), ("2 4", 1, 3), ("0", None, None), ("4", None, None), ("2,6", None, None)],
)
def test_rows_and_columns_count_from_1(text: str, row: int | None, column: int | None) -> None:
    hit = find(text, (3, 5), ("a", "b", "c"), 0)
    assert (hit.row, hit.column) == (row, column)


def test_a_token_that_is_the_text_comes_before_one_that_holds_it() -> None:
    labels = ("too", "the", "to")
    assert find("to", (3, 1), labels, 0).row == 2
    assert find("t", (3, 1), labels, 0).row == 0


def test_scrubbing_a_number_of_a_large_matrix_is_one_step(panel: InputsPanel) -> None:
    before = panel.session.state.scenario.matrix("W_Q")[400, 1500]
    view = at(panel, "W_Q", 400, 1500)
    for _ in range(3):
        QTest.keyClick(view, Key.Key_Up, Mod.AltModifier)
    assert panel.session.state.scenario.matrix("W_Q")[400, 1500] > before
    assert panel.session.undo_stack.count() == 1
    panel.session.undo_stack.undo()
    assert panel.session.state.scenario.matrix("W_Q")[400, 1500] == before


def test_filling_a_large_matrix_is_one_step(panel: InputsPanel) -> None:
    panel.pane("W_K").commands.fill_with_identity()
    assert np.array_equal(panel.session.state.scenario.matrix("W_K"), np.eye(512, 2048))
    panel.session.undo_stack.undo()
    assert panel.session.state.scenario == large()


def test_scrolling_writes_what_comes_into_sight(panel: InputsPanel) -> None:
    view = at(panel, "W_Q", 0, 0)
    panel.grab()
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    view.horizontalScrollBar().setValue(view.horizontalScrollBar().maximum())
    panel.grab()
    assert 511 * 2048 + 2047 in panel.pane("W_Q").model._looks
    assert len(panel.pane("W_Q").model._looks) < 800


def test_a_token_that_comes_again_has_its_number_beside_its_row(qtbot: QtBot) -> None:
    words = tuple(("the", "old", "river")[index % 3] for index in range(300))
    of_many = shown(
        qtbot, Scenario(Projected(X=np.zeros((300, 2)), W_Q=np.eye(2), W_K=np.eye(2), W_V=np.eye(2)), tokens=words)
    )
    header = next(own for own in of_many.findChildren(PaneHeader) if own.are_tokens)
    assert [header.shown_label(row) for row in (0, 1, 299)] == ["1 the", "2 old", "300 river"]


def test_the_source_goes_to_the_key_of_the_chosen_number(qtbot: QtBot) -> None:
    numbers, square = np.random.default_rng(0).normal(size=(400, 4)), np.eye(4)
    from_source = Scenario(Projected(numbers[:300], square, square, square, source=numbers))
    panel = shown(qtbot, from_source, width=320, height=500)
    view = panel.panes["source"].view
    panel.session.select(cell=Cell("weights", 0, 4, 350), query=4)
    qtbot.waitUntil(lambda: view.viewport().rect().contains(view.visualRect(view.model().index(350, 0))))
