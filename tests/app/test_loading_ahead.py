"""What is loaded ahead is loaded beside the window, and needs none."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from attnviz.app import loading_ahead
from attnviz.app.loading_ahead import MODULES, LoadingAhead
from attnviz.app.runs import NAME


def test_it_is_done_on_the_worker_in_order(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[tuple[str, str]] = []
    monkeypatch.setattr(
        loading_ahead, "import_module", lambda module: loaded.append((module, threading.current_thread().name))
    )
    parent = QObject()
    ahead = LoadingAhead(parent)
    ahead.begin()
    qtbot.waitUntil(lambda: not ahead.line.running)
    assert loaded == [(module, NAME) for module in MODULES]


def test_nothing_of_it_loads_qt() -> None:
    program = f"import sys\nfor module in {MODULES!r}: __import__(module)\nprint('PySide6' in sys.modules)"
    said = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "False"
