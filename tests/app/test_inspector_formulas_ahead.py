"""Formulas of a large scenario's page are set beside the window, and the page before stays until they are there."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from attnviz import Projected, Scenario
from attnviz.app.inspection.inspector import Inspector
from attnviz.app.runs import NAME
from attnviz.app.session import Session
from attnviz.engine.cells import Cell
from attnviz.figures import formula_picture

T, HEADS = 640, 8


def shown(qtbot: QtBot, row: int, height: int = 700) -> Inspector:
    """With a weight of that query explained in numbers."""
    draw = np.random.default_rng(11)
    matrices = [draw.standard_normal((16, 64)) / 4 for _ in range(3)]
    inspector = Inspector(Session(Scenario(Projected(draw.standard_normal((T, 16)), *matrices), heads=HEADS)))
    qtbot.addWidget(inspector)
    inspector.resize(340, height)
    inspector.show()
    inspector.session.select(query=row, cell=Cell("weights", 0, row, 5))
    qtbot.waitUntil(lambda: "looks at key" in inspector.text.toPlainText())
    qtbot.waitUntil(lambda: not inspector.session.busy)
    return inspector


def formula_threads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The name of the thread of each formula that is set from now on."""
    threads: list[str] = []
    drawn = formula_picture._drawn

    def noted(*about: Any) -> Any:
        threads.append(threading.current_thread().name)
        return drawn(*about)

    monkeypatch.setattr(formula_picture, "_drawn", noted)
    return threads


def test_no_formula_is_set_in_the_windows_own_thread(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    inspector = shown(qtbot, 300)
    threads = formula_threads(monkeypatch)

    inspector.session.look(depth="formula")

    qtbot.waitUntil(lambda: r"\frac" in inspector.text.toPlainText())
    assert set(threads) == {NAME}


def test_the_page_before_stays_until_all_formulas_are_set(qtbot: QtBot) -> None:
    inspector = shown(qtbot, 301)
    before = inspector.text.toPlainText()

    inspector.session.look(depth="formula")

    assert inspector.text.toPlainText() == before
    qtbot.waitUntil(lambda: inspector.text.toPlainText().count("$") >= 8)


def test_another_number_is_read_from_its_beginning_also_after_its_formulas_came(qtbot: QtBot) -> None:
    inspector = shown(qtbot, 302, 300)
    inspector.session.look(depth="formula")
    qtbot.waitUntil(lambda: r"\frac" in inspector.text.toPlainText())
    bar = inspector.verticalScrollBar()
    bar.setValue(bar.maximum())

    inspector.session.select(query=303, cell=Cell("weights", 0, 303, 7))

    qtbot.waitUntil(lambda: "_{304,8}" in inspector.text.toPlainText())
    assert bar.value() == 0
