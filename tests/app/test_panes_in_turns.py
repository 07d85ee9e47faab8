"""While a window is not painted, panes are made one in a turn, and all are there once it is."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, takewhile

import numpy as np
import pytest
from pytestqt.qtbot import QtBot
from scripted import find, opened

from attnviz.app.focus_chain import chain_after
from attnviz.app.panes import inputs_panel
from attnviz.app.panes.inputs_panel import InputsPanel
from attnviz.app.window import MainWindow
from attnviz.engine.edits import set_cell
from attnviz.engine.scenario import Direct, Projected, Scenario


def projected(tokens: int, width: int) -> Scenario:
    random = np.random.default_rng(2)
    matrices = {name: random.normal(size=(width, width)) for name in ("W_Q", "W_K", "W_V", "W_O")}
    return Scenario(Projected(random.normal(size=(tokens, width)), **matrices))


def panel_of(window: MainWindow) -> InputsPanel:
    found = find(window, "inputs", InputsPanel)
    assert isinstance(found, InputsPanel)
    return found


def given(qtbot: QtBot) -> MainWindow:
    """A window on Q, K and V, none of whose panes serves for what comes."""
    window = opened(qtbot)
    window.session.edit("Given", lambda _: Scenario(Direct(*(np.eye(3) for _ in range(3)))))
    assert list(panel_of(window).panes) == ["Q", "K", "V"]
    return window


def show(window: MainWindow, scenario: Scenario) -> None:
    """Puts it into a window that is about to become another."""
    window.menus.view.paint_later()
    window.session.edit("Other", lambda _: scenario)


@pytest.mark.parametrize(("tokens", "width"), [(4, 6), (80, 60)])
def test_panes_are_made_one_in_a_turn(qtbot: QtBot, tokens: int, width: int) -> None:
    window = given(qtbot)
    panel = panel_of(window)
    show(window, projected(tokens, width))
    counts = [len(panel.panes)]
    while panel.turn.waits:
        panel.turn.take()
        counts.append(len(panel.panes))
    assert counts == [1, 2, 3, 4, 5]
    assert set(panel.panes) == {"X", "W_Q", "W_K", "W_V", "W_O"}


def test_so_are_those_that_come_beside_others(qtbot: QtBot) -> None:
    large = projected(80, 60)
    window = given(qtbot)
    window.session.edit("Large", lambda _: large)
    biases = dict.fromkeys(("b_Q", "b_K", "b_V"), np.ones(60))
    show(window, replace(large, inputs=replace(large.inputs, **biases)))
    panel = panel_of(window)
    assert not biases.keys() & panel.panes.keys()
    while panel.turn.waits:
        panel.turn.take()
    assert biases.keys() <= panel.panes.keys()


def test_they_are_all_there_in_their_order_before_the_window_is_painted(qtbot: QtBot) -> None:
    window = given(qtbot)
    panel = panel_of(window)
    show(window, projected(80, 60))
    while not window.updatesEnabled():
        qtbot.wait(1)
        assert len(panel.panes) == 5 or not window.updatesEnabled()
    qtbot.wait(10)
    names = ["X", "W_Q", "W_K", "W_V", "W_O"]
    tops = [panel.panes[name].y() for name in names]
    assert tops == sorted(tops)
    assert all(panel.panes[name].isVisibleTo(panel) for name in names)
    assert all(panel.panes[name].view.model().rowCount() > 0 for name in names)
    stops = [stop for name in names for stop in (panel.panes[name].view, panel.panes[name].title.button)]
    for before, after in pairwise(stops):
        between = takewhile(lambda widget, end=after: widget is not end, chain_after(before))
        assert not any(widget in stops for widget in between)


def test_they_are_there_at_once_where_the_window_is_painted(qtbot: QtBot) -> None:
    window = given(qtbot)
    window.session.edit("Other", lambda _: projected(80, 60))
    assert len(panel_of(window).panes) == 5


def test_what_comes_in_between_makes_no_pane_of_what_has_gone(qtbot: QtBot) -> None:
    window = given(qtbot)
    panel = panel_of(window)
    show(window, projected(80, 60))
    assert panel.turn.waits
    window.session.edit("Back", lambda _: Scenario(Direct(*(np.eye(3) for _ in range(3)))))
    assert set(panel.panes) <= {"Q", "K", "V"}
    while not window.updatesEnabled():
        qtbot.wait(1)
    assert set(panel.panes) == {"Q", "K", "V"}
    assert inputs_panel.input_names(window.session.state.scenario) == ("Q", "K", "V")


def test_an_edit_in_a_window_that_grew_before_its_panes_did_gives_all_of_them_the_new_letters(qtbot: QtBot) -> None:
    window = opened(qtbot)
    qtbot.waitUntil(window.updatesEnabled)
    panes = panel_of(window).panes.values()
    before = {pane.view.rowHeight(0) for pane in panes}
    window.menus.view.paint_later()
    window.resize(1920, 1080)
    window.session.edit("Edit", lambda now: set_cell(now, "W_K", 0, 0, 7.0))
    qtbot.waitUntil(window.updatesEnabled)
    after = {pane.view.rowHeight(0) for pane in panes}
    assert len(before) == len(after) == 1
    assert max(after) > max(before)
