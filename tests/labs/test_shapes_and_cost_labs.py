"""Shapes: the walk and the tokens of a reshape. Cost: counts worked by hand."""

from __future__ import annotations

import numpy as np
import pytest
from trials import equal, figures, run, said

from attnviz import AttentionError
from attnviz.labs.exhibits import Boxes, Plot
from attnviz.labs.shapes.splitting import RIGHT, WRONG, Sizes, split


def boxes(**values: int) -> Boxes:
    found = run("shapes", **values).exhibits[0]
    assert isinstance(found, Boxes)
    return found


def test_the_units_shapes_have_its_d_k_and_parameters() -> None:
    given, numbers = figures()["shapes_512_8"], run("shapes", d_model=512, h=8).numbers
    assert (numbers["d_k"], numbers["parameters"]) == (given["d_k"], given["parameters"])


def test_more_heads_add_no_parameters() -> None:
    assert run("shapes", h=1).numbers["parameters"] == run("shapes", h=64).numbers["parameters"]


def test_the_walk_has_the_units_shapes() -> None:
    shapes = [tuple(length for _, length in box.axes) for box in boxes(B=2, T=5, d_model=512, h=8).boxes]
    assert shapes == [
        (2, 5, 512), (2, 5, 512), (2, 5, 8, 64), (2, 8, 5, 64), (2, 8, 5, 5), (2, 8, 5, 5),
        (2, 8, 5, 64), (2, 5, 8, 64), (2, 5, 512), (2, 5, 512),
    ]  # fmt: skip


def test_small_walks_hold_real_numbers_of_their_shapes() -> None:
    for box in boxes(B=2, T=3, d_model=4, h=2).boxes:
        assert box.values is not None
        assert box.values.shape == tuple(length for _, length in box.axes)


def test_the_weights_of_the_walk_are_weights() -> None:
    weights = next(box for box in boxes(B=2, T=3, d_model=4, h=2).boxes if box.label == "weights")
    equal(weights.values.sum(axis=-1), np.ones((2, 2, 3)))


def test_large_walks_hold_no_numbers() -> None:
    assert all(box.values is None for box in boxes(T=100).boxes)


def test_the_right_split_gives_each_head_its_columns() -> None:
    Q = np.arange(24.0).reshape(1, 3, 8)
    for head in range(2):
        np.testing.assert_array_equal(split(RIGHT, Q, Sizes(1, 3, 8, 2))[0, head], Q[0, :, 4 * head : 4 * head + 4])


def test_without_the_transpose_shapes_are_right_and_tokens_are_not() -> None:
    Q = np.arange(24.0).reshape(1, 3, 8)
    right, wrong = (split(lines, Q, Sizes(1, 3, 8, 2)) for lines in (RIGHT, WRONG))
    assert right.shape == wrong.shape
    assert (right != wrong).any()


def test_the_tokens_of_the_wrong_split_are_those_of_the_flat_order() -> None:
    # Head a, row i begins at number (a·T + i)·d_k of a sequence whose token t begins at t·h·d_k.
    T, h = 3, 2
    expected = [[(head * T + row) // h + 1 for row in range(T)] for head in range(h)]
    numbers = run("shapes", T=T, d_model=8, h=h).numbers
    np.testing.assert_array_equal(numbers["wrong_tokens"], expected)
    np.testing.assert_array_equal(numbers["right_tokens"], [[1, 2, 3]] * h)


def test_mixed_tokens_are_named_and_marked() -> None:
    result = run("shapes", T=3, d_model=8, h=2, show="transpose")
    assert "row 2 of head 1 holds numbers of token 1" in said(result, "symptom")
    wrong = next(exhibit for exhibit in result.exhibits if exhibit.name == "wrong")
    assert wrong.broken == ((0, 1), (0, 2), (1, 0), (1, 1))


@pytest.mark.parametrize("sizes", [{"h": 1}, {"T": 1}])
def test_one_head_or_one_token_has_no_symptom(sizes: dict[str, int]) -> None:
    assert said(run("shapes", **sizes), "symptom") == ""


def test_heads_that_do_not_divide_d_model_are_refused() -> None:
    with pytest.raises(AttentionError, match="512 cannot be cut into h = 3"):
        run("shapes", h=3)


@pytest.mark.parametrize("T", [1000, 2000, 4096])
def test_scores_of_a_head_are_the_units_figures(T: int) -> None:
    assert run("cost", T=T).numbers["scores_per_head"] == figures()["scores_per_head"][str(T)]


def test_the_lengths_of_the_unit_are_always_counted() -> None:
    numbers = run("cost", T=7).numbers
    expected = figures()["scores_per_head"]
    np.testing.assert_array_equal(numbers["scores_at_lengths"], [expected[str(int(T))] for T in numbers["lengths"]])


def test_twice_the_length_costs_four_times_the_scores_and_twice_the_cache() -> None:
    once, twice = run("cost", T=500).numbers, run("cost", T=1000).numbers
    for name, factor in {"multiplications": 4, "score_bytes": 4, "kv_bytes": 2}.items():
        assert twice[name] == factor * once[name]


def test_what_counts_weights_times_values_too_says_so() -> None:
    result = run("cost", T=1000, d_k=64, h=8, kv_heads=8, layers=6)
    _, work, lengths = result.exhibits
    one, every = work.series[1:]
    assert every.y[0] == one.y[0] * 8 * 6 * 2  # heads, layers, and both products
    assert "weights · V, heads × layers" in every.label
    assert "weights · V" in lengths.subtitle


def test_counts_are_those_worked_by_hand() -> None:
    numbers = run("cost", T=10, d_k=3, h=4, kv_heads=2, layers=5, dtype="float32").numbers
    assert numbers["score_multiplications"] == 10 * 10 * 3
    assert numbers["multiplications"] == 2 * 300 * 4 * 5  # Q Kᵀ and weights · V
    assert numbers["score_bytes"] == 100 * 4 * 5 * 4
    assert numbers["kv_bytes"] == 2 * 5 * 2 * 3 * 10 * 4


def test_curves_begin_at_a_length_that_is_shorter_than_usual() -> None:
    plot = run("cost", T=1).exhibits[0]
    assert isinstance(plot, Plot)
    assert plot.series[0].x[0] == 1


def test_key_value_heads_must_divide_heads() -> None:
    with pytest.raises(AttentionError, match="does not divide h = 8"):
        run("cost", kv_heads=3)


def test_the_parameters_are_counted_beside_the_walk_too() -> None:
    for show in ("walk", "parameters"):
        assert "4 · d_model² = {parameters} parameters" in said(run("shapes", show=show))


def test_the_count_of_parameters_shows_how_heads_cut_the_projections() -> None:
    (table,) = run("shapes", d_model=512, h=16, show="parameters").exhibits
    assert table.rows[0] == ("W_Q", "512 × 512", "16 of 512 × 32", 262144.0)
    assert table.rows[-1][-1] == 1048576.0


@pytest.mark.parametrize("T", [8, 64, 4096, 1_000_000])
def test_curves_go_on_at_both_sides_of_the_present_length(T: int) -> None:
    plots = [each for each in run("cost", T=T).exhibits if isinstance(each, Plot)]
    assert len(plots) == 2
    for series in (series for plot in plots for series in plot.series):
        assert series.x[0] <= T / 8
        assert series.x[-1] >= 8 * T
