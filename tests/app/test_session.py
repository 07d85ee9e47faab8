"""The session: one door for edits, one signal for changes, undo by snapshots merged by gesture."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

import numpy as np
import pytest

from attnviz import Mask, Projected, Scenario
from attnviz.app.session import Session
from attnviz.engine.cells import Cell, Region
from attnviz.engine.edits import remove
from attnviz.engine.errors import AttentionError, HiddenRow, ShapeError, Where


@pytest.fixture
def by_hand() -> Scenario:
    inputs = Projected(X=[[1, 0], [0, 1], [1, 1]], W_Q=[[1, 0], [1, 1]], W_K=[[1, 1], [0, 1]], W_V=[[2, 0], [0, 1]])
    return Scenario(inputs, tokens=("a", "b", "c"))


@pytest.fixture
def session(qapp, by_hand):
    return Session(by_hand)


def with_temperature(value):
    return lambda scenario: replace(scenario, temperature=value)


def with_mask(**fields):
    return lambda scenario: replace(scenario, mask=Mask(**fields))


def test_an_edit_emits_one_change_with_the_old_and_the_new_state(session):
    seen = []
    session.changed.connect(lambda old, new: seen.append((old, new)))
    before = session.state
    session.edit("Causal mask on", with_mask(causal=True))
    assert [(old is before, new is session.state) for old, new in seen] == [(True, True)]


def test_an_edit_is_traced_before_the_change_is_told(session):
    session.edit("Causal mask on", with_mask(causal=True))
    np.testing.assert_allclose(
        session.state.trace.weights[0, 1], [0.6697615493266569, 0.3302384506733431, 0], atol=1e-12
    )


def test_the_same_scenario_back_changes_nothing(session):
    seen = []
    session.changed.connect(lambda old, new: seen.append(new))
    session.edit("Nothing", lambda scenario: scenario)
    session.edit("Nothing", with_temperature(1.0))
    assert (seen, session.undo_stack.count()) == ([], 0)


def test_an_impossible_edit_leaves_the_document_as_it_was_and_says_why(session, by_hand):
    def impossible(scenario):
        raise ShapeError("W_K has 3 rows but X has 2 columns. Make them equal.", Where("W_K"))

    assert not session.edit("Wrong", impossible)
    assert session.state.scenario is by_hand
    assert "W_K has 3 rows" in str(session.state.refused)
    assert session.undo_stack.count() == 0


def test_the_next_good_edit_clears_the_refusal(session):
    session.edit("Wrong", with_temperature(-1))
    session.edit("Temperature 2", with_temperature(2.0))
    assert session.state.refused is None


def test_undo_brings_back_the_scenario_and_its_label_is_readable(session, by_hand):
    session.edit("Temperature 2", with_temperature(2.0))
    assert session.undo_stack.undoText() == "Temperature 2"
    session.undo_stack.undo()
    assert session.state.scenario is by_hand


def test_edits_of_one_gesture_are_one_undo_step(session, by_hand):
    for value in (2.0, 3.0, 4.0):
        session.edit(f"Temperature {value}", with_temperature(value), gesture=("slider", 1))
    assert (session.undo_stack.count(), session.undo_stack.undoText()) == (1, "Temperature 4.0")
    session.undo_stack.undo()
    assert session.state.scenario is by_hand


def test_two_gestures_are_two_undo_steps(session):
    session.edit("Temperature 2", with_temperature(2.0), gesture=("slider", 1))
    session.edit("Temperature 3", with_temperature(3.0), gesture=("slider", 2))
    assert session.undo_stack.count() == 2


def test_a_gesture_that_ends_where_it_began_leaves_no_step(session, by_hand):
    for value in (2.0, 1.0):
        session.edit("Temperature", with_temperature(value), gesture="typing")
    assert session.undo_stack.count() == 0
    assert session.state.scenario == by_hand


def test_merging_stops_at_the_clean_mark(session):
    session.edit("Temperature 2", with_temperature(2.0), gesture="typing")
    session.undo_stack.setClean()
    session.edit("Temperature 3", with_temperature(3.0), gesture="typing")
    assert session.undo_stack.count() == 2
    session.undo_stack.undo()
    assert session.undo_stack.isClean()


def test_a_gesture_that_returns_to_the_saved_state_is_not_clean_by_accident(session):
    session.edit("Temperature 2", with_temperature(2.0), gesture="typing")
    session.undo_stack.setClean()
    session.edit("Temperature 3", with_temperature(3.0), gesture="again")
    session.edit("Temperature 2", with_temperature(2.0), gesture="again")
    assert session.undo_stack.isClean()
    assert session.state.scenario.temperature == 2.0


def test_a_hidden_row_is_a_problem_of_the_state_and_the_early_stages_stand(session):
    session.edit("Hide all", with_mask(padding=(0, 1, 2)))
    assert isinstance(session.state.problem, HiddenRow)
    assert session.state.trace.peek("masked", 0) is not None
    assert session.state.trace.peek("weights", 0) is None
    session.undo_stack.undo()
    assert session.state.problem is None


def test_lit_parts_that_a_smaller_scenario_lacks_are_let_go(session):
    row, first = Region("weights", 0, (2, 3), (0, 3)), Region("weights", 0, (0, 1), (0, 2))
    session.select(lit=(row, first, Region("W_Q", None, (0, 2), (0, 2)), Region("weights", 1, (0, 1), (0, 1))))
    session.edit("Remove a token", lambda scenario: remove(scenario, "T", 2))
    assert session.state.selection.lit == (first, Region("W_Q", None, (0, 2), (0, 2)))


def test_a_selection_outside_a_smaller_scenario_moves_inside(session):
    session.select(query=2, cell=Cell("weights", 0, 2, 2))

    def shorter(scenario):
        return replace(scenario, inputs=replace(scenario.inputs, X=np.eye(2)), tokens=("a", "b"))

    session.edit("Remove token", shorter)
    assert (session.state.selection.query, session.state.selection.cell) == (1, None)


def test_selecting_is_not_undone(session):
    session.edit("Temperature 2", with_temperature(2.0))
    session.select(query=0)
    session.undo_stack.undo()
    assert session.state.selection.query == 0


def test_opening_another_document_leaves_no_way_back_to_the_first(session, by_hand):
    session.edit("Temperature 2", with_temperature(2.0))
    session.open(by_hand)
    assert (session.undo_stack.count(), session.undo_stack.isClean()) == (0, True)


def test_a_thousand_merged_edits_and_undos_end_where_they_began(session, by_hand):
    rng = np.random.default_rng(0)
    for number in range(1000):
        action = rng.integers(4)
        if action == 0 and session.undo_stack.canUndo():
            session.undo_stack.undo()
        elif action == 1 and session.undo_stack.canRedo():
            session.undo_stack.redo()
        else:
            value = float(rng.integers(1, 5))
            session.edit("Temperature", with_temperature(value), gesture=number // 7 if action == 2 else None)
    while session.undo_stack.canUndo():
        session.undo_stack.undo()
    assert session.state.scenario == by_hand


def test_old_traces_are_let_go(session):
    first = weakref.ref(session.state.trace)
    session.edit("Temperature 2", with_temperature(2.0))
    session.edit("Temperature 3", with_temperature(3.0))
    gc.collect()
    assert first() is None


def test_an_unexpected_error_in_a_change_reaches_the_caller(session, by_hand):
    with pytest.raises(ZeroDivisionError):
        session.edit("Broken", lambda scenario: 1 / 0)
    assert session.state.scenario is by_hand


def test_refusals_are_attention_errors_with_a_place(session):
    session.edit("Wrong", with_temperature(0))
    assert isinstance(session.state.refused, AttentionError)
    assert session.state.refused.where.name == "temperature"


def large() -> Scenario:
    rng = np.random.default_rng(1)
    X, W = rng.normal(size=(4, 300)), rng.normal(size=(300, 300))
    return Scenario(Projected(X=X, W_Q=W, W_K=W.T, W_V=W))


def with_cell(value):
    def change(scenario):
        W_Q = scenario.inputs.W_Q.copy()
        W_Q[7, 9] = value
        return replace(scenario, inputs=replace(scenario.inputs, W_Q=W_Q))

    return change


def test_an_undo_step_of_a_large_matrix_keeps_the_changed_cells_only(qapp):
    session = Session(large())
    old = weakref.ref(session.state.scenario.inputs.W_Q)
    session.edit("Edit W_Q[8,10]", with_cell(5.0))
    session.edit("Edit W_Q[8,10]", with_cell(6.0))
    gc.collect()
    assert old() is None


def test_undo_and_redo_of_changed_cells_bring_back_equal_scenarios(qapp):
    start = large()
    session = Session(start)
    for value in (5.0, 6.0, 7.0):
        session.edit("Edit W_Q[8,10]", with_cell(value), gesture="typing" if value > 5 else None)
    end = session.state.scenario
    session.undo_stack.undo()
    session.undo_stack.undo()
    assert session.state.scenario == start
    session.undo_stack.redo()
    session.undo_stack.redo()
    assert session.state.scenario == end


def test_the_trace_before_an_edit_is_kept_for_comparison(session):
    first = session.state.trace
    session.edit("Causal mask on", with_mask(causal=True))
    assert session.state.before is first


def test_edits_of_one_gesture_are_compared_with_where_the_gesture_began(session):
    first = session.state.trace
    session.edit("Temperature", with_temperature(2.0), gesture="slider")
    session.edit("Temperature", with_temperature(3.0), gesture="slider")
    assert session.state.before is first


def test_a_pinned_trace_stays_while_edits_go_on(session):
    first = session.state.trace
    session.pin()
    session.edit("Causal mask on", with_mask(causal=True))
    assert session.state.pinned is first
    session.unpin()
    assert session.state.pinned is None


def test_sessions_left_in_cycles_are_collected_with_their_undo_steps(qapp, by_hand):
    gone = []
    for _ in range(20):
        session = Session(by_hand)
        session.edit("Warmer", with_temperature(2.0))
        session.edit("Colder", with_temperature(0.5))
        session.itself = session  # only Python's collector can free it
        gone.append(weakref.ref(session))
        del session
        gc.collect()
    assert [ref() for ref in gone] == [None] * 20


def test_no_undo_stack_outlives_its_session(qapp, by_hand):
    from attnviz.app.undo_step import _stacks

    before = len(_stacks)
    session = Session(by_hand)
    session.edit("Warmer", with_temperature(2.0))
    del session
    gc.collect()
    assert len(_stacks) == before


@pytest.mark.parametrize("looks", [{"theme": "dark"}, {"text_size": "large"}, {"theme": "dark", "text_size": "large"}])
def test_another_theme_or_text_size_only_dresses(session, looks):
    before = session.state
    session.look(**looks)
    assert session.state.only_dressed(before)


@pytest.mark.parametrize("changes", [{"decimals": 5}, {"theme": "dark", "depth": "words"}])
def test_what_changes_words_does_more_than_dress(session, changes):
    before = session.state
    session.look(**changes)
    assert session.state.view != before.view
    assert not session.state.only_dressed(before)


def test_an_edit_does_more_than_dress(session):
    before = session.state
    session.edit("Temperature", with_temperature(2))
    assert not session.state.only_dressed(before)
