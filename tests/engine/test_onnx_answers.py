"""The numbers of the ONNX operators Attention and FlexAttention, every case of both, from the call and the trace."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from answers import Case, onnx_cases, side_by_side, split
from onnx_scenarios import Call, as_given, call_of, close, in_format, named_mask, scenario_of

from attnviz import HiddenRow, Scenario, Trace, attention, trace
from attnviz.engine.decoding import decode

CASES = (*onnx_cases("Attention"), *onnx_cases("FlexAttention"))
PAST = [case for case in CASES if "past_key" in case.given]
HALVED = "test_flexattention_prob_mod"  # its prob_mod takes half of every weight


def test_the_collection_holds_exactly_112_cases() -> None:
    counted = {kind: len(onnx_cases(kind)) for kind in ("Attention", "RotaryEmbedding", "FlexAttention")}
    assert counted == {"Attention": 93, "RotaryEmbedding": 8, "FlexAttention": 11}
    assert len({case.name for case in onnx_cases()}) == 112


@pytest.mark.parametrize("case", CASES, ids=str)
def test_attention_gives_the_output_of_the_operator(case: Case) -> None:
    call = call_of(case)
    output, weights = attention(
        call.q, call.k, call.v, call.allowed, bias=call.bias, empty_rows="zero" if case.dead_rows else "raise",
        **call.settings,
    )  # fmt: skip
    assert output.dtype == (np.float64 if call.q.dtype == np.float64 else np.float32)
    expected = case.expected["Y"]
    output = output / 2 if case.name == HALVED else output
    close(in_format(as_given(case, output, expected), case), expected, case)
    if case.params.get("qk_matmul_output_mode") == 3:
        close(in_format(weights, case), case.expected["qk_matmul_output"], case)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_trace_gives_the_output_of_the_operator_and_its_intermediate(case: Case) -> None:
    call, expected = call_of(case), case.expected["Y"]
    in_heads = expected if expected.ndim == 4 else split(expected, call.q.shape[1])
    for batch in range(len(call.q)):
        live = live_rows(call, batch)
        if not live.any():
            continue
        traced = trace(scenario_of(call, batch, live))
        output = traced.output / 2 if case.name == HALVED else traced.output
        assert output.dtype == traced.scenario.dtype
        close(in_format(output, case), side_by_side(in_heads[batch][:, live]), case)
        if "qk_matmul_output" in case.expected:
            inner = intermediate(traced, case.params.get("qk_matmul_output_mode", 0))
            close(in_format(inner, case), case.expected["qk_matmul_output"][batch][:, live], case)


@pytest.mark.parametrize("case", [case for case in CASES if case.dead_rows], ids=str)
def test_a_query_that_sees_no_key_has_no_output_and_is_refused_by_attention_and_trace(case: Case) -> None:
    call = call_of(case)
    expected = case.expected["Y"]
    dead = ~call.pairs.any(axis=-1)
    assert dead.any()
    assert not expected[dead].any()
    with pytest.raises(HiddenRow):
        attention(call.q, call.k, call.v, call.allowed, bias=call.bias, **call.settings)
    batch = int(np.argmax(dead.any(axis=(1, 2))))
    traced = trace(scenario_of(call, batch, np.ones(call.q.shape[2], bool)))
    problem = traced.compute()
    assert isinstance(problem, HiddenRow)
    assert problem.where.row in np.flatnonzero(dead[batch].any(axis=0))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_causal_masks_windows_and_padding_under_their_names_hide_what_the_operator_hides(case: Case) -> None:
    call = call_of(case)
    queries, keys = call.q.shape[2], call.k.shape[2]
    for batch in range(len(call.q)):
        mask = named_mask(case, call, batch)
        if mask is not None:
            shape = (len(call.q), 1, queries, keys)
            expected = np.ones(shape, bool) if call.allowed is None else np.broadcast_to(call.allowed, shape)
            np.testing.assert_array_equal(mask.allowed(queries, keys), expected[batch, 0])


@pytest.mark.parametrize("case", PAST, ids=str)
def test_the_present_is_the_past_with_the_new_keys_and_values(case: Case) -> None:
    call = call_of(case)
    np.testing.assert_array_equal(call.k, case.expected["present_key"])
    np.testing.assert_array_equal(call.v, case.expected["present_value"])


@pytest.mark.parametrize("case", [case for case in PAST if case.params.get("is_causal")], ids=str)
def test_decoding_after_a_past_gives_the_output_of_the_operator(case: Case) -> None:
    call = call_of(case)
    batch = len(call.q) - 1
    mask = named_mask(case, call, batch)
    if mask is None:  # more new keys than queries: nobody decodes so
        assert call.k.shape[2] != call.offset[batch] + call.q.shape[2]
        return
    scenario: Scenario = replace(scenario_of(call, batch, np.ones(call.q.shape[2], bool)), mask=mask)
    steps = decode(scenario)
    assert steps[0].cached == case.given["past_key"].shape[2]
    close(np.concatenate([step.head_output for step in steps], axis=1), case.expected["Y"][batch], case)


def live_rows(call: Call, batch: int) -> np.ndarray:
    """(T,): the queries that see a key in every head."""
    return call.pairs[batch].any(axis=-1).all(axis=0)


def intermediate(traced: Trace, mode: int) -> np.ndarray:
    """What the operator calls raw (scaled already), after softcap, after the mask, and weights."""
    if mode == 3:
        return traced.weights
    if mode == 2:
        return traced.masked
    name = "capped" if mode == 1 and "capped" in traced.stages else "scaled"
    return getattr(traced, name)
