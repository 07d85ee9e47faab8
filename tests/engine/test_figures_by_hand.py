"""The figures that a person gets with pencil and paper, for every small example that the lessons use."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from answers import figures

from attnviz import Direct, GivenWeights, Mask, Projected, Scenario, attention, trace
from attnviz.engine.softmax import softmax


def by_hand(**settings: Any) -> Scenario:
    given = figures()["by_hand"]
    return Scenario(Projected(given["X"], given["W_Q"], given["W_K"], given["W_V"]), **settings)


def equal(got: Any, expected: Any) -> None:
    np.testing.assert_allclose(got, expected, rtol=0, atol=1e-9)


def test_values_under_given_weights_mix_to_the_output() -> None:
    given = figures()["mixture"]
    equal(trace(Scenario(GivenWeights([[given["weights"]]], given["values"]))).output, [given["output"]])


@pytest.mark.parametrize(
    ("stage", "figure"),
    [
        ("queries", "Q"),
        ("keys", "K"),
        ("values", "V"),
        ("scores", "scores"),
        ("scaled", "scaled"),
        ("masked", "scaled"),
        ("exponentials", "exp"),
        ("weights", "weights"),
        ("head_output", "output"),
        ("concatenated", "output"),
        ("output", "output"),
    ],
)
def test_every_stage_of_the_example_by_hand(stage: str, figure: str) -> None:
    equal(trace(by_hand()).at(stage), figures()["by_hand"][figure])


def test_attention_gives_the_weights_and_output_of_the_example_by_hand() -> None:
    given = figures()["by_hand"]
    output, weights = attention(given["Q"], given["K"], given["V"])
    equal(weights, given["weights"])
    equal(output, given["output"])


def test_the_causal_mask_gives_the_causal_weights_and_output() -> None:
    traced = trace(by_hand(mask=Mask(causal=True)))
    equal(traced.at("weights"), figures()["by_hand"]["causal_weights"])
    equal(traced.output, figures()["by_hand"]["causal_output"])


def test_attention_with_a_causal_mask_gives_the_causal_weights_and_output() -> None:
    given = figures()["by_hand"]
    output, weights = attention(given["Q"], given["K"], given["V"], np.tri(3, dtype=bool))
    equal(weights, given["causal_weights"])
    equal(output, given["causal_output"])


def test_hiding_a_weight_after_softmax_would_leave_less_than_one() -> None:
    row = trace(by_hand()).at("weights")[1]
    equal(row[:2].sum(), figures()["by_hand"]["mask_after_softmax_row2_sum"])


@pytest.mark.parametrize(
    ("stage", "figure"), [("scaled", "scaled"), ("exponentials", "exp"), ("weights", "weights"), ("output", "output")]
)
def test_pencil_with_three_decimals_gives_the_chain_of_rounded_numbers(stage: str, figure: str) -> None:
    equal(trace(by_hand(pencil=3)).at(stage)[1], figures()["by_hand"]["pencil_3_decimals_row2"][figure])


def test_pencil_exponentials_add_up_to_the_rounded_sum() -> None:
    row = trace(by_hand(pencil=3)).at("exponentials")[1]
    equal(row.sum(), figures()["by_hand"]["pencil_3_decimals_row2"]["sum"])


def test_the_trace_with_pencil_knows_the_exact_result() -> None:
    equal(trace(by_hand(pencil=3)).exact.output, figures()["by_hand"]["output"])


def test_one_query_all_the_way() -> None:
    given = figures()["one_query"]
    traced = trace(Scenario(Direct([given["q"]], given["keys"], given["values"])))
    equal(traced.at("scores"), [given["scores"]])
    equal(traced.at("weights"), [given["weights"]])
    equal(traced.output, [given["output"]])


def test_the_first_query_under_a_causal_mask_sees_only_itself() -> None:
    given = figures()["one_query"]
    traced = trace(Scenario(Direct([given["q"]], given["keys"], given["values"]), mask=Mask(causal=True)))
    equal(traced.at("weights"), [[1, 0, 0]])
    equal(traced.output, [given["values"][0]])


@pytest.mark.parametrize("degrees", ["0", "30", "45", "90", "180"])
def test_a_query_turned_by_an_angle(degrees: str) -> None:
    given = figures()["turn_the_query"]
    angle = np.deg2rad(float(degrees))
    scenario = Scenario(Direct([[np.cos(angle), np.sin(angle)]], given["keys"], given["values"]))
    equal(trace(scenario).at("weights"), [given["degrees"][degrees]["weights"]])
    equal(trace(scenario).output, [given["degrees"][degrees]["output"]])


@pytest.mark.parametrize(
    ("scores", "figure"),
    [([8, 0, -8], "scores_8_0_-8"), ([1, 0, -1], "scores_1_0_-1"), ([8, -8], "scores_8_-8"), ([1, -1], "scores_1_-1")],
)
def test_large_scores_saturate_and_small_ones_do_not(scores: list[float], figure: str) -> None:
    equal(softmax(np.array([scores], dtype=np.float64)), [figures()["saturation"][figure]])


@pytest.mark.parametrize(("scores", "figure"), [([8, -8], "slope_8_-8"), ([1, -1], "slope_1_-1")])
def test_the_slope_of_a_saturated_weight_is_nearly_flat(scores: list[float], figure: str) -> None:
    weight = softmax(np.array([scores], dtype=np.float64))[0, 0]
    np.testing.assert_allclose(weight * (1 - weight), figures()["saturation"][figure], rtol=1e-8)


def test_raw_scores_without_scaling() -> None:
    raw = Scenario(Direct([[1], [1], [1]], [[1], [2], [3]], np.eye(3)), scale=False)
    equal(trace(raw).at("weights"), [figures()["raw_scores_1_2_3"]["weights"]] * 3)
    masked = replace(raw, mask=Mask(padding=(2,)))
    equal(trace(masked).at("weights"), [figures()["raw_scores_1_2_3"]["third_masked"]] * 3)


def test_eight_heads_of_512_are_64_wide_and_hold_four_square_matrices() -> None:
    square = np.zeros((512, 512))
    scenario = Scenario(Projected(np.zeros((1, 512)), square, square, square, square), heads=8)
    given = figures()["shapes_512_8"]
    assert scenario.sizes.d_k == given["d_k"]
    matrices = [values for name, values in scenario.inputs.items() if name.startswith("W_")]
    assert sum(values.size for values in matrices) == given["parameters"]


@pytest.mark.parametrize("tokens", ["1000", "2000", "4096"])
def test_scores_for_each_head_grow_with_the_square_of_the_tokens(tokens: str) -> None:
    size = Scenario(Direct(*[np.ones((int(tokens), 1))] * 3)).sizes
    scores = size.T * size.S
    assert scores == figures()["scores_per_head"][tokens]
