"""Two states are told apart by which objects they hold: no number of a document is looked at for that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from attnviz import Scenario, load
from attnviz.app.session import Pending, Session
from attnviz.app.window import MainWindow
from attnviz.figures.viewport import Viewport


def read_anew(scenario: Scenario) -> Scenario:
    """An equal document that shares no array with it, as a file read a second time."""
    fields = {name: values.tolist() for name, values in scenario.inputs.items()}
    return replace(scenario, inputs=type(scenario.inputs)(**fields))


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, ...]]:
    """The shapes of all arrays that were compared."""
    found: list[tuple[int, ...]] = []
    compare: Callable[..., bool] = np.array_equal
    monkeypatch.setattr(np, "array_equal", lambda one, two: found.append(np.shape(one)) or compare(one, two))
    return found


def test_opening_an_equal_document_compares_no_numbers(qtbot: QtBot, compared: list[tuple[int, ...]]) -> None:
    window = MainWindow(Session(load("by-hand")))
    qtbot.addWidget(window)
    window.show()
    anew = read_anew(window.session.state.scenario)
    compared.clear()
    window.session.open(anew)
    qtbot.waitUntil(window.updatesEnabled)
    assert window.session.state.scenario is anew
    assert not {values.shape for _, values in anew.inputs.items()} & set(compared)


def test_an_equal_document_that_is_another_object_makes_another_state(qtbot: QtBot) -> None:
    session = Session(load("by-hand"))
    state = session.state
    assert state == replace(state)
    assert state != replace(state, scenario=read_anew(state.scenario))
    assert state != replace(state, arrived=1)


def test_a_state_whose_view_alone_moved_is_told_from_one_with_another_document(qtbot: QtBot) -> None:
    session = Session(load("by-hand"))
    before = session.state
    session.look(viewport=Viewport(0, 0, 2, 2))
    assert session.state.only_moved(before)
    assert not replace(session.state, scenario=read_anew(before.scenario)).only_moved(before)


def test_what_is_computed_leaves_figures_as_they_are_unless_it_is_said_on_them(qtbot: QtBot) -> None:
    before = Session(load("by-hand")).state
    computed, stale, stopped = Pending(), Pending(stale=True), Pending(stopped=True)
    assert replace(before, pending=None).only_moved(replace(before, pending=computed))
    assert not replace(before, pending=stale).only_moved(replace(before, pending=computed))
    assert not replace(before, pending=None).only_moved(replace(before, pending=stopped))
    assert not replace(before, pending=None, arrived=1).only_moved(replace(before, pending=computed))
