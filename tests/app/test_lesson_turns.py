"""What a step asks, its text and the room of both have turns of their own, before anything of them is painted."""

from __future__ import annotations

from pathlib import Path

import pytest
from lesson_files import playing, texts, written
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scripted import find

from attnviz.app.lessons.page import LessonPage
from attnviz.app.lessons.panel import LessonPanel
from attnviz.app.lessons.work import Work
from attnviz.app.window import MainWindow


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    return playing(qtbot, written(tmp_path))


def painted(window: MainWindow) -> None:
    while not window.updatesEnabled():
        QApplication.processEvents()


def test_each_part_of_a_step_has_a_turn_of_its_own(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[list[str]] = []
    go_on = window.rooms.lesson.panel.turn._deed

    def turn() -> None:
        assert not window.updatesEnabled()
        turns.append([])
        go_on()

    monkeypatch.setattr(window.rooms.lesson.panel.turn, "_deed", turn)
    for kind, name in ((Work, "show_step"), (LessonPage, "show_text"), (LessonPanel, "_divide")):
        own = getattr(kind, name)

        def told(self: object, *about: object, own=own, name=name, **more: object) -> None:  # type: ignore[no-untyped-def]
            turns[-1].append(name)
            own(self, *about, **more)

        monkeypatch.setattr(kind, name, told)
    window.rooms.go_to_step(1)
    assert turns == []
    painted(window)
    assert [names[:1] for names in turns] == [["show_step"], ["show_text"], ["_divide"]]


def test_the_newest_of_several_steps_is_shown(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    show = Work.show_step
    monkeypatch.setattr(
        Work, "show_step", lambda self, player, *looks: (made.append(player.place), show(self, player, *looks))
    )
    for place in (1, 2, 1):
        window.rooms.go_to_step(place)
    painted(window)
    assert made == [1]
    assert "Make query 2 look at key 1." in texts(window)


def test_a_lesson_that_is_left_at_once_is_not_shown_any_more(window: MainWindow) -> None:
    panel = window.rooms.lesson.panel
    window.rooms.go_to_step(1)
    assert panel.turn.waits
    window.leave_lesson()
    assert not panel.turn.waits
    painted(window)


def test_a_step_has_the_room_in_which_the_window_is_meanwhile(window: MainWindow) -> None:
    window.rooms.go_to_step(1)
    window.resize(1100, 700)
    painted(window)
    shown = find(window, "lesson.text").width(), find(window, "lesson").height()
    window.rooms.go_to_step(0)
    painted(window)
    window.rooms.go_to_step(1)
    painted(window)
    assert (find(window, "lesson.text").width(), find(window, "lesson").height()) == shown


def test_what_a_window_that_jumps_gives_a_step_comes_in_turns_too(window: MainWindow) -> None:
    page, panel = find(window, "lesson.text"), window.rooms.lesson.panel
    before = page.document()
    window.menus.view.paint_later()
    window.resize(1920, 1080)
    assert panel.turn.waits
    assert page.document() is before
    painted(window)
    shown = page.width(), panel.height(), page._px
    window.rooms.go_to_step(1)
    painted(window)
    window.rooms.go_to_step(0)
    painted(window)
    assert (page.width(), panel.height(), page._px) == shown
    assert page.document() is not before


def test_a_step_that_keeps_its_width_and_letters_is_not_divided_anew(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = window.rooms.lesson.panel
    divided: list[object] = []
    monkeypatch.setattr(panel, "_divide", lambda: divided.append(None))
    panel.resize(panel.width(), panel.height() - 40)
    assert divided == []
