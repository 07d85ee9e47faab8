"""Figures for another room are searched for in turns, and nothing is painted until they have their places."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scripted import find, opened, trigger

from attnviz.app.pipeline.figure_area import FigureArea
from attnviz.app.window import MainWindow
from attnviz.figures import board_plan, known_sizes, planning

MOST = 16  # tries in a turn


def tries_in_turns(monkeypatch: pytest.MonkeyPatch, window: MainWindow) -> list[int]:
    """How many arrangements are tried in each turn in which the figures are placed, from now on."""
    for module, name in ((planning, "_plans"), (planning, "_begun"), (known_sizes, "_known")):
        monkeypatch.setattr(module, name, {})
    area = window.findChild(FigureArea)
    assert area is not None
    turns, place, begin = [0], area.turn._deed, board_plan.begin_try

    def placed() -> None:
        assert not window.updatesEnabled()
        turns.append(0)
        place()

    def told() -> None:
        begin()
        turns[-1] += 1

    monkeypatch.setattr(area.turn, "_deed", placed)
    monkeypatch.setattr(board_plan, "begin_try", told)
    return turns


@pytest.mark.parametrize("command", ["show_inputs", "show_inspector", "compare_side"])
def test_a_turn_tries_few_arrangements_while_the_window_is_not_painted(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    window = opened(qtbot, "by-hand")
    trigger(window, "pin")
    turns = tries_in_turns(monkeypatch, window)
    find(window, f"action.{command}", QAction).trigger()
    assert sum(turns) == 0
    while not window.updatesEnabled():
        QApplication.processEvents()
    assert sum(turns) > MOST
    assert max(turns) <= MOST


def test_a_column_that_stays_asks_for_no_other_room(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.areas.choose(inputs=True)
    assert window.updatesEnabled()


def test_a_window_that_gets_quite_another_size_is_painted_once_all_has_its_place(qtbot: QtBot) -> None:
    window = opened(qtbot)
    area = window.findChild(FigureArea)
    assert area is not None
    window.resize(window.width() + 100, window.height())
    assert window.updatesEnabled()  # a hand that drags an edge sees where it is
    qtbot.waitUntil(lambda: not area.turn.waits)
    window.resize(700, 600)
    assert not window.updatesEnabled()
    while not window.updatesEnabled():
        QApplication.processEvents()
    assert not area.turn.waits
    assert all(area.rect().contains(view.geometry()) for view in area.shown_views())
