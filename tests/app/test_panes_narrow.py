"""Panes in a column that is narrower than their labels and one number: the scroll bar is not beyond the edge."""

from __future__ import annotations

import numpy as np
import pytest
from pane_scenarios import shown
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from attnviz import Direct, Projected, Scenario
from attnviz.app.panes.inputs_panel import InputsPanel
from attnviz.app.panes.numbers_view import NumbersView

ROOM = 220  # pixels: a column with less than labels and one number need in projector size


@pytest.fixture
def panel(qtbot: QtBot) -> InputsPanel:
    numbers = np.random.default_rng(5)
    W = numbers.standard_normal((32, 32))
    given = Projected(numbers.standard_normal((40, 32)), W, W, W)
    tokens = tuple(f"{row} photosynthesis" for row in range(40))
    return shown(qtbot, Scenario(given, tokens=tokens), width=ROOM, height=600, text_size="projector")


@pytest.mark.parametrize("name", ["X", "W_Q"])
def test_the_scroll_bar_of_a_tall_matrix_is_whole_beside_that_of_the_column(panel: InputsPanel, name: str) -> None:
    bar = panel.panes[name].view.verticalScrollBar()
    area = panel.findChild(QScrollArea, "inputs_scroll")
    assert area is not None
    assert area.verticalScrollBar().isVisible()
    assert bar.width() == bar.sizeHint().width()
    right = bar.mapTo(area.viewport(), QPoint(bar.width(), 0)).x()
    assert right <= area.viewport().width()


def test_labels_give_way_to_one_whole_number(panel: InputsPanel) -> None:
    view = panel.panes["X"].view
    assert isinstance(view, NumbersView)
    assert view.columnWidth(0) <= view.viewport().width()
    assert 0 < view.rows_header.width() < view.rows_header.needed()


def test_labels_have_their_room_again_in_a_wider_column(qtbot: QtBot, panel: InputsPanel) -> None:
    view = panel.panes["X"].view
    panel.resize(2 * ROOM, 600)
    qtbot.waitUntil(lambda: view.rows_header.width() == view.rows_header.needed())


def test_the_scroll_bar_goes_as_far_as_the_last_column_in_every_width(qtbot: QtBot) -> None:
    W = np.random.default_rng(5).standard_normal((4, 4))
    panel = shown(qtbot, Scenario(Projected(W, W, W, W)), width=700, height=900, text_size="large")
    view = panel.panes["W_Q"].view
    bar = view.horizontalScrollBar()
    beyond: set[int] = set()
    for width in (*range(700, 150, -13), *range(150, 700, 17)):
        panel.resize(width, 900)
        QApplication.processEvents()
        in_sight = min(4, view.viewport().width() // view.columnWidth(0))
        assert bar.maximum() == 4 - in_sight, width
        beyond.add(bar.maximum())
    assert {0, 1, 2} <= beyond


def test_at_the_end_of_a_scroll_bar_the_last_column_is_at_the_edge_however_it_came_there(qtbot: QtBot) -> None:
    W = np.random.default_rng(5).standard_normal((6, 14))
    panel = shown(qtbot, Scenario(Direct(W, W, W)), width=300, height=900)
    view = panel.panes["Q"].view
    columns, bar = view.horizontalHeader(), view.horizontalScrollBar()
    at_the_end = 0
    for width in (300, 287, 274, 261, 230, 281, 310):
        panel.resize(width, 900)
        panel.session.look(decimals=2 + width % 2)
        QApplication.processEvents()
        if bar.value() == bar.maximum():
            at_the_end += 1
            assert columns.offset() == max(columns.length() - columns.viewport().width(), 0)
        bar.setValue(bar.maximum())
    assert at_the_end >= 3
