"""Scenarios and panels that the tests of the panes share."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from attnviz import Direct, GivenWeights, Projected, Scenario
from attnviz.app.palette import dress_window
from attnviz.app.panes.inputs_panel import InputsPanel
from attnviz.app.panes.numbers_view import NumbersView
from attnviz.app.session import Session
from attnviz.figures.theme import theme
from attnviz.figures.view import View


def by_hand(**settings: Any) -> Scenario:
    """Three tokens of two numbers, as in the second lesson."""
    given = Projected([[1, 0], [0, 1], [1, 1]], [[1, 0], [1, 1]], [[1, 1], [0, 1]], [[2, 0], [0, 1]])
    return Scenario(given, tokens=("a", "b", "c"), **settings)


def two_heads() -> Scenario:
    """Three tokens of four numbers, two heads of width 2, with W_O and b_Q."""
    numbers = np.random.default_rng(1)
    W_Q, W_K, W_V, W_O = (numbers.normal(size=(4, 4)) for _ in range(4))
    given = Projected(numbers.normal(size=(3, 4)), W_Q, W_K, W_V, W_O, b_Q=[0.5, 0, 1, -2])
    return Scenario(given, tokens=("x", "y", "z"), heads=2)


def cross() -> Scenario:
    """Two queries and three keys from another source."""
    return Scenario(
        Projected([[1.0, 0], [0, 1]], np.eye(2), np.eye(2), np.eye(2), source=[[1.0, 2], [3, 4], [5, 6]]),
        tokens=("p", "q"),
        source_tokens=("u", "v", "w"),
    )


def direct() -> Scenario:
    """Queries, keys and values as they are."""
    return Scenario(Direct([[1.0, 0], [0, 1]], [[1.0, 1], [0, 1], [1, 0]], [[1.0, 0, 2], [0, 2, 1], [2, 1, 0]]))


def given_weights() -> Scenario:
    """Two heads of finished weights over three keys."""
    return Scenario(GivenWeights([[[0.5, 0.25, 0.25]], [[0.0, 0.0, 1.0]]], [[1.0, 0], [0, 1], [1, 1]]), heads=2)


def shown(qtbot: Any, scenario: Scenario, width: int = 320, height: int = 640, **view: Any) -> InputsPanel:
    """A panel on the screen, with a session of its own."""
    panel = InputsPanel(Session(scenario, view=View(**view)))
    dress_window(panel, theme(panel.session.state.view.theme, panel.session.state.view.text_size))
    qtbot.addWidget(panel)
    panel.resize(width, height)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.activateWindow()
    return panel


def at(panel: InputsPanel, name: str, row: int, column: int) -> NumbersView:
    """The table of that matrix, with the keyboard on that cell."""
    view = panel.pane(name).view
    view.setCurrentIndex(view.model().index(row, column))
    view.setFocus(Qt.FocusReason.OtherFocusReason)
    return view


def line(view: NumbersView) -> QLineEdit:
    """The line that is being typed in."""
    assert view.editor is not None
    return view.editor


def matrix(panel: InputsPanel, name: str) -> list[list[float]]:
    """The numbers of an input as the session has them."""
    return panel.session.state.scenario.matrix(name).tolist()
