"""In a lesson the columns are shown that a step needs, the panel is as high as its text, and no hint is in the way."""

from __future__ import annotations

from pathlib import Path

import pytest
from figure_scenarios import click_cell, figure
from lesson_files import playing, written
from pytestqt.qtbot import QtBot
from scripted import click, find, opened, trigger

from attnviz.app.window import MainWindow

FIVE = """
attnviz_lesson = 1
title = "Columns"
summary = "For tests."
scenario = "by-hand"

[[steps]]
title = "Nothing beside"
text = "A short text."
figure = "weights"

[[steps]]
title = "A task"
figure = "weights"
[[steps.tasks]]
text = "Change it."
goal = "weights[2,1] > 0.9"

[[steps]]
title = "A number explains itself"
figure = "weights"
cell = "weights[2,3]"

[[steps]]
title = "As the author says"
figure = "weights"
cell = "weights[2,3]"
show = ["inputs"]

[[steps]]
title = "An input is set off"
figure = "board"
highlight = ["W_Q[2,*]"]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path, FIVE, "five.toml")


def columns(window: MainWindow) -> set[str]:
    return {name for name in ("inputs", "inspector") if find(window, f"column.{name}").isVisible()}


def test_each_step_has_the_columns_that_it_needs(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    seen = [columns(window)]
    for _ in range(4):
        click(qtbot, window, "lesson.next")
        seen.append(columns(window))
    assert seen == [set(), {"inputs"}, {"inspector"}, {"inputs"}, {"inputs"}]


def test_leaving_the_lesson_brings_both_back(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    window.leave_lesson()
    assert columns(window) == {"inputs", "inspector"}


def test_a_learners_own_choice_wins_until_the_lesson_is_left(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    trigger(window, "show_inspector")
    click(qtbot, window, "lesson.next")
    assert columns(window) == {"inputs", "inspector"}
    trigger(window, "show_inputs")
    click(qtbot, window, "lesson.back")
    click(qtbot, window, "lesson.next")
    assert columns(window) == {"inspector"}
    window.leave_lesson()
    assert columns(window) == {"inputs", "inspector"}


def test_a_column_put_away_before_stays_away(qtbot: QtBot, file: Path) -> None:
    window = opened(qtbot)
    trigger(window, "show_inputs")
    window.start_lesson(file)
    click(qtbot, window, "lesson.next")
    assert columns(window) == set()
    window.leave_lesson()
    assert columns(window) == {"inspector"}


def test_a_click_on_a_number_brings_its_explanation_for_this_step(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    click_cell(qtbot, figure(window, "weights"), 1, 2)
    assert columns(window) == {"inspector"}
    click(qtbot, window, "lesson.next")
    assert columns(window) == {"inputs"}


def test_hints_wait_while_a_lesson_says_what_to_do(qtbot: QtBot, file: Path) -> None:
    window = playing(qtbot, file)
    click(qtbot, window, "lesson.next")
    assert not find(window, "hint.inputs").isVisible()
    window.leave_lesson()
    assert find(window, "hint.inputs").isVisible()


def test_the_four_inputs_of_unit_2_are_seen_whole_in_its_last_step(qtbot: QtBot) -> None:
    window = playing(qtbot, "by-hand")
    window.rooms.go_to_step(10)
    scroll = find(window, "inputs_scroll")
    qtbot.waitUntil(lambda: scroll.verticalScrollBar().maximum() <= 6)  # the air under the last one


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_the_panel_is_as_high_as_its_text(qtbot: QtBot, file: Path, size: tuple[int, int]) -> None:
    window = playing(qtbot, file)
    window.resize(*size)
    panel, page = find(window, "lesson"), find(window, "lesson.text")
    qtbot.waitUntil(lambda: page.verticalScrollBar().maximum() == 0)
    assert panel.height() < 0.25 * window.height()


@pytest.mark.parametrize("place", range(11))
def test_no_panel_of_unit_2_takes_half_of_the_window(qtbot: QtBot, place: int) -> None:
    window = playing(qtbot, "by-hand")
    window.rooms.go_to_step(place)
    qtbot.wait(1)
    assert find(window, "lesson").height() <= 0.45 * window.height()


def test_text_that_is_cut_says_that_it_goes_on(qtbot: QtBot, tmp_path: Path) -> None:
    paragraphs = "\\n\\n".join(f"Paragraph {number} of many." for number in range(60))
    window = playing(qtbot, written(tmp_path, FIVE.replace("A short text.", paragraphs)))
    more = find(window, "lesson.text.more")
    qtbot.waitUntil(more.isVisible)
    page = find(window, "lesson.text")
    page.verticalScrollBar().setValue(page.verticalScrollBar().maximum())
    assert not more.isVisible()
