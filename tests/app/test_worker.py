"""The one worker: the newest deed of a line wins, what it tells comes in order, and faults are heard once."""

from __future__ import annotations

import sys
import threading
import weakref
from collections.abc import Callable

import pytest
from PySide6.QtCore import QThread, QTimer
from pytestqt.qtbot import QtBot
from scripted import flush
from worker_deeds import Ear, Gate, broken, entered, refused, threads

from attnviz.app.worker import Line, Report
from attnviz.engine.errors import FieldError, Stopped


def test_a_deed_is_done_beside_the_gui_thread(qtbot: QtBot, line: Line, ear: Ear) -> None:
    line.start(lambda _: threading.current_thread())
    qtbot.waitUntil(lambda: bool(ear.ends))
    assert ear.results != [threading.main_thread()]


def test_a_deed_that_keeps_the_interpreter_busy_hands_it_on_within_a_millisecond(line: Line) -> None:
    line.start(lambda _: None)
    assert sys.getswitchinterval() <= 0.001  # Python's own are 5 ms, at each event that the window takes


def test_what_is_told_arrives_in_the_gui_thread(qtbot: QtBot, line: Line, ear: Ear) -> None:
    line.start(lambda report: report.say("half"))
    qtbot.waitUntil(lambda: bool(ear.ends))
    assert ear.threads == {QThread.currentThread()}


def test_things_said_arrive_in_their_order_before_the_end(qtbot: QtBot, line: Line, ear: Ear) -> None:
    def count(report: Report) -> str:
        for number in range(100):
            report.say(number)
        return "counted"

    line.start(count)
    qtbot.waitUntil(lambda: bool(ear.ends))
    assert [told.said for told in ear.told] == [*range(100), None]


def test_what_is_said_is_the_same_object(qtbot: QtBot, line: Line, ear: Ear) -> None:
    thing = object()
    line.start(lambda report: report.say(thing))
    qtbot.waitUntil(lambda: bool(ear.ends))
    assert ear.told[0].said is thing


def test_progress_is_told_no_more_often_than_it_can_be_seen(qtbot: QtBot, line: Line, ear: Ear) -> None:
    def count(report: Report) -> int:
        return sum(report(number / 10_000) for number in range(10_000))

    line.start(count)
    qtbot.waitUntil(lambda: bool(ear.ends))
    assert ear.results == [10_000]
    assert len(ear.told) < 200


def test_the_line_is_free_when_the_end_is_told(qtbot: QtBot, line: Line) -> None:
    running = []
    line.told.connect(lambda told: running.append(line.running))
    line.start(lambda _: None)
    qtbot.waitUntil(lambda: bool(running))
    assert running == [0]


def test_the_newest_deed_wins(qtbot: QtBot, line: Line, ear: Ear) -> None:
    first = Gate("first")
    line.start(first)
    entered(first)
    run = line.start(lambda _: "second")
    qtbot.waitUntil(lambda: bool(ear.ends))
    assert first.stopped.is_set()
    assert [(told.run, told.result) for told in ear.ends] == [(run, "second")]


def test_a_deed_that_waits_is_never_begun_once_a_newer_one_is_there(qtbot: QtBot, line: Line, ear: Ear) -> None:
    begun = []
    other, gate = Line(), Gate()
    other.start(gate)
    entered(gate)
    for number in range(50):
        line.start(lambda _, number=number: begun.append(number))
    gate.opened.set()
    qtbot.waitUntil(lambda: bool(ear.ends))
    assert begun == [49]


def test_nothing_of_a_dropped_run_is_told_though_it_was_on_its_way(qtbot: QtBot, line: Line, ear: Ear) -> None:
    said, gate = threading.Event(), threading.Event()

    def stubborn(report: Report) -> str:
        report.say("too late")
        said.set()
        gate.wait(5)
        return "too late"

    line.start(stubborn)
    assert said.wait(5)  # its letter lies there; no event was handled since
    line.stop()
    gate.set()
    qtbot.waitUntil(lambda: not threads())
    flush()
    assert ear.told == []


def test_after_a_stop_nothing_runs(qtbot: QtBot, line: Line, ear: Ear) -> None:
    gate = Gate()
    line.start(gate)
    entered(gate)
    line.stop()
    assert line.running == 0
    qtbot.waitUntil(gate.stopped.is_set)


def test_after_a_stop_the_next_deed_is_done(qtbot: QtBot, line: Line, ear: Ear) -> None:
    gate = Gate()
    line.start(gate)
    entered(gate)
    line.stop()
    line.start(lambda _: "next")
    qtbot.waitUntil(lambda: bool(ear.ends))
    assert ear.results == ["next"]


def test_a_deed_that_stops_by_itself_ends_quietly(qtbot: QtBot, line: Line, ear: Ear) -> None:
    def give_up(report: Report) -> None:
        raise Stopped

    line.start(give_up)
    qtbot.waitUntil(lambda: bool(ear.ends))
    assert (ear.told[-1].result, ear.told[-1].error) == (None, None)


def test_a_refusal_is_told_to_whoever_listens(qtbot: QtBot, line: Line, ear: Ear) -> None:
    line.start(refused)
    qtbot.waitUntil(lambda: bool(ear.ends))
    assert isinstance(ear.told[-1].error, FieldError)


@pytest.mark.parametrize(("deed", "kind"), [(refused, FieldError), (broken, ZeroDivisionError)])
def test_what_nobody_listens_to_reaches_the_door_for_faults_once(
    qtbot: QtBot, line: Line, deed: Callable[[Report], object], kind: type[BaseException]
) -> None:
    with qtbot.captureExceptions() as faults:
        line.start(deed)
        qtbot.waitUntil(lambda: bool(faults))
        flush()
    assert [fault[0] for fault in faults] == [kind]


def test_a_fault_is_told_and_reaches_the_door_for_faults_once(qtbot: QtBot, line: Line, ear: Ear) -> None:
    with qtbot.captureExceptions() as faults:
        line.start(broken)
        qtbot.waitUntil(lambda: bool(faults))
        flush()
    assert len(faults) == 1
    assert isinstance(ear.ends[0].error, ZeroDivisionError)


def test_after_a_fault_the_worker_goes_on(qtbot: QtBot, line: Line, ear: Ear) -> None:
    with qtbot.captureExceptions() as faults:
        line.start(broken)
        qtbot.waitUntil(lambda: bool(faults))
    line.start(lambda _: "well")
    qtbot.waitUntil(lambda: len(ear.ends) == 2)
    assert ear.results[-1] == "well"


def test_a_refusal_keeps_nothing_that_the_deed_was_computing_with(qtbot: QtBot, line: Line, ear: Ear) -> None:
    large: list[weakref.ref[Gate]] = []

    def compute(report: Report) -> None:
        held = Gate()
        large.append(weakref.ref(held))
        refused(report)

    line.start(compute)
    qtbot.waitUntil(lambda: bool(ear.ends))
    assert isinstance(ear.ends[0].error, FieldError)
    assert large[0]() is None


def test_the_window_may_do_other_things_between_two_letters(qtbot: QtBot, line: Line, ear: Ear) -> None:
    told_at: list[int] = []
    timer = QTimer(interval=0)
    timer.timeout.connect(lambda: told_at.append(len(ear.told)))
    done = threading.Event()

    def much(report: Report) -> None:
        for number in range(30):
            report.say(number)
        done.set()

    line.start(much)
    assert done.wait(5)
    timer.start()
    qtbot.waitUntil(lambda: bool(ear.ends))
    assert len(set(told_at)) > 20, told_at
