"""A laboratory for tests, without a window around it, and gestures in its exhibits."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scripted import find, opened, trigger

from attnviz.app.labs.exhibit_view import ExhibitView
from attnviz.app.labs.lab_room import LabRoom
from attnviz.app.session import Session
from attnviz.app.window import MainWindow
from attnviz.content.attn_file import load


def view(room: LabRoom, name: str) -> ExhibitView:
    """The exhibit of that name."""
    return find(room, f"exhibit.{name}", ExhibitView)


def drag(widget: ExhibitView, start: QPointF, *ways: QPointF) -> None:
    """Presses at `start`, moves along, lets go at the end."""
    QTest.mousePress(widget, Qt.MouseButton.LeftButton, pos=start.toPoint())
    for way in ways:
        # QTest.mouseMove carries no button.
        event = QMouseEvent(
            QEvent.Type.MouseMove, way, widget.mapToGlobal(way), Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )  # fmt: skip
        QApplication.sendEvent(widget, event)
    QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=(ways[-1] if ways else start).toPoint())


def settled(qtbot: QtBot, room: LabRoom) -> None:
    """Waits for a long run to end."""
    qtbot.waitUntil(lambda: room.result is not None and not room.running, timeout=20_000)


def in_window(qtbot: QtBot, name: str, **answers: Any) -> tuple[MainWindow, LabRoom]:
    """A window in which the menu opened that laboratory."""
    window = opened(qtbot, **answers)
    trigger(window, f"lab.{name}")
    return window, find(window, "lab", LabRoom)


def roomy(qtbot: QtBot) -> LabRoom:
    """A room on unit 2, as large as in a window of 1366 × 768."""
    made = LabRoom(Session(load("by-hand")))
    qtbot.addWidget(made, before_close_func=lambda widget: widget.close_down())
    made.resize(1350, 660)
    made.show()
    return made
