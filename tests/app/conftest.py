"""A line to the worker with who listens to it, a laboratory without a window, and scenarios that take long."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from lab_rooms import roomy
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from worker_deeds import Ear

from attnviz.app import ahead
from attnviz.app.labs import page_search
from attnviz.app.labs.lab_room import LabRoom
from attnviz.app.worker import Line


@pytest.fixture(autouse=True)
def _rules_for_its_own_windows() -> Iterator[None]:
    """A test's windows leave no rules to a later test's widgets that lie in none."""
    yield
    app = QApplication.instance()
    if isinstance(app, QApplication) and app.property("worn"):
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        if not any(window.property("worn") for window in app.topLevelWidgets()):
            app.setStyleSheet("")
            app.setProperty("worn", None)


@pytest.fixture(autouse=True)
def _pages_of_laboratories_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page of exhibits counts as one that is found at once, where a test does not say otherwise."""
    monkeypatch.setattr(page_search, "FEW", 100)


@pytest.fixture
def line(qtbot: QtBot) -> Iterator[Line]:
    """A line of the test's own, closed at its end."""
    made = Line()
    yield made
    made.close()


@pytest.fixture
def ear(line: Line) -> Ear:
    """Whoever listens to `line`."""
    return Ear(line)


@pytest.fixture
def room(qtbot: QtBot) -> LabRoom:
    """A laboratory as large as in a window of 1366 × 768."""
    return roomy(qtbot)


@pytest.fixture
def deferring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every scenario is computed beside the window."""
    monkeypatch.setattr(ahead, "takes_long", lambda _sizes: True)
