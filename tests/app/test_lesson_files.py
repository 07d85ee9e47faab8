"""Lesson files: opened, dropped, saved anew by any editor, and mistakes that are listed instead of a crash."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from lesson_files import THREE_STEPS, playing, set_number, texts, written
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from pytestqt.qtbot import QtBot
from scripted import click, find, opened, trigger

from attnviz.app.lessons.watch import FileWatch
from attnviz.app.settings import Settings
from attnviz.app.window import MainWindow

BROKEN = THREE_STEPS.replace('of = "weights[2,3]"', 'of = "weights[2,"').replace('figure = "scores"', 'figure = "no"')


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path)


def drop(window: MainWindow, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    window.dropEvent(event)


def line_of(text: str, words: str) -> int:
    return text[: text.index(words)].count("\n") + 1


def test_a_dropped_lesson_plays(qtbot: QtBot, file: Path) -> None:
    window = opened(qtbot)
    drop(window, file)
    qtbot.waitUntil(window.updatesEnabled)
    assert find(window, "lesson.title").text() == "Three steps"


def test_a_lesson_is_opened_from_the_menu(qtbot: QtBot, file: Path) -> None:
    window = opened(qtbot, lesson_to_open=file)
    trigger(window, "open_lesson")
    assert find(window, "lesson.title").text() == "Three steps"


def test_saving_the_file_reloads_it_at_the_same_step_with_the_learners_numbers(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    click(qtbot, window, "lesson.next")
    set_number(window.session, "X", 0, 0, 7.0)
    own = window.session.state.scenario
    file.write_text(THREE_STEPS.replace("Make query 2 look at key 1.", "Rewritten."), encoding="utf-8")
    qtbot.waitUntil(lambda: "Rewritten." in texts(window))
    assert find(window, "lesson.count").text() == "2 of 3"
    assert window.session.state.scenario == own


def test_an_editor_that_renames_a_new_file_into_place_reloads_it_each_time(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    for word in ("First", "Second", "Third"):
        new = file.with_suffix(".tmp")
        new.write_text(THREE_STEPS.replace("Query 2 gives", f"{word} it gives"), encoding="utf-8")
        os.replace(new, file)  # noqa: PTH105
        qtbot.waitUntil(lambda word=word: f"{word} it gives" in texts(window))


def test_mistakes_are_listed_with_their_lines_and_mending_them_plays(qtbot: QtBot, tmp_path: Path) -> None:
    path = written(tmp_path, BROKEN)
    window = playing(qtbot, path)
    listed = texts(window)
    for words in ("of = ", 'figure = "no"'):
        assert f"Line {line_of(BROKEN, words)}:" in listed
    assert not find(window, "lesson.next").isVisible()
    assert window.session is window.document.session
    path.write_text(THREE_STEPS, encoding="utf-8")
    qtbot.waitUntil(lambda: texts(window).startswith("Numbers"))
    assert find(window, "lesson.next").isVisible()


def test_a_save_with_mistakes_lists_them_and_the_next_good_one_goes_on(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    click(qtbot, window, "lesson.next")
    file.write_text(BROKEN, encoding="utf-8")
    qtbot.waitUntil(lambda: "cannot be played yet" in texts(window))
    file.write_text(THREE_STEPS.replace("Make query 2 look at key 1.", "Mended."), encoding="utf-8")
    qtbot.waitUntil(lambda: "Mended." in texts(window))
    assert find(window, "lesson.count").text() == "2 of 3"


def test_text_that_is_no_toml_is_a_mistake_with_its_line(qtbot: QtBot, tmp_path: Path) -> None:
    window = playing(qtbot, written(tmp_path, "attnviz_lesson = 1\ntitle = \n"))
    assert "Line 2:" in texts(window)


def test_a_lesson_with_mistakes_can_be_left(qtbot: QtBot, tmp_path: Path) -> None:
    window = playing(qtbot, written(tmp_path, BROKEN))
    click(qtbot, window, "lesson.leave")
    assert not find(window, "lesson").isVisible()
    assert window.windowTitle() == "by-hand.attn[*] — attnviz"


def test_an_unplayable_lesson_takes_the_place_of_the_one_before(qtbot: QtBot, file: Path, tmp_path: Path) -> None:
    window = playing(qtbot, file)
    drop(window, written(tmp_path, BROKEN, "broken.toml"))
    assert "broken.toml" in window.windowTitle()
    assert window.session is window.document.session


def test_a_watch_tells_of_each_new_content_once(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "one.toml"
    path.write_text("a", encoding="utf-8")
    watch = FileWatch()
    told: list[Path] = []
    watch.saved.connect(told.append)
    watch.follow(path)
    path.write_text("b", encoding="utf-8")
    qtbot.waitUntil(lambda: told == [path])
    path.unlink()
    path.write_text("c", encoding="utf-8")
    qtbot.waitUntil(lambda: told == [path, path])
    watch.follow(None)


def test_nothing_turns_behind_a_list_of_mistakes(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    file.write_text(BROKEN, encoding="utf-8")
    qtbot.waitUntil(lambda: "cannot be played yet" in texts(window))
    for name in ("lesson_next", "lesson_back", "lesson_restart"):
        assert not window.menus.commands[name].isEnabled()
    room = window.rooms.lesson
    assert room is not None
    for _ in range(4):
        room.go_on()
        room.go_back()
        room.go_on()
    assert window.rooms.in_lesson
    file.write_text(THREE_STEPS, encoding="utf-8")
    qtbot.waitUntil(lambda: texts(window).startswith("Numbers"))
    assert window.menus.commands["lesson_next"].isEnabled()
    assert [key.toString() for key in window.menus.commands["lesson_next"].shortcuts()] == ["PgDown"]


def test_a_file_that_was_read_again_is_not_said_to_be_once_it_has_mistakes(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    file.write_text(THREE_STEPS.replace("Query 2 gives", "So it gives"), encoding="utf-8")
    qtbot.waitUntil(lambda: "So it gives" in texts(window))
    assert "read again" in find(window, "message.text").text()
    file.write_text(BROKEN, encoding="utf-8")
    qtbot.waitUntil(lambda: "cannot be played yet" in texts(window))
    assert "read again" not in find(window, "message.text").text()


def test_a_lesson_file_that_has_gone_is_not_offered_to_be_continued(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    window.show_welcome()
    assert find(window, "welcome.continue").isVisible()
    assert window.menus.commands["continue_course"].text() == "&Continue: three"
    file.unlink()
    window.show_welcome()
    window.menus.lesson.show_progress()
    assert not find(window, "welcome.continue").isVisible()
    assert window.menus.commands["continue_course"].text() == "&Start the Course"


@pytest.mark.parametrize("latest", ["/" + 5000 * "x", "/nul\0.toml", "no-such-lesson", "/no/such.toml"])
def test_a_last_lesson_that_cannot_be_is_not_offered_and_the_course_starts(qtbot: QtBot, latest: str) -> None:
    fields = {"attnviz_progress": 1, "latest": latest, "lessons": {}}
    (Settings().path.parent / "progress.json").write_text(json.dumps(fields), encoding="utf-8")
    window = opened(qtbot)
    window.show_welcome()
    assert not find(window, "welcome.continue").isVisible()
    window.rooms.continue_course()
    assert window.windowTitle().startswith("Lesson 1:")
