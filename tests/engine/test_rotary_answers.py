"""Rotary positions: the 8 cases of PyTorch and transformers, and the 8 of the ONNX operator RotaryEmbedding."""

from __future__ import annotations

import numpy as np
import pytest
from answers import Case, onnx_cases, side_by_side, split, torch_cases
from onnx_scenarios import close as close_to_onnx

from attnviz import Direct, Rotary, Scenario, trace
from attnviz.engine.rotation import turned_by

ROPE, ONNX = torch_cases("rope"), onnx_cases("RotaryEmbedding")


def test_each_collection_holds_8_cases() -> None:
    assert (len(ROPE), len(ONNX)) == (8, 8)


@pytest.mark.parametrize("case", ROPE, ids=str)
def test_queries_keys_and_scores_are_those_of_transformers(case: Case) -> None:
    traced = trace(rope_scenario(case, "float64"))
    for stage, name in (("rotated_queries", "Q_rot"), ("rotated_keys", "K_rot"), ("scores", "scores")):
        tolerance = case.tolerance
        np.testing.assert_allclose(getattr(traced, stage), case.expected[name], rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("case", ROPE, ids=str)
def test_float32_comes_as_near_as_float32_can(case: Case) -> None:
    traced = trace(rope_scenario(case, "float32"))
    assert traced.rotated_queries.dtype == np.float32
    tolerance = max(case.tolerance, 3e-6)
    np.testing.assert_allclose(traced.rotated_keys, case.expected["K_rot"], rtol=tolerance, atol=tolerance)


def rope_scenario(case: Case, dtype: str) -> Scenario:
    queries, keys = case.given["Q"], case.given["K"]
    rotary = Rotary(case.params["style"], case.params["base"], case.params["pos0"])
    inputs = Direct(side_by_side(queries), side_by_side(keys), side_by_side(keys))
    return Scenario(inputs, heads=len(queries), positions=rotary, dtype=dtype)


@pytest.mark.parametrize("case", ONNX, ids=str)
def test_the_cosines_and_sines_of_the_operator_turn_its_input(case: Case) -> None:
    vectors, cos, sin = given(case)
    rotary, expected = rotary_of(case), as_heads(case, case.expected["output"])
    for batch in np.ndindex(vectors.shape[:2]):
        got = turned_by(vectors[batch], cos[batch[0]], sin[batch[0]], rotary)
        assert got.dtype == np.float32
        close_to_onnx(got, expected[batch], case)


@pytest.mark.parametrize("case", ONNX, ids=str)
def test_a_scenario_turns_each_row_by_the_angles_of_the_operator(case: Case) -> None:
    # The operator's cosines and sines are random, so each pair also grows by the length of (cos, sin).
    vectors, cos, sin = given(case)
    expected = as_heads(case, case.expected["output"])
    rotary, width = rotary_of(case), 2 * cos.shape[-1]
    for batch, row in np.ndindex(cos.shape[:2]):
        grown = vectors[batch, :, row].astype(np.float64)  # (h, d)
        length = np.hypot(cos[batch, row], sin[batch, row])
        grown[:, :width] *= np.repeat(length, 2) if rotary.pairing == "interleaved" else np.tile(length, 2)
        angles = tuple(np.arctan2(sin[batch, row], cos[batch, row]).tolist())
        turning = Rotary(rotary.pairing, start=1, width=rotary.width, frequencies=angles)
        whole = Direct(grown.reshape(1, -1), grown.reshape(1, -1), np.ones((1, len(grown))))
        traced = trace(Scenario(whole, heads=len(grown), positions=turning))
        for stage in (traced.rotated_queries, traced.rotated_keys):
            close_to_onnx(stage[:, 0].astype(np.float32), expected[batch, :, row], case)


def given(case: Case) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The input as (B, h, n, d), and the cosines and sines of each row, (B, n, width/2)."""
    cos, sin = case.given["cos_cache"], case.given["sin_cache"]
    if "position_ids" in case.given:
        cos, sin = cos[case.given["position_ids"]], sin[case.given["position_ids"]]
    return as_heads(case, case.given["input"]), cos, sin


def as_heads(case: Case, values: np.ndarray) -> np.ndarray:
    return values if values.ndim == 4 else split(values, case.params["num_heads"])


def rotary_of(case: Case) -> Rotary:
    pairing = "interleaved" if case.params.get("interleaved") else "half"
    return Rotary(pairing, width=case.params.get("rotary_embedding_dim") or None)
