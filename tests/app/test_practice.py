"""Practice in the window: exercises in a session of their own, typed, hinted, shown and scored, by keys alone."""

from __future__ import annotations

from dataclasses import replace
from random import SystemRandom

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from scripted import opened

from attnviz.app.pipeline.answer_editor import AnswerEditor
from attnviz.app.pipeline.figure_view import FigureView
from attnviz.app.practice.panel import PracticePanel
from attnviz.app.practice.player import Practice
from attnviz.app.window import MainWindow
from attnviz.content.practice.kinds import KINDS
from attnviz.figures.heatmap import Heatmap


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
        qtbot.waitUntil(window.updatesEnabled)
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
    assert text_of(panel, "note").startswith(f"query {labels[cell.row]}, key {labels[cell.column]}: 9")


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
