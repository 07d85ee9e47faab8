"""What is done before a window is painted has turns of the event loop of its own, and none of it is left out."""

from __future__ import annotations

import pytest
from lesson_files import playing
from PySide6.QtCore import QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from scripted import opened

from attnviz.app.changing_looks import ChangingLooks
from attnviz.app.own_turn import OwnTurn
from attnviz.app.pipeline.answer_editor import AnswerEditor
from attnviz.app.pipeline.figure_area import FigureArea
from attnviz.app.practice.panel import PracticePanel
from attnviz.app.window import MainWindow
from attnviz.figures import planning


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """A window in the midst of its looks."""
    found = QWidget()
    qtbot.addWidget(found)
    found.show()
    return found


def looks_of(window: QWidget) -> ChangingLooks:
    return ChangingLooks(window, lambda **_: None)


def area_of(window: MainWindow) -> FigureArea:
    found = window.findChild(FigureArea, "pipeline.figures")
    assert found is not None
    return found


def test_what_is_asked_for_while_the_window_is_painted_is_done_at_once(window: QWidget) -> None:
    done: list[str] = []
    OwnTurn(window, lambda: done.append("placed")).come()
    assert done == ["placed"]


def waiting(window: QWidget, done: list[str]) -> tuple[ChangingLooks, OwnTurn]:
    """What gives turns in a window that is not painted, and a turn that was asked for once."""
    looks, turn = looks_of(window), OwnTurn(window, lambda: done.append("placed"))
    looks.give_turns(turn)
    looks.paint_later()
    turn.come()
    return looks, turn


def test_what_is_asked_for_twice_before_the_window_is_painted_is_done_once(qtbot: QtBot, window: QWidget) -> None:
    done: list[str] = []
    _, turn = waiting(window, done)
    turn.come()
    assert done == []
    qtbot.waitUntil(window.updatesEnabled)
    assert done == ["placed"]


def test_each_thing_has_a_turn_of_its_own_before_the_window_is_painted(qtbot: QtBot, window: QWidget) -> None:
    told: list[str] = []

    def place(name: str) -> None:
        told.append(name)
        QTimer.singleShot(0, window, lambda: told.append("key" if not window.updatesEnabled() else "too late"))

    looks = looks_of(window)
    turns = OwnTurn(window, lambda: place("first")), OwnTurn(window, lambda: place("second"))
    looks.give_turns(*turns)
    looks.paint_later()
    for turn in reversed(turns):
        turn.come()
    qtbot.waitUntil(window.updatesEnabled)
    assert told == ["first", "key", "second", "key"]


def test_what_a_turn_asks_of_another_comes_before_the_window_is_painted(qtbot: QtBot, window: QWidget) -> None:
    painted: list[bool] = []
    looks = looks_of(window)
    inner = OwnTurn(window, lambda: painted.append(window.updatesEnabled()))
    outer = OwnTurn(window, inner.come)
    looks.give_turns(inner, outer)
    looks.paint_later()
    outer.come()
    qtbot.waitUntil(window.updatesEnabled)
    assert painted == [False]


def test_a_window_that_is_painted_now_has_nothing_left_that_waits(window: QWidget) -> None:
    done: list[str] = []
    looks, turn = waiting(window, done)
    looks.finish()
    assert done == ["placed"]
    assert not turn.waits


def test_another_step_of_a_lesson_searches_for_no_place_before_its_text_has_one(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = playing(qtbot, "all-queries")
    qtbot.waitUntil(window.updatesEnabled)
    searched: list[str] = []
    plan = planning.best_plan
    monkeypatch.setattr("attnviz.figures.board.best_plan", lambda task: searched.append("board") or plan(task))

    window.rooms.go_to_step(1)

    assert searched == []
    assert area_of(window).turn.waits
    qtbot.waitUntil(window.updatesEnabled)
    assert searched
    assert not area_of(window).turn.waits


def test_a_laboratory_that_a_lesson_leaves_is_not_run_for_the_step_after_it(qtbot: QtBot) -> None:
    window = playing(qtbot, "masks")
    runs: list[object] = []
    at_lab = next(place for place, step in enumerate(window.rooms.lesson.lesson.steps) if step.lab == "masks")
    window.rooms.go_to_step(at_lab)
    qtbot.waitUntil(lambda: window.rooms.in_lab and window.updatesEnabled())
    window.rooms.lab.ran.connect(runs.append)

    window.rooms.go_to_step(0)

    qtbot.waitUntil(window.updatesEnabled)
    assert not window.rooms.in_lab
    assert runs == []


def test_a_laboratory_of_a_step_is_run_once(qtbot: QtBot) -> None:
    window = playing(qtbot, "masks")
    at_lab = next(place for place, step in enumerate(window.rooms.lesson.lesson.steps) if step.lab == "masks")
    window.show_lab("mixture")
    runs: list[object] = []
    window.rooms.lab.ran.connect(runs.append)

    window.rooms.go_to_step(at_lab)

    qtbot.waitUntil(lambda: window.rooms.lab.name == "masks" and window.updatesEnabled())
    assert len(runs) == 1


def test_another_exercise_changes_what_is_shown_once(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.start_practice()
    panel = window.findChild(PracticePanel, "practice")
    assert panel is not None
    qtbot.waitUntil(window.updatesEnabled)
    changes: list[object] = []
    panel.practice.session.changed.connect(lambda *states: changes.append(states))

    panel.practice.next()

    assert len(changes) == 1
    assert not window.updatesEnabled()


def test_what_is_typed_after_another_exercise_was_asked_for_goes_into_no_line_of_the_one_before(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.start_practice()
    panel = window.findChild(PracticePanel, "practice")
    assert panel is not None
    qtbot.waitUntil(lambda: any(line.isVisible() for line in window.findChildren(AnswerEditor)))

    panel.practice.next()

    assert not any(line.isVisible() for line in window.findChildren(AnswerEditor))


def test_what_is_begun_comes_after_what_is_due_by_then(qtbot: QtBot, window: QWidget) -> None:
    done: list[str] = []
    turn = OwnTurn(window, lambda: done.append("turn"))
    due = QTimer(window, singleShot=True)
    due.timeout.connect(lambda: done.append("due"))
    turn.start()
    due.start(0)
    qtbot.waitUntil(lambda: "turn" in done)
    assert done == ["due", "turn"]


def test_what_is_begun_anew_in_each_turn_comes_nevertheless(qtbot: QtBot, window: QWidget) -> None:
    done: list[str] = []
    turn = OwnTurn(window, lambda: done.append("turn"))
    dragging = QTimer(window)
    dragging.timeout.connect(turn.start)
    dragging.start(0)
    qtbot.waitUntil(lambda: len(done) > 2)


def test_what_is_dropped_does_not_come(qtbot: QtBot, window: QWidget) -> None:
    done: list[str] = []
    turn = OwnTurn(window, lambda: done.append("turn"))
    turn.start()
    turn.drop()
    qtbot.wait(20)
    assert done == []


def test_of_two_that_are_begun_together_the_second_comes_after_what_the_first_has_painted(
    qtbot: QtBot, window: QWidget
) -> None:
    told: list[str] = []

    class Painted(QWidget):
        def paintEvent(self, _event: QPaintEvent) -> None:
            told.append("painted")

    shown = Painted(window)
    shown.resize(20, 20)
    shown.show()
    qtbot.waitUntil(lambda: told == ["painted"])

    def change() -> None:
        told.append("first")
        shown.update()

    first, second = OwnTurn(window, change), OwnTurn(window, lambda: told.append("second"))
    first.start()
    second.start()
    qtbot.waitUntil(lambda: "second" in told)
    assert told == ["painted", "first", "painted", "second"]
