"""Scenarios, panels and gestures that the tests of the figures share."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from attnviz import Direct, GivenWeights, Mask, Projected, Scenario
from attnviz.app.inspection.inspector import Inspector
from attnviz.app.inspection.vector_view import VectorView
from attnviz.app.pipeline.figure_view import FigureView
from attnviz.app.pipeline.pipeline_panel import PipelinePanel
from attnviz.app.session import Session
from attnviz.figures.vectors import Vectors, plane_layout


def by_hand(**settings: Any) -> Scenario:
    """Unit 2 of the curriculum: three tokens of two numbers."""
    given = Projected([[1, 0], [0, 1], [1, 1]], [[1, 0], [1, 1]], [[1, 1], [0, 1]], [[2, 0], [0, 1]])
    return Scenario(given, **{"tokens": ("a", "b", "c"), **settings})


def causal() -> Scenario:
    """Unit 7: the same under a causal mask."""
    return by_hand(mask=Mask(causal=True))


def turn_the_query() -> Scenario:
    """Unit 4: one query, two keys at right angles, values (10, 0) and (0, 10)."""
    given = Direct([[1, 0]], [[1, 0], [0, 1]], [[10, 0], [0, 10]])
    return Scenario(given, tokens=("q",), source_tokens=("left", "up"))


def many_heads(heads: int, tokens: int = 4, width: int = 12) -> Scenario:
    """Random tokens and projections, with W_O."""
    numbers = np.random.default_rng(5)
    X = numbers.normal(size=(tokens, width))
    W_Q, W_K, W_V, W_O = (numbers.normal(size=(width, width)) for _ in range(4))
    return Scenario(Projected(X, W_Q, W_K, W_V, W_O), heads=heads)


def cross() -> Scenario:
    """Two queries and three keys from another source."""
    given = Projected([[1.0, 0], [0, 1]], np.eye(2), np.eye(2), np.eye(2), source=[[1.0, 2], [3, 4], [5, 6]])
    return Scenario(given, tokens=("p", "q"), source_tokens=("u", "v", "w"))


def given_weights() -> Scenario:
    """Weights from elsewhere, without values."""
    return Scenario(GivenWeights([[[0.2, 0.3, 0.5], [0.1, 0.8, 0.1]]]))


def shown_panel(qtbot: QtBot, scenario: Scenario, width: int = 750, height: int = 560) -> PipelinePanel:
    """A panel on the screen."""
    panel = PipelinePanel(Session(scenario))
    panel.session.setParent(panel)
    return _shown(qtbot, panel, width, height)


def shown_inspector(qtbot: QtBot, scenario: Scenario, width: int = 340, height: int = 700) -> Inspector:
    """An inspector on the screen."""
    inspector = Inspector(Session(scenario))
    inspector.session.setParent(inspector)
    return _shown(qtbot, inspector, width, height)


def _shown(qtbot: QtBot, widget: Any, width: int, height: int) -> Any:
    qtbot.addWidget(widget)
    widget.resize(width, height)
    with qtbot.waitExposed(widget):
        widget.show()
    widget.activateWindow()
    return widget


def figure(panel: QWidget, name: str) -> FigureView:
    """The figure of that name."""
    found = panel.findChild(FigureView, f"figure.{name}")
    assert found is not None, f"there is no figure.{name}"
    return found


def shown_names(panel: PipelinePanel) -> tuple[str, ...]:
    """The figures on the screen, in reading order."""
    return tuple(view.name for view in panel.area.shown_views())


def middle_of(view: FigureView, row: int, column: int) -> QPoint:
    """The middle of a cell."""
    place = view.cell_rect(row, column)
    assert place is not None
    return place.center().toPoint()


def click_cell(qtbot: QtBot, view: FigureView, row: int, column: int) -> None:
    """A click on a cell."""
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=middle_of(view, row, column))


def drag(view: QWidget, *points: QPoint) -> None:
    """Press at the first point, move through the others, release at the last."""
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    send = QApplication.sendEvent
    for number, point in enumerate(points):
        kind = QMouseEvent.Type.MouseMove if number else QMouseEvent.Type.MouseButtonPress
        at = QPointF(point)
        send(view, QMouseEvent(kind, at, view.mapToGlobal(at), none if number else left, left, Qt.KeyboardModifier(0)))
    at = QPointF(points[-1])
    send(
        view,
        QMouseEvent(QMouseEvent.Type.MouseButtonRelease, at, view.mapToGlobal(at), left, none, Qt.KeyboardModifier(0)),
    )


def plane_point(view: VectorView, x: float, y: float) -> QPoint:
    """Where a vector's tip is drawn."""
    assert isinstance(view.figure, Vectors)
    return plane_layout(view.figure, view.place, view.theme).to_point(x, y).toPoint()
