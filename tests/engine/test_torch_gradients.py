"""The gradients of PyTorch's attention, layer by layer, and of its softmax, from the analytic reverse pass."""

from __future__ import annotations

import numpy as np
import pytest
from answers import Case, side_by_side, torch_cases
from torch_scenarios import (
    close,
    core_scenario,
    flex_scenario,
    head_scenario,
    layer_scenario,
    mha_scenario,
    pairs_of,
)

from attnviz import Direct, Scenario, gradients, trace
from attnviz.engine.cells import Cell
from attnviz.engine.influence import partials


@pytest.mark.parametrize("case", [*torch_cases("core"), *torch_cases("flex")], ids=str)
def test_queries_keys_and_values_have_the_gradients_of_scaled_dot_product_attention(case: Case) -> None:
    heads, kv_heads = case.params["H"], case.params["H_kv"]
    for batch in range(case.given["Q"].shape[0]):
        pairs = pairs_of(case, batch)
        found = {name: np.zeros_like(case.given[name][batch]) for name in "QKV"}
        for head, live in enumerate(pairs.any(axis=-1)):
            if live.any():
                each = gradients(head_scenario(case, batch, head, live), case.given["dY"][batch, head][live])
                found["Q"][head][live] = each["Q"]
                found["K"][head * kv_heads // heads] += each["K"]
                found["V"][head * kv_heads // heads] += each["V"]
        for name in "QKV":
            close(found[name], case.expected[f"d{name}"][batch], case)


@pytest.mark.parametrize("case", [case for case in torch_cases("core") if not case.dead_rows], ids=str)
def test_gradients_of_all_heads_at_once_are_those_too(case: Case) -> None:
    for batch in range(case.given["Q"].shape[0]):
        pairs = pairs_of(case, batch)
        scenario = core_scenario(case, batch, pairs, np.full(pairs.shape[1], True))
        found = gradients(scenario, side_by_side(case.given["dY"][batch]))
        for name in "QKV":
            close(found[name], side_by_side(case.expected[f"d{name}"][batch]), case)


@pytest.mark.parametrize("case", [case for case in torch_cases("flex") if not case.dead_rows], ids=str)
def test_softcap_ALiBi_and_windows_under_their_names_pass_gradients_as_flex_attention(case: Case) -> None:
    for batch in range(case.given["Q"].shape[0]):
        found = gradients(flex_scenario(case, batch), side_by_side(case.given["dY"][batch]))
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
    expected = case.expected
    if not live.any():  # b_O is all that a query that sees no key hands on
        assert all(not values.any() for name, values in expected.items() if name.startswith("d") and name != "db_O")
        if "db_O" in expected:
            close(case.given["dY"].sum(axis=0), expected["db_O"], case)
        return
    found = gradients(scenario, case.given["dY"][live])
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
