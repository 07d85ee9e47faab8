"""A pane paints the cells and labels that an event asks for, to the byte as Qt would, without asking for flags."""

from __future__ import annotations

import numpy as np
import pytest
from pane_scenarios import by_hand, shown, two_heads
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QTableView
from pytestqt.qtbot import QtBot

from attnviz import Projected, Scenario
from attnviz.app.panes.in_sight import cells_in, sections_in
from attnviz.app.panes.inputs_panel import InputsPanel
from attnviz.app.panes.numbers_model import Index, NumbersModel
from attnviz.app.panes.numbers_view import NumbersView
from attnviz.app.panes.pane_edits import Rectangle
from attnviz.app.panes.pane_frames import paint_over
from attnviz.app.panes.pane_header import PaneHeader
from attnviz.engine.cells import Cell


def many(rows: int, columns: int) -> Scenario:
    numbers = np.random.default_rng(5)
    X, W = numbers.normal(size=(rows, columns)), numbers.normal(size=(columns, columns))
    return Scenario(Projected(X, W, W, W), heads=2)


def picture(panel: InputsPanel) -> QImage:
    return panel.grab().toImage()


def as_qt_paints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has tables and headers go Qt's way, with a delegate for each cell."""

    def paint(self: NumbersView, event: QPaintEvent) -> None:
        block = self.block()
        with QPainter(self.viewport()) as ground:
            ground.fillRect(event.rect(), self.theme.palette.panel)
        QTableView.paintEvent(self, event)
        with QPainter(self.viewport()) as over:
            paint_over(over, self, block if self.painter_of_cells.shows_block else None)

    monkeypatch.setattr(NumbersView, "paintEvent", paint)
    monkeypatch.delattr(PaneHeader, "paintEvent")


@pytest.mark.parametrize("look", [{}, {"theme": "dark"}, {"text_size": "projector"}, {"moves": True}])
@pytest.mark.parametrize("scenario", [by_hand(), two_heads(), many(40, 30)])
def test_a_pane_looks_as_qt_would_paint_it(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, scenario: Scenario, look: dict[str, object]
) -> None:
    panel = shown(qtbot, scenario, width=360)
    panel.session.select(query=1, cell=Cell("weights", 0, 1, 1))
    panel.session.look(**look)
    view = panel.pane("W_Q").view
    view.setFocus()
    view.select_block(Rectangle(0, 0, 2, 2))
    view.horizontalScrollBar().setValue(3)
    view.verticalScrollBar().setValue(5)
    own = picture(panel)
    as_qt_paints(monkeypatch)
    assert picture(panel) == own


def test_painting_a_pane_asks_no_flags_of_its_cells(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = shown(qtbot, two_heads())
    asked: list[Index] = []
    flags = NumbersModel.flags

    def told_of(self: NumbersModel, index: Index) -> Qt.ItemFlag:
        asked.append(index)
        return flags(self, index)

    monkeypatch.setattr(NumbersModel, "flags", told_of)
    panel.pane("W_Q").view.viewport().repaint()
    assert asked == []


def test_cells_of_a_region_come_once_and_no_others(qtbot: QtBot) -> None:
    view = shown(qtbot, many(40, 30), width=360).pane("X").view
    cell = view.visualRect(view.numbers.index(2, 1))
    one = QRegion(cell.adjusted(2, 2, -2, -2))
    assert list(cells_in(view, one)) == [(2, 1, cell.getRect())]
    far = view.visualRect(view.numbers.index(4, 3)).adjusted(2, 2, -2, -2)
    both = one.united(far).united(cell.adjusted(1, 5, -1, -5))
    assert sorted(found[:2] for found in cells_in(view, both)) == [(2, 1), (4, 3)]


def test_beyond_the_last_row_there_is_none(qtbot: QtBot) -> None:
    header = shown(qtbot, by_hand()).pane("X").view.rows_header
    end = header.length()
    assert [number for number, _, _ in sections_in(header, QRect(0, end - 2, 5, 40))] == [2]
    assert sections_in(header, QRect(0, end + 2, 5, 40)) == []
