"""The page for teachers says what is so: its example is a lesson without a mistake, and it names all there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from attnviz.content.lessons.checking import check_lesson
from attnviz.content.lessons.expressions import holds
from attnviz.content.lessons.placing import FIGURES
from attnviz.content.lessons.reader import parse_lesson
from attnviz.content.lessons.steps import SETTABLE, beginnings, change
from attnviz.content.lessons.vocabulary import FUNCTIONS, SETTINGS, SIZES
from attnviz.engine.tracing import trace
from attnviz.labs.running import numbers_of

PAGE = (Path(__file__).parents[3] / "docs" / "lessons.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def test_nothing_is_wrong_with_the_example() -> None:
    assert check_lesson(EXAMPLES[0], "my-lesson", None, numbers_of) == ()


def test_the_examples_task_can_be_solved_as_its_hint_says() -> None:
    lesson = parse_lesson(EXAMPLES[0], "my-lesson")
    scenario = change(beginnings(lesson)[1], "W_K[2,2]", -3.0)
    assert holds(lesson.steps[1].tasks[0].goal, trace(scenario))


def test_the_examples_question_is_answered_by_the_numbers() -> None:
    before, after = (
        trace(scenario).at("weights")[1] for scenario in beginnings(parse_lesson(EXAMPLES[0], "my-lesson"))
    )
    assert (after < before).tolist() == [True, False, False]


def test_the_example_of_a_claim_is_true() -> None:
    step = '[[steps]]\ntitle = "A"\n'
    text = f'attnviz_lesson = 1\ntitle = "A"\nscenario = "by-hand"\n{step}{EXAMPLES[1]}'
    assert check_lesson(text, "claim") == ()


@pytest.mark.parametrize("name", [*SETTABLE, *FIGURES, *FUNCTIONS, *SETTINGS, *SIZES])
def test_everything_that_can_be_said_is_on_the_page(name: str) -> None:
    assert re.search(rf"`[^`\n]*\b{re.escape(name)}\b[^`\n]*`", PAGE)
