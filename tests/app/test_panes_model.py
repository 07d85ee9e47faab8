"""The table model of one matrix: roles, edits, and telling Qt exactly what changed."""

from __future__ import annotations

import numpy as np
import pytest
from pane_scenarios import by_hand, cross, direct, given_weights, two_heads
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QColor

from attnviz import Projected, Scenario
from attnviz.app.panes.matrix_words import input_names
from attnviz.app.panes.numbers_model import NumbersModel
from attnviz.app.session import Session
from attnviz.engine.edits import insert, remove, set_cell, set_token
from attnviz.figures.colour_maps import contrast


def model_of(scenario: Scenario, name: str = "W_Q") -> NumbersModel:
    session = Session(scenario)
    model = NumbersModel(session, name, session)
    session.changed.connect(model.show_state)
    return model


def text(model: NumbersModel, row: int, column: int, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole) -> str:
    return model.data(model.index(row, column), role)


@pytest.mark.parametrize("make", [by_hand, two_heads, cross, direct, given_weights])
def test_every_matrix_is_a_proper_table(qtmodeltester, make):
    scenario = make()
    for name in input_names(scenario):
        qtmodeltester.check(model_of(scenario, name), force_py=True)


def test_edit_role_is_the_whole_number_and_display_role_the_rounded_one(qapp):
    model = model_of(set_cell(by_hand(), "W_Q", 0, 1, 0.7071067811865476))
    assert text(model, 0, 1, Qt.ItemDataRole.EditRole) == "0.7071067811865476"
    assert text(model, 0, 1) == "0.707"


def test_float32_is_edited_in_its_own_shortest_form(qapp):
    model = model_of(set_cell(by_hand(dtype="float32"), "W_Q", 0, 1, 0.1))
    assert text(model, 0, 1, Qt.ItemDataRole.EditRole) == "0.1"


@pytest.mark.parametrize(
    ("typed", "number"),
    [("1/sqrt(2)", 1 / 2**0.5), ("0,25", 0.25), ("√2/2", 2**0.5 / 2), ("−3", -3.0), (4, 4.0), (np.float32(0.5), 0.5)],
)
def test_set_data_takes_expressions_and_numbers(qapp, typed, number):
    model = model_of(by_hand())
    assert model.setData(model.index(1, 0), typed, Qt.ItemDataRole.EditRole)
    assert model.session.state.scenario.matrix("W_Q")[1, 0] == number


@pytest.mark.parametrize(
    "typed", ["", " ", "1e400", "nan", "1,2,3", "١٢", "1/0", "__import__('os')", "9" * 5000, None, True, [1]]
)
def test_what_is_no_number_is_refused_in_words_with_the_old_number_kept(qapp, typed):
    model = model_of(by_hand())
    assert not model.setData(model.index(1, 0), typed, Qt.ItemDataRole.EditRole)
    assert model.session.state.scenario.matrix("W_Q")[1, 0] == 1.0
    assert model.session.state.refused.where[1:3] == (1, 0)
    assert "W_Q, row 2, column 1" in str(model.session.state.refused)
    assert not model.session.undo_stack.canUndo()


def test_an_edit_is_one_undo_step_named_after_its_cell(qapp):
    model = model_of(by_hand())
    model.setData(model.index(0, 1), "7")
    assert model.session.undo_stack.undoText() == "Edit W_Q row 1, column 2"


def test_one_edit_tells_of_one_cell(qapp, qtbot):
    model = model_of(set_cell(by_hand(), "W_Q", 1, 1, 9))
    with qtbot.waitSignal(model.dataChanged) as told:
        model.setData(model.index(0, 0), 5)
    first, last = told.args[0], told.args[1]
    assert [(index.row(), index.column()) for index in (first, last)] == [(0, 0), (0, 0)]


def test_a_new_largest_number_tints_every_cell_anew(qapp, qtbot):
    model = model_of(by_hand())
    before = model.look(0, 0).entry
    with qtbot.waitSignal(model.dataChanged) as told:
        model.setData(model.index(1, 1), 100)
    assert (told.args[1].row(), told.args[1].column()) == (1, 1)
    assert model.look(0, 0).entry < before


def test_an_edit_elsewhere_says_nothing(qapp, qtbot):
    model = model_of(by_hand())
    with qtbot.assertNotEmitted(model.dataChanged):
        model.session.edit("elsewhere", lambda now: set_cell(now, "W_K", 0, 0, 3))


@pytest.mark.parametrize(("change", "signal"), [(insert, "rowsInserted"), (remove, "rowsRemoved")])
def test_a_row_that_comes_or_goes_is_told_as_such(qapp, qtbot, change, signal):
    model = model_of(by_hand(), "X")
    with qtbot.waitSignal(getattr(model, signal)) as told, qtbot.assertNotEmitted(model.modelReset):
        model.session.edit("size", lambda now: change(now, "T", 1))
    assert told.args[1:] == [1, 1]


def test_a_column_that_comes_is_told_as_such(qapp, qtbot):
    model = model_of(by_hand(), "X")
    with qtbot.waitSignal(model.columnsInserted) as told:
        model.session.edit("size", lambda now: insert(now, "d_model", 2))
    assert told.args[1:] == [2, 2]


def test_columns_that_come_in_every_head_reset_the_table(qapp, qtbot):
    model = model_of(two_heads())
    with qtbot.waitSignal(model.modelReset):
        model.session.edit("size", lambda now: insert(now, "d_k", 1))
    assert model.columnCount() == 6


def test_a_bias_is_one_row(qapp):
    model = model_of(two_heads(), "b_Q")
    assert (model.rowCount(), model.columnCount()) == (1, 4)
    assert model.setData(model.index(0, 3), 8)
    assert model.session.state.scenario.matrix("b_Q").tolist() == [0.5, 0, 1, 8]


def test_given_weights_show_and_edit_the_selected_head(qapp):
    model = model_of(given_weights(), "weights")
    model.session.select(head=1)
    assert text(model, 0, 2) == "1"
    model.setData(model.index(0, 0), 0.5)
    assert model.session.state.scenario.matrix("weights").tolist() == [[[0.5, 0.25, 0.25]], [[0.5, 0.0, 1.0]]]


def test_rows_of_tokens_are_labelled_with_them_literally(qapp):
    model = model_of(set_token(by_hand(), "tokens", 1, "<b>x</b>"), "X")
    assert model.headerData(1, Qt.Orientation.Vertical) == "<b>x</b>"
    assert "&lt;b&gt;" in model.headerData(1, Qt.Orientation.Vertical, Qt.ItemDataRole.ToolTipRole)


def test_columns_of_weights_are_labelled_with_keys(qapp):
    scenario = given_weights()
    model = model_of(set_token(scenario, "source_tokens", 2, "key"), "weights")
    assert model.headerData(2, Qt.Orientation.Horizontal) == "key"


def test_a_renamed_token_tells_the_header(qapp, qtbot):
    model = model_of(by_hand(), "X")
    with qtbot.waitSignal(model.headerDataChanged):
        model.session.edit("rename", lambda now: set_token(now, "tokens", 0, "zed"))


def test_text_can_be_read_on_every_tint(qapp):
    values = np.linspace(-1, 1, 64).reshape(8, 8)
    for theme in ("light", "dark"):
        model = model_of(Scenario(Projected(np.eye(8), values, values, values)))
        model.session.look(theme=theme)
        for row in range(8):
            for column in range(8):
                index = model.index(row, column)
                ink, paper = (
                    model.data(index, role) for role in (Qt.ItemDataRole.ForegroundRole, Qt.ItemDataRole.BackgroundRole)
                )
                assert contrast(QColor(ink), QColor(paper)) >= 4.5


def test_zero_has_the_colour_of_the_panel(qapp):
    model = model_of(by_hand())
    assert model.data(model.index(0, 1), Qt.ItemDataRole.BackgroundRole) == QColor("#ffffff")


def test_more_decimals_show_more_digits(qapp):
    model = model_of(set_cell(by_hand(), "W_Q", 0, 0, 1 / 3))
    model.session.look(decimals=5)
    assert text(model, 0, 0) == "0.33333"


def test_an_index_outside_gives_nothing(qapp):
    model = model_of(by_hand())
    assert model.data(QModelIndex()) is None
    assert not model.setData(QModelIndex(), 1)
    assert model.flags(QModelIndex()) == Qt.ItemFlag.NoItemFlags
