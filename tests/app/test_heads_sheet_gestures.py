"""Pointer and keyboard on the one view of many heads: each head answers where it is drawn."""

from __future__ import annotations

from heads_on_a_sheet import many, middle, settled, shown_sheet
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnviz.engine.cells import Cell


def test_a_click_selects_the_cell_of_the_head_under_it(qtbot: QtBot) -> None:
    panel, sheet = shown_sheet(qtbot, many())
    cell = Cell("weights", 30, 4, 2)
    qtbot.mouseClick(sheet, Qt.MouseButton.LeftButton, pos=middle(sheet, cell))
    assert panel.session.state.selection.cell == cell
    assert panel.session.state.selection.head == 30


def test_an_arrow_key_at_the_edge_of_a_map_goes_on_in_the_next_head(qtbot: QtBot) -> None:
    panel, sheet = shown_sheet(qtbot, many())
    panel.session.select(cell=Cell("weights", 3, 2, 5), head=3, query=2)
    settled(qtbot, panel)
    qtbot.keyClick(sheet, Qt.Key.Key_Right)
    assert panel.session.state.selection.cell == Cell("weights", 4, 2, 0)
    qtbot.keyClick(sheet, Qt.Key.Key_Right)
    assert panel.session.state.selection.cell == Cell("weights", 4, 2, 1)
    qtbot.keyClick(sheet, Qt.Key.Key_Left)
    qtbot.keyClick(sheet, Qt.Key.Key_Left)
    assert panel.session.state.selection.cell == Cell("weights", 3, 2, 5)


def test_an_arrow_down_from_the_last_row_comes_to_the_head_below(qtbot: QtBot) -> None:
    panel, sheet = shown_sheet(qtbot, many())
    panel.session.select(cell=Cell("weights", 1, 5, 3), head=1, query=5)
    settled(qtbot, panel)
    qtbot.keyClick(sheet, Qt.Key.Key_Down)
    cell = panel.session.state.selection.cell
    assert cell is not None
    assert (cell.row, cell.column) == (0, 3)
    places = [place for place, _ in sheet.maps]
    assert places[cell.head or 0].top() > places[1].top()
    assert abs(places[cell.head or 0].right() - places[1].right()) < 2


def test_the_pointer_tells_the_exact_number_of_each_head(qtbot: QtBot) -> None:
    panel, sheet = shown_sheet(qtbot, many())
    value = panel.session.state.trace.at("weights", 21)[1, 3]
    told = sheet.tooltip_at(QPointF(middle(sheet, Cell("weights", 21, 1, 3))))
    assert repr(float(value)) in told
    assert told.startswith("Head 22: ")


def test_a_double_click_opens_the_head_under_it(qtbot: QtBot) -> None:
    panel, sheet = shown_sheet(qtbot, many())
    at = middle(sheet, Cell("weights", 12, 3, 3))
    qtbot.mouseClick(sheet, Qt.MouseButton.LeftButton, pos=at)
    qtbot.mouseDClick(sheet, Qt.MouseButton.LeftButton, pos=at)
    state = panel.session.state
    assert (state.view.tab, state.selection.head) == ("head", 12)


def test_the_wheel_over_one_of_many_large_maps_zooms_them_all(qtbot: QtBot) -> None:
    panel, sheet = shown_sheet(qtbot, many(20, tokens=80))
    qtbot.waitUntil(lambda: all(model.picture is not None for _, model in sheet.maps), timeout=20_000)
    at = QPointF(sheet.maps[14][0].center())
    none = Qt.KeyboardModifier.NoModifier
    wheel = QWheelEvent(
        at, sheet.mapToGlobal(at), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton, none,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(sheet, wheel)
    assert panel.session.state.view.viewport is not None
    settled(qtbot, panel)
    assert {model.seen for _, model in sheet.maps} == {panel.session.state.view.viewport}
