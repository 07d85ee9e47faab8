"""Mixture: convex combinations, from lookup to mean."""

from __future__ import annotations

import numpy as np
import pytest
from trials import equal, figures, run

from attnviz.labs.exhibits import Plane


def test_the_weights_of_the_unit_give_its_output() -> None:
    given = figures()["mixture"]
    numbers = run("mixture", weights=[given["weights"]], values=given["values"]).numbers
    equal(numbers["output"], given["output"])
    equal(numbers["weights"], given["weights"])


def test_the_defaults_are_the_units_example() -> None:
    equal(run("mixture").numbers["output"], figures()["mixture"]["output"])


def test_cold_is_a_lookup_of_the_largest_weight() -> None:
    equal(run("mixture", temperature=0.01).numbers["output"], [2, 1])


def test_hot_is_nearly_the_mean() -> None:
    hot = run("mixture", temperature=100.0).numbers
    np.testing.assert_allclose(hot["output"], [1, 1], atol=0.01)
    equal(hot["mean"], [1, 1])


def test_half_the_temperature_squares_the_shares() -> None:
    # 0.2², 0.3², 0.5² over their sum 0.38
    equal(run("mixture", temperature=0.5).numbers["weights"], np.array([0.04, 0.09, 0.25]) / 0.38)


@pytest.mark.parametrize("temperature", [0.01, 1.0, 50.0])
def test_a_weight_of_zero_stays_zero(temperature: float) -> None:
    assert run("mixture", weights=[[0, 0.5, 0.5]], temperature=temperature).numbers["weights"][0] == 0


def test_equal_weights_are_not_decided_by_cold() -> None:
    equal(run("mixture", weights=[[0.4, 0.4, 0.2]], temperature=0.01).numbers["weights"], [0.5, 0.5, 0])


def test_the_mixture_is_dragged_only_while_nothing_is_tempered() -> None:
    plane = run("mixture").exhibits[0]
    tempered = run("mixture", temperature=2.0).exhibits[0]
    assert isinstance(plane, Plane)
    assert isinstance(tempered, Plane)
    assert (plane.mixture, tempered.mixture) == ("weights", "")
