"""The first screen: what can be begun there, by mouse and by keys, and how it is left out next time."""

from __future__ import annotations

from pathlib import Path

import pytest
from lesson_files import written
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot
from scripted import click, find, opened, trigger

from attnviz.app.settings import Settings
from attnviz.app.welcome import welcome
from attnviz.app.welcome.big_button import BigButton
from attnviz.app.window import MainWindow
from attnviz.content.attn_file import save
from attnviz.content.lessons.course import LESSONS
from attnviz.content.presets import preset


def welcomed(qtbot: QtBot, **answers: object) -> MainWindow:
    window = opened(qtbot, **answers)
    window.show_welcome()
    return window


def focus() -> str:
    widget = QApplication.focusWidget()
    return widget.objectName() if widget is not None else ""


def test_it_stands_alone_and_the_keyboard_is_on_the_course(qtbot: QtBot) -> None:
    window = welcomed(qtbot)
    assert find(window, "welcome").isVisible()
    assert not find(window, "toolbar").isVisible()
    assert not find(window, "columns").isVisible()
    assert focus() == "welcome.course"
    assert window.windowTitle() == "Welcome — attnviz"


def test_enter_starts_the_first_lesson_and_space_goes_on(qtbot: QtBot) -> None:
    window = welcomed(qtbot)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert window.windowTitle() == f"Lesson 1: {LESSONS[0].title} — attnviz"
    assert find(window, "toolbar").isVisible()
    assert focus() == "lesson.next"
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    qtbot.waitUntil(window.updatesEnabled)
    assert find(window, "lesson.count").text().startswith("2 of ")


def test_arrow_keys_walk_along_the_buttons(qtbot: QtBot) -> None:
    welcomed(qtbot)
    seen = [focus()]
    for _ in range(5):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
        seen.append(focus())
    names = ("course", "examples", "model", "open", "practice", "document")
    assert seen == [f"welcome.{name}" for name in names]


def test_an_example_is_opened(qtbot: QtBot) -> None:
    window = welcomed(qtbot, preset="two-heads")
    click(qtbot, window, "welcome.examples")
    assert find(window, "columns").isVisible()
    assert window.session.state.scenario == preset("two-heads")


@pytest.mark.parametrize("kind", ["scenario", "lesson"])
def test_a_file_of_either_kind_is_opened(qtbot: QtBot, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "mine.attn"
    save(preset("two-heads"), path)
    window = welcomed(qtbot, any_to_open=path if kind == "scenario" else written(tmp_path))
    click(qtbot, window, "welcome.open")
    expected = {"scenario": "mine.attn[*] — attnviz", "lesson": "Lesson: Three steps — attnviz"}
    assert window.windowTitle() == expected[kind]


def test_nothing_chosen_leaves_the_first_screen(qtbot: QtBot) -> None:
    window = welcomed(qtbot, any_to_open=None, preset=None)
    click(qtbot, window, "welcome.open")
    click(qtbot, window, "welcome.examples")
    assert find(window, "welcome").isVisible()


def test_the_laboratory_is_one_click_away(qtbot: QtBot) -> None:
    window = welcomed(qtbot)
    click(qtbot, window, "welcome.document")
    assert find(window, "columns").isVisible()
    assert find(window, "toolbar").isVisible()
    assert window.windowTitle() == "by-hand.attn[*] — attnviz"


def test_any_lesson_of_the_list_is_played(qtbot: QtBot) -> None:
    window = welcomed(qtbot)
    click(qtbot, window, f"welcome.lesson.{LESSONS[2].name}")
    assert window.windowTitle() == f"Lesson 3: {LESSONS[2].title} — attnviz"


def test_it_continues_where_the_learner_left(qtbot: QtBot) -> None:
    window = welcomed(qtbot)
    assert not find(window, "welcome.continue").isVisible()
    click(qtbot, window, f"welcome.lesson.{LESSONS[1].name}")
    window.rooms.go_to_step(3)
    window.show_welcome()
    button = find(window, "welcome.continue")
    assert (button.isVisible(), button.accessibleName()) == (True, f"Continue: {LESSONS[1].title}")
    assert button.accessibleDescription() == "Lesson 2, step 4"
    click(qtbot, window, "welcome.continue")
    assert find(window, "lesson.count").text().startswith("4 of ")


def test_it_can_be_left_out_next_time_and_called_from_help(qtbot: QtBot) -> None:
    window = opened(qtbot)
    trigger(window, "welcome")
    click(qtbot, window, "welcome.show")
    assert "welcome" in Settings().dismissed
    click(qtbot, window, "welcome.show")
    assert "welcome" not in Settings().dismissed


def letters(window: MainWindow) -> set[int]:
    """Pixels of the letters on the first screen that have a font of their own."""
    labels = find(window, "welcome").findChildren(QLabel)
    return {label.font().pixelSize() for label in labels if label.isVisible()}


@pytest.mark.parametrize(("text_size", "controls"), [("normal", 13), ("large", 16), ("projector", 18)])
def test_with_a_course_to_continue_its_letters_are_no_smaller_than_those_of_the_controls(
    qtbot: QtBot, text_size: str, controls: int
) -> None:
    window = opened(qtbot)
    window.start_lesson(LESSONS[1].name)
    window.show_welcome()
    trigger(window, text_size)
    assert find(window, "welcome.continue").isVisible()
    qtbot.waitUntil(lambda: min(letters(window)) >= controls and cut_off(window) == [])


def test_in_a_low_window_it_scrolls_rather_than_shrink_its_letters(qtbot: QtBot) -> None:
    window = welcomed(qtbot)
    trigger(window, "projector")
    window.resize(1366, 560)
    qtbot.waitUntil(lambda: find(window, "welcome").verticalScrollBar().maximum() > 0)
    assert min(letters(window)) >= 18


def cut_off(window: MainWindow) -> list[str]:
    """What of the first screen reaches out of the window."""
    parts = [one for one in find(window, "welcome").findChildren(QWidget) if one.objectName().startswith("welcome.")]
    return [
        one.objectName()
        for one in parts
        if one.isVisible() and not window.rect().contains(one.mapTo(window, one.rect().bottomRight()))
    ]


@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_all_of_it_is_in_sight_at_every_size(qtbot: QtBot, size: tuple[int, int], text_size: str) -> None:
    window = welcomed(qtbot)
    window.resize(*size)
    trigger(window, text_size)
    scrolls = find(window, "welcome").verticalScrollBar().isVisible
    qtbot.waitUntil(lambda: cut_off(window) == [] and not scrolls())


def broken(window: MainWindow) -> list[str]:
    """The buttons whose title or sentence has no line for itself, or is shortened."""
    buttons = [one for one in find(window, "welcome").findChildren(BigButton) if one.isVisible()]
    shown = {one.objectName(): one.shown_lines(one.width()) for one in buttons}
    return [
        name
        for name, (title, sentence) in shown.items()
        if "…" in "".join((*title, *sentence)) or len(title) + len(sentence) > 2
    ]


@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_in_a_window_of_1024_pixels_no_sentence_of_a_button_is_cut(qtbot: QtBot, text_size: str) -> None:
    window = welcomed(qtbot)
    window.resize(1024, 768)
    trigger(window, text_size)
    qtbot.waitUntil(lambda: broken(window) == [])
    assert min(letters(window)) >= {"normal": 13, "large": 16, "projector": 18}[text_size]


def test_a_title_that_has_no_line_for_itself_goes_on_in_a_second_one(qtbot: QtBot) -> None:
    ground = QWidget()
    qtbot.addWidget(ground)
    button = BigButton("welcome.one", ground)
    button.say("Continue: Queries, keys and values by hand", "Lesson 2, step 1")
    narrow = button.whole_width() - 20
    assert button.shown_lines(narrow) == (["Continue: Queries, keys and values by", "hand"], ["Lesson 2, step 1"])
    assert button.heightForWidth(narrow) > button.heightForWidth(narrow + 20) + 14


def test_only_what_two_lines_do_not_hold_is_shortened(qtbot: QtBot) -> None:
    ground = QWidget()
    qtbot.addWidget(ground)
    button = BigButton("welcome.one", ground)
    button.say("Go to the board", " ".join(["word"] * 60))
    first, second = button.shown_lines(400)[1]
    assert ("…" in first, "…" in second) == (False, True)


def test_a_button_with_a_second_line_is_higher_by_it(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(welcome, "LEAST_BETWEEN", 90)
    window = welcomed(qtbot)
    window.resize(1024, 768)
    trigger(window, "projector")
    buttons = [one for one in find(window, "welcome").findChildren(BigButton) if one.isVisible()]

    def high() -> bool:
        return all(one.height() == one.heightForWidth(one.width()) for one in buttons)

    qtbot.waitUntil(lambda: broken(window) != [] and high())


@pytest.mark.parametrize("text_size", ["normal", "projector"])
@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_the_tick_is_written_nearly_as_large_as_the_line_over_it(
    qtbot: QtBot, size: tuple[int, int], text_size: str
) -> None:
    window = welcomed(qtbot)
    window.resize(*size)
    window.session.look(text_size=text_size)
    qtbot.waitUntil(window.updatesEnabled)
    line, tick = (find(window, f"welcome.{name}").font().pixelSize() for name in ("teaching", "show"))
    assert 0.85 * line <= tick <= line


def test_behind_another_room_it_is_not_dressed(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    window = welcomed(qtbot)
    dressed: list[object] = []
    monkeypatch.setattr(welcome.Welcome, "_dress", lambda self, state: dressed.append(state.view.text_size))
    window.start_lesson(1)
    trigger(window, "projector")
    window.leave_lesson()
    qtbot.waitUntil(window.updatesEnabled)
    assert dressed == []
    window.show_welcome()
    assert set(dressed) == {"projector"}
