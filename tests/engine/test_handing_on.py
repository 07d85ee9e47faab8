"""What a trace hands on to the next one, and how long it keeps things."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref
from dataclasses import replace

import numpy as np
from examples import two_heads
from hypothesis import given
from hypothesis import strategies as st
from strategies import scenarios

from attnviz import AttentionError, Direct, GivenWeights, Mask, Scenario, Trace, trace
from attnviz.engine.edits import (
    add_head,
    dimensions_of,
    insert,
    remove,
    set_cell,
    set_heads,
    set_mask,
    toggle_padding,
)


def test_unchanged_stages_are_handed_on_as_the_same_objects() -> None:
    before = two_heads()
    first = trace(before)
    first.compute()
    after = trace(set_cell(before, "W_V", 0, 3, 9.0), first)
    for name in ("queries", "keys", "scores", "masked", "exponentials", "weights"):
        for head in (0, 1):
            assert after.at(name, head) is first.at(name, head)
    assert after.at("values", 0) is first.at("values", 0)
    assert after.at("values", 1) is not first.at("values", 1)
    assert after.at("head_output", 0) is first.at("head_output", 0)
    assert after.output is not first.output


def test_whole_arrays_are_handed_on_too() -> None:
    before = two_heads()
    first = trace(before)
    weights = first.weights
    second = trace(set_cell(before, "W_V", 0, 3, 9.0), first)
    second.compute()
    assert second.weights is weights


def test_an_edit_to_the_bias_of_one_head_leaves_the_other() -> None:
    before = two_heads(bias=np.zeros((2, 3, 3)))
    first = trace(before)
    first.compute()
    after = trace(set_cell(before, "bias", 0, 0, 1.0, head=1), first)
    assert after.at("weights", 0) is first.at("weights", 0)
    assert after.at("weights", 1) is not first.at("weights", 1)


def test_a_mask_leaves_the_scores_as_they_were() -> None:
    before = two_heads()
    first = trace(before)
    first.compute()
    after = trace(set_mask(before, causal=True), first)
    assert after.at("scaled", 1) is first.at("scaled", 1)
    assert after.at("masked", 1) is not first.at("masked", 1)


@given(scenarios(), scenarios(), st.booleans())
def test_a_trace_with_a_previous_one_equals_a_fresh_one(one: Scenario, other: Scenario, computed: bool) -> None:
    previous = trace(one)
    if computed:
        previous.compute()
    assert_equal(trace(other, previous), trace(other))


@given(scenarios(), st.data())
def test_a_trace_after_a_change_of_settings_equals_a_fresh_one(scenario: Scenario, data: st.DataObject) -> None:
    previous = trace(scenario)
    previous.compute()
    changed = replace(scenario, pencil=data.draw(st.sampled_from([None, 1, 3])))
    if not isinstance(scenario.inputs, GivenWeights):
        changed = replace(changed, scale=data.draw(st.sampled_from([True, 1.0])), mask=Mask(causal=True))
    assert_equal(trace(changed, previous), trace(changed))
    assert_equal(trace(changed, previous).exact, trace(changed).exact)


def test_after_a_head_is_added_the_others_are_multiplied_as_they_lie_in_a_fresh_trace() -> None:
    """A column by itself and a column of two were summed in another order, and differed by the last bit."""
    keys = np.array([[-0.13210486], [0.64042265], [0.10490012], [-0.53566937]])
    values = np.array([[0.36159505], [1.30400005], [0.94708096], [-0.70373524]])
    before = Scenario(Direct(np.array([[0.12573022]]), keys, values))
    first = trace(before)
    first.compute()
    scenario = add_head(before)
    after, fresh = trace(scenario, first), trace(scenario)
    assert_equal(after, fresh)
    assert after.at("values", 0).strides == fresh.at("values", 0).strides


@given(scenarios(), st.data())
def test_after_any_chain_of_edits_the_trace_equals_a_fresh_one(scenario: Scenario, data: st.DataObject) -> None:
    current = trace(scenario)
    for _ in range(data.draw(st.integers(1, 6))):
        current.compute()
        scenario = any_edit(data, scenario)
        current = trace(scenario, current)
    assert_equal(current, trace(scenario))
    assert_equal(current.exact, trace(scenario).exact)


def any_edit(data: st.DataObject, scenario: Scenario) -> Scenario:
    """The scenario after one random edit, or as it was where that edit is refused."""
    name = data.draw(st.sampled_from([name for name, _ in scenario.inputs.items()]))
    value = data.draw(st.floats(-4, 4, width=16))
    place = data.draw(st.integers(0, 3))
    edits = {
        "cell": lambda: set_cell(scenario, name, 0, place, value, head=0 if name == "weights" else None),
        "grow": lambda: insert(scenario, dimensions_of(scenario, name)[1], place),
        "shrink": lambda: remove(scenario, dimensions_of(scenario, name)[0], place),
        "heads": lambda: set_heads(scenario, place),
        "add head": lambda: add_head(scenario),
        "causal": lambda: set_mask(scenario, causal=not scenario.mask.causal),
        "padding": lambda: toggle_padding(scenario, place),
        "pencil": lambda: replace(scenario, pencil=None if scenario.pencil else 2),
    }
    try:
        return edits[data.draw(st.sampled_from(sorted(edits)))]()
    except AttentionError:
        return scenario


def test_a_trace_does_not_keep_earlier_ones_alive() -> None:
    scenario = two_heads(pencil=3)
    current = trace(scenario)
    earlier = []
    for value in range(5):
        current.compute()
        current.exact.compute()
        earlier.append(weakref.ref(current.at("values", 0)))
        scenario = set_cell(scenario, "W_V", 0, 0, float(value))
        current = trace(scenario, current)
    current.compute()
    gc.collect()
    assert [kept() for kept in earlier] == [None] * 5


def test_a_trace_can_be_copied_and_pickled() -> None:
    traced = trace(two_heads())
    for copied in (copy.copy(traced), copy.deepcopy(traced), pickle.loads(pickle.dumps(traced))):
        assert isinstance(copied, Trace)
        assert copied.scenario == traced.scenario
        np.testing.assert_array_equal(copied.output, traced.output)


def assert_equal(got: Trace, fresh: Trace) -> None:
    problems = got.compute(), fresh.compute()
    assert str(problems[0]) == str(problems[1])
    for name in fresh.stages:
        for head in range(fresh.sizes.heads):
            left, right = got.peek(name, head), fresh.peek(name, head)
            assert (left is None) == (right is None)
            if left is not None and right is not None:
                assert left.dtype == right.dtype
                np.testing.assert_array_equal(left, right)
