"""A lesson in the window: its panel, live numbers and ticks, its own session, what is remembered, how it is left."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lesson_files import THREE_STEPS, playing, set_number, texts, written
from PySide6.QtCore import QPoint, Qt
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


def place(window: MainWindow) -> int:
    lesson = window.rooms.lesson
    assert lesson is not None
    assert lesson.player is not None
    return lesson.player.place


def name(window: MainWindow) -> str:
    lesson = window.rooms.lesson
    assert lesson is not None
    return lesson.lesson.name if lesson.lesson is not None else ""


def test_the_panel_shows_title_place_and_text(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    assert find(window, "lesson").isVisible()
    assert find(window, "lesson.title").text() == "Three steps"
    assert find(window, "lesson.count").text() == "1 of 3"
    assert texts(window).startswith("Numbers\nQuery 2 gives key 3 the weight 0.576, by softmax of \ufffc.")
    assert window.windowTitle() == "Lesson: Three steps — attnviz"


def test_numbers_in_the_text_follow_each_edit(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    set_number(window.session, "X", 2, 0, 0.0)  # "c" becomes (0, 1) like "b": keys a, b, c score 2, 1, 1
    # e^(2/√2) : e^(1/√2) : e^(1/√2) = 4.113 : 2.028 : 2.028
    assert "the weight 0.248," in texts(window)


def test_a_claim_ticks_while_it_is_true_and_says_the_present_value_otherwise(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    tick, line = find(window, "lesson.claim.1.tick"), find(window, "lesson.claim.1")
    assert tick.sign == "yes"
    set_number(window.session, "X", 2, 0, 0.0)
    assert tick.sign == "no"
    assert "0.248" in line.words.accessibleName()
    window.session.undo_stack.undo()
    assert tick.sign == "yes"


def test_page_down_and_page_up_turn_steps_only_while_a_lesson_runs(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    QTest.keyClick(window, Qt.Key.Key_PageDown)
    assert place(window) == 1
    QTest.keyClick(window, Qt.Key.Key_PageUp)
    assert place(window) == 0
    window.leave_lesson()
    assert keys(window.menus.commands["lesson_next"]) == keys(window.menus.commands["lesson_back"]) == []


def test_back_and_next_buttons_turn_steps(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    assert not find(window, "lesson.back").isEnabled()
    click(qtbot, window, "lesson.next")
    assert place(window) == 1
    click(qtbot, window, "lesson.back")
    assert place(window) == 0


def test_the_next_button_stands_out_once_nothing_is_left_to_do(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    onward = find(window, "lesson.next")
    assert onward.property("primary")
    click(qtbot, window, "lesson.next")
    assert not onward.property("primary")
    click(qtbot, window, "lesson.question.1.choice.2")
    set_number(window.session, "X", 0, 0, 9.0)
    assert onward.property("primary")


def test_a_choice_says_why_and_the_right_one_too(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    click(qtbot, window, "lesson.next")
    assert not find(window, "lesson.question.1.why.1").isVisibleTo(window)
    click(qtbot, window, "lesson.question.1.choice.1")
    assert find(window, "lesson.question.1.why.1").isVisibleTo(window)
    assert find(window, "lesson.question.1.why.1").accessibleName() == "Its score is 2."
    click(qtbot, window, "lesson.question.1.choice.2")
    assert not find(window, "lesson.question.1.why.1").isVisibleTo(window)
    assert find(window, "lesson.question.1.why.2").isVisibleTo(window)
    assert not find(window, "lesson.question.1.tries").isVisibleTo(window)


def test_a_hint_comes_when_it_is_asked_for(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    click(qtbot, window, "lesson.next")
    hint = find(window, "lesson.task.1.hint.text")
    assert not hint.isVisibleTo(window)
    click(qtbot, window, "lesson.task.1.hint")
    assert hint.isVisibleTo(window)
    assert hint.accessibleName() == "Make the first key longer."


def test_covered_numbers_are_given_away_by_neither_text_nor_claims(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    for _ in range(2):
        click(qtbot, window, "lesson.next")
    assert "the scores? ?" in texts(window)
    assert not find(window, "lesson.claim.1").isVisibleTo(window)
    click(qtbot, window, "lesson.reveal")
    assert "the scores? 2" in texts(window)
    assert find(window, "lesson.claim.1").isVisibleTo(window)
    assert find(window, "lesson.claim.1.tick").sign == "yes"


def test_covered_numbers_are_typed_from_the_panel_on_and_then_shown(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    for _ in range(2):
        click(qtbot, window, "lesson.next")
    click(qtbot, window, "lesson.predict.begin")
    for text in ("2", "1", "4"):  # the last one is wrong: it is 3
        QTest.keyClicks(QApplication.focusWidget(), text)
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert "2 of 3 right" in find(window, "lesson.predict.text").accessibleName()
    click(qtbot, window, "lesson.predict.begin")
    QTest.keyClicks(QApplication.focusWidget(), "3")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert not window.session.state.view.veil.regions
    assert find(window, "lesson.predict.text").accessibleName() == "3 of 3 right."
    assert not find(window, "lesson.reveal").isVisibleTo(window)


def test_a_term_says_what_it_means_under_the_keyboard(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    page = find(window, "lesson.text")
    page.setFocus()
    page.moveCursor(page.textCursor().MoveOperation.Start)
    said = []
    for _ in range(2):
        QTest.keyClick(page, Qt.Key.Key_Tab)
        said.append(page.definition().text.partition(":")[0])
    assert said == ["weights", "softmax"]
    find(window, "lesson.next").setFocus()
    assert page.definition().text == ""


def test_a_term_says_what_it_means_under_the_mouse(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    page = find(window, "lesson.text")
    cursor = page.document().find("softmax")
    cursor.setPosition(cursor.selectionStart() + 2)
    QTest.mouseMove(page.viewport(), page.cursorRect(cursor).center())
    qtbot.waitUntil(lambda: page.definition().text.startswith("softmax:"))
    QTest.mouseMove(page.viewport(), QPoint(2, page.viewport().height() - 2))
    qtbot.waitUntil(lambda: page.definition().text == "")


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


def test_everything_in_the_panel_has_a_name_and_can_be_reached_by_tab(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    click(qtbot, window, "lesson.next")
    panel = find(window, "lesson")
    qtbot.wait(1)
    stops = []
    widget = panel.nextInFocusChain()
    while widget is not panel:
        if panel.isAncestorOf(widget) and widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible():
            stops.append(widget.objectName())
            assert widget.accessibleName(), widget.objectName()
        widget = widget.nextInFocusChain()
    assert {"lesson.back", "lesson.next", "lesson.leave", "lesson.text", "lesson.task.1.hint"} <= set(stops)
    assert "lesson.question.1.choice.1" in stops


@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_panel_and_figure_have_room_at_every_text_size(
    qtbot: QtBot, file: Path, size: tuple[int, int], text_size: str
) -> None:
    window = playing(qtbot, file)
    window.resize(*size)
    trigger(window, text_size)
    qtbot.wait(1)
    assert (window.width(), window.height()) == size
    page, work = find(window, "lesson.text"), find(window, "lesson.work")
    line = page.document().defaultFont().pixelSize()
    assert page.width() > 30 * line
    assert work.width() > 20 * line
    assert page.height() > 6 * line
    assert find(window, "centre.above").height() > size[1] / 2 - 60
    for part in ("lesson.next", "lesson.back", "lesson.count", "lesson.leave"):
        widget = find(window, part)
        corner = widget.mapTo(window, widget.rect().bottomRight())
        assert window.rect().contains(corner), part


def test_the_border_over_the_panel_stays_where_it_was_put(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    centre = find(window, "centre")
    centre.moveSplitter(300, 1)
    height = find(window, "centre.below").height()
    window.leave_lesson()
    window.start_lesson(file)
    assert find(window, "centre.below").height() == pytest.approx(height, abs=2)


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


def test_three_steps_is_a_lesson_without_mistakes() -> None:
    from attnviz.content.lessons.checking import check_lesson

    assert check_lesson(THREE_STEPS, "three", None) == ()
