"""Playing a lesson: its steps, the learner's own numbers apart from them, answers, tasks and predictions."""

from __future__ import annotations

import pytest
from lesson_files import player, set_number

from attnviz.app.lessons.player import LessonPlayer
from attnviz.app.pipeline.answering import put_entry
from attnviz.content.lessons.reader import parse_lesson
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell, Region
from attnviz.engine.edits import set_mask
from attnviz.figures.view import Entry, View

pytestmark = pytest.mark.usefixtures("qapp")


def test_a_step_sets_figure_query_and_what_it_points_at() -> None:
    state = player().session.state
    assert (state.view.tab, state.view.layout, state.view.focus) == ("head", "focus", "weights")
    assert (state.selection.query, state.selection.lit) == (1, (Region("weights", 0, (1, 2), (2, 3)),))


def test_steps_follow_each_other_from_the_file_whatever_the_learner_did() -> None:
    played = player()
    set_number(played.session, "X", 0, 0, 7.0)
    played.go(2)
    assert played.session.state.scenario == set_mask(preset("by-hand"), causal=True)


def test_a_step_that_is_left_begins_anew_and_keeps_the_learners_version() -> None:
    played = player()
    set_number(played.session, "X", 0, 0, 7.0)
    own = played.session.state.scenario
    played.go(1)
    played.go(0)
    assert played.session.state.scenario == preset("by-hand")
    assert played.has_own
    played.show_own()
    assert played.session.state.scenario == own
    assert not played.has_own


def test_starting_a_step_again_can_be_undone_and_keeps_the_version() -> None:
    played = player()
    set_number(played.session, "X", 0, 0, 7.0)
    own = played.session.state.scenario
    played.start_step_again()
    assert played.session.state.scenario == preset("by-hand")
    assert played.has_own
    played.session.undo_stack.undo()
    assert played.session.state.scenario == own


def test_another_step_cannot_be_undone_into_the_one_before() -> None:
    played = player()
    set_number(played.session, "X", 0, 0, 7.0)
    played.go(1)
    assert not played.session.undo_stack.canUndo()


@pytest.mark.parametrize(
    "numbers",
    [[("X", 0, 0, 9.0)], [("W_K", 0, 0, 12.0), ("X", 2, 0, 0.0)], [("W_Q", 1, 0, 20.0), ("X", 0, 0, 2.0)]],
    ids=["a longer key", "another key matrix", "a longer query"],
)
def test_a_task_is_solved_by_any_way_that_reaches_its_goal(numbers: list[tuple[str, int, int, float]]) -> None:
    played = player()
    played.go(1)
    assert played.note.tasks == ()
    for number in numbers:
        set_number(played.session, *number)
    assert played.session.state.trace.at("weights", 0)[1, 0] > 0.9
    assert played.note.tasks == (0,)


def test_a_solved_task_stays_solved() -> None:
    played = player()
    played.go(1)
    set_number(played.session, "X", 0, 0, 9.0)
    played.session.undo_stack.undo()
    played.go(0)
    played.go(1)
    assert played.note.tasks == (0,)


def test_the_first_answer_stays_known_and_the_last_one_is_shown() -> None:
    played = player()
    played.go(1)
    played.choose(0, 0)
    played.choose(0, 1)
    assert played.answer(0) == (0, 1)
    assert played.note.answers == (0,)


def test_a_wrong_answer_leaves_the_step_waiting() -> None:
    played = player()
    played.go(1)
    set_number(played.session, "X", 0, 0, 9.0)
    played.choose(0, 0)
    assert played.waits
    played.choose(0, 1)
    assert not played.waits


def test_a_step_waits_until_its_task_is_solved_and_its_question_answered() -> None:
    played = player()
    assert not played.waits
    played.go(1)
    assert played.waits
    played.choose(0, 1)
    assert played.waits
    set_number(played.session, "X", 0, 0, 9.0)
    assert not played.waits


def test_numbers_to_be_predicted_are_covered_until_they_are_revealed() -> None:
    played = player()
    played.go(2)
    assert played.session.state.view.veil.regions == (Region("scores", 0, (1, 2), (0, 3)),)
    played.reveal()
    assert not played.veiled
    played.go(1)
    played.go(2)
    assert not played.veiled


def test_right_predictions_reveal_the_numbers_and_are_counted() -> None:
    played = player()
    played.go(2)
    # Curriculum, unit 2: the scores of token 2.
    for column, text in enumerate(["2", "1", "3"]):
        assert played.veiled
        put_entry(played.session, Entry(Cell("scores", 0, 1, column), text, "right", "Right."))
    assert not played.veiled
    assert (played.note.predicted, played.note.right, played.note.revealed) == (3, 3, True)


def test_resuming_goes_on_with_step_numbers_and_answers() -> None:
    first = player()
    first.go(1)
    first.choose(0, 0)
    set_number(first.session, "X", 0, 0, 7.0)
    second = LessonPlayer(first.lesson, View(), first.progress())
    assert second.place == 1
    assert second.session.state.scenario == first.session.state.scenario
    assert second.answer(0) == (0, 0)
    assert second.changed


def test_a_lesson_that_became_shorter_is_resumed_at_its_last_step() -> None:
    first = player()
    first.go(2)
    text = "attnviz_lesson = 1\ntitle = 'One'\nscenario = 'by-hand'\n[[steps]]\ntitle = 'Only'\ntext = 'Here.'\n"
    assert LessonPlayer(parse_lesson(text, "one", None), View(), first.progress()).place == 0


def test_a_reload_stays_at_the_step_with_the_learners_numbers() -> None:
    played = player()
    played.go(1)
    set_number(played.session, "X", 0, 0, 7.0)
    own = played.session.state.scenario
    played.reload(played.lesson)
    assert (played.place, played.session.state.scenario) == (1, own)


def test_restarting_forgets_everything() -> None:
    played = player()
    set_number(played.session, "X", 0, 0, 7.0)
    played.go(1)
    played.choose(0, 1)
    played.restart()
    assert (played.place, played.has_own) == (0, False)
    played.go(1)
    assert played.answer(0) == (None, None)


def test_tasks_may_speak_of_the_laboratorys_numbers() -> None:
    text = (
        "attnviz_lesson = 1\ntitle = 'Lab'\nscenario = 'by-hand'\n[[steps]]\ntitle = 'Turn'\ntext = 'Turn it.'\n"
        "lab = 'turn-the-query'\n[[steps.tasks]]\ntext = 'Share.'\ngoal = 'lab.weights[1] < 0.51'\n"
    )
    played = player(text)
    assert played.note.tasks == ()
    played.take_lab_numbers({"weights": [0.5, 0.5]})
    assert played.note.tasks == (0,)
