"""A session of a large scenario: computed by the worker, the last picture kept meanwhile, the newest edit shown."""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from attnviz import HiddenRow, Mask, Projected, Scenario, load, trace
from attnviz.app.session import Pending, Session
from attnviz.engine import chains
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_cell
from attnviz.engine.errors import BeyondMemory, NotYet

T, D_MODEL, HEADS = 640, 16, 8


def large(**settings: object) -> Scenario:
    draw = np.random.default_rng(11)
    matrices = [draw.standard_normal((D_MODEL, D_MODEL)) / 4 for _ in range(4)]
    return Scenario(Projected(draw.standard_normal((T, D_MODEL)), *matrices), heads=HEADS, **settings)  # type: ignore[arg-type]


def ask(session: Session, name: str = "weights", head: int = 0) -> None:
    """As a view does that finds nothing there yet."""
    with pytest.raises(NotYet):
        session.state.trace.at(name, head)


def wait(qtbot: QtBot, session: Session) -> None:
    qtbot.waitUntil(lambda: not session.busy)


@pytest.fixture
def session(qtbot: QtBot) -> Session:
    session = Session(large())
    ask(session)
    wait(qtbot, session)
    return session


def test_what_a_view_asked_for_arrives_with_a_new_state(qtbot: QtBot) -> None:
    session = Session(large())
    heard: list[int] = []
    session.changed.connect(lambda _old, new: heard.append(new.arrived))
    ask(session)
    wait(qtbot, session)
    assert heard[0] == 1
    assert np.array_equal(session.state.trace.at("weights", 0), trace(large()).at("weights", 0))


def test_no_large_stage_is_computed_on_the_gui_thread(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: set[int] = set()
    stage_of = chains.stage_of

    def noted(*operands: object, **options: object) -> object:
        threads.add(threading.get_ident())
        return stage_of(*operands, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(chains, "stage_of", noted)
    session = Session(large())
    ask(session)
    wait(qtbot, session)
    session.edit("Warm", lambda scenario: replace(scenario, temperature=2.0))
    wait(qtbot, session)
    assert threads
    assert threading.get_ident() not in threads


def test_an_edit_is_in_the_document_at_once_and_in_the_picture_when_it_is_computed(
    qtbot: QtBot, session: Session
) -> None:
    before = session.state.trace
    session.edit("Edit W_Q", lambda scenario: set_cell(scenario, "W_Q", 0, 0, 5.0))
    assert session.state.scenario.matrix("W_Q")[0, 0] == 5.0
    assert session.state.trace is before
    assert session.state.pending == Pending(stale=True)
    wait(qtbot, session)
    assert session.state.pending is None
    assert session.state.trace.scenario is session.state.scenario
    assert np.array_equal(session.state.trace.at("weights", 0), trace(session.state.scenario).at("weights", 0))


def test_the_newest_of_many_quick_edits_is_shown(qtbot: QtBot, session: Session) -> None:
    shown: list[Scenario] = []
    session.changed.connect(lambda _old, new: shown.append(new.trace.scenario))
    before = session.state.scenario
    for value in range(20):
        session.edit("Edit W_Q", lambda scenario, value=value: set_cell(scenario, "W_Q", 0, 0, float(value)))
    wait(qtbot, session)
    pictures = {id(scenario) for scenario in shown} - {id(before)}
    assert session.state.trace.scenario is session.state.scenario
    assert session.state.scenario.matrix("W_Q")[0, 0] == 19.0
    assert pictures == {id(session.state.scenario)}


def test_undo_and_redo_are_edits_like_others(qtbot: QtBot, session: Session) -> None:
    before = session.state.scenario
    session.edit("Warm", lambda scenario: replace(scenario, temperature=2.0))
    session.undo_stack.undo()
    wait(qtbot, session)
    assert session.state.trace.scenario == before
    session.undo_stack.redo()
    wait(qtbot, session)
    assert session.state.trace.scenario.temperature == 2.0


def test_a_row_that_sees_no_key_becomes_the_problem_of_the_state(qtbot: QtBot, session: Session) -> None:
    custom = np.ones((T, T), dtype=bool)
    custom[2] = False
    session.edit("Hide", lambda scenario: replace(scenario, mask=Mask(custom=custom)))
    wait(qtbot, session)
    assert isinstance(session.state.problem, HiddenRow)
    with pytest.raises(HiddenRow):
        session.state.trace.at("weights", 0)
    session.undo_stack.undo()
    wait(qtbot, session)
    assert session.state.problem is None


def test_after_a_stop_the_old_picture_stays_marked_until_somebody_goes_on(qtbot: QtBot, session: Session) -> None:
    before = session.state.trace
    session.edit("Warm", lambda scenario: replace(scenario, temperature=2.0))
    session.stop()
    assert session.state.trace is before
    assert session.state.pending == Pending(stale=True, stopped=True)
    session.resume()
    wait(qtbot, session)
    assert session.state.pending is None
    assert session.state.trace.scenario.temperature == 2.0


def test_a_stop_while_nothing_is_computed_stops_nothing(session: Session) -> None:
    state = session.state
    session.stop()
    assert session.state is state


def test_what_is_gone_on_with_after_a_stop_still_knows_what_was_before_the_edit(qtbot: QtBot, session: Session) -> None:
    before = session.state.trace
    session.edit("Warm", lambda scenario: replace(scenario, temperature=2.0))
    session.stop()
    session.resume()
    wait(qtbot, session)
    assert session.state.before is before


def test_a_first_picture_that_was_stopped_can_be_gone_on_with(qtbot: QtBot) -> None:
    session = Session(large())
    ask(session)
    session.stop()
    assert session.state.pending == Pending(stopped=True)
    ask(session)  # as views do that are told of the stop
    qtbot.wait(1)
    assert session.state.trace.peek("weights", 0) is None
    session.resume()
    wait(qtbot, session)
    assert session.state.pending is None
    assert session.state.trace.at("weights", 0).shape == (T, T)


def test_from_small_to_large_and_back(qtbot: QtBot) -> None:
    session = Session(load("by-hand"))
    assert not session.state.trace.defers
    session.open(large())
    assert session.state.trace.defers
    assert session.state.pending == Pending()
    ask(session, "head_output")
    wait(qtbot, session)
    session.open(load("by-hand"))
    assert session.state.pending is None
    assert session.state.trace.at("weights", 0).shape == (3, 3)


def test_a_cell_can_be_selected_before_its_number_is_there(session: Session) -> None:
    cell = Cell("scores", 3, T - 1, 0)
    session.select(cell=cell)
    assert session.state.selection.cell == cell
    session.select(cell=Cell("scores", 3, T, 0))
    assert session.state.selection.cell is None


def test_an_edit_of_the_sizes_of_a_large_scenario_is_shown(qtbot: QtBot, session: Session) -> None:
    inputs = session.state.scenario.inputs
    assert isinstance(inputs, Projected)
    session.edit("Fewer", lambda scenario: replace(scenario, inputs=replace(inputs, X=inputs.X[: T - 8])))
    assert session.state.trace.sizes.T == T - 8
    ask(session)
    wait(qtbot, session)
    assert session.state.trace.at("weights", 0).shape == (T - 8, T - 8)


def test_what_cannot_be_held_is_not_computed_for_ever_and_says_so(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("attnviz.engine.budget.usual_budget", lambda: 1)
    monkeypatch.setattr("attnviz.engine.results.LARGE_RESULT", 1 << 20)
    session = Session(large())
    names = ("scores", "masked", "weights")

    def read(*_states: object) -> None:
        for name in names:
            try:
                session.state.trace.at(name, 0)
            except (NotYet, BeyondMemory):
                continue

    session.changed.connect(read)
    read()
    wait(qtbot, session)
    assert sum(session.state.trace.peek(name, 0) is not None for name in names) == 1
    assert session.state.pending is None
    missing = next(name for name in names if session.state.trace.peek(name, 0) is None)
    with pytest.raises(BeyondMemory, match="Allow more"):
        session.state.trace.at(missing, 0)


def test_a_pinned_trace_is_computed_too_when_it_is_looked_at(qtbot: QtBot, session: Session) -> None:
    session.pin()
    session.edit("Warm", lambda scenario: replace(scenario, temperature=2.0))
    wait(qtbot, session)
    pinned = session.state.pinned
    assert pinned is not None
    with pytest.raises(NotYet):
        pinned.at("weights", 5)
    wait(qtbot, session)
    assert np.array_equal(pinned.at("weights", 5), trace(large()).at("weights", 5))


def test_the_trace_before_is_that_of_the_last_of_quick_edits(qtbot: QtBot, session: Session) -> None:
    session.edit("First", lambda scenario: set_cell(scenario, "W_Q", 0, 0, 7.0))
    session.edit("Second", lambda scenario: set_cell(scenario, "W_Q", 1, 1, 8.0))
    wait(qtbot, session)
    before = session.state.before
    assert before is not None
    assert before.scenario.matrix("W_Q")[0, 0] == 7.0
    assert before.scenario.matrix("W_Q")[1, 1] != 8.0
    with suppress(NotYet):  # on a quick machine it was there before the second edit
        before.row("weights", 9, 0)
    wait(qtbot, session)
    assert np.array_equal(before.row("weights", 9, 0), trace(before.scenario).at("weights", 0)[9])


def test_after_a_stop_the_words_do_not_promise_a_result(session: Session) -> None:
    session.edit("Warm", lambda scenario: replace(scenario, temperature=2.0))
    session.stop()
    with pytest.raises(NotYet, match="Press Compute"):
        session.state.trace.at("scores", 7)


def test_what_nobody_asks_for_is_not_said_to_be_coming(qtbot: QtBot) -> None:
    session = Session(large())
    qtbot.waitUntil(lambda: session.state.pending is None)
    assert not session.busy
