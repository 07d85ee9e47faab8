"""The gradients of PyTorch's attention, layer by layer, and of its softmax, from the analytic reverse pass."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from answers import Case, side_by_side, torch_cases
from torch_scenarios import close, core_scenario, layer_scenario, mha_scenario, pairs_of

from attnviz import Direct, Mask, Scenario, gradients, trace
from attnviz.engine.cells import Cell
from attnviz.engine.influence import partials


@pytest.mark.parametrize("case", torch_cases("core"), ids=str)
def test_queries_keys_and_values_have_the_gradients_of_scaled_dot_product_attention(case: Case) -> None:
    for batch in range(case.given["Q"].shape[0]):
        pairs = pairs_of(case, batch)
        live = pairs.any(axis=-1).all(axis=0)
        if not live.any():
            continue
        found = gradients(core_scenario(case, batch, pairs, live), side_by_side(case.given["dY"][batch][:, live]))
        close(found["Q"], side_by_side(case.expected["dQ"][batch][:, live]), case)
        if (live == pairs.any(axis=-1).any(axis=0)).all():  # else PyTorch counts a query that is dead in one head only
            close(found["K"], side_by_side(case.expected["dK"][batch]), case)
            close(found["V"], side_by_side(case.expected["dV"][batch]), case)


@pytest.mark.parametrize("case", [case for case in torch_cases("flex") if not case.dead_rows], ids=str)
def test_softcap_position_bias_and_windows_pass_gradients_as_flex_attention(case: Case) -> None:
    for batch in range(case.given["Q"].shape[0]):
        scenario = _flex_scenario(case, batch)
        found = gradients(scenario, side_by_side(case.given["dY"][batch]))
        for name in "QKV":
            close(found[name], side_by_side(case.expected[f"d{name}"][batch]), case)


@pytest.mark.parametrize("case", torch_cases("mha"), ids=str)
def test_every_parameter_has_the_gradient_of_multi_head_attention(case: Case) -> None:
    each = [gradients(mha_scenario(case, batch), case.given["dY"][batch]) for batch in range(len(case.given["X"]))]
    expected = case.expected
    for batch, found in enumerate(each):
        close(found["X"], expected["dX"][batch], case)
    for name in ("W_Q", "W_O", "b_Q", "b_K", "b_V", "b_O"):
        if f"d{name}" in expected:
            close(sum(found[name] for found in each), expected[f"d{name}"], case)
    keys, values = sum(found["W_K"] for found in each), sum(found["W_V"] for found in each)
    if "X_v" in case.given:  # keys' and values' own sources stand side by side in one
        width = expected["dW_K"].shape[0]
        keys, values = keys[:width], values[width:]
    close(keys, expected["dW_K"], case)
    close(values, expected["dW_V"], case)


@pytest.mark.parametrize("case", torch_cases("layer"), ids=str)
def test_every_input_has_the_gradient_of_a_whole_layer(case: Case) -> None:
    scenario, live = layer_scenario(case)
    if not live.any():
        return
    found = gradients(scenario, case.given["dY"][live])
    expected = case.expected
    if not live.all() and "X_kv" not in case.given:  # dead queries still hand over keys and values
        total = found["source"].copy()
        total[live] += found["X"]
        close(total, expected["dX"], case)
    else:
        close(found["X"], expected["dX"][live], case)
    if "X_kv" in case.given:
        close(found["source"], expected["dX_kv"], case)
    for name in ("W_Q", "W_K", "W_V", "W_O", "b_Q", "b_K", "b_V"):
        if f"d{name}" in expected:
            close(found[name], expected[f"d{name}"], case)
    if "db_O" in expected:
        dead = case.given["dY"][~live].sum(axis=0)  # b_O is all that a dead query hands on there
        close(found["b_O"] + dead, expected["db_O"], case)


@pytest.mark.parametrize("case", torch_cases("softmax"), ids=str)
def test_scores_have_the_vector_jacobian_product_of_softmax(case: Case) -> None:
    scenario = _softmax_scenario(case)
    close(gradients(scenario, case.given["dP"])["bias"], case.expected["dZ"], case)


@pytest.mark.parametrize("case", torch_cases("softmax"), ids=str)
def test_the_partials_of_weights_are_the_full_jacobian_of_softmax(case: Case) -> None:
    traced = trace(_softmax_scenario(case))
    rows, columns = case.expected["P"].shape
    for row in range(rows):
        for column in range(columns):
            slopes = partials(traced, Cell("weights", 0, row, column))["bias"]
            expected = np.zeros((rows, columns))
            expected[row] = case.expected["J"][row, column]
            close(slopes, expected, case)


def _softmax_scenario(case: Case) -> Scenario:
    """Scores given as a bias on zeros, and values that hand on the weights themselves."""
    scores = case.given["Z"]
    rows, columns = scores.shape
    inputs = Direct(np.zeros((rows, 1)), np.zeros((columns, 1)), np.eye(columns))
    return Scenario(inputs, bias=scores, temperature=case.params["temperature"])


def _flex_scenario(case: Case, batch: int) -> Scenario:
    """One batch element; position biases and windows are written out by their formulas."""
    params = case.params
    scenario = core_scenario(case, batch, np.ones(case.expected["weights"].shape[1:], dtype=bool), np.array([True]))
    heads, T, S = case.expected["weights"].shape[1:]
    i, j = np.arange(T)[:, np.newaxis], np.arange(S)
    mask = Mask(causal="causal" in params, alignment=params.get("causal", "top_left"))
    if "window" in params:
        left, right = params["window"]
        distance = i + (S - T) - j
        mask = replace(mask, custom=(-right <= distance) & (distance <= left))
    bias = None
    if params.get("alibi"):
        bias = np.stack([2.0 ** (-8 * (head + 1) / heads) * (j - i - (S - T)) for head in range(heads)])
    return replace(scenario, softcap=params.get("softcap"), mask=mask, bias=bias)
