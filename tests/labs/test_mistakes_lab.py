"""The switchboard of mistakes: known figures, the lines that are shown, and what a scenario is given to show one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from trials import equal, figures, odd_scenarios, run, said

from attnviz import AttentionError, Direct, HiddenRow, Projected, Scenario, load
from attnviz.labs.catalogue import lab
from attnviz.labs.exhibits import Code
from attnviz.labs.mistakes.catalogue import MISTAKES, mistake
from attnviz.labs.mistakes.comparison import compare
from attnviz.labs.mistakes.program import names_for, run_lines
from attnviz.labs.parameters import settle


def test_softmax_over_the_wrong_axis_gives_the_known_row_sums() -> None:
    result = run("mistakes", mistake="softmax-axis")
    np.testing.assert_allclose(result.numbers["wrong_row_sums"], [0.412, 0.991, 1.597], atol=5e-4)
    equal(result.numbers["wrong_column_sums"], [1, 1, 1])
    equal(result.numbers["right"], figures()["by_hand"]["weights"])


def test_scale_after_softmax_sums_to_0_707() -> None:
    equal(run("mistakes", mistake="scale-after").numbers["wrong_row_sums"], [np.sqrt(0.5)] * 3)


def test_mask_after_softmax_leaves_0_424_of_the_second_row() -> None:
    result = run("mistakes", mistake="mask-after")
    equal(result.numbers["wrong_row_sums"][1], figures()["by_hand"]["mask_after_softmax_row2_sum"])
    equal(result.numbers["right"], figures()["by_hand"]["causal_weights"])
    assert "a causal mask is turned on" in said(result, "note")


def test_without_scale_scores_are_root_d_k_times_too_large() -> None:
    result = run("mistakes", mistake="no-scale")
    equal(result.numbers["ratio"], np.sqrt(2))
    shares = np.exp([2, 1, 3])
    equal(result.numbers["wrong"][1], shares / shares.sum())


def test_where_weights_cannot_show_the_size_of_scores_the_scores_do() -> None:
    one_key = Scenario(Direct([[1.0, 2.0]], [[1.0, 1.0]], [[1.0]]))
    result = run("mistakes", one_key, mistake="no-scale")
    assert "weights do not show it here" in said(result, "symptom")
    assert next(each for each in result.exhibits if each.name == "wrong_scaled").broken == ((0, 0),)


def test_scaled_by_d_model_each_head_of_width_2_is_too_flat() -> None:
    numbers = run("mistakes", load("two-heads"), mistake="scale-d-model").numbers
    equal(numbers["inverse"], np.sqrt(2))  # √4 ÷ √2
    assert numbers["top"] < numbers["right_top"]


def test_without_the_row_maximum_large_scores_give_nan() -> None:
    result = run("mistakes", mistake="no-maximum")
    assert np.isnan(result.numbers["wrong"]).any()
    assert np.isfinite(result.numbers["right"]).all()
    assert "too large for float64" in said(result, "symptom")


def test_float32_overflows_earlier() -> None:
    narrow = replace(load("by-hand"), dtype="float32")
    assert "symptom" not in {fact.kind for fact in run("mistakes", mistake="no-maximum", factor=50.0).facts}
    assert "too large for float32" in said(run("mistakes", narrow, mistake="no-maximum", factor=50.0), "symptom")


def test_without_overflow_a_larger_factor_is_asked_for() -> None:
    result = run("mistakes", mistake="no-maximum", factor=1.0)
    assert "make the factor larger" in said(result)
    equal(result.numbers["wrong"], result.numbers["right"])


def test_an_empty_row_gets_even_weights_out_of_nothing() -> None:
    result = run("mistakes", mistake="empty-row")
    equal(result.numbers["wrong"][0], [1 / 3] * 3)
    np.testing.assert_array_equal(result.numbers["right"][0], 0)
    assert "query 1" in said(result, "note")


def test_the_hidden_row_of_the_scenario_itself_is_used() -> None:
    result = run("mistakes", odd_scenarios()["hidden row"], mistake="empty-row")
    equal(result.numbers["wrong"].sum(axis=1), [1, 1, 1])
    np.testing.assert_array_equal(result.numbers["right"][1], 0)


def test_the_right_lines_for_an_empty_row_refuse_it() -> None:
    found = compare(mistake("empty-row"), load("by-hand"), 1000.0)
    assert found.symptom is not None
    guard = found.lines()[0][0]
    with pytest.raises(ValueError, match="a query sees no key"):
        run_lines({"guard": (guard,)}, names_for(found.scenario))


def test_an_inverted_mask_shows_exactly_the_hidden_keys() -> None:
    numbers = run("mistakes", load("padding"), mistake="mask-inverted").numbers
    np.testing.assert_array_equal(numbers["wrong"] == 0, numbers["right"] != 0)


def test_a_transposed_square_matrix_is_not_refused() -> None:
    result = run("mistakes", mistake="transposed")
    equal(result.numbers["wrong_row_sums"], [1, 1, 1])
    # X W_Qᵀ and X W_Kᵀ of unit 2 by hand: Q (1,1), (0,1), (1,2), K (1,0), (1,1), (2,1).
    shares = np.exp(np.array([1, 2, 3]) / np.sqrt(2))
    equal(result.numbers["wrong"][0], shares / shares.sum())


def test_symmetric_projections_hide_the_transpose() -> None:
    same = Scenario(Projected(np.ones((2, 2)), np.eye(2), np.eye(2), np.eye(2)))
    result = run("mistakes", same, mistake="transposed")
    assert said(result, "symptom") == ""
    assert "symmetric" in said(result)


def test_one_head_is_cut_into_two_where_heads_are_needed() -> None:
    result = run("mistakes", mistake="no-transpose")
    assert "cut into 2 heads" in said(result, "note")
    assert "holds a number of token 1" in said(result, "symptom")


def test_the_head_that_shows_it_is_named() -> None:
    symmetric_first_head = run("mistakes", load("two-heads"), mistake="softmax-axis", head=1)
    assert "Choose head 2" in said(symmetric_first_head)
    assert "counted are all 2 heads" in said(run("mistakes", load("two-heads"), mistake="softmax-axis", head=2))


def test_it_opens_on_the_first_head_that_shows_it_and_says_so() -> None:
    result = run("mistakes", load("two-heads"), mistake="softmax-axis")
    equal(result.numbers["wrong"], run("mistakes", load("two-heads"), mistake="softmax-axis", head=2).numbers["wrong"])
    assert "Head 2 is shown, the first that shows it" in said(result)


def test_outputs_that_differ_are_marked_and_equal_ones_are_not() -> None:
    result = run("mistakes", mistake="no-mask")
    # Under the causal mask query 3 sees every key: forgetting the mask moves the first two outputs only.
    output = next(each for each in result.exhibits if each.name == "wrong_output")
    assert output.broken == ((0, 0), (0, 1), (1, 0), (1, 1))
    assert next(each for each in result.exhibits if each.name == "right_output").broken == ()


@pytest.mark.parametrize(
    ("name", "idle"), [("no-maximum", set()), ("no-mask", {"factor"}), ("no-output-projection", {"factor", "head"})]
)
def test_parameters_that_do_not_matter_for_a_mistake_are_idle(name: str, idle: set[str]) -> None:
    found = lab("mistakes")
    assert found.idle(settle(found.parameters(None), {"mistake": name})) == idle


def test_forgetting_W_O_leaves_the_heads_side_by_side() -> None:
    result = run("mistakes", load("uneven-heads"), mistake="no-output-projection")
    assert "9 wide instead of 5" in said(result, "symptom")
    assert result.numbers["wrong_output"].shape[1] == 9


@pytest.mark.parametrize(
    ("name", "scenario", "words"),
    [
        ("no-output-projection", "by-hand", "no W_O to forget"),
        ("transposed", "uneven-heads", "no projection is square"),
        ("transposed", "one-query", "no W_Q, W_K or W_V"),
        ("no-transpose", "one-query", "one query only"),
        ("softmax-axis", "mixture", "no queries, keys or scores"),
    ],
)
def test_a_scenario_that_cannot_show_it_says_what_is_missing(name: str, scenario: str, words: str) -> None:
    with pytest.raises(AttentionError, match=words):
        run("mistakes", load(scenario), mistake=name)


def test_a_hidden_row_has_no_right_side_to_compare_with() -> None:
    with pytest.raises(HiddenRow, match="Query 2"):
        run("mistakes", odd_scenarios()["hidden row"], mistake="no-scale")


@pytest.mark.parametrize("name", [one.name for one in MISTAKES])
def test_each_shows_a_few_lines_and_marks_those_that_differ(name: str) -> None:
    codes = [each for each in run("mistakes", load("two-heads"), mistake=name).exhibits if isinstance(each, Code)]
    right, wrong = codes
    assert (right.side, wrong.side) == ("right", "wrong")
    assert 1 <= len(wrong.lines) <= 4
    assert wrong.marked
    kept = [line for place, line in enumerate(wrong.lines) if place not in wrong.marked]
    assert kept == [line for place, line in enumerate(right.lines) if place not in right.marked]


def test_a_forgotten_mask_gives_the_weights_of_an_unmasked_row() -> None:
    result = run("mistakes", mistake="no-mask")
    # Unit 2 and unit 7: row 2 without and with the causal mask; 0.198 + 0.401 + 0.576 look ahead.
    np.testing.assert_allclose(result.numbers["wrong"][1], [0.283995, 0.140029, 0.575975], atol=1e-6)
    np.testing.assert_allclose(result.numbers["right"][1], [0.669762, 0.330238, 0], atol=1e-6)
    assert abs(result.numbers["leaked"] - (0.197776 + 0.401112 + 0.575975)) < 1e-5


def test_a_hidden_weight_of_0_is_not_marked_in_a_row_that_does_not_sum_to_1() -> None:
    result = run("mistakes", mistake="mask-after")
    weights = next(each for each in result.exhibits if each.name == "wrong_weights")
    # Of three causal rows the last sees every key; of the others only what is visible is wrong.
    assert weights.broken == ((0, 0), (1, 0), (1, 1))
