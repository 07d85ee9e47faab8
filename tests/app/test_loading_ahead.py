"""What is loaded ahead is loaded beside the window, and needs none."""

from __future__ import annotations

import subprocess
import sys
import threading
from itertools import pairwise

import pytest
from PySide6.QtCore import QObject, QTimer
from pytestqt.qtbot import QtBot

from attnviz.app import loading_ahead
from attnviz.app.loading_ahead import MODULES, WINDOW_MODULES, LoadingAhead
from attnviz.app.runs import NAME


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Every module that would be loaded from now on, with the name of the thread that it would be loaded in."""
    found: list[tuple[str, str]] = []
    monkeypatch.setattr(
        loading_ahead, "import_module", lambda module: found.append((module, threading.current_thread().name))
    )
    return found


def test_what_needs_no_window_is_loaded_first_and_on_the_worker(qtbot: QtBot, loaded: list[tuple[str, str]]) -> None:
    parent = QObject()
    LoadingAhead(parent).begin()
    qtbot.waitUntil(lambda: len(loaded) > len(MODULES))
    assert loaded[: len(MODULES)] == [(module, NAME) for module in MODULES]


def test_what_has_widgets_is_loaded_in_the_windows_own_thread(qtbot: QtBot, loaded: list[tuple[str, str]]) -> None:
    parent = QObject()
    LoadingAhead(parent).begin()
    qtbot.waitUntil(lambda: len(loaded) == len(MODULES) + len(WINDOW_MODULES))
    own = threading.main_thread().name
    assert loaded[len(MODULES) :] == [(module, own) for module in WINDOW_MODULES]


def test_the_window_loads_one_module_at_a_time(qtbot: QtBot, loaded: list[tuple[str, str]]) -> None:
    parent = QObject()
    ahead = LoadingAhead(parent)
    told: list[int] = []  # how many there are each time that it says so
    ahead.loaded.connect(lambda: told.append(len(loaded)))
    ahead.begin()
    turns: list[int] = []  # how many there are whenever the window comes to something else
    beat = QTimer(parent)
    beat.timeout.connect(lambda: turns.append(len(loaded)))
    beat.start(0)
    qtbot.waitUntil(lambda: len(loaded) == len(MODULES) + len(WINDOW_MODULES))
    of_window = [count for count in turns if count > len(MODULES)]
    assert all(after - before <= 1 for before, after in pairwise(of_window))
    assert told == [*range(len(MODULES), len(MODULES) + len(WINDOW_MODULES) + 1)]


def test_what_began_at_once_does_not_begin_once_more_later(qtbot: QtBot, loaded: list[tuple[str, str]]) -> None:
    parent = QObject()
    ahead = LoadingAhead(parent)
    timers = ahead.findChildren(QTimer)
    assert any(timer.isActive() for timer in timers)
    ahead.begin()
    assert not any(timer.isActive() for timer in timers)


def test_nothing_of_it_loads_qt() -> None:
    program = f"import sys\nfor module in {MODULES!r}: __import__(module)\nprint('PySide6' in sys.modules)"
    said = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "False"
