"""Masks before and after softmax, and finite fills."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from trials import equal, figures, run, said

from attnviz import AttentionError, Direct, Mask, Scenario, attention, load
from attnviz.labs.exhibits import Matrix


def test_before_softmax_is_the_units_causal_example() -> None:
    equal(run("masks").numbers["before"], figures()["by_hand"]["causal_weights"])


def test_after_softmax_the_second_row_sums_to_0_424() -> None:
    numbers = run("masks", load("by-hand-causal")).numbers
    equal(numbers["after_sums"][1], figures()["by_hand"]["mask_after_softmax_row2_sum"])
    equal(numbers["before_sums"], [1, 1, 1])


def test_a_fill_of_0_keeps_weight_on_the_hidden_key() -> None:
    # e^1.414, e^0.707 and e^0 over their sum
    shares = np.exp([np.sqrt(2), np.sqrt(0.5), 0])
    row = run("masks", fill="0").numbers["filled"][1]
    equal(row, shares / shares.sum())
    np.testing.assert_allclose(row, [0.576, 0.284, 0.140], atol=5e-4)


def test_a_fill_of_minus_a_billion_agrees_where_something_is_visible() -> None:
    numbers = run("masks", fill="-1e9").numbers
    equal(numbers["filled"], numbers["before"])


def test_the_third_key_masked_leaves_the_units_raw_scores() -> None:
    numbers = run("masks", load("raw-scores"), causal=False, keys=[[1, 1, 0]]).numbers
    equal(numbers["before"][0], figures()["raw_scores_1_2_3"]["third_masked"])
    unmasked = run("masks", load("raw-scores"), causal=False).numbers
    equal(unmasked["before"][0], figures()["raw_scores_1_2_3"]["weights"])


def test_padding_hides_whole_columns() -> None:
    before = run("masks", causal=False, keys=[[1, 0, 1]]).numbers["before"]
    np.testing.assert_array_equal(before[:, 1], 0)
    equal(before.sum(axis=1), [1, 1, 1])


def test_a_painted_cell_hides_one_pair() -> None:
    before = run("masks", causal=False, painted=[[1, 1, 1], [1, 1, 0], [1, 1, 1]]).numbers["before"]
    assert [tuple(cell) for cell in np.argwhere(before == 0)] == [(1, 2)]


def test_masks_compose() -> None:
    allowed = run("masks", causal=True, keys=[[1, 0, 1]], painted=np.ones((3, 3))).numbers["allowed"]
    np.testing.assert_array_equal(allowed, [[1, 0, 0], [1, 0, 0], [1, 0, 1]])


def test_the_masks_of_the_scenario_are_where_it_begins() -> None:
    padding = load("padding")
    numbers = run("masks", padding).numbers
    size = padding.sizes
    np.testing.assert_array_equal(numbers["allowed"], padding.mask.allowed(size.T, size.S))


def test_a_row_that_sees_nothing_is_named_and_marked() -> None:
    result = run("masks", causal=False, painted=[[1, 1, 1], [0, 0, 0], [1, 1, 1]], fill="-1e9")
    assert "Query 2" in said(result, "symptom")
    assert np.isnan(result.numbers["before"][1]).all()
    np.testing.assert_array_equal(result.numbers["after"][1], 0)
    equal(result.numbers["filled"][1], [1 / 3] * 3)
    before = next(exhibit for exhibit in result.exhibits if exhibit.name == "before")
    assert before.broken == ((1, 0), (1, 1), (1, 2))


def test_rows_that_lost_weight_are_marked() -> None:
    result = run("masks")
    after = next(exhibit for exhibit in result.exhibits if exhibit.name == "after")
    assert {row for row, _ in after.broken} == {0, 1}
    assert "2 of 3 rows" in said(result, "symptom")


def test_nothing_hidden_is_no_symptom() -> None:
    result = run("masks", causal=False)
    assert said(result, "symptom") == ""
    assert not any(getattr(exhibit, "broken", ()) for exhibit in result.exhibits)


def test_bottom_right_lets_the_last_query_see_every_key() -> None:
    cross = replace(load("cross-attention"), mask=Mask(causal=True, alignment="bottom_right"))
    allowed = run("masks", cross).numbers["allowed"]
    assert allowed[-1].all()


def test_the_right_side_is_what_attention_itself_gives() -> None:
    scenario = load("two-heads")
    trace_of_head = run("masks", scenario, head=2, causal=True).numbers["before"]
    inputs = scenario.inputs
    q, k = (inputs.X @ inputs.W_Q)[:, 2:], (inputs.X @ inputs.W_K)[:, 2:]
    _, weights = attention(q, k, k, np.tri(4, dtype=bool))
    equal(trace_of_head, weights)


def test_given_weights_have_no_scores_to_mask() -> None:
    with pytest.raises(AttentionError, match="no queries, keys or scores"):
        run("masks", load("mixture"))


def test_masking_after_softmax_shrinks_the_outputs() -> None:
    shown = {
        exhibit.name: exhibit.values for exhibit in run("masks", causal=True).exhibits if isinstance(exhibit, Matrix)
    }
    # Curriculum, unit 2: the first value is (2, 0), and without a mask the first query gives it the weight 0.401.
    equal(shown["before_output"][0], [2, 0])
    equal(shown["after_output"][0], [2 * figures()["by_hand"]["weights"][0][0], 0])


def test_an_output_that_is_right_is_not_marked_in_a_row_that_lost_weight() -> None:
    shown = {
        exhibit.name: exhibit.broken for exhibit in run("masks", causal=True).exhibits if isinstance(exhibit, Matrix)
    }
    # The first value is (2, 0): whatever part of it is mixed, its second number is 0.
    assert shown["after_output"] == ((0, 0), (1, 0), (1, 1))


def test_outputs_are_left_out_where_weights_are_many() -> None:
    result = run("masks", Scenario(Direct(np.eye(9), np.eye(9), np.eye(9))))
    assert "after_output" not in [exhibit.name for exhibit in result.exhibits]
    assert np.shape(result.numbers["after_output"]) == (9, 9)


def test_a_window_hides_what_is_too_far_away() -> None:
    allowed = run("masks", causal=False, window=True, left=1, right=0).numbers["allowed"]
    np.testing.assert_array_equal(allowed, [[1, 0, 0], [1, 1, 0], [0, 1, 1]])


def test_the_window_of_the_scenario_is_where_it_begins() -> None:
    allowed = run("masks", load("sliding-window")).numbers["allowed"]
    np.testing.assert_array_equal(allowed, np.eye(5) + np.eye(5, k=-1))


def test_all_keys_of_a_side_are_no_limit_there() -> None:
    allowed = run("masks", causal=False, window=True, left=2, right=0).numbers["allowed"]
    np.testing.assert_array_equal(allowed, np.tri(3))
