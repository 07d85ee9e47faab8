"""The trace: names, heads, laziness, and what it refuses."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from examples import two_heads

from attnviz import Direct, GivenWeights, HiddenRow, Mask, Projected, Scenario, trace
from attnviz.engine.errors import NoSuchStage, Overflow, Where
from attnviz.engine.stages import STAGES

X = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]


def test_stages_are_the_named_ones_in_reading_order() -> None:
    assert trace(two_heads()).stages == (
        "queries", "keys", "values", "scores", "scaled", "masked", "exponentials", "weights", "head_output",
        "concatenated", "output",
    )  # fmt: skip


def test_bracketed_stages_exist_only_where_they_are_used() -> None:
    used = two_heads(softcap=2.0, bias=np.zeros((3, 3)), temperature=2.0)
    assert set(trace(used).stages) - set(trace(two_heads()).stages) == {"capped", "biased", "tempered"}


def test_given_weights_have_no_stage_before_the_weights() -> None:
    assert trace(Scenario(GivenWeights([[[1.0]]]))).stages == ("weights",)
    with_values = Scenario(GivenWeights([[[1.0]]], [[2.0]]))
    assert trace(with_values).stages == ("weights", "head_output", "concatenated", "output")


def test_whole_arrays_lead_with_the_head_axis() -> None:
    traced = trace(two_heads())
    assert traced.weights.shape == (2, 3, 3)
    assert traced.concatenated.shape == (3, 4)
    np.testing.assert_array_equal(traced.weights[1], traced.at("weights", 1))


def test_keys_shared_by_query_heads_are_kept_once() -> None:
    scenario = Scenario(Direct(np.ones((2, 4)), np.ones((3, 2)), np.ones((3, 1))), heads=2, kv_heads=1)
    traced = trace(scenario)
    assert traced.keys.shape == (1, 3, 2)
    assert traced.at("keys", 0) is traced.at("keys", 1)


def test_an_array_of_the_trace_cannot_be_written_to() -> None:
    traced = trace(two_heads())
    for name in traced.stages:
        for values in (traced.at(name, 1), getattr(traced, name)):
            assert not values.flags.writeable


def test_whole_arrays_are_computed_once() -> None:
    traced = trace(two_heads())
    assert traced.weights is traced.weights


def test_peek_gives_none_until_a_stage_is_computed() -> None:
    traced = trace(two_heads())
    assert traced.peek("weights", 0) is None
    assert traced.at("weights", 0) is traced.peek("weights", 0)
    assert traced.peek("weights", 1) is None


def test_inputs_are_read_by_their_own_names_and_a_bias_is_one_row() -> None:
    scenario = Scenario(Projected([[1.0]], [[2.0]], [[3.0]], [[4.0]], b_Q=[5.0]))
    traced = trace(scenario)
    assert traced.at("W_Q").tolist() == [[2.0]]
    assert traced.at("b_Q").tolist() == [[5.0]]
    assert traced.peek("X") is scenario.matrix("X")


def test_a_score_bias_is_read_head_by_head() -> None:
    bias = np.arange(18.0).reshape(2, 3, 3)
    traced = trace(two_heads(bias=bias))
    np.testing.assert_array_equal(traced.at("bias", 1), bias[1])


@pytest.mark.parametrize("read", [lambda t: t.at("capped"), lambda t: t.peek("capped"), lambda t: t.capped])
def test_a_stage_that_this_scenario_lacks_is_refused_with_the_choices(read: Any) -> None:
    with pytest.raises(NoSuchStage, match=r"no stage 'capped'\. Choose one of: queries, .*, W_O\.") as caught:
        read(trace(two_heads()))
    assert caught.value.where == Where("capped")


def test_a_head_that_does_not_exist_is_refused() -> None:
    for head in (2, -1):
        with pytest.raises(NoSuchStage, match=r"Choose one from 1 to 2\."):
            trace(two_heads()).at("weights", head)


def test_hasattr_tells_which_stages_exist() -> None:
    traced = trace(two_heads())
    assert hasattr(traced, "weights")
    assert not hasattr(traced, "capped")
    assert not hasattr(traced, "surprise")


def test_without_W_O_the_output_is_what_was_concatenated() -> None:
    traced = trace(Scenario(Direct(X, X, X)))
    assert traced.output is traced.concatenated


def test_b_O_is_added_where_there_is_no_W_O() -> None:
    inputs = Projected(X, np.eye(2), np.eye(2), np.eye(2), b_O=[10.0, 20.0])
    traced = trace(Scenario(inputs))
    np.testing.assert_allclose(traced.output, traced.concatenated + np.array([10.0, 20.0]))


def test_a_source_of_another_width_gives_keys_and_values() -> None:
    rng = np.random.default_rng(3)
    x, w_q, source = rng.normal(size=(2, 3)), rng.normal(size=(3, 2)), rng.normal(size=(4, 5))
    w_k, w_v = rng.normal(size=(5, 2)), rng.normal(size=(5, 1))
    traced = trace(Scenario(Projected(x, w_q, w_k, w_v, source=source)))
    np.testing.assert_allclose(traced.at("keys"), source @ w_k, rtol=1e-14)
    assert traced.weights.shape == (1, 2, 4)


def test_given_weights_mix_values_of_shared_heads() -> None:
    weights = np.array([[[1.0, 0.0]], [[0.0, 1.0]], [[0.5, 0.5]], [[0.25, 0.75]]])
    scenario = Scenario(GivenWeights(weights, [[1.0, 10.0], [3.0, 30.0]]), kv_heads=2)
    assert trace(scenario).output.tolist() == [[1.0, 3.0, 20.0, 25.0]]


def test_a_hidden_row_stops_at_the_masked_scores_and_names_the_token() -> None:
    traced = trace(two_heads(tokens=("a", "b", "c"), mask=Mask(custom=np.array([[1, 1, 1], [0, 0, 0], [1, 1, 1]]) > 0)))
    problem = traced.compute()
    assert isinstance(problem, HiddenRow)
    assert str(problem) == "Query 2 “b” sees no key. Show it at least one."
    assert problem.where == Where("masked", 1)
    assert np.isneginf(traced.at("masked")[1]).all()
    assert traced.peek("exponentials") is None


def test_a_row_hidden_in_one_head_only_names_the_head_and_leaves_the_other() -> None:
    bias = np.zeros((2, 3, 3))
    bias[1, 0] = -np.inf
    traced = trace(two_heads(bias=bias))
    problem = traced.compute()
    assert isinstance(problem, HiddenRow)
    assert str(problem) == "Query 1 sees no key in head 2. Show it at least one."
    assert problem.where == Where("masked", 0, head=1)
    assert traced.peek("weights", 0) is not None
    assert traced.peek("output") is None


def test_more_queries_than_keys_aligned_bottom_right_leave_the_first_query_without_a_key() -> None:
    scenario = Scenario(Direct(np.ones((3, 1)), np.ones((2, 1)), np.ones((2, 1))), mask=Mask(True, "bottom_right"))
    with pytest.raises(HiddenRow, match="Query 1"):
        trace(scenario).at("weights")


@pytest.mark.parametrize(
    ("scenario", "stage"),
    [
        (Scenario(Projected([[1e200]], [[1e200]], [[1.0]], [[1.0]])), "queries"),
        (Scenario(Direct([[1e200]], [[1e200]], [[1.0]])), "scores"),
        (Scenario(Direct([[1e200, 1e200]], [[1e200, -1e200]], [[1.0]])), "scores"),
        (Scenario(Direct([[1e10]], [[1.0]], [[1.0]]), scale=1e300), "scaled"),
        (Scenario(Direct([[1.0]], [[1.0]], [[1.0]]), scale=1e308, bias=[[1e308]]), "biased"),
        (Scenario(Direct([[-1.0]], [[1.0]], [[1.0]]), scale=1.5e308, bias=[[-1e308]]), "biased"),
        (Scenario(Direct([[-1e10]], [[1.0]], [[1.0]]), temperature=1e-300), "tempered"),
        (Scenario(Projected([[1.0]], [[1.0]], [[1.0]], [[1e200]], [[1e200]])), "output"),
        (Scenario(Direct([[1e30]], [[1e30]], [[1.0]]), dtype="float32"), "scores"),
    ],
)
def test_a_result_too_large_for_its_format_is_refused_where_it_arises(scenario: Scenario, stage: str) -> None:
    problem = trace(scenario).compute()
    assert isinstance(problem, Overflow)
    assert problem.where == Where(stage, 0, 0)
    kind = "float32" if scenario.dtype == "float32" else "float64"
    assert str(problem) == (
        f"{stage}, row 1, column 1 is too large for {kind}. Make the numbers that enter it smaller."
    )


def test_overflow_in_one_head_names_it() -> None:
    scenario = Scenario(Direct([[1.0, 1e200]], [[1.0, 1e200]], [[1.0, 1.0]]), heads=2)
    problem = trace(scenario).compute()
    assert problem is not None
    assert problem.where == Where("scores", 0, 0, head=1)
    assert str(problem.where) == "scores, head 2, row 1, column 1"


def test_scores_that_overflow_behind_a_mask_are_refused_too() -> None:
    scenario = Scenario(Direct([[1e200]], [[1e200], [1.0]], [[1.0], [2.0]]), mask=Mask(padding=(0,)))
    assert isinstance(trace(scenario).compute(), Overflow)


def test_scale_true_and_scale_one_differ_when_d_k_is_not_one() -> None:
    rooted, plain = (trace(Scenario(Direct(X, X, X), scale=scale)) for scale in (True, 1.0))
    np.testing.assert_allclose(rooted.at("scaled") * np.sqrt(2), plain.at("scaled"))
    assert plain.at("scaled") is plain.at("scores")


def test_scale_zero_is_a_number_like_any_other() -> None:
    np.testing.assert_allclose(trace(Scenario(Direct(X, X, X), scale=0)).weights, 1 / 3, rtol=1e-15)


def test_exponentials_are_plain_up_to_80_and_shifted_beyond() -> None:
    plain, shifted = (
        trace(Scenario(Direct([[top]], [[1.0], [0.5]], [[1.0], [0.0]]), scale=False)) for top in (80.0, 80.5)
    )
    assert not plain.shifted(0)
    np.testing.assert_allclose(plain.at("exponentials"), np.exp([[80.0, 40.0]]))
    assert shifted.shifted(0)
    np.testing.assert_allclose(shifted.at("exponentials"), np.exp([[0.0, -40.25]]))


def test_very_negative_rows_are_shifted_so_that_their_sum_is_not_zero() -> None:
    traced = trace(Scenario(Direct([[-1e5]], [[1.0], [2.0]], [[1.0], [0.0]])))
    assert traced.shifted(0)
    assert traced.at("weights").tolist() == [[1.0, 0.0]]


def test_each_head_decides_for_itself_whether_it_is_shifted() -> None:
    traced = trace(Scenario(Direct([[100.0, 1.0]], [[1.0, 1.0]], [[1.0, 1.0]]), heads=2))
    assert [traced.shifted(head) for head in (0, 1)] == [True, False]


def test_every_stage_has_a_sentence_and_a_name_of_its_own() -> None:
    assert len({stage.name for stage in STAGES}) == len(STAGES) == 16
    assert all(stage.sentence.endswith(".") for stage in STAGES)


def test_every_stage_of_every_head_has_its_place_in_reading_order() -> None:
    traced = trace(Scenario(GivenWeights([[[1.0]], [[1.0]]], [[2.0, 3.0]]), heads=2))
    assert list(traced.places()) == [
        ("weights", 0), ("weights", 1), ("head_output", 0), ("head_output", 1), ("concatenated", None),
        ("output", None),
    ]  # fmt: skip


def test_numbers_that_are_too_large_are_told_once_and_not_warned_of() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        traced = trace(Scenario(Direct([[1e200]], [[1e200]], [[1.0]])))
        assert isinstance(traced.compute(), Overflow)
        with pytest.raises(Overflow):
            traced.at("scores")  # by itself as well


def test_numpy_warns_of_what_others_compute_after_a_trace() -> None:
    trace(Scenario(Direct(X, X, X))).compute()
    assert np.geterr()["over"] != "ignore"
