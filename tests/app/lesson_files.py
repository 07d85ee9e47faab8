"""Lessons for tests: small ones written on the spot, and a window that plays one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pytestqt.qtbot import QtBot
from scripted import opened

from attnviz.app.lessons.player import LessonPlayer
from attnviz.app.session import Session
from attnviz.app.window import MainWindow
from attnviz.content.lessons.reader import parse_lesson
from attnviz.engine.edits import set_cell
from attnviz.figures.view import View

THREE_STEPS = """
attnviz_lesson = 1
title = "Three steps"
summary = "For tests."
scenario = "by-hand"

[[steps]]
title = "Numbers"
text = "Query 2 gives key 3 the [[weight]] {weights[2,3]}, by [[softmax]] of $q_2$."
figure = "weights"
query = 2
highlight = ["weights[2,3]"]

[[steps.claims]]
text = "It is 0.576."
of = "weights[2,3]"
is = 0.576

[[steps]]
title = "To do"
text = "Make query 2 look at key 1."

[[steps.tasks]]
text = "Give key 1 more than 0.9."
goal = "weights[2,1] > 0.9"
hint = "Make the first key longer."

[[steps.questions]]
ask = "Which key wins?"
choices = [
    { text = "key 1", why = "Its score is 2." },
    { text = "key 3", right = true, why = "Its score is 3." },
]

[[steps]]
title = "Predict"
text = "What are the scores? {scores[2,1]}"
figure = "scores"
blank = ["scores[2,*]"]
set = { "mask.causal" = true }

[[steps.claims]]
text = "The scores are (2, 1, 3)."
of = "scores[2,*]"
is = [2.0, 1.0, 3.0]
"""


def player(text: str = THREE_STEPS) -> LessonPlayer:
    """The lesson of a text, being played without a window."""
    return LessonPlayer(parse_lesson(text, "three", None), View())


def written(folder: Path, text: str = THREE_STEPS, name: str = "three.toml") -> Path:
    """A lesson file."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def playing(qtbot: QtBot, which: str | Path, **answers: Any) -> MainWindow:
    """A window that plays a lesson, all of whose step is there."""
    window = opened(qtbot, **answers)
    window.start_lesson(which)
    qtbot.waitUntil(window.updatesEnabled)
    return window


def set_number(session: Session, name: str, row: int, column: int, value: float) -> None:
    """Types a number into an input, counted from 0."""
    session.edit("Edit", lambda scenario: set_cell(scenario, name, row, column, value))


def texts(window: MainWindow) -> str:
    """What the page of the lesson says."""
    assert window.rooms.lesson is not None
    return window.rooms.lesson.panel.page.toPlainText()


def place(window: MainWindow) -> int:
    """The step that is shown, from 0."""
    assert window.rooms.lesson is not None
    assert window.rooms.lesson.player is not None
    return window.rooms.lesson.player.place
