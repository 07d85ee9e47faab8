"""Hands and keys move through a large map: always within it, and always all maps together."""

from __future__ import annotations

import pytest
from figure_scenarios import by_hand, figure, shown_panel
from large_maps import (
    LARGE,
    drag_map,
    large,
    map_in,
    place_at,
    point_of,
    settled,
    shown_large,
    viewport,
    weights,
    wheel,
)
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QNativeGestureEvent, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from attnviz.engine.cells import Cell
from attnviz.figures.large.layout import layout
from attnviz.figures.viewport import LEAST

SHIFT = Qt.KeyboardModifier.ShiftModifier


def close(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return one == pytest.approx(other, abs=0.05)


def test_the_wheel_comes_nearer_and_what_is_under_the_pointer_stays_there(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    view, at = weights(panel), point_of(weights(panel), 400.5, 150.5)
    for _ in range(6):
        wheel(view, at)
    assert viewport(panel).rows < LARGE / 3
    assert close(place_at(view, at), (400.5, 150.5))


def test_turning_the_wheel_back_shows_the_whole_map_again(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    view = weights(panel)
    at = point_of(view, 590, 10)
    for _ in range(8):
        wheel(view, at)
    for _ in range(9):
        wheel(view, at, -120)
    assert panel.session.state.view.viewport is None


def test_however_far_the_wheel_is_turned_a_few_cells_stay(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    view = weights(panel)
    for _ in range(60):
        wheel(view, point_of(view, viewport(panel).top + 1, viewport(panel).left + 1))
    assert (viewport(panel).rows, viewport(panel).columns) == (LEAST, LEAST)


def test_one_event_of_very_many_notches_stays_within_the_map(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    wheel(weights(panel), point_of(weights(panel), 300, 300), 1_000_000)
    assert (viewport(panel).rows, viewport(panel).columns) == (LEAST, LEAST)


def test_a_drag_whose_end_was_never_told_ends_with_the_next_move(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    view = weights(panel)
    for _ in range(5):
        wheel(view, point_of(view, 300, 300))
    start = point_of(view, 300, 300)
    for kind, at, held in (
        (QMouseEvent.Type.MouseButtonPress, start, Qt.MouseButton.LeftButton),
        (QMouseEvent.Type.MouseMove, start + QPointF(40, 40), Qt.MouseButton.LeftButton),
        (QMouseEvent.Type.MouseMove, start + QPointF(90, 90), Qt.MouseButton.NoButton),
    ):
        button = held if kind == QMouseEvent.Type.MouseButtonPress else Qt.MouseButton.NoButton
        QApplication.sendEvent(
            view, QMouseEvent(kind, at, view.mapToGlobal(at), button, held, Qt.KeyboardModifier.NoModifier)
        )
        if held == Qt.MouseButton.LeftButton:
            seen = viewport(panel)
    assert viewport(panel) == seen


def test_zooming_is_no_edit(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    wheel(weights(panel), point_of(weights(panel), 300, 300))
    assert not panel.session.undo_stack.canUndo()


def test_shift_and_wheel_go_sideways(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    view = weights(panel)
    for _ in range(5):
        wheel(view, point_of(view, 300, 300))
    before = viewport(panel)
    wheel(view, point_of(view, before.top + 5, before.left + 5), -120, SHIFT)
    after = viewport(panel)
    assert (after.top, after.rows, after.columns) == (before.top, before.rows, before.columns)
    assert after.left > before.left


def test_two_fingers_on_a_touchpad_move_the_map_by_as_many_pixels(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    view = weights(panel)
    for _ in range(5):
        wheel(view, point_of(view, 300, 300))
    place, at = place_at(view, point_of(view, 300, 300)), point_of(view, 300, 300)
    wheel(view, at, 0, pixels=QPoint(-30, -20))
    assert close(place_at(view, at + QPointF(-30, -20)), place)


@pytest.mark.parametrize("button", [Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton])
def test_a_drag_takes_the_map_along(qtbot: QtBot, button: Qt.MouseButton) -> None:
    panel = shown_large(qtbot)
    view = weights(panel)
    for _ in range(5):
        wheel(view, point_of(view, 300, 300))
    start = point_of(view, 300, 300)
    drag_map(view, start, start + QPointF(60, -45), button)
    assert close(place_at(view, start + QPointF(60, -45)), (300, 300))
    assert panel.session.state.selection.cell is None


def test_a_drag_far_beyond_the_edge_stops_there(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    view = weights(panel)
    for _ in range(5):
        wheel(view, point_of(view, 300, 300))
    drag_map(view, point_of(view, 300, 300), QPointF(9000, 9000))
    assert (viewport(panel).top, viewport(panel).left) == (0, 0)


def test_a_click_selects_the_cell_under_the_pointer(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    view = weights(panel)
    for _ in range(12):
        wheel(view, point_of(view, 300.5, 200.5))
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=point_of(view, 300.5, 200.5).toPoint())
    assert panel.session.state.selection.cell == Cell("weights", 0, 300, 200)
    assert panel.session.state.selection.query == 300


def test_a_double_click_comes_to_numbers_around_the_cell(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    view = weights(panel)
    qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=point_of(view, 450.5, 100.5).toPoint())
    assert layout(map_in(view), view.place, view.theme).number_px > 0
    assert viewport(panel).holds(450, 100)


def test_a_pinch_on_a_touchpad_zooms_about_its_middle(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    view, at = weights(panel), point_of(weights(panel), 200.5, 500.5)
    device = QPointingDevice.primaryPointingDevice()
    kind, still = Qt.NativeGestureType.ZoomNativeGesture, QPointF()
    event = QNativeGestureEvent(kind, device, 2, at, view.mapToGlobal(at), view.mapToGlobal(at), 1.0, still)
    QApplication.sendEvent(view, event)
    assert viewport(panel).rows == pytest.approx(LARGE / 2)
    assert close(place_at(view, at), (200.5, 500.5))


def test_plus_minus_and_nought_zoom_by_keyboard(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    view = weights(panel)
    for key in (Qt.Key.Key_Plus, Qt.Key.Key_Plus, Qt.Key.Key_Minus):
        qtbot.keyClick(view, key)
    assert viewport(panel).rows == pytest.approx(LARGE / 1.25)
    qtbot.keyClick(view, Qt.Key.Key_0)
    assert panel.session.state.view.viewport is None


def test_arrow_keys_take_what_is_seen_along(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    view = weights(panel)
    panel.session.select(cell=Cell("weights", 0, 300, 300), query=300)
    for _ in range(22):
        qtbot.keyClick(view, Qt.Key.Key_Plus)
    for _ in range(9):
        qtbot.keyClick(view, Qt.Key.Key_Down)
    assert panel.session.state.selection.cell == Cell("weights", 0, 309, 300)
    assert viewport(panel).holds(309, 300)


def test_page_down_goes_on_by_a_screen_and_home_to_the_first_key(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    view = weights(panel)
    panel.session.select(cell=Cell("weights", 0, 300, 300), query=300)
    for _ in range(10):
        qtbot.keyClick(view, Qt.Key.Key_Plus)
    rows = viewport(panel).rows
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert panel.session.state.selection.cell == Cell("weights", 0, 300 + int(0.9 * rows), 300)
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert viewport(panel).left == 0


def test_a_click_on_the_small_map_shows_that_part(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    view = weights(panel)
    for _ in range(8):
        wheel(view, point_of(view, 300, 300))
    small = panel.findChild(QWidget, "map.minimap")
    assert small.isVisible()
    qtbot.mouseClick(small, Qt.MouseButton.LeftButton, pos=QPoint(small.width() // 4, 3 * small.height() // 4))
    middle = viewport(panel).top + viewport(panel).rows / 2, viewport(panel).left + viewport(panel).columns / 2
    assert middle == pytest.approx((0.75 * LARGE, 0.25 * LARGE), abs=0.03 * LARGE)


def test_the_small_map_goes_with_the_part(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    wheel(weights(panel), point_of(weights(panel), 300, 300))
    panel.session.look(viewport=None)
    assert not panel.findChild(QWidget, "map.minimap").isVisible()


def test_signs_zoom_and_rest_where_there_is_nothing_to_do(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    nearer, whole = (panel.findChild(QAbstractButton, f"map.{name}") for name in ("zoom_in", "whole"))
    assert not whole.isEnabled()
    qtbot.mouseClick(nearer, Qt.MouseButton.LeftButton)
    assert viewport(panel).rows == pytest.approx(LARGE / 1.25**2)
    qtbot.mouseClick(whole, Qt.MouseButton.LeftButton)
    assert panel.session.state.view.viewport is None


def test_small_scenarios_have_no_signs_to_zoom_with(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand())
    assert panel.findChild(QWidget, "map.zoom_in") is None


def test_scores_and_queries_show_the_same_part_as_the_weights(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    wheel(weights(panel), point_of(weights(panel), 300, 300), 360)
    part = viewport(panel)
    panel.session.look(focus="scores")
    settled(qtbot, panel)
    assert map_in(figure(panel, "scores")).seen == part
    panel.session.look(focus="queries")
    settled(qtbot, panel)
    shown = map_in(figure(panel, "queries")).seen
    assert (shown.top, shown.rows, shown.columns) == (part.top, part.rows, 16)


def test_a_map_of_fewer_tokens_never_shows_a_part_beyond_them(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    for _ in range(8):
        wheel(weights(panel), point_of(weights(panel), 590, 590))
    panel.session.open(large(300))
    settled(qtbot, panel)
    assert viewport(panel).bottom <= 300
    assert map_in(weights(panel)).seen.bottom <= 300


def test_two_fingers_on_the_screen_spread_the_map_between_them(qtbot: QtBot) -> None:
    panel = shown_large(qtbot)
    view, screen = weights(panel), QTest.createTouchDevice()
    middle = point_of(view, 300.5, 300.5).toPoint()

    def fingers(apart: int, what: str) -> None:
        touch = QTest.touchEvent(view, screen)
        for number, place in enumerate((middle - QPoint(apart, 0), middle + QPoint(apart, 0))):
            getattr(touch, what)(number, place, view)
        touch.commit()
        qtbot.wait(1)

    fingers(40, "press")
    for step in range(1, 12):
        fingers(40 + 8 * step, "move")
    fingers(128, "release")
    assert viewport(panel).rows < LARGE / 2
    assert place_at(view, QPointF(middle)) == pytest.approx((300.5, 300.5), abs=2)
    assert panel.session.state.selection.cell is None
