"""Practice in the window: exercises in a session of their own, typed, hinted, shown and scored, by keys alone."""

from __future__ import annotations

from dataclasses import replace
from random import SystemRandom

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from scripted import opened

from attnviz import Scenario
from attnviz.app.inspection.inspector_words import LATER, page_of
from attnviz.app.pipeline.answer_editor import AnswerEditor
from attnviz.app.pipeline.answering import put_entry
from attnviz.app.pipeline.figure_view import FigureView
from attnviz.app.practice.panel import PracticePanel
from attnviz.app.practice.player import Practice
from attnviz.app.window import MainWindow
from attnviz.content.practice.kinds import KINDS
from attnviz.content.presets import preset
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.view import Entry


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    """A window on unit 2."""
    return opened(qtbot)


@pytest.fixture(params=[7])
def panel(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> PracticePanel:
    """Practice with its first exercise, a projection; the same ones each time."""
    monkeypatch.setattr(SystemRandom, "randrange", lambda *_: request.param)
    window.start_practice()
    found = window.findChild(PracticePanel, "practice")
    assert found is not None
    qtbot.waitUntil(lambda: line(window) is not None)
    return found


def line(window: MainWindow) -> AnswerEditor | None:
    """The open line, if one is."""
    return next((one for one in window.findChildren(AnswerEditor) if one.isVisible()), None)


def type_answers(window: MainWindow, practice: Practice, qtbot: QtBot) -> None:
    """Types every right answer with three decimals, Enter after each."""
    for answer in practice.exercise.answers:
        open_line = line(window)
        assert open_line is not None
        qtbot.keyClicks(open_line, f"{answer:.3f}")
        qtbot.keyClick(open_line, Qt.Key.Key_Return)


def press(panel: PracticePanel, name: str) -> None:
    """Clicks a button of the panel."""
    found = panel.findChild(QToolButton, f"practice.{name}")
    assert found is not None
    found.click()


def text_of(panel: PracticePanel, name: str) -> str:
    """What a label of the panel says."""
    found = panel.findChild(QLabel, f"practice.{name}")
    assert found is not None
    return found.text()


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


def test_practice_leaves_the_document_as_it_was(window: MainWindow, panel: PracticePanel, qtbot: QtBot) -> None:
    before = window.document.session.state
    type_answers(window, panel.practice, qtbot)
    press(panel, "leave")
    assert window.session is window.document.session
    assert window.session.state == before


def test_the_first_answer_is_open_at_once(window: MainWindow, panel: PracticePanel) -> None:
    assert window.focusWidget() is line(window)


def test_typing_every_answer_finishes_the_exercise(window: MainWindow, panel: PracticePanel, qtbot: QtBot) -> None:
    type_answers(window, panel.practice, qtbot)
    assert panel.practice.done
    assert text_of(panel, "note") == "Right, at the first try."


def test_a_round_of_every_kind_goes_by_keys_alone(window: MainWindow, panel: PracticePanel, qtbot: QtBot) -> None:
    for kind in KINDS:
        made = panel.practice
        assert made.exercise.kind == kind.name
        if made.exercise.fields:
            for number in made.exercise.answers:
                field = window.focusWidget()
                assert isinstance(field, QLineEdit)
                qtbot.keyClicks(field, str(int(number)))
                qtbot.keyClick(field, Qt.Key.Key_Return)
        else:
            qtbot.waitUntil(lambda: line(window) is not None)
            type_answers(window, made, qtbot)
        assert made.done
        qtbot.waitUntil(lambda: window.focusWidget() is panel.header.next_button)
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Return)
        qtbot.wait(1)
    assert panel.practice.score.first == len(KINDS)


def test_a_wrong_answer_says_why(window: MainWindow, panel: PracticePanel, qtbot: QtBot) -> None:
    panel.practice.choose(("scaled",))
    qtbot.waitUntil(lambda: line(window) is not None and panel.practice.exercise.kind == "scaled")
    made = panel.practice.exercise
    cell = made.cells[0]
    score = made.trace.at("scores", cell.head)[cell.row, cell.column]
    open_line = line(window)
    assert open_line is not None
    open_line.clear()
    qtbot.keyClicks(open_line, f"{score:.0f}")
    qtbot.keyClick(open_line, Qt.Key.Key_Return)
    assert "This is what you get without dividing by √d_k." in text_of(panel, "note")


def test_the_numbers_of_an_exercise_cannot_be_edited(panel: PracticePanel) -> None:
    session, before = panel.practice.session, panel.practice.session.state.scenario
    assert not session.edit("Edit X", lambda scenario: replace(scenario, temperature=2.0))
    assert session.state.scenario is before
    assert "stay as they are" in str(session.state.refused)


def test_showing_the_answer_lifts_the_veil_and_does_not_count(panel: PracticePanel) -> None:
    press(panel, "answer")
    assert panel.practice.session.state.view.veil.regions == ()
    assert (panel.practice.score.right, panel.practice.score.shown) == (0, 1)
    assert text_of(panel, "note").startswith("This is how it goes.")


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


def test_the_score_is_on_the_panel(window: MainWindow, panel: PracticePanel, qtbot: QtBot) -> None:
    type_answers(window, panel.practice, qtbot)
    assert panel.practice.score.words == "1 of 1 right, 1 at the first try"


def test_a_word_in_a_field_is_refused_with_a_reason(window: MainWindow, panel: PracticePanel, qtbot: QtBot) -> None:
    panel.practice.choose(("parameters",))
    field = panel.findChild(QLineEdit, "practice.field.numbers")
    assert field is not None
    qtbot.keyClicks(field, "many")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.accessibleDescription()
    assert panel.practice.fields == {}


def test_a_wrong_answer_names_its_cell(window: MainWindow, panel: PracticePanel, qtbot: QtBot) -> None:
    panel.practice.choose(("weight",))
    qtbot.waitUntil(lambda: line(window) is not None and panel.practice.exercise.kind == "weight")
    made = panel.practice.exercise
    cell, labels = made.cells[0], made.scenario.query_labels
    open_line = line(window)
    assert open_line is not None
    open_line.clear()
    qtbot.keyClicks(open_line, "9")
    qtbot.keyClick(open_line, Qt.Key.Key_Return)
    assert text_of(panel, "note").startswith(f"{labels[cell.row]}, {labels[cell.column]}: 9")


@pytest.mark.parametrize("kind", ["projection", "score", "weight", "output", "masked"])
def test_the_exercises_own_row_is_followed(kind: str) -> None:
    for seed in range(6):
        made = practice(kind, seed)
        assert made.session.state.selection.query == made.exercise.cells[0].row


def test_the_first_answer_is_typed_into_the_map_and_not_into_bars(
    window: MainWindow, panel: PracticePanel, qtbot: QtBot
) -> None:
    panel.practice.choose(("concatenation",))
    qtbot.waitUntil(lambda: line(window) is not None and panel.practice.exercise.kind == "concatenation")
    open_line = line(window)
    assert open_line is not None
    view = open_line.parentWidget()
    assert isinstance(view, FigureView)
    assert isinstance(view.figure, Heatmap)


def test_a_question_about_sizes_stands_under_boxes_and_no_figures(window: MainWindow, panel: PracticePanel) -> None:
    panel.practice.choose(("parameters",))
    assert panel.board.isVisible()
    assert "W_Q" in panel.board.accessibleDescription()
    panel.practice.choose(("score",))
    assert not panel.board.isVisible()


def test_the_box_that_is_asked_for_appears_with_its_answer(panel: PracticePanel) -> None:
    panel.practice.choose(("shape",))
    asked = panel.practice.exercise.answer_box
    assert asked is not None
    assert asked.label not in panel.board.accessibleDescription()
    press(panel, "answer")
    assert asked.label in panel.board.accessibleDescription()


def test_what_was_shown_counts_among_what_was_done(panel: PracticePanel) -> None:
    press(panel, "answer")
    assert panel.practice.score.words == "0 of 1 right · 1 shown"


def test_controls_of_the_scenario_rest_during_practice(window: MainWindow, panel: PracticePanel) -> None:
    control = window.findChild(QWidget, "control.heads")
    assert control is not None
    assert not control.isEnabled()
    press(panel, "leave")
    assert control.isEnabled()


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
