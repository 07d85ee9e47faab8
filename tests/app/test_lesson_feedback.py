"""What a lesson says of a typed prediction: the cell by name, and the table's own number where it differs."""

from __future__ import annotations

from dataclasses import replace

from attnviz.app.lessons.feedback import told
from attnviz.app.lessons.player import LessonPlayer
from attnviz.content.lessons.course import lesson
from attnviz.content.lessons.progress import LessonProgress
from attnviz.content.practice.judging import judge
from attnviz.engine.cells import Cell
from attnviz.figures.view import Entry, View

MILK = Cell("output", None, 1, 2)  # 0.105 + 0.799 from what is shown, 0.905 from the exact numbers


def said(text: str) -> str:
    """What the fifth step of the lesson on heads says of that answer."""
    played = LessonPlayer(lesson("heads"), View(), replace(LessonProgress(), step=4))
    state = played.session.state
    judged = judge(state.trace, MILK, text)
    return told(state, Entry(MILK, text, judged.verdict, judged.note))


def test_a_right_answer_made_of_rounded_numbers_is_told_the_number_of_the_table() -> None:
    assert said("0.904").endswith("The table has 0.905, unrounded before.")


def test_a_right_answer_that_the_table_has_too_is_left_alone() -> None:
    assert "The table" not in said("0.905")


def test_a_wrong_answer_names_its_cell_and_gives_nothing_away() -> None:
    assert said("7").startswith("query cat, number 3: 7 is too high")
    assert "0.90" not in said("7")
