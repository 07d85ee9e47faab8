"""The one worker: the newest deed wins, faults are heard once, and nothing of it is left behind."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import QObject, QThread
from pytestqt.qtbot import QtBot
from scripted import flush

from attnviz.app.worker import Line, Report, Told, worker
from attnviz.engine.errors import FieldError, Stopped, Where


class Gate:
    """A deed that goes on, telling its progress, until it is opened or nobody wants it any more."""

    def __init__(self, result: object = None) -> None:
        self.entered, self.opened, self.stopped = threading.Event(), threading.Event(), threading.Event()
        self.result = result

    def __call__(self, report: Report) -> object:
        """What the gate was made with."""
        self.entered.set()
        while not self.opened.wait(0.001):
            if not report(0.5):
                self.stopped.set()
                raise Stopped
        return self.result


class Ear(QObject):
    """Whoever listens to a line, and in which thread."""

    def __init__(self, line: Line) -> None:
        super().__init__()
        self.told: list[Told] = []
        self.threads: set[QThread] = set()
        line.told.connect(self.hear)

    def hear(self, told: Told) -> None:
        """Keeps it."""
        self.told.append(told)
        self.threads.add(QThread.currentThread())

    @property
    def ends(self) -> list[Told]:
        """What ended."""
        return [told for told in self.told if told.ended]

    @property
    def results(self) -> list[object]:
        """What came of the runs that ended."""
        return [told.result for told in self.ends]


def threads() -> list[threading.Thread]:
    """Those of the worker that have not ended."""
    return [thread for thread in threading.enumerate() if thread.name == "attnviz"]


@pytest.fixture
def line(qtbot: QtBot) -> Iterator[Line]:
    made = Line()
    yield made
    made.close()


@pytest.fixture
def ear(line: Line) -> Ear:
    return Ear(line)


def entered(gate: Gate) -> None:
    assert gate.entered.wait(5)


def test_a_deed_is_done_beside_the_gui_thread(qtbot: QtBot, line: Line, ear: Ear) -> None:
    line.start(lambda _: threading.current_thread())
    qtbot.waitUntil(lambda: bool(ear.ends))
    assert ear.results != [threading.main_thread()]


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


def refused(_report: Report) -> None:
    raise FieldError("Nine is too many.", Where("number"))


def broken(_report: Report) -> None:
    raise ZeroDivisionError("a fault")


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


def test_two_lines_leave_each_other_alone(qtbot: QtBot, line: Line, ear: Ear) -> None:
    other = Line()
    heard = Ear(other)
    line.start(lambda _: "one")
    other.start(lambda _: "other")
    qtbot.waitUntil(lambda: bool(ear.ends and heard.ends))
    assert (ear.results, heard.results) == (["one"], ["other"])


def test_there_is_never_more_than_one_deed_at_a_time(qtbot: QtBot) -> None:
    lines = [Line() for _ in range(20)]
    ears = [Ear(line) for line in lines]
    inside, most = [], []

    def deed(report: Report) -> None:
        inside.append(1)
        most.append(len(inside))
        report(0.5)
        inside.pop()

    for line in lines:
        line.start(deed)
    qtbot.waitUntil(lambda: all(ear.ends for ear in ears))
    assert set(most) == {1}


def test_an_urgent_deed_goes_before_those_that_wait(qtbot: QtBot, line: Line) -> None:
    order: list[str] = []
    gate, patient, urgent = Gate(), Line(), Line(urgent=True)
    holding = Line(urgent=True)
    holding.start(gate)
    entered(gate)
    patient.start(lambda _: order.append("patient"))
    urgent.start(lambda _: order.append("urgent"))
    gate.opened.set()
    qtbot.waitUntil(lambda: len(order) == 2)
    assert order == ["urgent", "patient"]


def test_an_urgent_deed_is_done_in_the_midst_of_a_patient_one(qtbot: QtBot, line: Line, ear: Ear) -> None:
    gate, urgent = Gate("patient"), Line(urgent=True)
    heard = Ear(urgent)
    line.start(gate)
    entered(gate)
    urgent.start(lambda _: "urgent")
    qtbot.waitUntil(lambda: bool(heard.ends))
    assert line.running
    gate.opened.set()
    qtbot.waitUntil(lambda: bool(ear.ends))
    assert ear.results == ["patient"]


def test_a_fault_of_an_urgent_deed_is_none_of_the_patient_one(qtbot: QtBot, line: Line, ear: Ear) -> None:
    gate, urgent = Gate("patient"), Line(urgent=True)
    line.start(gate)
    entered(gate)
    with qtbot.captureExceptions() as faults:
        urgent.start(broken)
        qtbot.waitUntil(lambda: bool(faults))
    gate.opened.set()
    qtbot.waitUntil(lambda: bool(ear.ends))
    assert ear.results == ["patient"]


def test_an_urgent_deed_computes_with_settings_of_its_own(qtbot: QtBot, line: Line) -> None:
    gate, urgent = Gate(), Line(urgent=True)
    heard = Ear(urgent)

    def patient(report: Report) -> object:
        with np.errstate(all="raise"):
            return gate(report)

    line.start(patient)
    entered(gate)
    urgent.start(lambda _: np.geterr())
    qtbot.waitUntil(lambda: bool(heard.ends))
    assert heard.results == [np.geterr()]


def test_stopping_a_paused_run_does_not_stop_the_urgent_one_within_it(qtbot: QtBot, line: Line) -> None:
    outer, inner, urgent = Gate(), Gate("done"), Line(urgent=True)
    heard = Ear(urgent)
    line.start(outer)
    entered(outer)
    urgent.start(inner)
    entered(inner)
    line.stop()
    inner.opened.set()
    qtbot.waitUntil(lambda: bool(heard.ends))
    assert heard.results == ["done"]
    qtbot.waitUntil(outer.stopped.is_set)


def test_closing_waits_for_what_goes_on_and_leaves_no_thread(qtbot: QtBot, line: Line) -> None:
    gate = Gate()
    line.start(gate)
    entered(gate)
    line.close()
    assert gate.stopped.is_set()
    assert threads() == []


def test_closing_waits_for_a_run_that_was_dropped_before(qtbot: QtBot, line: Line) -> None:
    gate = Gate()
    line.start(gate)
    entered(gate)
    line.stop()
    line.close()
    assert gate.stopped.is_set()


def test_closing_waits_for_no_other_line(qtbot: QtBot, line: Line) -> None:
    gate, other = Gate(), Line()
    other.start(gate)
    entered(gate)
    line.start(lambda _: None)
    line.close()
    assert other.running
    other.close()


def test_a_closed_line_begins_nothing(qtbot: QtBot, line: Line, ear: Ear) -> None:
    line.close()
    assert line.start(lambda _: None) == 0
    assert line.running == 0
    assert threads() == []


def test_ending_the_worker_stops_every_line(qtbot: QtBot, line: Line) -> None:
    gate, other = Gate(), Line()
    line.start(gate)
    other.start(lambda _: None)
    entered(gate)
    worker().end()
    assert threads() == []
    assert (line.running, other.running) == (0, 0)


def test_after_the_end_of_the_worker_nothing_is_told_of_what_was_over(qtbot: QtBot, line: Line, ear: Ear) -> None:
    done = threading.Event()
    line.start(lambda _: done.set())
    assert done.wait(5)
    worker().end()  # the letter that tells of the end lies there
    flush()
    assert (ear.told, line.running) == ([], 0)


def test_after_its_end_the_worker_begins_anew(qtbot: QtBot, line: Line, ear: Ear) -> None:
    worker().end()
    line.start(lambda _: "again")
    qtbot.waitUntil(lambda: bool(ear.ends))
    assert ear.results == ["again"]


def test_a_line_that_goes_while_its_deed_goes_on_stops_it(qtbot: QtBot) -> None:
    gate, line = Gate(), Line()
    line.start(gate)
    entered(gate)
    line.deleteLater()
    del line
    flush()
    qtbot.waitUntil(lambda: not threads())
    assert gate.stopped.is_set()


def test_a_listener_that_went_hears_nothing(qtbot: QtBot, line: Line) -> None:
    gate, ear = Gate("heard"), Ear(line)
    line.start(gate)
    entered(gate)
    ear.deleteLater()
    flush()
    gate.opened.set()
    qtbot.waitUntil(lambda: not line.running)
    assert ear.ends == []


def test_a_deed_is_let_go_in_the_gui_thread(qtbot: QtBot, line: Line, ear: Ear) -> None:
    where: list[str] = []

    class Held:
        def __del__(self) -> None:
            where.append(threading.current_thread().name)

    def deed(_report: Report, held: Held = Held()) -> None:  # noqa: B008 - it is what only the deed holds
        assert held

    line.start(deed)
    del deed
    qtbot.waitUntil(lambda: bool(where))
    assert where == [threading.main_thread().name]


def test_a_result_that_was_heard_is_let_go(qtbot: QtBot, line: Line, ear: Ear) -> None:
    line.start(lambda _: Gate())
    qtbot.waitUntil(lambda: bool(ear.ends))
    result = weakref.ref(ear.ends[0].result)
    ear.told.clear()
    qtbot.waitUntil(lambda: result() is None)


def test_a_thousand_quick_starts_end_with_the_last(qtbot: QtBot, line: Line, ear: Ear) -> None:
    for number in range(1000):
        line.start(lambda report, number=number: (report(0.5), number))
    qtbot.waitUntil(lambda: bool(ear.ends) and not line.running)
    assert ear.ends[-1].run == 1000
    assert [told.run for told in ear.told] == sorted(told.run for told in ear.told)


def test_a_hundred_lines_that_are_closed_under_way_leave_no_thread(qtbot: QtBot) -> None:
    for _ in range(100):
        line, gate = Line(), Gate()
        line.start(gate)
        line.close()
        line.deleteLater()
    flush()
    assert threads() == []
