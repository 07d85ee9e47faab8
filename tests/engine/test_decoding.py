"""Decoding with a cache: equal to the whole causal pass in any chunks, and cheaper by what the cache saves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from examples import by_hand
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import hides_a_row, scenarios

from attnviz import Alibi, Direct, GivenWeights, HiddenRow, Mask, Projected, Rotary, Scenario, trace
from attnviz.engine.decoding import decode, difference
from attnviz.engine.errors import FieldError, Overflow


@given(scenarios(kinds="pd", exact=True), st.data())
def test_any_chunks_together_are_the_causal_pass(scenario: Scenario, data: st.DataObject) -> None:
    if isinstance(scenario.inputs, Projected):
        scenario = replace(scenario, inputs=replace(scenario.inputs, source=None)) if same_width(scenario) else scenario
    assume(not isinstance(scenario.inputs, Projected) or scenario.inputs.source is None)
    size = scenario.sizes
    assume(size.T <= size.S)
    scenario = replace(scenario, mask=replace(scenario.mask, causal=True, alignment="bottom_right"))
    assume(not hides_a_row(scenario))
    chunks = []
    while sum(chunks) < size.T:
        chunks.append(data.draw(st.integers(1, size.T - sum(chunks))))
    steps = decode(scenario, chunks)
    whole = trace(scenario)
    for step in steps:
        rows = slice(step.start - size.S + size.T, step.stop - size.S + size.T)
        np.testing.assert_allclose(step.weights, whole.weights[:, rows, : step.stop], rtol=1e-12, atol=1e-14)
        np.testing.assert_allclose(step.head_output, whole.head_output[:, rows], rtol=1e-11, atol=1e-13)
        np.testing.assert_allclose(step.output, whole.output[rows], rtol=1e-11, atol=1e-13)
        assert not whole.weights[:, rows, step.stop :].any()
    assert difference(scenario, steps) < 1e-12


def same_width(scenario: Scenario) -> bool:
    inputs = scenario.inputs
    assert isinstance(inputs, Projected)
    return inputs.source is not None and inputs.source.shape == inputs.X.shape


def layer(**settings: Any) -> Scenario:
    """Five tokens of width 4; four heads of width 2 on two key/value heads; W_O 8×3."""
    rng = np.random.default_rng(11)
    shapes = ((5, 4), (4, 8), (4, 4), (4, 4), (8, 3))
    inputs = Projected(*(rng.normal(size=shape) for shape in shapes), b_O=rng.normal(size=3))
    return Scenario(inputs, heads=4, kv_heads=2, **({"mask": Mask(causal=True)} | settings))


@pytest.mark.parametrize("positions", [None, Rotary(), Rotary("interleaved", start=40), Alibi()])
def test_keys_lie_in_the_cache_as_the_whole_pass_has_them(positions: Any) -> None:
    scenario = layer(positions=positions)
    whole = trace(scenario)
    steps = decode(scenario, [2, 3])
    expected = whole.rotated_keys if isinstance(positions, Rotary) else whole.keys
    np.testing.assert_allclose(np.concatenate([step.keys for step in steps], axis=1), expected, rtol=1e-13, atol=1e-15)
    np.testing.assert_allclose(np.concatenate([step.values for step in steps], axis=1), whole.values, atol=1e-15)


def test_one_token_at_a_time_reads_all_before_it() -> None:
    steps = decode(layer())
    assert [(step.start, step.stop, step.cached) for step in steps] == [(n, n + 1, n) for n in range(5)]
    assert [step.weights.shape for step in steps] == [(4, 1, n) for n in range(1, 6)]


def test_the_cost_of_a_step_is_counted_by_hand() -> None:
    last = decode(layer())[-1]
    # One token: 4·(8 + 4 + 4) projections, 4 heads · 5 keys · 2 numbers for scores and again for values, 8·3 for W_O.
    assert last.cost == (64, 40, 40, 24)
    # All five tokens: five times as many of everything.
    assert last.cost_without_cache == (320, 200, 200, 120)
    assert (last.multiplications, last.multiplications_without_cache) == (168, 840)
    assert last.stored == 2 * 5 * (2 + 2)  # two key/value heads, five tokens, d_k + d_v numbers


def test_keys_before_the_given_queries_lie_in_the_cache_from_the_start() -> None:
    rng = np.random.default_rng(3)
    scenario = Scenario(
        Direct(rng.normal(size=(2, 2)), rng.normal(size=(5, 2)), rng.normal(size=(5, 3))),
        mask=Mask(causal=True, alignment="bottom_right"), positions=Rotary(),
    )  # fmt: skip
    steps = decode(scenario)
    assert [(step.start, step.stop) for step in steps] == [(3, 4), (4, 5)]
    assert difference(scenario, steps) < 1e-14
    assert steps[0].cost.projections == 0


def test_a_pencil_is_left_out() -> None:
    scenario = by_hand(mask=Mask(causal=True), pencil=1)
    np.testing.assert_array_equal(decode(scenario)[1].weights[0, 0], trace(scenario).exact.weights[0, 1, :2])


def test_a_window_without_later_keys_is_decoded_too() -> None:
    scenario = layer(mask=Mask(window=(1, 0)))
    assert difference(scenario, decode(scenario)) < 1e-14


def test_a_query_that_sees_no_key_is_named_as_in_the_whole_pass() -> None:
    custom = np.ones((3, 3), dtype=bool)
    custom[2] = False
    with pytest.raises(HiddenRow, match="Query 3 “c” sees no key"):
        decode(by_hand(mask=Mask(causal=True, custom=custom)))


def test_a_number_too_large_is_named_as_in_the_whole_pass() -> None:
    scenario = Scenario(Direct([[1.0], [1e200]], [[1.0], [1e200]], [[1.0], [1.0]]), mask=Mask(causal=True))
    with pytest.raises(Overflow, match="scores, row 2, column 2 is too large"):
        decode(scenario)


@pytest.mark.parametrize(
    ("scenario", "where", "words"),
    [
        (by_hand(), "mask", "needs the causal mask"),
        (Scenario(GivenWeights([[[1.0]]])), "inputs", "nothing to decode"),
        (Scenario(Projected([[1.0]], [[1.0]], [[1.0]], [[1.0]], source=[[1.0]]), mask=Mask(causal=True)), "source",
         "come from a source"),
        (Scenario(Direct([[1.0]], [[1.0]] * 2, [[1.0]] * 2), mask=Mask(causal=True)), "mask.alignment",
         "1 query and 2 keys cannot"),
        (Scenario(Direct([[1.0]] * 2, [[1.0]], [[1.0]]), mask=Mask(True, "bottom_right")), "mask.alignment",
         "2 queries and 1 key cannot"),
    ],
)  # fmt: skip
def test_what_cannot_be_decoded_says_why(scenario: Scenario, where: str, words: str) -> None:
    with pytest.raises(FieldError, match=words) as caught:
        decode(scenario)
    assert caught.value.where.name == where


@pytest.mark.parametrize(
    ("chunks", "words"),
    [([1, 1], "add up to 2 but there are 5 queries"), ([5, 0], "whole number from 1"), ("5", "list of numbers"),
     ([2.0, 3], "whole number"), ([True] * 5, "whole number")],
)  # fmt: skip
def test_chunks_are_all_tokens(chunks: Any, words: str) -> None:
    with pytest.raises(FieldError, match=words):
        decode(layer(), chunks)
