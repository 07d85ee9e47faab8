"""Titles and formulas say what was really computed."""

import pytest
from figure_scenes import VIEW, by_hand, given, random_layer, selected

from attnviz import Mask, Projected, Scenario, trace
from attnviz.content.stage_formulas import brief_of
from attnviz.figures.compose import heatmap_of


def formula(stage: str, scenario: Scenario) -> str:
    return heatmap_of(stage, trace(scenario), selected(), VIEW).formula


@pytest.mark.parametrize(("scale", "words"), [(True, "scores ÷ √2"), (False, "no scale"), (0.5, "scores × 0.5")])
def test_scaled_says_by_what(scale, words):
    assert formula("scaled", by_hand(scale=scale)) == words


def test_exponentials_say_whether_the_row_maximum_was_taken_off():
    large = Projected([[100.0], [1.0]], [[1]], [[1]], [[1]])
    assert formula("exponentials", by_hand()) == "e^masked"
    assert formula("exponentials", Scenario(large)) == "e^(masked − row max)"
    assert brief_of("exponentials", formula("exponentials", by_hand())) == "exp"
    assert brief_of("exponentials", formula("exponentials", Scenario(large))) == "exp(s − max)"


def test_weights_of_a_softmax_sum_to_1():
    assert formula("weights", by_hand()) == "softmax, rows sum to 1"


def test_given_rows_that_do_not_sum_to_1_are_told_as_they_are():
    figure = heatmap_of("weights", given([[0.5, 0.4], [0.1, 0.2]]), selected(), VIEW)
    assert figure.formula == "as given, rows sum to 0.9 and 0.3"


def test_three_different_sums_are_told_one_by_one():
    figure = heatmap_of("weights", given([[0.5, 0.4], [0.1, 0.2], [0.25, 0.25]]), selected(), VIEW)
    assert figure.formula == "as given, rows sum to 0.9, 0.3 and 0.5"


def test_many_different_sums_are_told_by_their_ends():
    figure = heatmap_of("weights", given([[0.1], [0.2], [0.3], [0.4], [0.5]]), selected(), VIEW)
    assert figure.formula == "as given, rows sum to 0.1 … 0.5"


@pytest.mark.parametrize(
    ("mask", "words"),
    [
        (Mask(), "nothing hidden"),
        (Mask(causal=True), "causal → −∞"),
        (Mask(causal=True, padding=(2,)), "causal, padding → −∞"),
        (Mask(causal=True, alignment="bottom_right"), "causal from the bottom right → −∞"),
    ],
)
def test_masked_says_which_masks(mask, words):
    assert formula("masked", by_hand(mask=mask)) == words


def test_queries_name_their_bias_and_keys_their_source():
    inputs = Projected([[1.0]], [[1]], [[1]], [[1]], source=[[1.0], [2.0]], b_Q=[1.0])
    assert formula("queries", Scenario(inputs)) == "Q = X W_Q + b_Q"
    assert formula("keys", Scenario(inputs)) == "K = source W_K"


def test_the_output_of_one_head_without_w_o_is_weights_times_values():
    assert formula("output", by_hand()) == "weights · V"


def test_a_stage_of_several_heads_names_its_head_where_it_stands_alone():
    layer = random_layer(3, 4, heads=2)
    assert heatmap_of("weights", layer, selected(head=1), VIEW).title == "Weights, head 2"
    assert heatmap_of("weights", layer, selected(head=1), VIEW, compact=True).title == "Weights"
