"""√d_k: random pairs against the prediction, saturation, progress and stopping."""

from __future__ import annotations

import math

import numpy as np
import pytest
from trials import equal, figures, run, said

from attnviz.labs.catalogue import lab
from attnviz.labs.parameters import settle
from attnviz.labs.protocol import Stopped, unhurried
from attnviz.labs.root_d_k.histogram import edges_of
from attnviz.labs.root_d_k.pairs import dot_products


@pytest.mark.parametrize("distribution", ["normal", "uniform", "signs"])
def test_the_spread_of_dot_products_is_the_root_of_d_k(distribution: str) -> None:
    numbers = run("root-d-k", distribution=distribution).numbers
    np.testing.assert_allclose(numbers["unscaled_std"], [2, 8, math.sqrt(512)], rtol=0.03)
    np.testing.assert_allclose(numbers["scaled_std"], 1, rtol=0.03)


@pytest.mark.parametrize("distribution", ["normal", "uniform", "signs"])
def test_components_have_mean_0_and_variance_1(distribution: str) -> None:
    products = dot_products([1], 100_000, 3, distribution, unhurried)[0]  # one product of two components
    assert abs(products.mean()) < 0.02
    assert abs(products.var() - 1) < 0.05


def test_one_seed_gives_the_same_numbers_and_another_others() -> None:
    first, again, other = (run("root-d-k", seed=seed, pairs=500).numbers["unscaled_std"] for seed in (7, 7, 8))
    np.testing.assert_array_equal(first, again)
    assert (first != other).all()


def test_another_width_beside_it_changes_nothing() -> None:
    alone, beside = (run("root-d-k", d_k=widths, pairs=500).numbers["unscaled_std"] for widths in ([64], [4, 64]))
    assert alone[0] == beside[1]


def test_every_pair_is_drawn_anew_across_chunks() -> None:
    products = dot_products([4096], 1000, 7, "normal", unhurried)[0]  # 128 pairs a chunk
    assert len(np.unique(products)) == 1000


def test_progress_grows_to_one() -> None:
    told: list[float] = []

    def progress(part: float) -> bool:
        told.append(part)
        return True

    dot_products([64, 512], 20_000, 7, "normal", progress)
    assert len(told) > 5
    assert told == sorted(told)
    assert told[-1] == 1.0


def test_a_run_stops_when_it_is_told_to() -> None:
    told: list[float] = []

    def progress(part: float) -> bool:
        told.append(part)
        return len(told) < 2

    chosen = lab("root-d-k")
    with pytest.raises(Stopped):
        chosen.run(settle(chosen.parameters(None), {"pairs": 1_000_000, "d_k": [4096]}), None, progress)
    assert len(told) == 2


def test_saturated_weights_are_the_units_figures() -> None:
    given, numbers = figures()["saturation"], run("root-d-k", pairs=100).numbers
    equal(numbers["sharp"], given["scores_8_0_-8"])
    equal(numbers["mild"], given["scores_1_0_-1"])
    equal(numbers["sharp_pair"], given["scores_8_-8"])
    equal(numbers["mild_pair"], given["scores_1_-1"])


def test_slopes_are_the_units_figures_to_the_last_digits() -> None:
    given, numbers = figures()["saturation"], run("root-d-k", pairs=100).numbers
    np.testing.assert_allclose(numbers["sharp_slope"], given["slope_8_-8"], rtol=1e-9)
    np.testing.assert_allclose(numbers["mild_slope"], given["slope_1_-1"], rtol=1e-12)
    assert 900_000 < numbers["slope_ratio"] < 1_000_000  # nearly a million times


def test_scores_can_be_edited() -> None:
    numbers = run("root-d-k", pairs=100, scores=[[4, 4, 4]], pair=[[0, math.log(3) * 2]], divide_by_root_of=4).numbers
    equal(numbers["sharp"], [1 / 3] * 3)
    equal(numbers["mild_pair"], [0.25, 0.75])


def test_slopes_of_a_weight_of_one_are_not_lost() -> None:
    numbers = run("root-d-k", pairs=100, pair=[[20, -20]]).numbers
    np.testing.assert_allclose(numbers["sharp_slope"], math.exp(-40), rtol=1e-9)  # 1 − p alone would be 0


@pytest.mark.parametrize("distribution", ["normal", "uniform", "signs"])
def test_histograms_have_area_one(distribution: str) -> None:
    for plot in run("root-d-k", distribution=distribution, show="scaled").exhibits[:2]:
        for series in plot.series:
            equal((np.diff(series.x) * series.y).sum(), 1)


def test_bars_of_steps_hold_the_same_number_of_values_each() -> None:
    products = dot_products([512], 10_000, 7, "signs", unhurried)[0]  # even numbers
    edges = edges_of(products, float(np.abs(products).max()), 2.0)
    possible = np.arange(edges[0] + 1, edges[-1], 2)
    assert len(set(np.histogram(possible, edges)[0])) == 1


def test_the_curve_holds_measured_points_and_the_prediction() -> None:
    result = run("root-d-k", pairs=200, show="scaled")
    curve = next(exhibit for exhibit in result.exhibits if exhibit.name == "curve")
    predicted, measured = curve.series[:2]
    equal(predicted.y**2, predicted.x)
    np.testing.assert_array_equal(measured.y, result.numbers["unscaled_std"])


def test_it_begins_with_the_dot_products_alone_and_does_not_answer_why_they_spread() -> None:
    result = run("root-d-k", pairs=200)
    assert [exhibit.name for exhibit in result.exhibits] == ["unscaled"]
    assert "√d_k" not in said(result)


@pytest.mark.parametrize("show", ["products", "growth", "scaled", "saturation"])
def test_each_part_has_all_numbers(show: str) -> None:
    assert run("root-d-k", pairs=200, show=show).numbers.keys() == run("root-d-k", pairs=200).numbers.keys()


def test_the_growth_is_shown_before_scaling_comes_into_it() -> None:
    curve = run("root-d-k", pairs=200, show="growth").exhibits[1]
    assert [series.label for series in curve.series] == ["√d_k, predicted", "measured"]


def test_the_legend_says_how_far_each_width_spreads() -> None:
    found = run("root-d-k")
    measured = [products.std() for products in dot_products([4, 64, 512], 10_000, 7, "normal", unhurried)]
    labels = [series.label for series in found.exhibits[0].series]
    assert [label.partition(": ")[0] for label in labels] == ["d_k 4", "d_k 64", "d_k 512"]
    assert [float(label.partition(": ")[2]) for label in labels] == pytest.approx(measured, rel=0.005)
