"""The numbers of PyTorch's attention, layer by layer, from the call and from the trace."""

from __future__ import annotations

import numpy as np
import pytest
from answers import Case, all_torch_cases, split, torch_cases
from torch_scenarios import (
    additive,
    close,
    core_scenario,
    flex_scenario,
    head_scenario,
    layer_scenario,
    mha_scenario,
    pairs_of,
    settings_of,
    visible,
)

from attnviz import Direct, HiddenRow, Scenario, Trace, attention, trace
from attnviz.engine.softmax import softmax


def test_the_collection_is_complete() -> None:
    kinds = ("core", "flex", "mha", "layer", "softmax", "decode", "rope", "long")
    counted = {kind: len(torch_cases(kind)) for kind in kinds}
    assert counted == dict(zip(kinds, (66, 32, 36, 28, 14, 10, 8, 6), strict=True))
    assert len(set(all_torch_cases())) == sum(counted.values()) == 200


PLAIN = (*torch_cases("core"), *torch_cases("flex"))


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_attention_gives_the_outputs_and_weights_of_scaled_dot_product_attention(case: Case) -> None:
    given = case.given
    output, weights = attention(
        given["Q"], given["K"], given["V"], visible(case), bias=additive(case),
        empty_rows="zero" if case.dead_rows else "raise", **settings_of(case),
    )  # fmt: skip
    close(output, case.expected["Y"], case)
    close(weights, case.expected["weights"], case)


@pytest.mark.parametrize("case", [case for case in PLAIN if case.dead_rows], ids=str)
def test_attention_and_trace_refuse_a_row_that_sees_no_key_unless_told_otherwise(case: Case) -> None:
    with pytest.raises(HiddenRow):
        attention(*(case.given[name] for name in "QKV"), visible(case), bias=additive(case), **settings_of(case))
    if case.kind == "flex":
        with pytest.raises(HiddenRow) as caught:
            trace(flex_scenario(case, 0)).at("weights")
        assert caught.value.where.row == int(np.argmin(pairs_of(case, 0)[0].any(axis=-1)))


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_trace_gives_the_weights_and_heads_of_scaled_dot_product_attention(case: Case) -> None:
    for batch in range(case.given["Q"].shape[0]):
        pairs = pairs_of(case, batch)
        for head, live in enumerate(pairs.any(axis=-1)):
            assert not case.expected["weights"][batch, head][~live].any()
            if live.any():
                traced = trace(head_scenario(case, batch, head, live))
                close(traced.weights[0], case.expected["weights"][batch, head][live], case)
                close(traced.head_output[0], case.expected["Y"][batch, head][live], case)
                close(log_sums(traced)[0], case.expected["lse"][batch, head][live], case)


@pytest.mark.parametrize("case", torch_cases("core"), ids=str)
def test_trace_gives_all_heads_at_once_with_masks_under_their_names(case: Case) -> None:
    for batch in range(case.given["Q"].shape[0]):
        pairs = pairs_of(case, batch)
        live = (pairs.any(axis=-1)).all(axis=0)
        if not live.all():
            with pytest.raises(HiddenRow):
                trace(core_scenario(case, batch, pairs, np.full(live.shape, True))).at("weights")
        if not live.any():
            continue
        traced = trace(core_scenario(case, batch, pairs, live))
        close(traced.weights, case.expected["weights"][batch][:, live], case)
        close(traced.head_output, case.expected["Y"][batch][:, live], case)
        close(log_sums(traced), case.expected["lse"][batch][:, live], case)


@pytest.mark.parametrize("case", [case for case in torch_cases("flex") if not case.dead_rows], ids=str)
def test_trace_gives_softcap_ALiBi_and_windows_under_their_names(case: Case) -> None:
    for batch in range(case.given["Q"].shape[0]):
        traced = trace(flex_scenario(case, batch))
        close(traced.weights, case.expected["weights"][batch], case)
        close(traced.head_output, case.expected["Y"][batch], case)
        close(log_sums(traced), case.expected["lse"][batch], case)


@pytest.mark.parametrize("case", torch_cases("mha"), ids=str)
def test_attention_between_projections_is_multi_head_attention(case: Case) -> None:
    given, heads = case.given, case.params["H"]
    keys = given.get("X_k", given["X"])
    values = given.get("X_v", keys)
    q, k, v = (
        split(rows @ given[f"W_{letter}"] + given.get(f"b_{letter}", 0), heads)
        for rows, letter in ((given["X"], "Q"), (keys, "K"), (values, "V"))
    )
    output, weights = attention(q, k, v, visible(case), bias=additive(case))
    close(weights, case.expected["weights"], case)
    columns = np.swapaxes(output, -2, -3).reshape(*given["X"].shape[:2], -1)
    close(columns @ given["W_O"] + given.get("b_O", 0), case.expected["Y"], case)


@pytest.mark.parametrize("case", torch_cases("mha"), ids=str)
def test_trace_gives_the_weights_and_output_of_multi_head_attention(case: Case) -> None:
    for batch in range(case.given["X"].shape[0]):
        traced = trace(mha_scenario(case, batch))
        close(traced.weights, case.expected["weights"][batch], case)
        close(traced.output, case.expected["Y"][batch], case)


@pytest.mark.parametrize("case", torch_cases("layer"), ids=str)
def test_trace_gives_every_intermediate_of_a_layer(case: Case) -> None:
    scenario, live = layer_scenario(case)
    traced = trace(scenario)
    rows = live if live.any() else ~live
    close(traced.queries, case.expected["Q"][:, rows], case)
    close(traced.keys, case.expected["K"], case)
    close(traced.values, case.expected["V"], case)
    if live.any():
        close(traced.weights, case.expected["weights"][:, live], case)
        close(traced.head_output, case.expected["heads"][:, live], case)
        close(traced.concatenated, case.expected["concat"][live], case)
        close(traced.output, case.expected["Y"][live], case)


@pytest.mark.parametrize("case", [case for case in torch_cases("layer") if case.dead_rows], ids=str)
def test_trace_refuses_a_layer_with_a_row_that_sees_no_key(case: Case) -> None:
    expected = case.expected["weights"]
    with pytest.raises(HiddenRow) as caught:
        trace(layer_scenario(case, whole=True)[0]).at("output")
    assert caught.value.where.row == int(np.argmin(expected.sum(axis=-1).all(axis=0)))


@pytest.mark.parametrize("case", torch_cases("layer"), ids=str)
def test_attention_gives_the_heads_of_a_layer(case: Case) -> None:
    expected = case.expected
    output, weights = attention(
        expected["Q"], expected["K"], expected["V"], visible(case), empty_rows="zero" if case.dead_rows else "raise"
    )
    close(weights, expected["weights"], case)
    close(output, expected["heads"], case)


@pytest.mark.parametrize("case", torch_cases("softmax"), ids=str)
def test_softmax_gives_the_probabilities_of_torch(case: Case) -> None:
    close(softmax(case.given["Z"] / case.params["temperature"]), case.expected["P"], case)


@pytest.mark.parametrize("case", torch_cases("softmax"), ids=str)
def test_attention_and_trace_read_scores_given_as_a_bias(case: Case) -> None:
    scores, temperature = case.given["Z"], case.params["temperature"]
    queries, keys = scores.shape
    q, k, v = np.zeros((queries, 1)), np.zeros((keys, 1)), np.eye(keys)
    output, weights = attention(q, k, v, bias=scores, temperature=temperature)
    traced = trace(Scenario(Direct(q, k, v), bias=scores, temperature=temperature))
    for values in (output, weights, traced.weights[0], traced.output):
        close(values, case.expected["P"], case)
    close(log_sums(traced)[0], case.expected["lse"], case)


def log_sums(traced: Trace) -> np.ndarray:
    """(h, T): log Σ exp(score) over the visible keys, from the exponentials, shifted or not."""
    rows = []
    for head in range(traced.sizes.heads):
        top = traced.at("masked", head).max(axis=1) if traced.shifted(head) else 0.0
        rows.append(np.log(traced.at("exponentials", head).sum(axis=1)) + top)
    return np.stack(rows)
