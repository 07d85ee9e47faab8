"""Panes bring the numbers of the head that is looked at to sight."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QTableView
from pytestqt.qtbot import QtBot
from scripted import find, opened

from attnviz.app.window import MainWindow
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_cell


def columns_in_sight(window: MainWindow, name: str) -> range:
    view = find(window, f"pane.{name}", QTableView)
    return range(view.columnAt(0), view.columnAt(view.viewport().width() - 1) + 1)


@pytest.mark.parametrize("name", ["W_Q", "W_K", "W_V"])
def test_the_columns_of_another_head_come_to_sight(qtbot: QtBot, name: str) -> None:
    window = opened(qtbot, "trophy-layer")
    sizes = window.session.state.trace.sizes
    window.session.select(head=sizes.heads - 1, cell=Cell("weights", sizes.heads - 1, 1, 0))
    first = (sizes.heads - 1) * sizes.d_k
    assert first in columns_in_sight(window, name)


def test_the_rows_of_another_head_come_to_sight_in_what_comes_after_all_heads(qtbot: QtBot) -> None:
    window = opened(qtbot, "trophy-layer")
    sizes = window.session.state.trace.sizes
    window.session.select(head=sizes.heads - 1)
    view = find(window, "pane.W_O", QTableView)
    rows = range(view.rowAt(0), view.rowAt(view.viewport().height() - 1) % view.model().rowCount() + 1)
    assert (sizes.heads - 1) * sizes.d_v in rows


def test_nothing_moves_where_numbers_of_the_head_are_in_sight(qtbot: QtBot) -> None:
    window = opened(qtbot, "trophy-layer")
    width = window.session.state.trace.sizes.d_k
    bar = find(window, "pane.W_Q", QTableView).horizontalScrollBar()
    bar.setValue(width - 1)  # one column of the first head, then those of the second
    window.session.select(head=1)
    assert bar.value() == width - 1


def test_what_a_hand_scrolled_to_stays_until_another_head_is_chosen(qtbot: QtBot) -> None:
    window = opened(qtbot, "trophy-layer")
    window.session.select(head=5)
    bar = find(window, "pane.W_Q", QTableView).horizontalScrollBar()
    bar.setValue(0)
    window.session.select(query=2)
    window.session.edit("edit", lambda before: set_cell(before, "W_Q", 0, 0, 1.0))
    assert bar.value() == 0
