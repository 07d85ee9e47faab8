"""Large scenarios on the screen, and the gestures that move through their maps."""

from __future__ import annotations

from typing import Any

import numpy as np
from figure_scenarios import figure, shown_panel
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scripted import ScriptedQuestions

from attnviz import Mask, Projected, Scenario
from attnviz.app.inspection.inspector import Inspector
from attnviz.app.pipeline.figure_area import FigureArea
from attnviz.app.pipeline.figure_view import FigureView
from attnviz.app.pipeline.pipeline_panel import PipelinePanel
from attnviz.app.session import Session
from attnviz.app.settings import Settings
from attnviz.app.window import MainWindow
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.layout import layout
from attnviz.figures.viewport import Viewport, seen

LARGE, LONG = 600, 1200  # tokens: large maps traced at once, and traced beside the window


def large(count: int = LARGE, *, heads: int = 2, width: int = 32, **settings: Any) -> Scenario:
    """Random tokens and projections."""
    numbers = np.random.default_rng(3)
    X = numbers.normal(size=(count, width)).astype(np.float32)
    made = (numbers.normal(size=(width, width)).astype(np.float32) for _ in range(4))
    W_Q, W_K, W_V, W_O = made
    return Scenario(Projected(X, W_Q, W_K, W_V, W_O), heads=heads, mask=Mask(causal=True), **settings)


def settled(qtbot: QtBot, panel: Any) -> None:
    """Waits until everything on the screen is computed and shown."""

    def is_still() -> bool:
        areas, inspectors = panel.findChildren(FigureArea), panel.findChildren(Inspector)
        own = [panel] if isinstance(panel, Inspector) else []
        turns = [*(area.turn for area in areas), *(one.own_turn for one in (*inspectors, *own))]
        waits = any(turn.waits for turn in turns)
        return not waits and not panel.session.busy and panel.session.state.pending is None

    qtbot.waitUntil(is_still, timeout=20_000)


def shown_large(qtbot: QtBot, scenario: Scenario | None = None, width: int = 900, height: int = 760) -> PipelinePanel:
    """A panel with everything on it computed."""
    panel = shown_panel(qtbot, scenario or large(), width, height)
    settled(qtbot, panel)
    return panel


def opened_large(qtbot: QtBot, scenario: Scenario | None = None, **answers: Any) -> MainWindow:
    """A window with everything on it computed, that asks nothing but what `answers` foresee."""
    session = Session(scenario or large())
    window = MainWindow(session, settings=Settings(), questions=ScriptedQuestions(**answers))  # type: ignore[arg-type]
    qtbot.addWidget(window, before_close_func=_let_go)
    window.resize(1366, 768)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    settled(qtbot, window)
    return window


def _let_go(window: MainWindow) -> None:
    for session in (window.session, window.document.session):
        session.undo_stack.setClean()


def weights(panel: PipelinePanel | MainWindow) -> FigureView:
    """The view of the weights."""
    return figure(panel, "weights")


def map_in(view: FigureView) -> LargeMap:
    """The large map that it shows."""
    assert isinstance(view.figure, LargeMap)
    return view.figure


def point_of(view: FigureView, row: float, column: float) -> QPointF:
    """Where a place of the map is painted; parts of cells count."""
    ground = layout(map_in(view), view.place, view.theme)
    return QPointF(ground.x_of(column), ground.y_of(row))


def place_at(view: FigureView, point: QPointF) -> tuple[float, float]:
    """The row and column under a point."""
    found = layout(map_in(view), view.place, view.theme).place_at(point)
    assert found is not None
    return found


def viewport(panel: PipelinePanel | MainWindow) -> Viewport:
    """The queries and keys that are seen."""
    state = panel.session.state
    return seen(state.view.viewport, (state.trace.sizes.T, state.trace.sizes.S))


def wheel(
    view: FigureView,
    at: QPointF,
    turn: int = 120,
    held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    pixels: QPoint | None = None,
) -> None:
    """A turn of the wheel in eighths of a degree; with pixels, two fingers on a touchpad."""
    phase = Qt.ScrollPhase.NoScrollPhase if pixels is None else Qt.ScrollPhase.ScrollUpdate
    event = QWheelEvent(
        at, view.mapToGlobal(at), pixels or QPoint(), QPoint(0, turn), Qt.MouseButton.NoButton, held, phase, False
    )
    QApplication.sendEvent(view, event)


def drag_map(
    view: FigureView, start: QPointF, stop: QPointF, button: Qt.MouseButton = Qt.MouseButton.LeftButton
) -> None:
    """Press, move, release."""
    kinds = QMouseEvent.Type.MouseButtonPress, QMouseEvent.Type.MouseMove, QMouseEvent.Type.MouseButtonRelease
    for kind, at in zip(kinds, (start, stop, stop), strict=True):
        own = Qt.MouseButton.NoButton if kind == QMouseEvent.Type.MouseMove else button
        held = Qt.MouseButton.NoButton if kind == QMouseEvent.Type.MouseButtonRelease else button
        event = QMouseEvent(kind, at, view.mapToGlobal(at), own, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(view, event)
