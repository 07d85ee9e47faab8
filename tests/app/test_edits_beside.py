"""Edits of every number of a large matrix are worked out beside the window, each as one undo step."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from large_maps import opened_large
from pytestqt.qtbot import QtBot

from attnviz import Projected, Scenario
from attnviz.app.panes import matrix_commands, pane_edits
from attnviz.app.panes.matrix_pane import MatrixPane
from attnviz.app.panes.pane_edits import Rectangle
from attnviz.app.runs import NAME
from attnviz.app.window import MainWindow
from attnviz.engine.arrays import Array
from attnviz.engine.edits import set_cell


@pytest.fixture(autouse=True)
def _matrices_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix_commands, "MANY", 5)


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    numbers = np.random.default_rng(5)
    X, W = numbers.standard_normal((6, 4)), numbers.standard_normal((4, 4))
    return opened_large(qtbot, Scenario(Projected(X, W, W, W)), seed=7)


def pane(window: MainWindow) -> MatrixPane:
    """The pane of X."""
    return next(pane for pane in window.findChildren(MatrixPane) if pane.name == "X")


def X(window: MainWindow) -> Array:
    return window.session.state.scenario.matrix("X")


def test_random_numbers_are_drawn_on_the_worker(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []
    real = pane_edits.random

    def noted(scenario: Scenario, name: str, head: int, seed: int) -> Scenario:
        threads.append(threading.current_thread().name)
        return real(scenario, name, head, seed)

    monkeypatch.setattr(pane_edits, "random", noted)
    pane(window).commands.fill_with_random()
    qtbot.waitUntil(lambda: window.session.undo_stack.count() == 1)
    assert threads == [NAME]
    expected = np.round(np.random.default_rng(7).standard_normal((6, 4)), 2)
    assert np.array_equal(X(window), expected)


def test_a_large_block_is_cleared_as_one_step_that_can_be_undone(qtbot: QtBot, window: MainWindow) -> None:
    before = X(window)
    pane(window).commands.clear(Rectangle(0, 0, 6, 4))
    qtbot.waitUntil(lambda: not X(window).any())
    window.session.undo_stack.undo()
    assert np.array_equal(X(window), before)


def test_what_is_edited_meanwhile_is_not_lost(qtbot: QtBot, window: MainWindow) -> None:
    pane(window).commands.clear(Rectangle(0, 0, 6, 4))
    window.session.edit("meanwhile", lambda now: set_cell(now, "W_Q", 0, 0, 9.0))
    qtbot.waitUntil(lambda: not X(window).any())
    assert window.session.state.scenario.matrix("W_Q")[0, 0] == 9.0


def test_a_few_numbers_are_changed_at_once(window: MainWindow) -> None:
    pane(window).commands.clear(Rectangle(0, 0, 1, 4))
    assert not X(window)[0].any()
