"""A figure that is still of a larger document for a turn: what it shows and is there no more cannot be chosen."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from attnviz import Projected, Scenario
from attnviz.app.pipeline.figure_view import FigureView
from attnviz.app.session import Session
from attnviz.engine.cells import Cell


def tokens(count: int) -> Scenario:
    random = np.random.default_rng(3)
    return Scenario(Projected(random.normal(size=(count, 4)), *(random.normal(size=(4, 4)) for _ in range(4))))


@pytest.fixture
def view(qtbot: QtBot) -> FigureView:
    """The weights of 16 tokens in a session that has 3 of them by now."""
    session = Session(tokens(16))
    shown = FigureView(session, "weights")
    qtbot.addWidget(shown)
    shown.resize(500, 500)
    shown.show()
    shown.show_state(None, session.state)
    session.edit("Smaller", lambda _: tokens(3))
    return shown


def place_of(view: FigureView, row: int, column: int) -> QPoint:
    rect = view.cell_rect_of(Cell("weights", 0, row, column))
    assert rect is not None
    return rect.center().toPoint()


def test_a_click_on_a_cell_of_before_selects_nothing(view: FigureView, qtbot: QtBot) -> None:
    before = view.session.state.selection
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place_of(view, 13, 1))
    assert view.session.state.selection == before
    assert view.tooltip_at(place_of(view, 13, 1).toPointF()) == ""


def test_a_cell_that_is_there_in_both_is_chosen(view: FigureView, qtbot: QtBot) -> None:
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place_of(view, 2, 1))
    assert view.session.state.selection.cell == Cell("weights", 0, 2, 1)
