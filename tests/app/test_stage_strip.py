"""The strip of the big screen keeps clear of the title until somebody calls it; a laboratory finds its place again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from attnviz.app.presenting.presentation import present_lesson
from attnviz.app.presenting.stage import Stage
from attnviz.content.lessons.course import lesson
from attnviz.figures.slide import title_end
from attnviz.figures.view import View


def shown(qtbot: QtBot, name: str, step: int = 0, width: int = 1366, height: int = 768) -> Stage:
    stage = Stage(present_lesson(lesson(name), View(), step), motion=False)
    qtbot.addWidget(stage)
    stage.resize(width, height)
    stage.show()
    return stage


def covers_title(stage: Stage) -> bool:
    return stage.strip.isVisible() and stage.strip.x() < title_end(stage.slide, QRectF(stage.rect()))


def offered(stage: Stage) -> set[str]:
    return {button.objectName() for button in stage.strip.findChildren(QToolButton) if button.isVisible()}


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1366, 768), (1920, 1080)])
def test_the_strip_at_the_beginning_lies_over_no_title(qtbot: QtBot, width: int, height: int) -> None:
    stage = shown(qtbot, "cost", 0, width, height)
    for _ in range(6):
        assert not covers_title(stage)
        stage.presentation.next()


def test_how_to_go_on_and_how_to_end_is_said_beside_the_title(qtbot: QtBot) -> None:
    assert {"presenter.next", "presenter.back", "presenter.leave"} < offered(shown(qtbot, "cost"))


def test_the_mouse_at_the_top_brings_every_button(qtbot: QtBot) -> None:
    stage = shown(qtbot, "cost")
    assert "presenter.undo" not in offered(stage)
    QTest.mouseMove(stage, QPoint(300, 20))
    wanted = {"presenter.undo", "presenter.without_mask", "presenter.controls"}
    qtbot.waitUntil(lambda: wanted < offered(stage))


def test_the_mouse_on_the_strip_brings_every_button(qtbot: QtBot) -> None:
    stage = shown(qtbot, "cost")
    at = QPointF(4, 4)
    QApplication.sendEvent(stage.strip, QEnterEvent(at, at, stage.strip.mapToGlobal(at)))
    assert "presenter.undo" in offered(stage)


def places(stage: Stage) -> dict[str, QRect]:
    assert stage.lab.room is not None
    page = stage.lab.room.page
    whole = {name: QRect(view.mapTo(stage, QPoint()), view.size()) for name, view in page.views.items()}
    return whole | {"page": page.geometry()}


@pytest.mark.parametrize(("name", "step"), [("cost", 0), ("turn-the-query", 1), ("heads", 10), ("questions", 1)])
def test_figures_come_back_to_their_places_when_the_controls_go(qtbot: QtBot, name: str, step: int) -> None:
    stage = shown(qtbot, name, step)
    room = stage.lab.room
    assert room is not None
    qtbot.waitUntil(lambda: room.result is not None and not room.running)
    qtbot.wait(20)
    before = places(stage)
    QTest.keyClick(stage, Qt.Key.Key_C)
    qtbot.waitUntil(lambda: places(stage) != before)
    QTest.keyClick(stage, Qt.Key.Key_C)
    qtbot.waitUntil(lambda: places(stage) == before)
