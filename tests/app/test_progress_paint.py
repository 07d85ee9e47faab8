"""A step of the progress holds nothing up: it is painted with all else, when its turn comes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from attnviz.app import progress_note
from attnviz.app.progress_note import ProgressNote


class Painted(QObject):
    """Counts the paint events of what it watches."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


def test_telling_a_step_paints_nothing_by_itself(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress_note, "AFTER", 1)
    around, painted = QWidget(), Painted()
    qtbot.addWidget(around)
    other, note = QWidget(around), ProgressNote(around)
    around.resize(400, 200)
    around.show()

    def stop() -> None:
        pass

    note.tell("Opening", 0.1, stop)
    qtbot.waitUntil(note.isVisible)
    QApplication.processEvents()
    other.installEventFilter(painted)
    other.update()
    note.tell("Opening", 0.9, stop)
    assert painted.count == 0
    qtbot.waitUntil(lambda: painted.count == 1)
    around.close()
