"""Long runs of a laboratory: beside the window, the newest wins, they can be stopped, and leave nothing behind."""

from __future__ import annotations

import threading
from typing import ClassVar

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from scripted import find, flush
from worker_deeds import Ear, Gate, entered

from attnviz.app.labs import lab_room as lab_room_module
from attnviz.app.labs.asked import takes_long
from attnviz.app.labs.lab_room import LabRoom
from attnviz.app.labs.run_words import STOPPED
from attnviz.app.session import Session
from attnviz.app.worker import Line
from attnviz.content.attn_file import load
from attnviz.engine.errors import AttentionError, Where
from attnviz.labs.catalogue import lab
from attnviz.labs.exhibits import Bars
from attnviz.labs.parameters import Parameter, Values, Whole
from attnviz.labs.protocol import Fact, Progress, Result, Stopped


class Patient:
    """A run that goes on until its gate is opened, telling its progress; it fails on request."""

    name: ClassVar[str] = "patient"
    title: ClassVar[str] = "Patient"
    sentence: ClassVar[str] = "Waits."
    unit: ClassVar[int] = 0
    takes_scenario: ClassVar[bool] = False
    most_at_once: ClassVar[int] = 100_000
    long: ClassVar[bool] = True

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.stopped: list[int] = []

    def parameters(self, scenario: object) -> tuple[Parameter, ...]:
        return (Whole("number", "Number", 1, 0, 9),)

    def idle(self, values: Values) -> frozenset[str]:
        return frozenset()

    def last(self, values: Values, scenario: object) -> dict[str, int]:
        return {}

    def run(self, values: Values, scenario: object, progress: Progress) -> Result:
        number = int(values["number"])
        if number == 9:
            raise AttentionError("Nine is too many.", Where("number"))
        if number == 8:
            raise ZeroDivisionError("a fault")
        part = 0.0
        while not self.gate.wait(0.005):
            part = min(part + 0.02, 0.9)
            if not progress(part):
                self.stopped.append(number)
                raise Stopped
        return Result(
            (Bars("bars", "Bars", ("one",), np.array([number / 10])),), {"number": float(number)}, (Fact("Done."),)
        )


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> Patient:
    lab = Patient()
    known = lab_room_module.lab_named
    monkeypatch.setattr(lab_room_module, "lab_named", lambda name: lab if name == "patient" else known(name))
    return lab


@pytest.fixture
def room(qtbot: QtBot, patient: Patient) -> LabRoom:
    made = LabRoom(Session(load("by-hand")))
    qtbot.addWidget(made, before_close_func=lambda widget: widget.close_down())
    made.resize(1100, 600)
    made.show()
    return made


def threads() -> list[threading.Thread]:
    """Those of the worker that have not ended."""
    return [thread for thread in threading.enumerate() if thread.name == "attnviz"]


def finished(qtbot: QtBot, room: LabRoom, patient: Patient) -> None:
    patient.gate.set()
    qtbot.waitUntil(lambda: not room.running, timeout=5000)
    patient.gate.clear()


def test_a_long_run_leaves_the_window_free_and_shows_its_progress(
    qtbot: QtBot, room: LabRoom, patient: Patient
) -> None:
    room.open("patient")
    assert room.running
    qtbot.waitUntil(lambda: room.column.progress.value() > 0, timeout=5000)
    assert room.column.stop.isVisibleTo(room)
    finished(qtbot, room, patient)
    assert room.numbers == {"number": 1.0}
    assert not room.column.stop.isVisibleTo(room)


def test_a_low_column_gives_the_room_of_a_run_to_controls_until_one_lingers(
    qtbot: QtBot, room: LabRoom, patient: Patient
) -> None:
    room.resize(1100, 200)
    room.open("patient")
    assert not room.column.stop.isVisible()
    qtbot.waitUntil(room.column.stop.isVisible, timeout=5000)
    finished(qtbot, room, patient)
    area = find(room, "lab.reset").parentWidget().parentWidget()  # what is scrolled, as high as the column has room
    # Qt gives it the room once the line of the run has asked for that.
    qtbot.waitUntil(lambda: area.mapTo(room.column, area.rect().bottomLeft()).y() >= room.column.height() - 4)


def test_a_run_in_sight_does_not_wait_for_figures_that_are_not(qtbot: QtBot, room: LabRoom, patient: Patient) -> None:
    figures, gate = Line(urgent=True), Gate()
    figures.start(gate)
    entered(gate)
    room.open("patient")
    finished(qtbot, room, patient)
    assert room.numbers == {"number": 1.0}
    assert figures.running
    gate.opened.set()


def test_figures_do_not_wait_for_the_run_of_a_laboratory_that_was_left(
    qtbot: QtBot, room: LabRoom, patient: Patient
) -> None:
    room.open("patient")
    qtbot.waitUntil(lambda: room.column.progress.value() > 0, timeout=5000)
    figures = Line(urgent=True)
    heard = Ear(figures)
    figures.start(lambda _: "figures")
    room.hide()
    qtbot.waitUntil(lambda: bool(heard.ends))
    assert room.running


def test_the_newest_run_wins(qtbot: QtBot, room: LabRoom, patient: Patient) -> None:
    room.open("patient")
    results = []
    room.ran.connect(results.append)
    qtbot.waitUntil(lambda: room.column.progress.value() > 0, timeout=5000)
    room.set_value("number", 2)
    room.set_value("number", 3)
    qtbot.waitUntil(lambda: bool(patient.stopped), timeout=5000)
    finished(qtbot, room, patient)
    assert [result.numbers["number"] for result in results] == [3.0]


def test_a_late_result_is_not_painted_over_the_next_laboratory(qtbot: QtBot, room: LabRoom, patient: Patient) -> None:
    room.open("patient")
    qtbot.waitUntil(lambda: room.column.progress.value() > 0, timeout=5000)
    room.open("circuits")
    shown = room.result
    patient.gate.set()
    qtbot.waitUntil(lambda: not threads(), timeout=5000)
    flush()
    assert room.result is shown
    assert "exhibit.bars" not in {own.objectName() for own in room.page.views.values()}
    assert not room.running
    assert not room.column.stop.isVisibleTo(room)


def test_a_result_is_dropped_when_the_scenario_it_was_for_has_changed_unseen(
    qtbot: QtBot, room: LabRoom, patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Patient, "takes_scenario", True)
    room.open("patient")
    results = []
    room.ran.connect(results.append)
    room.hide()
    room.session.edit("Other", lambda scenario: load("two-heads"))
    finished(qtbot, room, patient)
    assert results == []
    room.show()
    finished(qtbot, room, patient)
    assert len(results) == 1


def test_notes_of_the_laboratory_before_go_while_the_next_one_computes(
    qtbot: QtBot, room: LabRoom, patient: Patient
) -> None:
    room.open("circuits")
    assert room.facts.lines
    room.open("patient")
    assert room.facts.lines == ()
    assert not room.facts.isVisibleTo(room)


def test_stop_ends_the_run_and_the_last_picture_stays_marked_as_old(
    qtbot: QtBot, room: LabRoom, patient: Patient
) -> None:
    room.open("patient")
    finished(qtbot, room, patient)
    room.set_value("number", 4)
    bars = find(room, "exhibit.bars")
    qtbot.waitUntil(lambda: room.column.progress.value() > 0, timeout=5000)
    assert bars.old
    qtbot.mouseClick(find(room, "lab.stop"), Qt.MouseButton.LeftButton)
    assert not room.running
    qtbot.waitUntil(lambda: patient.stopped == [4], timeout=5000)
    assert bars.old
    assert room.numbers == {"number": 1.0}
    assert find(room, "lab.status").text() == STOPPED


def test_after_a_stop_the_next_change_runs_again(qtbot: QtBot, room: LabRoom, patient: Patient) -> None:
    room.open("patient")
    room.stop()
    room.set_value("number", 5)
    finished(qtbot, room, patient)
    assert room.numbers == {"number": 5.0}
    assert not find(room, "exhibit.bars").old


def test_a_refusal_from_the_worker_is_said(qtbot: QtBot, room: LabRoom, patient: Patient) -> None:
    room.open("patient", {"number": 9})
    qtbot.waitUntil(lambda: not room.running, timeout=5000)
    assert find(room, "lab.problem").text() == "Nine is too many."


def test_a_fault_in_the_worker_reaches_the_door_for_faults(qtbot: QtBot, room: LabRoom, patient: Patient) -> None:
    with qtbot.captureExceptions() as faults:
        room.open("patient", {"number": 8})
        qtbot.waitUntil(lambda: bool(faults), timeout=5000)
    assert faults[0][0] is ZeroDivisionError
    assert not room.running


def test_closing_stops_the_run_and_ends_the_thread(qtbot: QtBot, room: LabRoom, patient: Patient) -> None:
    room.open("patient")
    qtbot.waitUntil(lambda: room.column.progress.value() > 0, timeout=5000)
    room.close_down()
    assert patient.stopped == [1]
    assert not threads()


def test_a_room_that_goes_without_being_closed_lets_its_worker_end(
    qtbot: QtBot, patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = LabRoom(Session(load("by-hand")))
    room.open("patient")
    room.deleteLater()
    del room
    flush()
    qtbot.waitUntil(lambda: not threads(), timeout=5000)
    assert patient.stopped in ([1], [])


def test_the_root_of_d_k_is_measured_on_the_worker(qtbot: QtBot, room: LabRoom) -> None:
    room.open("root-d-k", {"pairs": 2000})
    qtbot.waitUntil(lambda: room.result is not None, timeout=20_000)
    # Curriculum, unit 6: near 2, 8 and 22.6; 1 when scaled.
    np.testing.assert_allclose(room.numbers["unscaled_std"], [2, 8, 22.6], rtol=0.06)
    np.testing.assert_allclose(room.numbers["scaled_std"], 1, atol=0.06)


@pytest.mark.parametrize(("name", "beside"), [("by-hand", False), ("two-heads", False), ("trophy-layer", True)])
def test_decoding_many_tokens_in_many_heads_runs_beside_the_window(name: str, beside: bool) -> None:
    assert takes_long(lab("decode"), load(name)) is beside
