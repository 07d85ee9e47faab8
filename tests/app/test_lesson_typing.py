"""Start Typing of a lesson: it opens the first covered number wherever that stands, and no key is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from lesson_files import THREE_STEPS, playing, written
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scripted import click, find

from attnviz.app.pipeline.answer_editor import AnswerEditor
from attnviz.app.window import MainWindow
from attnviz.engine.cells import Cell


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path)


def covered_elsewhere(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """A step that asks for scores and shows the weights."""
    text = THREE_STEPS.replace('figure = "scores"', 'figure = "weights"')
    window = playing(qtbot, written(tmp_path, text, "elsewhere.toml"))
    for _ in range(2):
        click(qtbot, window, "lesson.next")
    qtbot.waitUntil(lambda: window.updatesEnabled() and not find(window, "figure.scores").isVisible())
    return window


def typed_right(qtbot: QtBot, window: MainWindow) -> bool:
    """True if what is typed after Start Typing becomes the answers to scores of 2, 1 and 3."""
    click(qtbot, window, "lesson.predict.begin")
    for text in ("2", "1", "3"):
        QTest.keyClicks(QApplication.focusWidget(), text)
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    return bool(find(window, "lesson.predict.text").accessibleName() == "3 of 3 right.")


def test_typing_begins_in_the_figure_of_the_covered_numbers_where_another_one_is_shown(
    qtbot: QtBot, tmp_path: Path
) -> None:
    assert typed_right(qtbot, covered_elsewhere(qtbot, tmp_path))


def test_typing_begins_in_the_figures_where_a_laboratory_is_before_them(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    for _ in range(2):
        click(qtbot, window, "lesson.next")
    window.rooms.show_lab("mixture")
    assert window.rooms.in_lab
    assert typed_right(qtbot, window)
    assert not window.rooms.in_lab


def test_typing_begins_at_the_head_that_is_asked_for_whichever_is_shown(qtbot: QtBot, tmp_path: Path) -> None:
    text = THREE_STEPS[: THREE_STEPS.index("[[steps.claims]]")].replace('"by-hand"', '"two-heads"')
    asked = text.replace("highlight", "blank").replace('["weights[2,3]"]', '["scores@2[2,*]"]')
    window = playing(qtbot, written(tmp_path, asked, "heads.toml"))
    window.session.select(head=0)
    window.session.look(tab="heads")
    click(qtbot, window, "lesson.predict.begin")
    assert isinstance(QApplication.focusWidget(), AnswerEditor)
    assert window.session.state.selection.cell == Cell("scores", 1, 1, 0)
