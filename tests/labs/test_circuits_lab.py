"""Circuits: products of projections, symmetry, and the order of tokens."""

from __future__ import annotations

import numpy as np
import pytest
from trials import equal, figures, odd_scenarios, random_layer, run, said

from attnviz import AttentionError, Projected, Scenario, load, trace


def test_the_product_of_unit_2_is_its_figure() -> None:
    equal(run("circuits").numbers["qk"], [[1, 0], [2, 1]])


def test_the_product_gives_the_scores() -> None:
    X = np.array(figures()["by_hand"]["X"])
    equal(X @ run("circuits").numbers["qk"] @ X.T, figures()["by_hand"]["scores"])
    equal(run("circuits").numbers["scores_by_product"], figures()["by_hand"]["scores"])


def test_two_factors_hold_a_quarter_of_the_full_matrix() -> None:
    numbers = run("circuits", d_model=512, d_k=64).numbers
    assert (numbers["factor_parameters"], numbers["full_parameters"]) == (65_536, 262_144)


@pytest.mark.parametrize("seed", range(5))
def test_the_rank_is_at_most_d_k(seed: int) -> None:
    layer = random_layer(seed)
    assert run("circuits", layer).numbers["qk_rank"] == layer.sizes.d_k  # random factors reach it, and no more


def test_a_projection_of_lower_rank_lowers_the_product() -> None:
    W_Q = np.outer([1.0, 2.0, 3.0], [1.0, 1.0])  # rank 1
    layer = Scenario(Projected(np.eye(3), W_Q, np.eye(3)[:, :2], np.eye(3)))
    assert run("circuits", layer).numbers["qk_rank"] == 1
    nothing = Scenario(Projected(np.eye(3), W_Q * 0, np.eye(3)[:, :2], np.eye(3)))
    assert run("circuits", nothing).numbers["qk_rank"] == 0


def test_the_rank_is_what_numpy_finds_for_the_whole_product() -> None:
    found = run("circuits", load("trophy-layer"), head=4).numbers
    assert found["qk_rank"] == np.linalg.matrix_rank(found["qk"]) == 32
    assert found["ov_rank"] == np.linalg.matrix_rank(found["ov"]) == 32


def test_equal_projections_give_the_units_symmetric_scores() -> None:
    numbers = run("circuits").numbers
    equal(numbers["symmetric_scores"], [[1, 1, 2], [1, 2, 3], [2, 3, 5]])
    assert not np.allclose(numbers["symmetric_weights"], numbers["symmetric_weights"].T)


def test_looking_is_not_mutual() -> None:
    scores = run("circuits").numbers["scores"]
    assert (scores[0, 1], scores[1, 0]) == (0, 2)
    assert "not “2 looks at 1”" in said(run("circuits", show="symmetry"))


def test_what_is_moved_goes_through_W_O() -> None:
    layer = random_layer(3)
    inputs, d_v = layer.inputs, layer.sizes.d_v
    equal(run("circuits", layer, head=2).numbers["ov"], inputs.W_V[:, d_v : 2 * d_v] @ inputs.W_O[d_v : 2 * d_v])


def test_a_shared_key_head_serves_every_query_head() -> None:
    layer = odd_scenarios()["one shared key head"]
    inputs = layer.inputs
    equal(run("circuits", layer, head=3).numbers["qk"], inputs.W_Q[:, 4:6] @ inputs.W_K.T)


@pytest.mark.parametrize("order", ["reverse", "swap", "shuffle"])
@pytest.mark.parametrize("name", ["by-hand", "two-heads", "cross-attention", "trophy"])
def test_reordered_rows_give_reordered_outputs(order: str, name: str) -> None:
    numbers = run("circuits", load(name), order=order).numbers
    rows = numbers["order"].astype(int) - 1
    np.testing.assert_allclose(numbers["permuted_outputs"], numbers["outputs"][rows], atol=1e-5)
    assert sorted(rows) == list(range(len(rows)))


def test_the_rows_of_X_are_shown_in_both_orders() -> None:
    shown = {exhibit.name: exhibit for exhibit in run("circuits", show="order").exhibits}
    equal(shown["reordered_X"].values, np.array(figures()["by_hand"]["X"])[::-1])
    assert shown["reordered_X"].row_labels == ("c", "b", "a")


def test_under_a_causal_mask_order_matters() -> None:
    result = run("circuits", load("two-heads"), causal=True, show="order")
    assert result.numbers["order_gap"] > 0.1
    assert "sees other keys" in said(result)


def test_outputs_without_mask_are_the_traces() -> None:
    equal(run("circuits", load("by-hand-causal")).numbers["outputs"], figures()["by_hand"]["output"])


def test_biases_are_said_to_stand_beside_the_product() -> None:
    assert "biases b_Q and b_K" in said(run("circuits", odd_scenarios()["biases"]))


def test_without_projections_there_are_no_circuits() -> None:
    with pytest.raises(AttentionError, match=r"W_Q, W_K, W_V and W_O, which this scenario does not have"):
        run("circuits", load("one-query"))


def test_the_product_reads_the_source_where_there_is_one() -> None:
    numbers = run("circuits", load("cross-attention")).numbers
    equal(numbers["scores_by_product"], numbers["scores"])


@pytest.mark.parametrize("show", ["circuits", "symmetry", "order"])
def test_each_part_has_exhibits_and_all_numbers(show: str) -> None:
    result = run("circuits", show=show)
    assert result.exhibits
    assert {"qk", "symmetric_scores", "permuted_outputs"} <= set(result.numbers)


def test_scores_are_those_of_the_trace() -> None:
    layer: Scenario = random_layer(8)
    equal(run("circuits", layer, head=2).numbers["scores"], trace(layer).scores[1])


def test_a_product_is_told_under_the_name_of_what_it_says_not_in_it() -> None:
    told = {each.name: (each.title, each.subtitle) for each in run("circuits", load("two-heads")).exhibits}
    assert told["qk"] == ("Who looks at whom", "W_Q W_Kᵀ")
    assert told["ov"] == ("What is moved", "W_V W_O")
    assert told["scores"] == ("Scores", "X W_Q W_Kᵀ Xᵀ")
