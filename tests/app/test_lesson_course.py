"""The whole course, walked forward and back by keys alone, in every look."""

from __future__ import annotations

import sys
import traceback

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scripted import opened, trigger

from attnviz.app.window import MainWindow
from attnviz.content.lessons.course import LESSONS, course

STEPS = [(lesson.name, place) for lesson in course() for place in range(len(lesson.steps))]


def here(window: MainWindow) -> tuple[str, int] | None:
    room = window.rooms.lesson
    if room is None or room.player is None:
        return None
    return room.player.lesson.name, room.player.place


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What slots and paint functions raise, which Qt would only report; as text, since a kept painter is deadly."""
    found: list[str] = []
    monkeypatch.setattr(sys, "excepthook", lambda *fault: found.append("".join(traceback.format_exception(*fault))))
    return found


def turn(window: MainWindow, key: Qt.Key) -> None:
    QTest.keyClick(QApplication.focusWidget() or window, key)
    QApplication.processEvents()


@pytest.mark.parametrize("one", LESSONS, ids=lambda one: one.name)
def test_each_lesson_is_walked_forward_and_back_by_keys(qtbot: QtBot, faults: list[str], one: object) -> None:
    name = one.name
    window = opened(qtbot)
    before = window.session.state
    window.start_lesson(name)
    steps = [step for step in STEPS if step[0] == name]
    seen = [here(window)]
    for _ in steps[1:]:
        turn(window, Qt.Key.Key_PageDown)
        seen.append(here(window))
    assert (faults, seen) == ([], steps)
    for _ in steps[1:]:
        turn(window, Qt.Key.Key_PageUp)
        seen.append(here(window))
    assert seen == steps + steps[:-1][::-1]
    window.leave_lesson()
    assert window.session.state == before
    assert faults == []


def test_page_down_leads_from_lesson_to_lesson_and_page_up_back(qtbot: QtBot, faults: list[str]) -> None:
    window = opened(qtbot)
    for lesson, following in zip(course(), course()[1:], strict=False):
        window.start_lesson(lesson.name)
        window.rooms.go_to_step(len(lesson.steps) - 1)
        turn(window, Qt.Key.Key_PageDown)
        assert here(window) == (following.name, 0)
        turn(window, Qt.Key.Key_PageUp)
        assert here(window) == (lesson.name, len(lesson.steps) - 1)
    assert faults == []


def test_after_the_last_step_the_document_is_back(qtbot: QtBot) -> None:
    window = opened(qtbot)
    last = course()[-1]
    window.start_lesson(last.name)
    window.rooms.go_to_step(len(last.steps) - 1)
    turn(window, Qt.Key.Key_PageDown)
    assert here(window) is None
    assert window.session is window.document.session
    assert "whole course" in window._message_bar.message.text


@pytest.mark.parametrize("look", ["dark", "large", "projector"])
def test_the_first_lesson_plays_in_every_look(qtbot: QtBot, faults: list[str], look: str) -> None:
    window = opened(qtbot)
    trigger(window, look)
    window.start_lesson(1)
    for _ in course()[0].steps[1:]:
        turn(window, Qt.Key.Key_PageDown)
    assert here(window) == (course()[0].name, len(course()[0].steps) - 1)
    assert faults == []
