"""Many lines to the one worker: urgent ones go first, closed ones are waited for, and nothing is left behind."""

from __future__ import annotations

import threading
import weakref

import numpy as np
from pytestqt.qtbot import QtBot
from scripted import flush
from worker_deeds import Ear, Gate, broken, entered, threads

from attnviz.app.worker import Line, Report, worker


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


def test_what_is_in_front_is_done_in_the_midst_of_an_urgent_deed(qtbot: QtBot, line: Line, ear: Ear) -> None:
    gate, urgent = Gate("urgent"), Line(urgent=True)
    heard = Ear(urgent)
    line.set_in_front(True)
    urgent.start(gate)
    entered(gate)
    line.start(lambda _: "in front")
    qtbot.waitUntil(lambda: bool(ear.ends))
    assert urgent.running
    gate.opened.set()
    qtbot.waitUntil(lambda: bool(heard.ends))
    assert heard.results == ["urgent"]


def test_what_comes_in_front_while_it_waits_goes_before_an_urgent_deed(qtbot: QtBot, line: Line, ear: Ear) -> None:
    gate, urgent = Gate(), Line(urgent=True)
    urgent.start(gate)
    entered(gate)
    line.start(lambda _: "in front")
    line.set_in_front(True)
    qtbot.waitUntil(lambda: bool(ear.ends))
    assert urgent.running
    gate.opened.set()


def test_what_is_no_longer_in_front_lets_urgent_deeds_by(qtbot: QtBot, line: Line) -> None:
    gate, urgent = Gate(), Line(urgent=True)
    heard = Ear(urgent)
    line.set_in_front(True)
    line.start(gate)
    entered(gate)
    urgent.start(lambda _: "urgent")
    line.set_in_front(False)
    qtbot.waitUntil(lambda: bool(heard.ends))
    assert line.running
    gate.opened.set()


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
