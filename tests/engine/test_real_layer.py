"""One layer of a real model, whole and one head of it, against the numbers of another implementation in float64."""

from __future__ import annotations

import numpy as np
from answers import real, side_by_side, split

from attnviz import Projected, Scenario, attention, trace

LEAST = {"rtol": 0, "atol": 1e-12}


def test_the_real_head_has_the_weights_and_output_of_the_model() -> None:
    stored = real("real_minilm_L3H1")
    biases = {name: stored[name] for name in ("b_Q", "b_K", "b_V")}
    traced = trace(Scenario(Projected(stored["X"], stored["W_Q"], stored["W_K"], stored["W_V"], **biases)))
    np.testing.assert_allclose(traced.weights[0], stored["weights"], **LEAST)
    np.testing.assert_allclose(traced.output, stored["out"], **LEAST)


def test_in_the_real_head_it_looks_at_the_trophy_more_than_at_the_suitcase() -> None:
    stored = real("real_minilm_L3H1")
    tokens = tuple(str(token) for token in stored["tokens"])
    biases = {name: stored[name] for name in ("b_Q", "b_K", "b_V")}
    scenario = Scenario(Projected(stored["X"], stored["W_Q"], stored["W_K"], stored["W_V"], **biases), tokens=tokens)
    row = trace(scenario).at("weights")[scenario.query_labels.index("it")]
    assert round(float(row[scenario.key_labels.index("trophy")]), 3) == 0.574
    assert round(float(row[scenario.key_labels.index("suitcase")]), 3) == 0.252


def test_the_real_layer_has_the_weights_heads_and_output_of_the_model() -> None:
    stored = real("real_minilm_L3")
    matrices = {name: stored[name] for name in ("X", "W_Q", "W_K", "W_V", "W_O", "b_Q", "b_K", "b_V", "b_O")}
    traced = trace(Scenario(Projected(**matrices), heads=int(stored["heads"])))
    np.testing.assert_allclose(traced.weights, stored["weights"], **LEAST)
    np.testing.assert_allclose(traced.concatenated, stored["concat"], **LEAST)
    np.testing.assert_allclose(traced.output, stored["Y"], **LEAST)


def test_attention_gives_the_heads_of_the_real_layer() -> None:
    stored = {name: values.astype(np.float64) for name, values in real("real_minilm_L3").items() if name != "tokens"}
    q, k, v = (split(stored["X"] @ stored[f"W_{letter}"] + stored[f"b_{letter}"], 12) for letter in "QKV")
    output, weights = attention(q, k, v)
    np.testing.assert_allclose(weights, stored["weights"], **LEAST)
    np.testing.assert_allclose(side_by_side(output), stored["concat"], **LEAST)


def test_a_float32_layer_stays_float32_and_close() -> None:
    stored = real("real_minilm_L3")
    matrices = {name: stored[name] for name in ("X", "W_Q", "W_K", "W_V", "W_O", "b_Q", "b_K", "b_V", "b_O")}
    traced = trace(Scenario(Projected(**matrices), heads=12, dtype="float32"))
    assert traced.output.dtype == np.float32
    np.testing.assert_allclose(traced.output, stored["Y"], rtol=0, atol=2e-6)
