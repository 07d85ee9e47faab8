"""A window for tests, and questions that are answered beforehand instead of by a dialog."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from attnviz.app.session import Session
from attnviz.app.settings import Settings
from attnviz.app.window import MainWindow
from attnviz.content.attn_file import load
from attnviz.engine.scenario import Scenario
from attnviz.figures.view import View


class ScriptedQuestions:
    """Answers each question with what the test put down under its name; an unexpected question fails the test."""

    def __init__(self, **answers: Any) -> None:
        self.answers = answers
        self.asked: list[tuple[str, tuple[Any, ...]]] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)

        def answer(*about: Any) -> Any:
            self.asked.append((name, about))
            assert name in self.answers, f"nobody expected to be asked {name}{about}"
            return self.answers[name]

        return answer

    @property
    def names(self) -> list[str]:
        """The questions so far, in order."""
        return [name for name, _ in self.asked]


def opened(
    qtbot: QtBot, source: str | Path = "by-hand", *, shown: bool = True, view: View | None = None, **answers: Any
) -> MainWindow:
    """A window on a preset or a file that asks nothing but what `answers` foresee; closed without questions."""
    session = Session(load(source), view=view)
    window = MainWindow(session, origin=source, settings=Settings(), questions=ScriptedQuestions(**answers))
    qtbot.addWidget(window, before_close_func=_let_go)
    window.resize(1366, 768)
    if shown:
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
    return window


def find(window: QWidget, name: str, kind: type = QWidget) -> Any:
    """The one widget or action of that objectName."""
    found = window.findChild(kind, name)
    assert found is not None, f"there is no {name}"
    return found


def trigger(window: MainWindow, name: str) -> None:
    """Chooses a command from its menu; another theme or text size is drawn when it comes back."""
    action = find(window, f"action.{name}", QAction)
    assert action.isEnabled(), f"{name} is disabled: {action.toolTip()}"
    action.trigger()
    while not window.updatesEnabled():
        QApplication.processEvents()


def undo(window: MainWindow) -> None:
    """Takes the last edit back, by its command."""
    trigger(window, "undo")


def scenario(window: MainWindow) -> Scenario:
    """What the window shows."""
    return window.session.state.scenario


def click(qtbot: QtBot, window: MainWindow, name: str) -> None:
    """Clicks a button in the window; what it leads to is drawn when this comes back."""
    button = find(window, name)
    assert button.isEnabled(), f"{name} is disabled"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(window.updatesEnabled)


def actions(window: MainWindow) -> Iterator[QAction]:
    """Every command of the window."""
    return (action for action in window.findChildren(QAction) if action.objectName().startswith("action."))


def keys(action: QAction) -> list[str]:
    """The shortcuts of a command, as text."""
    return [key.toString(QKeySequence.SequenceFormat.PortableText) for key in action.shortcuts()]


def flush() -> None:
    """Lets deleted widgets go."""
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()


def _let_go(window: MainWindow) -> None:
    window.document.session.undo_stack.setClean()
