"""Explanations of a large scenario are copied from the worker, also before the number is there."""

from __future__ import annotations

import threading

import pytest
from gates import Gate
from large_maps import LONG, large, opened_large, settled
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from attnviz.app.explaining import copying
from attnviz.app.explaining.copying import CopiesExplanations
from attnviz.app.runs import NAME
from attnviz.app.session import State
from attnviz.engine.cells import Cell


def test_what_is_not_there_yet_is_computed_and_copied(qtbot: QtBot) -> None:
    window = opened_large(qtbot, large(LONG))
    session = window.session
    session.select(head=1, query=900, cell=Cell("scores", 1, 900, 7))
    told = copied(qtbot, window, session.state, "text")
    assert told.startswith("Copied as plain text: Scores, head 2: query 901")
    assert "query 901" in QGuiApplication.clipboard().text()
    settled(qtbot, window)


def test_thousands_of_terms_are_written_on_the_worker(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    window = opened_large(qtbot, large(LONG))
    session = window.session
    session.select(head=0, query=900, cell=Cell("weights", 0, 900, 7))
    settled(qtbot, window)
    threads: list[str] = []
    real = copying.explanation_text

    def noted(state: State, kind: copying.Kind) -> str:
        threads.append(threading.current_thread().name)
        return real(state, kind)

    monkeypatch.setattr(copying, "explanation_text", noted)
    for kind in ("text", "markdown", "latex"):
        copied(qtbot, window, session.state, kind)
    assert threads == [NAME] * 3


def copied(qtbot: QtBot, widget: QWidget, state: State, kind: copying.Kind) -> str:
    """What is said once the explanation is on the clipboard."""
    told: list[str] = []
    copies = CopiesExplanations(widget, told.append)
    copies.copy(state, kind)
    qtbot.waitUntil(lambda: bool(told), timeout=20_000)
    return told[0]


def test_a_long_explanation_leaves_what_was_copied_later(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    window, gate = opened_large(qtbot, large(LONG)), Gate()
    window.session.select(head=0, query=900, cell=Cell("weights", 0, 900, 7))
    settled(qtbot, window)
    monkeypatch.setattr(copying, "explanation_text", gate.around(copying.explanation_text))
    told: list[str] = []
    copies = CopiesExplanations(window, told.append)
    copies.copy(window.session.state, "text")
    QGuiApplication.clipboard().setText("from elsewhere")
    gate.open.set()
    settled(qtbot, window)
    qtbot.waitUntil(lambda: not copies._errand.what)
    assert QGuiApplication.clipboard().text() == "from elsewhere"
    assert not told
