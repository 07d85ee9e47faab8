"""A score bias is a matrix like any other: its pane is edited cell by cell, −∞ hides a key, each head has its own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QTableView
from pytestqt.qtbot import QtBot
from scripted import find, opened

from attnviz.app.window import MainWindow
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_bias


def with_bias(qtbot: QtBot, name: str = "by-hand", kind: str = "shared") -> MainWindow:
    window = opened(qtbot, name)
    window.session.edit("Bias", lambda scenario: set_bias(scenario, kind))
    return window


def put(window: MainWindow, row: int, column: int, text: str) -> bool:
    model = find(window, "pane.bias", QTableView).model()
    return model.setData(model.index(row, column), text, Qt.ItemDataRole.EditRole)


def test_its_rows_are_queries_and_its_columns_keys(qtbot: QtBot) -> None:
    model = find(with_bias(qtbot, "cross-attention"), "pane.bias", QTableView).model()
    across = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]
    down = [model.headerData(row, Qt.Orientation.Vertical) for row in range(model.rowCount())]
    assert across == ["I", "drink", "milk"]
    assert down == ["je", "bois", "du", "lait"]


def test_a_number_that_is_typed_is_added_to_the_score(qtbot: QtBot) -> None:
    window = with_bias(qtbot)
    assert put(window, 1, 2, "-1/2")
    # Curriculum, unit 2: the scaled score of query 2 and key 3 is 2.121.
    assert window.session.state.trace.at("biased", 0)[1, 2] == pytest.approx(3 / np.sqrt(2) - 0.5)


@pytest.mark.parametrize("text", ["-inf", "−∞", "-∞", " -Infinity "])
def test_minus_infinity_hides_the_key(qtbot: QtBot, text: str) -> None:
    window = with_bias(qtbot)
    assert put(window, 1, 2, text)
    assert window.session.state.trace.at("weights", 0)[1, 2] == 0
    model = find(window, "pane.bias", QTableView).model()
    assert model.data(model.index(1, 2)) == "−∞"


@pytest.mark.parametrize("text", ["inf", "nan"])
def test_other_infinities_are_refused(qtbot: QtBot, text: str) -> None:
    window = with_bias(qtbot)
    assert not put(window, 1, 2, text)
    assert window.session.state.refused is not None


def test_minus_infinity_is_refused_in_every_other_matrix(qtbot: QtBot) -> None:
    window = with_bias(qtbot)
    model = find(window, "pane.X", QTableView).model()
    assert not model.setData(model.index(0, 0), "-inf", Qt.ItemDataRole.EditRole)


def test_each_head_shows_and_edits_its_own(qtbot: QtBot) -> None:
    window = with_bias(qtbot, "two-heads", "per_head")
    window.session.select(head=1)
    put(window, 0, 3, "2")
    bias = window.session.state.scenario.bias
    assert bias is not None
    assert bias[1, 0, 3] == 2
    assert not bias[0].any()
    assert "head 2" in find(window, "pane.bias.shape", QLabel).text()
    window.session.select(head=0)
    model = find(window, "pane.bias", QTableView).model()
    assert model.data(model.index(0, 3)) == "0"


def test_one_for_all_heads_names_no_head(qtbot: QtBot) -> None:
    window = with_bias(qtbot, "two-heads")
    assert "head" not in find(window, "pane.bias.shape", QLabel).text()


def test_a_cell_of_the_pane_says_what_it_feeds(qtbot: QtBot) -> None:
    window = with_bias(qtbot)
    window.session.select(cell=Cell("bias", None, 1, 2))
    assert "added to the score of query 2 “b” with key 3 “c”" in find(window, "inspector").text.toPlainText()


def test_it_grows_with_the_tokens(qtbot: QtBot) -> None:
    from attnviz.engine.edits import insert

    window = with_bias(qtbot)
    window.session.edit("Insert token", lambda scenario: insert(scenario, "T", 3))
    assert find(window, "pane.bias", QTableView).model().rowCount() == 4


def test_undo_of_a_number_brings_the_old_one_back(qtbot: QtBot) -> None:
    window = with_bias(qtbot)
    put(window, 0, 0, "7")
    window.session.undo_stack.undo()
    assert not window.session.state.scenario.bias.any()
    assert window.session.state.scenario == replace(preset("by-hand"), bias=np.zeros((3, 3)))
