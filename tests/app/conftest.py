"""A line to the worker, and who listens to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot
from worker_deeds import Ear

from attnviz.app.worker import Line


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
