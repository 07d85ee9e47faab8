"""The lessons that ship: one for each unit, every claim true, every question and task fair."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import pytest
from solutions import LAB_SOLUTIONS, SOLUTIONS, Key

from attnviz.content.lessons import glossary
from attnviz.content.lessons.checking import check_lesson
from attnviz.content.lessons.claims import judge_claim
from attnviz.content.lessons.course import LESSONS, NAMES, Listed, course, lesson
from attnviz.content.lessons.expressions import holds
from attnviz.content.lessons.model import Claim, Lesson, Question, Task
from attnviz.content.lessons.places import regions_of
from attnviz.content.lessons.prose import covered, left_open, split_terms
from attnviz.content.lessons.reader import read_text
from attnviz.content.lessons.steps import beginnings
from attnviz.content.lessons.unseen import not_yet
from attnviz.engine.tracing import Trace, trace
from attnviz.figures.formula_check import check_formula
from attnviz.labs.running import numbers_of

Begun = tuple[Trace, dict[str, object]]


@lru_cache
def _begun(name: str, step: int) -> Begun:
    """What a step of a lesson begins with: its trace and the numbers of its laboratory."""
    found = lesson(name)
    scenario, one = beginnings(found)[step - 1], found.steps[step - 1]
    return trace(scenario), dict(numbers_of(one.lab, one.lab_values, scenario)) if one.lab else {}


def _claims() -> Iterator[tuple[str, int, Claim]]:
    for one in course():
        for number, step in enumerate(one.steps, 1):
            for claim in step.claims:
                yield one.name, number, claim


def _tasks() -> Iterator[tuple[Key, Task]]:
    for one in course():
        for number, step in enumerate(one.steps, 1):
            for index, task in enumerate(step.tasks, 1):
                yield (one.name, number, index), task


def _questions() -> Iterator[tuple[str, Question]]:
    for one in course():
        for number, step in enumerate(one.steps, 1):
            for question in step.questions:
                yield f"{one.name}-{number}", question


CLAIMS, TASKS, QUESTIONS = tuple(_claims()), dict(_tasks()), tuple(_questions())


def test_there_is_one_lesson_for_each_unit_in_order() -> None:
    assert [one.unit for one in LESSONS] == list(range(1, 13))


def test_lessons_bear_the_names_by_which_the_course_knows_them() -> None:
    assert tuple(one.name for one in LESSONS) == NAMES


@pytest.mark.parametrize("one", LESSONS, ids=lambda one: one.name)
def test_nothing_is_wrong_with_a_lesson(one: Listed) -> None:
    assert check_lesson(read_text(one.path), one.name, one.path.parent, numbers_of, check_formula) == ()


@pytest.mark.parametrize("one", LESSONS, ids=lambda one: one.name)
def test_the_list_says_what_the_lesson_itself_says(one: Listed) -> None:
    read = lesson(one.name)
    assert (one.unit, one.title, one.summary) == (read.unit, read.title, read.summary)
    assert one.summary.endswith((".", "?"))


@pytest.mark.parametrize(("name", "step", "claim"), CLAIMS, ids=lambda part: getattr(part, "of", str(part)))
def test_a_claim_is_true(name: str, step: int, claim: Claim) -> None:
    traced, numbers = _begun(name, step)
    verdict = judge_claim(claim, traced, numbers)
    assert verdict.true, verdict.shown


@pytest.mark.parametrize(("where", "question"), QUESTIONS, ids=lambda part: part if isinstance(part, str) else "")
def test_a_question_has_one_right_choice_and_a_reason_for_each(where: str, question: Question) -> None:
    assert sum(choice.right for choice in question.choices) == 1
    assert all(choice.why.strip() for choice in question.choices)


def test_right_answers_stand_in_every_place_about_equally_often() -> None:
    places = [next(i for i, choice in enumerate(question.choices) if choice.right) for _, question in QUESTIONS]
    assert max(places.count(place) for place in set(places)) < 0.4 * len(places)


@pytest.mark.parametrize("key", TASKS, ids=str)
def test_a_goal_is_not_reached_when_its_step_begins(key: Key) -> None:
    assert not holds(TASKS[key].goal, *_begun(*key[:2]))


@pytest.mark.parametrize("key", TASKS, ids=str)
def test_a_task_can_be_solved(key: Key) -> None:
    name, number, _ = key
    step, scenario = lesson(name).steps[number - 1], beginnings(lesson(name))[number - 1]
    if key in SOLUTIONS:
        scenario = SOLUTIONS[key](scenario)
    values = {**step.lab_values, **LAB_SOLUTIONS.get(key, {})}
    numbers = numbers_of(step.lab, values, scenario) if step.lab else {}
    assert holds(TASKS[key].goal, trace(scenario), numbers)


def test_every_solution_belongs_to_a_task() -> None:
    assert (SOLUTIONS.keys() | LAB_SOLUTIONS.keys()) <= TASKS.keys()


@pytest.mark.parametrize("unit", range(1, 13))
def test_every_unit_has_a_question_and_something_to_do(unit: int) -> None:
    steps = lesson(unit).steps
    assert any(step.questions for step in steps)
    assert any(step.tasks or step.blank for step in steps)


@pytest.mark.parametrize("term", glossary.GLOSSARY)
def test_a_glossary_entry_says_what_its_term_means(term: str) -> None:
    entry = glossary.GLOSSARY[term]
    assert entry.text.endswith((".", "?", ")"))
    assert 0 <= entry.unit <= 12
    assert left_open(entry.text) == ()
    linked = [piece.text for piece in split_terms(entry.text) if piece.kind == "term"]
    assert [name for name in linked if glossary.entry(name) is None] == []


def test_no_two_glossary_entries_share_a_name() -> None:
    folded = [name.casefold() for name in glossary.names()]
    assert len(set(folded)) == len(folded)


@pytest.mark.parametrize(
    "term",
    ["attention", "softmax", "token", "vector", "dot product", "weights", "matrix", "gradient", "KV cache", "prompt",
     "training", "query", "key", "value", "score", "temperature", "mask", "head", "d_model", "d_k"],
)  # fmt: skip
def test_the_glossary_has_the_words_of_the_curriculum(term: str) -> None:
    assert glossary.entry(term) is not None


@pytest.mark.parametrize("one", course(), ids=lambda one: one.name)
def test_no_claim_gives_away_what_its_step_asks_to_predict(one: Lesson) -> None:
    for step, scenario in zip(one.steps, beginnings(one), strict=True):
        traced = trace(scenario)
        blank = tuple(region for place in step.blank for region in regions_of(place, traced))
        kept = blank + not_yet(step, traced)
        assert [claim.of for claim in step.claims if covered(claim.of, traced, kept)] == []
