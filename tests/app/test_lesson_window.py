"""A lesson in the window: its own session, what is remembered, laboratories and practice, and how it is left."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lesson_files import place, playing, set_number, written
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scripted import click, find, keys, opened, trigger

from attnviz.app.settings import Settings
from attnviz.app.window import MainWindow
from attnviz.content.attn_file import load
from attnviz.content.lessons.course import LESSONS
from attnviz.content.presets import preset


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path)


def name(window: MainWindow) -> str:
    lesson = window.rooms.lesson
    assert lesson is not None
    return lesson.lesson.name if lesson.lesson is not None else ""


def test_page_down_and_page_up_turn_steps_only_while_a_lesson_runs(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    QTest.keyClick(window, Qt.Key.Key_PageDown)
    assert place(window) == 1
    QTest.keyClick(window, Qt.Key.Key_PageUp)
    assert place(window) == 0
    window.leave_lesson()
    assert keys(window.menus.commands["lesson_next"]) == keys(window.menus.commands["lesson_back"]) == []


def test_the_document_and_its_undo_stack_are_untouched(qtbot: QtBot, file: Path) -> None:
    window = opened(qtbot, "two-heads")
    set_number(window.session, "X", 0, 0, 7.0)
    before, stack = window.session, window.session.undo_stack.count()
    state = before.state
    window.start_lesson(file)
    click(qtbot, window, "lesson.next")
    set_number(window.session, "X", 0, 0, 9.0)
    trigger(window, "undo")
    assert before.state == state
    click(qtbot, window, "lesson.leave")
    assert window.session is before
    assert (before.state, before.undo_stack.count()) == (state, stack)
    assert not find(window, "lesson").isVisible()
    assert window.windowTitle() == "two-heads.attn[*] — attnviz"
    assert window.isWindowModified()


def test_a_theme_chosen_in_a_lesson_stays_when_it_is_left(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    trigger(window, "dark")
    window.leave_lesson()
    assert window.session.state.view.theme == "dark"


def test_a_lesson_is_resumed_after_a_restart_with_the_learners_numbers(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    click(qtbot, window, "lesson.next")
    set_number(window.session, "X", 0, 0, 7.0)
    own = window.session.state.scenario
    window.close()
    again = opened(qtbot)
    trigger(again, "continue_course")
    assert (place(again), again.session.state.scenario) == (1, own)
    click(qtbot, again, "lesson.again")
    assert again.session.state.scenario == preset("by-hand")
    click(qtbot, again, "lesson.own")
    assert again.session.state.scenario == own


def test_progress_lies_beside_the_settings(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    click(qtbot, window, "lesson.next")
    kept = json.loads((Settings().path.parent / "progress.json").read_text(encoding="utf-8"))
    assert kept["lessons"][str(file)]["step"] == 1


def test_damaged_progress_is_told_and_the_lesson_begins_anew(qtbot: QtBot, file: Path) -> None:
    (Settings().path.parent / "progress.json").write_text("{", encoding="utf-8")
    window = playing(qtbot, file)
    assert place(window) == 0
    assert "progress" in find(window, "message.text").text()


def test_saving_in_a_lesson_writes_a_copy_and_leaves_the_document_alone(
    qtbot: QtBot, file: Path, tmp_path: Path
) -> None:
    window = playing(qtbot, file, file_to_save=tmp_path / "copy.attn")
    set_number(window.session, "X", 0, 0, 7.0)
    trigger(window, "save")
    assert load(tmp_path / "copy.attn") == window.session.state.scenario
    assert window.document.path is None
    assert find(window, "message.text").text() == "Saved a copy as copy.attn. Your own document is unchanged."


def test_a_copy_never_replaces_the_document(qtbot: QtBot, file: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.attn"
    window = opened(qtbot, file_to_save=path)
    trigger(window, "save")
    before = path.read_bytes()
    window.start_lesson(file)
    trigger(window, "save_as")
    assert path.read_bytes() == before
    assert "your own document" in find(window, "message.text").text()


def test_opening_a_document_leaves_the_lesson(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    window.document.open_preset("two-heads")
    assert not find(window, "lesson").isVisible()
    assert window.session is window.document.session
    assert window.windowTitle() == "two-heads.attn[*] — attnviz"


def test_a_lesson_that_is_left_leaves_the_keyboard_to_the_document(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    assert window.focusWidget() is find(window, "lesson.next")
    click(qtbot, window, "lesson.leave")
    assert find(window, "columns").isAncestorOf(window.focusWidget())


def test_a_number_in_a_box_is_not_typed_on_into_another_document(qtbot: QtBot) -> None:
    window = opened(qtbot)
    find(window, "control.heads").setFocus()
    window.document.open_preset("two-heads")
    assert find(window, "columns").isAncestorOf(window.focusWidget())


def test_the_menu_offers_the_course_and_ticks_what_is_finished(qtbot: QtBot) -> None:
    window = opened(qtbot)
    first, second = LESSONS[0].name, LESSONS[1].name
    trigger(window, f"lesson.{first}")
    assert name(window) == first
    while name(window) == first:
        window.rooms.lesson.go_on()
    assert name(window) == second
    window.leave_lesson()
    window.menus.lesson.show_progress()
    assert window.menus.commands[f"lesson.{first}"].isChecked()
    assert not window.menus.commands[f"lesson.{second}"].isChecked()
    assert window.menus.commands["continue_course"].text() == f"&Continue: {LESSONS[1].title}"


def test_restarting_a_lesson_begins_it_anew(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    click(qtbot, window, "lesson.next")
    trigger(window, "lesson_restart")
    assert place(window) == 0


def test_the_border_over_the_panel_stays_where_it_was_put(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    centre = find(window, "centre")
    centre.moveSplitter(300, 1)
    height = find(window, "centre.below").height()
    window.leave_lesson()
    window.start_lesson(file)
    assert find(window, "centre.below").height() == pytest.approx(height, abs=2)


def test_the_claims_of_a_laboratory_step_speak_of_its_numbers(qtbot: QtBot) -> None:
    window = playing(qtbot, "turn-the-query")
    window.rooms.go_to_step(1)
    qtbot.waitUntil(lambda: window.rooms.in_lab)
    assert find(window, "lab").isVisible()
    assert not find(window, "columns").isVisible()
    assert find(window, "lesson.claim.1.tick").sign == "yes"


def test_another_laboratory_leads_back_to_the_step_of_the_lesson(qtbot: QtBot) -> None:
    window = playing(qtbot, "turn-the-query")
    window.rooms.go_to_step(1)
    qtbot.waitUntil(lambda: window.rooms.in_lab)
    assert not find(window, "lab.back").isVisible()
    window.show_lab("shapes")
    click(qtbot, window, "lab.back")
    qtbot.waitUntil(window.updatesEnabled)
    assert window.rooms.lab.name == "turn-the-query"
    assert place(window) == 1


def test_a_step_without_a_laboratory_brings_the_figures_back(qtbot: QtBot) -> None:
    window = playing(qtbot, "turn-the-query")
    window.rooms.go_to_step(1)
    window.rooms.go_to_step(0)
    assert find(window, "columns").isVisible()


def test_practice_takes_the_place_of_the_lesson(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    trigger(window, "practice")
    assert find(window, "practice").isVisible()
    assert not find(window, "lesson").isVisible()
    assert window.rooms.playing() is None
    window.show_document()
    assert window.session is window.document.session


def test_the_keyboard_goes_round_through_columns_and_lesson(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    for name_of in ("show_inputs", "show_inspector"):
        trigger(window, name_of)
    seen = []
    for _ in range(4):
        QTest.keyClick(window, Qt.Key.Key_F6)
        focus = QApplication.focusWidget()
        areas = ("column.inputs", "column.pipeline", "column.inspector", "lesson")
        seen.append(next(area for area in areas if find(window, area).isAncestorOf(focus)))
    assert seen == ["column.inputs", "column.pipeline", "column.inspector", "lesson"]


def test_the_presentation_knows_which_step_is_played(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    window.rooms.go_to_step(2)
    shown = window.rooms.playing()
    assert shown is not None
    assert (shown.lesson.title, shown.step, place(window)) == ("Three steps", 2, 2)
    window.leave_lesson()
    assert window.rooms.playing() is None


def test_a_lesson_that_does_not_exist_is_told_and_nothing_changes(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.start_lesson("no-such-lesson")
    assert "no-such-lesson" in find(window, "message.text").text()
    assert window.session is window.document.session
