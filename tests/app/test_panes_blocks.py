"""Blocks of numbers: copied to and pasted from spreadsheets, filled, resized on request, never clipped."""

from __future__ import annotations

import numpy as np
import pytest
from pane_scenarios import at, by_hand, given_weights, matrix, shown, two_heads
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from attnviz.app.panes.pane_edits import Rectangle
from attnviz.engine.edits import set_cell

Key, Mod = Qt.Key, Qt.KeyboardModifier


class Person:
    """Answers every question in the same way and remembers what was asked."""

    def __init__(self, resize=True, seed=7):
        self.asked = []
        self._resize, self._seed = resize, seed

    def resize(self, text, verb):
        self.asked.append((text, verb))
        return self._resize

    def seed(self, last):
        return self._seed


def clipboard(text=None):
    if text is not None:
        QGuiApplication.clipboard().setText(text)
    return QGuiApplication.clipboard().text()


def paste(view, text):
    clipboard(text)
    QTest.keyClick(view, Key.Key_V, Mod.ControlModifier)


def test_ctrl_c_copies_the_block_with_all_digits_as_text_and_table(qtbot):
    panel = shown(qtbot, set_cell(by_hand(), "X", 0, 0, 0.1234567890123))
    view = at(panel, "X", 0, 0)
    view.select_block(Rectangle(0, 0, 2, 2))
    QTest.keyClick(view, Key.Key_C, Mod.ControlModifier)
    assert clipboard() == "0.1234567890123\t0\n0\t1"
    assert "<td" in QGuiApplication.clipboard().mimeData().html()


def test_ctrl_a_and_ctrl_x_move_the_whole_matrix_to_the_clipboard(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_Q", 0, 0)
    QTest.keyClick(view, Key.Key_A, Mod.ControlModifier)
    QTest.keyClick(view, Key.Key_X, Mod.ControlModifier)
    assert clipboard() == "1\t0\n1\t1"
    assert matrix(panel, "W_Q") == [[0, 0], [0, 0]]
    assert panel.session.undo_stack.undoText() == "Cut 2×2 of W_Q"


@pytest.mark.parametrize(
    "text", ["1\t2\n3\t4", "1\t2\r\n3\t4\r\n", "[[1, 2], [3, 4]]", "1;2\n3;4", "1 2\n3 4", "\ufeff1\t2\n3\t4"]
)
def test_a_block_is_pasted_as_one_undo_step_and_selected(qtbot, text):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_K", 0, 0)
    paste(view, text)
    assert matrix(panel, "W_K") == [[1, 2], [3, 4]]
    assert panel.session.undo_stack.count() == 1
    assert panel.session.undo_stack.undoText() == "Paste 2×2 into W_K"
    assert view.block() == Rectangle(0, 0, 2, 2)


def test_what_is_copied_comes_back_identical(qtbot):
    panel = shown(qtbot, two_heads())
    before = panel.session.state.scenario
    view = at(panel, "W_O", 0, 0)
    QTest.keyClick(view, Key.Key_A, Mod.ControlModifier)
    QTest.keyClick(view, Key.Key_X, Mod.ControlModifier)
    QTest.keyClick(view, Key.Key_V, Mod.ControlModifier)
    assert panel.session.state.scenario == before


def test_one_cell_is_where_a_block_begins(qtbot):
    panel = shown(qtbot, by_hand())
    paste(at(panel, "X", 1, 1), "5\n6")
    assert matrix(panel, "X") == [[1, 0], [0, 5], [1, 6]]


def test_one_number_fills_the_selected_block(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "X", 0, 0)
    view.select_block(Rectangle(0, 0, 3, 1))
    paste(view, "√2/2")
    assert [row[0] for row in matrix(panel, "X")] == [2**0.5 / 2] * 3
    assert panel.session.undo_stack.count() == 1


def test_a_block_that_does_not_fit_is_refused_in_words_and_not_clipped(qtbot):
    panel = shown(qtbot, by_hand())
    paste(at(panel, "W_K", 1, 1), "1\t2\n3\t4")
    assert matrix(panel, "W_K") == [[1, 1], [0, 1]]
    assert "2×2" in str(panel.session.state.refused)
    assert not panel.session.undo_stack.canUndo()


def test_a_larger_block_resizes_what_shares_the_dimensions_when_asked(qtbot):
    panel = shown(qtbot, by_hand())
    person = Person()
    panel.ask(person)
    paste(at(panel, "X", 0, 0), "1\t2\t3\n4\t5\t6\n7\t8\t9\n10\t11\t12")
    assert [verb for _, verb in person.asked] == ["Resize X to 4×3"]
    assert matrix(panel, "X") == [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]
    assert matrix(panel, "W_Q") == [[1, 0], [1, 1], [0, 0]]
    assert len(panel.session.state.scenario.tokens) == 4
    panel.session.undo_stack.undo()
    assert panel.session.state.scenario == by_hand()


def test_a_smaller_block_on_the_whole_matrix_shrinks_it_when_asked(qtbot):
    panel = shown(qtbot, by_hand())
    panel.ask(Person())
    view = at(panel, "X", 0, 0)
    view.selectAll()
    paste(view, "1\t2")
    assert matrix(panel, "X") == [[1, 2]]
    assert panel.session.state.scenario.tokens == ("a",)


def test_a_person_who_says_no_keeps_everything(qtbot):
    panel = shown(qtbot, by_hand())
    panel.ask(Person(resize=False))
    paste(at(panel, "X", 0, 0), "1\t2\t3")
    assert panel.session.state.scenario == by_hand()


def test_columns_that_heads_cannot_share_are_refused_before_anything_is_asked(qtbot):
    panel = shown(qtbot, two_heads())
    person = Person()
    panel.ask(person)
    paste(at(panel, "W_Q", 0, 0), "1\t2\t3\t4\t5")
    assert person.asked == []
    assert "multiple of 2" in str(panel.session.state.refused)


def test_two_rows_do_not_go_into_a_bias(qtbot):
    panel = shown(qtbot, two_heads())
    panel.ask(Person())
    paste(at(panel, "b_Q", 0, 0), "1\t2\n3\t4")
    assert "one row" in str(panel.session.state.refused)


@pytest.mark.parametrize("text", ["", "hello", "1\t2\n3", "1\t\n3\t4", "nan", "1\tx"])
def test_what_is_no_block_is_refused_in_words(qtbot, text):
    panel = shown(qtbot, by_hand())
    paste(at(panel, "X", 0, 0), text)
    assert panel.session.state.scenario == by_hand()
    assert str(panel.session.state.refused)


@pytest.mark.parametrize("text", ["\t".join(["1"] * 5000), "9" * 70_000_000])
def test_a_huge_paste_is_refused_in_words(qtbot, text):
    panel = shown(qtbot, by_hand())
    panel.ask(Person())
    paste(at(panel, "X", 0, 0), text)
    assert panel.session.state.scenario == by_hand()
    assert panel.session.state.refused is not None


def test_given_weights_take_a_block_in_the_selected_head(qtbot):
    panel = shown(qtbot, given_weights())
    panel.session.select(head=1)
    paste(at(panel, "weights", 0, 0), "0.2\t0.3\t0.5")
    assert matrix(panel, "weights") == [[[0.5, 0.25, 0.25]], [[0.2, 0.3, 0.5]]]


def test_filling_is_one_step_with_a_label_that_says_what(qtbot):
    panel = shown(qtbot, by_hand())
    commands = panel.pane("W_V").commands
    commands.fill_with_zeros()
    assert matrix(panel, "W_V") == [[0, 0], [0, 0]]
    commands.fill_with_identity()
    assert matrix(panel, "W_V") == [[1, 0], [0, 1]]
    stack = panel.session.undo_stack
    assert [stack.text(step) for step in range(2)] == ["Fill W_V with zeros", "Fill W_V with the identity"]


def test_the_same_seed_draws_the_same_numbers(qtbot):
    panel = shown(qtbot, by_hand())
    commands = panel.pane("W_V").commands
    panel.ask(Person(seed=11))
    commands.fill_with_random()
    first = matrix(panel, "W_V")
    commands.fill_with_zeros()
    commands.fill_with_random()
    assert matrix(panel, "W_V") == first
    assert panel.session.undo_stack.undoText() == "Fill W_V with random numbers (seed 11)"


def test_no_seed_fills_nothing(qtbot):
    panel = shown(qtbot, by_hand())
    panel.ask(Person(seed=None))
    assert not panel.pane("W_V").commands.fill_with_random()
    assert panel.session.state.scenario == by_hand()


def test_random_weights_still_sum_to_one(qtbot):
    panel = shown(qtbot, given_weights())
    panel.pane("weights").commands.fill_with_random()
    assert np.allclose(panel.session.state.scenario.matrix("weights").sum(axis=2), 1)


def test_identity_of_an_oblong_matrix_has_ones_on_its_diagonal(qtbot):
    panel = shown(qtbot, by_hand())
    panel.pane("X").commands.fill_with_identity()
    assert matrix(panel, "X") == [[1, 0], [0, 1], [0, 0]]


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_filling_keeps_the_number_format(qtbot, dtype):
    panel = shown(qtbot, by_hand(dtype=dtype))
    panel.pane("X").commands.fill_with_random()
    assert panel.session.state.scenario.matrix("X").dtype == dtype
