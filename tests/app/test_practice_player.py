"""Practice without a window: hints, tries, the score, and what of an exercise is shown when."""

from __future__ import annotations

import pytest

from attnviz import Scenario
from attnviz.app.inspection.inspector_words import LATER, page_of
from attnviz.app.pipeline.answering import put_entry
from attnviz.app.practice import player
from attnviz.app.practice.player import Practice
from attnviz.content.practice.kinds import possible_kinds
from attnviz.content.presets import preset
from attnviz.figures.view import Entry


def practice(kind: str = "weight", seed: int = 5) -> Practice:
    """A practice without a window, at an exercise of that kind."""
    made = Practice(seed)
    made.begin(preset("by-hand"))
    made.choose((kind,))
    return made


def answer(made: Practice, place: int, text: str) -> None:
    """Puts an answer in as the figures do."""
    judgement = made.exercise.judge(place, text)
    put_entry(made.session, Entry(made.exercise.cells[place], text, judgement.verdict, judgement.note))


def right(made: Practice) -> None:
    """Answers everything right."""
    for place, number in enumerate(made.exercise.answers):
        answer(made, place, f"{number:.3f}")


def test_a_shown_answer_brings_the_whole_arithmetic() -> None:
    made = practice()
    made.show_answer()
    assert [lines[-1][0] for _, lines in made.arithmetic] == ["Its share of the sum"]


def test_hints_open_one_step_at_a_time_and_count() -> None:
    made = practice()
    made.hint()
    made.hint()
    right(made)
    assert len(made.hints) == 2
    assert (made.score.hinted, made.score.first) == (1, 0)


def test_hints_end_before_the_answer() -> None:
    made = practice()
    while made.can_hint:
        made.hint()
    shown = f"{made.exercise.answers[0]:.3f}"
    assert not any(line.endswith(shown) for *_, line in made.hints)


def test_a_hint_is_for_the_selected_answer() -> None:
    made = practice("exponentials")
    made.session.select(cell=made.exercise.cells[2])
    made.hint()
    assert made.hints[0][0].startswith("Key 3")


def test_a_wrong_try_before_the_right_one_is_no_first_try() -> None:
    made = practice()
    answer(made, 0, "0.99")
    right(made)
    assert (made.score.later, made.score.first, made.score.streak) == (1, 0, 0)


def test_too_few_decimals_are_no_wrong_try() -> None:
    made = practice("scaled")
    number = made.exercise.answers[0]
    answer(made, 0, f"{number:.1f}")
    assert made.attempt.wrong == 0


def test_solved_once_is_counted_once() -> None:
    made = practice("exponentials")
    right(made)
    right(made)
    assert made.score.first == 1


def test_what_comes_after_the_answer_is_shown_once_it_is_solved() -> None:
    made = practice()
    assert made.session.state.view.veil.unseen
    right(made)
    assert made.session.state.view.veil.unseen == ()


def test_a_skipped_exercise_does_not_count() -> None:
    made = practice()
    made.next()
    assert (made.score.right, made.score.shown) == (0, 0)


def test_one_seed_sets_the_same_exercises() -> None:
    one, two = Practice(11), Practice(11)
    for _ in range(4):
        assert one.exercise.question == two.exercise.question
        one.next()
        two.next()


def test_only_chosen_kinds_come() -> None:
    made = practice()
    made.choose(("score", "weight"))
    kinds = []
    for _ in range(4):
        made.next()
        kinds.append(made.exercise.kind)
    assert kinds == ["score", "weight", "score", "weight"]


def test_exercises_can_be_about_the_learners_own_numbers() -> None:
    own: Scenario = preset("by-hand")
    made = Practice(3)
    made.begin(own)
    made.draw_from("scenario")
    assert made.exercise.scenario.inputs is own.inputs
    assert "concatenation" not in made.possible


@pytest.mark.parametrize("kind", ["projection", "score", "weight", "output", "masked"])
def test_the_exercises_own_row_is_followed(kind: str) -> None:
    for seed in range(6):
        made = practice(kind, seed)
        assert made.session.state.selection.query == made.exercise.cells[0].row


def words_of(made: Practice) -> str:
    """All that the inspector says about the first answer."""
    made.session.select(cell=made.exercise.cells[0])
    page = page_of(made.session.state)
    return " ".join([page.close, *(line.text for step in page.steps for line in step.lines)])


def test_the_inspector_keeps_the_way_for_a_hint(qapp: object) -> None:
    made = practice()
    assert words_of(made) == LATER
    made.hint()
    assert "÷" in words_of(made)


def test_what_was_found_explains_itself_with_its_number(qapp: object) -> None:
    made = practice()
    right(made)
    assert f"= {made.exercise.answers[0]:.3f}" in words_of(made)
    assert "?" not in words_of(made)


def test_what_can_be_asked_of_the_learners_scenario_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Scenario | None] = []
    monkeypatch.setattr(player, "possible_kinds", lambda own: asked.append(own) or possible_kinds(own))
    made = Practice(7)
    made.begin(preset("by-hand"))
    made.draw_from("scenario")
    made.next()
    made.next()
    assert len(asked) == 1
    made.begin(preset("two-heads"))
    assert made.possible
    assert len(asked) == 2
