"""The strip of the big screen keeps clear of the title until somebody calls it; a laboratory finds its place again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from attnviz.app.presenting.presentation import present_lesson
from attnviz.app.presenting.stage import Stage
from attnviz.content.lessons.course import lesson
from attnviz.figures.slide import title_end
from attnviz.figures.view import View

LEFT = Qt.MouseButton.LeftButton
ASIDE = QPoint(3, 765)  # no laboratory keeps the moves there to itself
ELSEWHERE = QPoint(600, 400)  # Qt tells of no move to where the pointer is already, as an earlier test may have left it


def shown(qtbot: QtBot, name: str, step: int = 0, width: int = 1366, height: int = 768) -> Stage:
    QCursor.setPos(ELSEWHERE)
    QApplication.processEvents()  # before there is a stage that would take this for a move
    stage = Stage(present_lesson(lesson(name), View(), step), motion=False)
    qtbot.addWidget(stage)
    stage.resize(width, height)
    stage.show()
    return stage


def covers_title(stage: Stage) -> bool:
    return stage.strip.isVisible() and stage.strip.x() < title_end(stage.slide, QRectF(stage.rect()))


def offered(stage: Stage) -> set[str]:
    return {button.objectName() for button in stage.strip.findChildren(QToolButton) if button.isVisible()}


def move(stage: Stage, *places: QPoint) -> None:
    """As a hand does. Where the mouse was first is no move."""
    for place in places:
        at = stage.mapToGlobal(place)
        target = QApplication.widgetAt(at) or stage
        QTest.mouseMove(target, target.mapFromGlobal(at))


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
    move(stage, ASIDE, QPoint(300, 20))
    wanted = {"presenter.undo", "presenter.without_mask", "presenter.controls"}
    qtbot.waitUntil(lambda: wanted < offered(stage))


def test_the_mouse_on_the_strip_brings_every_button(qtbot: QtBot) -> None:
    stage = shown(qtbot, "cost")
    move(stage, ASIDE, stage.strip.geometry().center())
    assert "presenter.undo" in offered(stage)


def test_a_pointer_that_is_at_the_top_when_the_stage_opens_calls_nothing(qtbot: QtBot) -> None:
    stage = shown(qtbot, "cost")
    at = stage.strip.geometry().center()
    move(stage, at)
    assert not covers_title(stage)
    move(stage, at + QPoint(1, 0))  # a hand that rests on the mouse
    assert not covers_title(stage)


def test_the_strip_goes_while_the_mouse_rests_on_it_and_keys_do_not_bring_it_back(qtbot: QtBot) -> None:
    stage = shown(qtbot, "cost")
    at = stage.strip.geometry().center()
    move(stage, ASIDE, at)
    QCursor.setPos(stage.mapToGlobal(at))
    assert covers_title(stage)
    stage._idle.timeout.emit()
    assert not stage.strip.isVisible()
    for key in (Qt.Key.Key_PageDown, Qt.Key.Key_B, Qt.Key.Key_B, Qt.Key.Key_M, Qt.Key.Key_M):
        QTest.keyClick(stage, key)
        assert not stage.strip.isVisible()
    move(stage, at - QPoint(40, 0))
    assert covers_title(stage)


def test_a_move_or_a_click_on_a_button_keeps_the_strip_for_a_while_more(qtbot: QtBot) -> None:
    stage = shown(qtbot, "cost")
    button = stage.strip.findChild(QToolButton, "presenter.next")
    assert button is not None
    middle = button.mapTo(stage, button.rect().center())
    move(stage, ASIDE, middle)
    for gesture in (lambda: QTest.mouseMove(button, QPoint(2, 2)), lambda: QTest.mouseClick(button, LEFT)):
        stage._idle.stop()
        gesture()
        qtbot.waitUntil(stage._idle.isActive)


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
