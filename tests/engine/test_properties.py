"""What is true of attention whatever the numbers are."""

from __future__ import annotations

import numpy as np
import pytest
from answers import side_by_side, split
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import SIZES, hides_a_row, scenarios

from attnviz import Alibi, GivenWeights, HiddenRow, Rotary, Scenario, attention, trace
from attnviz.engine.mask import causal
from attnviz.engine.pencil import rounded
from attnviz.engine.softmax import softmax

WIDE = st.floats(-1e3, 1e3, allow_subnormal=False)


@st.composite
def score_rows(draw: st.DrawFn) -> np.ndarray:
    """(T, S) of any scores, with −∞ where a key is hidden, but never in a whole row."""
    rows, columns = draw(SIZES), draw(SIZES)
    scores = np.array(draw(st.lists(WIDE, min_size=rows * columns, max_size=rows * columns))).reshape(rows, columns)
    hidden = np.array(draw(st.lists(st.booleans(), min_size=scores.size, max_size=scores.size))).reshape(scores.shape)
    hidden[:, draw(st.integers(0, columns - 1))] = False
    return np.where(hidden, -np.inf, scores)


@given(score_rows())
def test_rows_of_softmax_sum_to_one(scores: np.ndarray) -> None:
    np.testing.assert_allclose(softmax(scores).sum(axis=-1), 1, rtol=1e-15 * scores.shape[1] * 4)


@given(score_rows(), WIDE)
def test_adding_a_constant_to_a_row_of_scores_changes_no_weight(scores: np.ndarray, constant: float) -> None:
    np.testing.assert_allclose(softmax(scores + constant), softmax(scores), rtol=1e-11, atol=1e-12)


@given(score_rows())
def test_a_hidden_key_has_weight_exactly_zero(scores: np.ndarray) -> None:
    assert np.all(softmax(scores)[np.isneginf(scores)] == 0.0)


@given(scenarios(kinds="pd", exact=True))
def test_a_hidden_key_has_weight_exactly_zero_in_the_trace(scenario: Scenario) -> None:
    assume(not hides_a_row(scenario))
    traced = trace(scenario)
    hidden = ~scenario.mask.allowed(scenario.sizes.T, scenario.sizes.S)
    assert np.all(traced.weights[:, hidden] == 0.0)
    assert np.all(traced.exponentials[:, hidden] == 0.0)


@given(scenarios(exact=True))
def test_rows_of_weights_sum_to_one_in_the_trace(scenario: Scenario) -> None:
    assume(not hides_a_row(scenario))
    np.testing.assert_allclose(trace(scenario).weights.sum(axis=-1), 1, rtol=1e-14)


@given(scenarios(kinds="pd", exact=True), st.randoms(use_true_random=False))
def test_permuting_keys_permutes_weights_and_leaves_the_output(scenario: Scenario, random: object) -> None:
    assume(not hides_a_row(scenario))
    traced = trace(scenario)
    order = np.random.default_rng(random.getrandbits(32)).permutation(scenario.sizes.S)  # type: ignore[attr-defined]
    allowed = scenario.mask.allowed(scenario.sizes.T, scenario.sizes.S)
    q, k, v = traced.queries, traced.keys, traced.values
    settings = {"scale": scenario.factor, "temperature": scenario.temperature, "softcap": scenario.softcap}
    bias = scenario.bias
    output, weights = attention(q, k, v, allowed, bias=bias, **settings)
    moved = attention(
        q, k[:, order], v[:, order], allowed[:, order], bias=None if bias is None else bias[..., order], **settings
    )
    np.testing.assert_allclose(moved[1], weights[..., order], rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(moved[0], output, rtol=1e-12, atol=1e-13)


def bias_of(scenario: Scenario) -> np.ndarray | None:
    """The bias and ALiBi's penalties together, by their formula."""
    if not isinstance(scenario.positions, Alibi):
        return scenario.bias
    T, S, H = scenario.sizes.T, scenario.sizes.S, scenario.heads
    slopes = scenario.positions.slopes or [2 ** (-8 * (h + 1) / H) for h in range(H)]
    by_distance = [[[slope * (j - i - (S - T)) for j in range(S)] for i in range(T)] for slope in slopes]
    return np.array(by_distance) + (0 if scenario.bias is None else scenario.bias)


@given(scenarios(kinds="pd", hide=True))
def test_trace_agrees_with_attention(scenario: Scenario) -> None:
    assume(scenario.pencil is None)
    traced = trace(scenario)
    allowed = scenario.mask.allowed(scenario.sizes.T, scenario.sizes.S)
    turned = isinstance(scenario.positions, Rotary)
    q, k = (traced.rotated_queries, traced.rotated_keys) if turned else (traced.queries, traced.keys)
    call = (q, k, traced.values, allowed)
    settings = {
        "scale": scenario.factor,
        "temperature": scenario.temperature,
        "softcap": scenario.softcap,
        "bias": bias_of(scenario),
    }
    if hides_a_row(scenario):
        for compute in (lambda: attention(*call, **settings), lambda: traced.at("output")):
            with pytest.raises(HiddenRow):
                compute()
        return
    output, weights = attention(*call, **settings)
    close = {"rtol": 1e-12, "atol": 1e-13} if scenario.dtype == "float64" else {"rtol": 1e-4, "atol": 1e-5}
    np.testing.assert_allclose(traced.weights, weights, **close)
    np.testing.assert_allclose(traced.head_output, output, **close)
    assert weights.dtype == traced.weights.dtype == scenario.dtype


@given(scenarios(exact=True))
def test_heads_stand_side_by_side_and_W_O_mixes_them(scenario: Scenario) -> None:
    assume(not hides_a_row(scenario))
    assume(scenario.sizes.d_v is not None)
    traced = trace(scenario)
    np.testing.assert_array_equal(traced.concatenated, side_by_side(traced.head_output))
    np.testing.assert_array_equal(split(traced.concatenated, scenario.heads), traced.head_output)
    W_O, b_O = getattr(scenario.inputs, "W_O", None), getattr(scenario.inputs, "b_O", None)
    expected = traced.concatenated if W_O is None else traced.concatenated @ W_O
    np.testing.assert_allclose(traced.output, expected if b_O is None else expected + b_O, rtol=1e-13, atol=1e-14)


@given(scenarios())
def test_every_stage_is_finite_but_for_hidden_keys(scenario: Scenario) -> None:
    traced = trace(scenario)
    traced.compute()
    for name in traced.stages:
        for head in range(scenario.heads):
            values = traced.peek(name, head)
            if values is not None:
                may_hide = name in ("biased", "tempered", "masked")
                assert np.all(np.isfinite(values) | (may_hide & np.isneginf(values)))


@given(SIZES, SIZES)
def test_a_top_left_causal_mask_shows_key_j_to_query_i_from_j_on(queries: int, keys: int) -> None:
    expected = [[j <= i for j in range(keys)] for i in range(queries)]
    assert causal(queries, keys).tolist() == expected


@given(SIZES, SIZES)
def test_a_bottom_right_causal_mask_lets_the_last_query_see_the_last_key(queries: int, keys: int) -> None:
    expected = [[j <= i + keys - queries for j in range(keys)] for i in range(queries)]
    assert causal(queries, keys, "bottom_right").tolist() == expected


@given(scenarios(kinds="pd"))
def test_masks_compose(scenario: Scenario) -> None:
    size, mask = scenario.sizes, scenario.mask
    allowed = mask.allowed(size.T, size.S)
    for query in range(size.T):
        for key in range(size.S):
            shift = size.S - size.T if mask.alignment == "bottom_right" else 0
            by_causal = not mask.causal or key <= query + shift
            by_custom = mask.custom is None or mask.custom[query, key]
            left, right = (np.inf if side is None else side for side in mask.window or (None, None))
            by_window = -right <= query + size.S - size.T - key <= left
            assert allowed[query, key] == (by_causal and by_custom and by_window and key not in mask.padding)


@given(scenarios(kinds="w"))
def test_given_weights_are_shown_as_they_are_but_for_the_pencil(scenario: Scenario) -> None:
    assert isinstance(scenario.inputs, GivenWeights)
    given, pencil = scenario.inputs.weights, scenario.pencil
    np.testing.assert_array_equal(trace(scenario).exact.weights, given)
    np.testing.assert_array_equal(trace(scenario).weights, given if pencil is None else rounded(given, pencil))
