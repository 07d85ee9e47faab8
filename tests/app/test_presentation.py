"""A presentation steps through a lesson or a scenario on a session of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from attnviz import load
from attnviz.app.presenting.presentation import present_lesson, present_scenario
from attnviz.app.session import Session
from attnviz.content.lessons.course import lesson
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_cell
from attnviz.figures.veil import veiled
from attnviz.figures.view import View


@pytest.fixture
def by_hand(qapp):
    return present_scenario(Session(load("by-hand")).state)


def words(slide):
    return slide.said


def press_until(presentation, cell):
    while presentation.beat.cell != cell:
        assert not presentation.at_end
        presentation.next()


def test_a_press_too_many_ends_no_talk(by_hand):
    by_hand.go(len(by_hand.beats) - 1)
    by_hand.next()
    assert by_hand.at_end


def test_the_class_computes_the_output_of_row_two_by_presses_alone(by_hand):
    # Unit 2: (1.720, 0.716).
    press_until(by_hand, Cell("output", None, 1, 0))
    assert words(by_hand.slide()).endswith("= 1.720")
    press_until(by_hand, Cell("output", None, 1, 1))
    assert words(by_hand.slide()).endswith("= 0.716")


def test_a_number_is_covered_until_its_press(by_hand):
    weight = Cell("weights", 0, 1, 2)
    state = by_hand.session.state
    assert veiled(state.trace, state.view.veil, weight) is not None
    press_until(by_hand, weight)
    state = by_hand.session.state
    assert veiled(state.trace, state.view.veil, weight) is None


def test_back_covers_again(by_hand):
    weight = Cell("weights", 0, 1, 2)
    press_until(by_hand, weight)
    by_hand.back()
    state = by_hand.session.state
    assert veiled(state.trace, state.view.veil, weight) is not None


def test_numbers_stay_live(by_hand):
    by_hand.session.edit("Edit", lambda scenario: set_cell(scenario, "W_V", 0, 0, 4.0))
    press_until(by_hand, Cell("output", None, 1, 0))
    # 0.284·4 + 0.576·4 = 3.440, twice 1.720.
    assert words(by_hand.slide()).endswith("= 3.440")


def test_a_black_screen_comes_back_at_the_same_place(by_hand):
    by_hand.next()
    by_hand.show_blank(True)
    by_hand.next()
    assert (by_hand.blank, by_hand.place) == (False, 1)


def test_any_number_explains_itself(by_hand):
    by_hand.go(len(by_hand.beats) - 1)
    by_hand.explain(Cell("weights", 0, 1, 2))
    assert "8.342… ÷ 14.484… = 0.576" in words(by_hand.slide())
    by_hand.explain(None)
    assert words(by_hand.slide()) == by_hand.beat.caption


def test_a_stage_is_shown_alone_and_together_again(by_hand):
    by_hand.go(len(by_hand.beats) - 1)
    by_hand.zoom("weights")
    assert by_hand.slide().figure.key == "weights"
    by_hand.zoom("weights")
    assert by_hand.slide().figure.name == "board"


def test_the_lesson_of_unit_two_leads_to_its_output(qapp):
    presentation = present_lesson(lesson("by-hand"), View())
    press_until(presentation, Cell("output", None, 1, 1))
    slide = presentation.slide()
    # With three decimals of a pencil: 0.140·1 + 0.576·1 = 0.716.
    assert words(slide).endswith("= 0.716")
    assert presentation.session.state.scenario.pencil == 3


def test_an_edit_in_a_step_stays_with_the_step(qapp):
    presentation = present_lesson(lesson("by-hand"), View())
    first = presentation.beat.step
    presentation.session.edit("Edit", lambda scenario: set_cell(scenario, "X", 0, 0, 9.0))
    while presentation.beat.step is first:
        presentation.next()
    assert presentation.session.state.scenario.inputs.X[0, 0] == 1.0
    presentation.back()
    assert presentation.session.state.scenario.inputs.X[0, 0] == 9.0


def test_a_question_comes_before_its_answer(qapp):
    presentation = present_lesson(lesson("by-hand"), View())
    while presentation.slide().question is None:
        presentation.next()
    asked = presentation.slide()
    presentation.next()
    assert (asked.answered, presentation.slide().answered) == (False, True)


def test_a_lesson_begins_where_the_window_is(qapp):
    course = lesson("by-hand")
    assert present_lesson(course, View(), 3).beat.step is course.steps[3]


def test_the_next_slide_is_foreseen(by_hand):
    foreseen = by_hand.following()
    by_hand.next()
    assert foreseen.title == by_hand.slide().title


def test_a_smaller_scenario_keeps_the_presentation_standing(by_hand):
    press_until(by_hand, Cell("weights", 0, 1, 2))
    by_hand.session.edit("Smaller", lambda _: load("turn-the-query"))
    assert by_hand.slide().figure is not None
    by_hand.next()
    by_hand.back()


def test_a_query_that_sees_no_key_is_said_at_the_foot(by_hand):
    by_hand.go(len(by_hand.beats) - 1)
    hide = lambda scenario: replace(scenario, mask=replace(scenario.mask, padding=(0, 1, 2)))  # noqa: E731
    by_hand.session.edit("Hide", hide)
    assert "sees no key" in words(by_hand.slide())


def test_the_numbers_that_the_window_shows_are_those_that_are_presented(qapp):
    course = lesson("by-hand")
    own = set_cell(present_lesson(course, View(), 2).session.state.scenario, "W_V", 0, 0, 4.0)
    presentation = present_lesson(course, View(), 2, own)
    assert presentation.session.state.scenario.inputs.W_V[0, 0] == 4.0


def test_a_step_about_small_weights_shows_as_many_decimals_as_it_asks_for(qapp):
    presentation = present_lesson(lesson("why-root-d-k"), View())
    while presentation.beat.step.decimals is None:
        presentation.next()
    assert presentation.session.state.view.decimals == presentation.beat.step.decimals
    while presentation.beat.step.decimals is not None:
        presentation.next()
    assert presentation.session.state.view.decimals == 3
