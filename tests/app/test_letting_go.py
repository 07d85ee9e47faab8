"""What is over is let go: steps that were merged, looks of pages written over, texts measured long ago."""

from __future__ import annotations

import gc
import threading
import weakref

import pytest
from figure_scenarios import by_hand, many_heads, shown_inspector
from large_maps import LARGE, large
from PySide6.QtGui import QFont
from pytestqt.qtbot import QtBot
from scripted import flush
from source_rooms import in_window
from worker_deeds import Gate, entered

from attnviz.app import ahead, what_changed
from attnviz.app.session import Session
from attnviz.app.worker import Line, Report
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_cell
from attnviz.engine.errors import NotYet
from attnviz.figures import labels
from attnviz.figures.labels import ruler


def change(session: Session, value: float, gesture: object) -> None:
    session.edit("Edit", lambda now: set_cell(now, "W_Q", 0, 0, value), gesture=gesture)


def test_a_merged_step_keeps_no_scenario_alive(qtbot: QtBot) -> None:
    session = Session(by_hand())
    change(session, 0.25, "drag")
    passed = weakref.ref(session.state.scenario)
    for value in (0.5, 0.75, 1.25):
        change(session, value, "drag")
    assert session.undo_stack.count() == 1
    assert passed() is None


def test_a_step_that_led_nowhere_keeps_no_scenario_alive(qtbot: QtBot) -> None:
    session = Session(by_hand())
    start = float(session.state.scenario.matrix("W_Q")[0, 0])
    change(session, start + 1, "drag")
    passed = weakref.ref(session.state.scenario)
    change(session, start, "drag")
    assert session.undo_stack.count() == 0
    change(session, start + 2, None)  # what the last edit began with is kept to be compared with
    change(session, start + 3, None)
    assert passed() is None


def test_a_page_written_over_and_over_keeps_the_formulas_of_one(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, many_heads(2))
    inspector.session.look(depth="formula")
    size = inspector.session.state.trace.sizes.T
    counts = []
    for row in range(size):
        for column in range(size):
            inspector.session.select(cell=Cell("weights", 0, row, column), query=row)
            counts.append(len(inspector.text.document().allFormats()))
    assert max(counts) <= 1.5 * counts[0], counts


def test_measured_texts_are_remembered_up_to_a_number_in_all_fonts(qtbot: QtBot) -> None:
    fonts = [QFont("sans", size) for size in (9, 10, 11)]
    for number in range(25_000):
        for font in fonts:
            ruler(font).width(f"{number}")
    there = sum(len(one._widths) for one in labels._rulers.known.values())
    assert there <= labels._MOST
    assert ruler(fonts[0]).width("25000") == ruler(fonts[0]).width("00025")


def test_another_document_leaves_no_results_of_the_one_before(qtbot: QtBot) -> None:
    session = Session(large(LARGE))
    before = session.state.trace

    def is_there() -> bool:
        try:
            return before.at("weights", 0).size == LARGE * LARGE
        except NotYet:
            return False

    qtbot.waitUntil(is_there, timeout=10_000)
    assert before.store.used > 0
    session.open(by_hand())
    assert before.store.used == 0


def test_a_closed_window_leaves_no_room_of_a_source(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    gone = weakref.ref(room)
    window.close()
    window.deleteLater()
    del window, room
    flush()
    gc.collect()
    assert gone() is None


def test_what_dropped_deeds_hold_and_said_is_let_go_without_an_event(line: Line) -> None:
    there: weakref.WeakSet[Gate] = weakref.WeakSet()
    for _ in range(20):
        gate, said = Gate(), Gate()
        there |= {gate, said}

        def deed(report: Report, gate: Gate = gate, said: Gate = said) -> object:
            report.say(said)
            return gate(report)

        line.start(deed)
        entered(gate)
        del deed, gate, said
    assert len(there) <= 4  # those of the run under way, and of the one that noticed last that nobody wants it


def test_edits_without_an_event_between_keep_few_versions_and_all_are_undone(
    qtbot: QtBot, deferring: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(what_changed, "SNAPSHOT_LIMIT", 0)  # steps keep their cells alone, as of large matrices
    begun, compute = threading.Semaphore(0), ahead._compute

    def noted(*jobs: object, **named: bool) -> object:
        begun.release()
        return compute(*jobs, **named)

    monkeypatch.setattr(ahead, "_compute", noted)
    session = Session(by_hand())
    first, versions = session.state.scenario, []
    for value in range(30):
        change(session, 10.0 + value, None)
        assert begun.acquire(timeout=5)
        versions.append(weakref.ref(session.state.scenario))
    assert len([version for version in versions if version() is not None]) <= 6
    for value in reversed(range(29)):
        session.undo_stack.undo()
        assert session.state.scenario.matrix("W_Q")[0, 0] == 10 + value
    session.undo_stack.undo()
    assert session.state.scenario == first
