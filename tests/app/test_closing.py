"""A closed window leaves nothing behind, whatever it showed; going along the Tab chain changes nobody's owner."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import shiboken6
from lesson_files import written
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from scripted import ScriptedQuestions, flush

from attnviz.app.focus_chain import chain_after
from attnviz.app.session import Session
from attnviz.app.settings import Settings
from attnviz.app.window import MainWindow
from attnviz.content.attn_file import load

Deed = Callable[[MainWindow], object]


def _on(window: MainWindow) -> None:
    assert window.rooms.lesson is not None
    window.rooms.lesson.go_on()


def _again(window: MainWindow) -> None:
    assert window.rooms.lesson is not None
    window.rooms.lesson.go_back()


def closed(*deeds: Deed) -> list[weakref.ref[object]]:
    """What a window was made of that did all that, once it is closed and let go."""
    session = Session(load("by-hand"))
    questions: Any = ScriptedQuestions(unsaved="discard")
    window = MainWindow(session, origin="by-hand", settings=Settings(), questions=questions)
    window.resize(1366, 768)
    window.show()
    QApplication.processEvents()
    for deed in deeds:
        deed(window)
        QApplication.processEvents()
    parts: list[weakref.ref[object]] = [weakref.ref(window), weakref.ref(session), weakref.ref(window.session)]
    window.close()
    window.deleteLater()
    session.deleteLater()
    return parts


@pytest.mark.parametrize(
    "deeds",
    [
        pytest.param((), id="the document"),
        pytest.param((lambda window: window.start_lesson(2), _on), id="a lesson's second step"),
        pytest.param((lambda window: window.start_lesson(2), _on, _on, _again), id="a lesson forth and back"),
        pytest.param(
            (lambda window: window.start_lesson(2), _on, MainWindow.show_document), id="a lesson that was left"
        ),
        pytest.param((lambda window: window.start_lesson(4), _on), id="a lesson with a laboratory"),
        pytest.param((MainWindow.start_practice,), id="practice"),
        pytest.param((MainWindow.show_welcome,), id="the first screen"),
        pytest.param((lambda window: window.start_lesson(2), MainWindow.present), id="a lesson presented"),
    ],
)
def test_a_closed_window_leaves_nothing_behind(qtbot: QtBot, deeds: tuple[Deed, ...]) -> None:
    parts = closed(*deeds)
    for _ in range(3):
        flush()
        gc.collect()
    assert [type(part()).__name__ for part in parts if part() is not None] == []


def test_a_closed_window_that_listed_mistakes_leaves_nothing_behind(qtbot: QtBot, tmp_path: Path) -> None:
    path = written(tmp_path, "nothing")
    parts = closed(lambda window: window.rooms.open_file(path))
    for _ in range(3):
        flush()
        gc.collect()
    assert [type(part()).__name__ for part in parts if part() is not None] == []


def test_the_tab_chain_is_walked_without_anybody_owning_another(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    first, second = QPushButton(window), QLineEdit(window)
    assert list(chain_after(window)) == [first, second]
    assert shiboken6.ownedByPython(window)


def test_a_widget_does_not_belong_to_the_one_before_it_in_the_tab_chain(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    QPushButton(window)
    after = QLineEdit(window)
    list(chain_after(window))
    owner = next(line for line in shiboken6.dump(after).splitlines() if line.startswith("parent"))
    assert "QPushButton" not in owner
