"""Long deeds that a person asked for: in place of each other, or one behind the other."""

from __future__ import annotations

from threading import Event

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from scripted import find, opened

from attnviz.app.errand import Errand
from attnviz.app.worker import Report
from attnviz.engine.errors import AttentionError, Where


class Deeds:
    """Deeds that end when they may, and what came of them."""

    def __init__(self, errand: Errand) -> None:
        self._errand = errand
        self.gates: dict[str, Event] = {}
        self.came: list[str] = []

    def begin(self, name: str, *, behind: bool, fails: bool = False) -> None:
        gate = self.gates[name] = Event()

        def deed(_report: Report) -> str:
            assert gate.wait(10)
            if fails:
                raise AttentionError("It cannot be.", Where("X"))
            return name

        self._errand.begin(name, deed, self.came.append, lambda error: self.came.append(str(error)), behind=behind)


@pytest.fixture
def deeds(qtbot: QtBot) -> Deeds:
    return Deeds(Errand(opened(qtbot)))


def test_what_waits_behind_is_done_after_it(qtbot: QtBot, deeds: Deeds) -> None:
    for name in ("one", "two", "three"):
        deeds.begin(name, behind=True)
    for gate in deeds.gates.values():
        gate.set()
    qtbot.waitUntil(lambda: len(deeds.came) == 3, timeout=5000)
    assert deeds.came == ["one", "two", "three"]


def test_what_is_not_behind_takes_the_place_of_all_before(qtbot: QtBot, deeds: Deeds) -> None:
    deeds.begin("one", behind=True)
    deeds.begin("two", behind=True)
    deeds.begin("three", behind=False)
    for gate in deeds.gates.values():
        gate.set()
    qtbot.waitUntil(lambda: bool(deeds.came), timeout=5000)
    qtbot.wait(20)
    assert deeds.came == ["three"]


def test_one_that_fails_does_not_hold_up_the_next(qtbot: QtBot, deeds: Deeds) -> None:
    deeds.begin("one", behind=True, fails=True)
    deeds.begin("two", behind=True)
    for gate in deeds.gates.values():
        gate.set()
    qtbot.waitUntil(lambda: len(deeds.came) == 2, timeout=5000)
    assert deeds.came == ["It cannot be.", "two"]


def test_the_button_stops_what_goes_on_and_what_waited_is_next(qtbot: QtBot) -> None:
    window = opened(qtbot)
    deeds = Deeds(Errand(window))
    deeds.begin("one", behind=True)
    deeds.begin("two", behind=True)
    stop = find(window, "progress.cancel")
    qtbot.waitUntil(stop.isVisible, timeout=5000)
    qtbot.mouseClick(stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: stop.accessibleName() == "Stop: two", timeout=5000)
    for gate in deeds.gates.values():
        gate.set()
    qtbot.waitUntil(lambda: bool(deeds.came), timeout=5000)
    assert deeds.came == ["two"]
