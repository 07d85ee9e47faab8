"""GELU's error function against that of the C library, on a dense grid and at the borders of its three formulas."""

from __future__ import annotations

import math

import numpy as np
import pytest

from attnviz.content.sources.activation import ACTIVATIONS, erf


def test_erf_is_that_of_the_c_library_on_a_dense_grid() -> None:
    x = np.concatenate([np.linspace(-7, 7, 140_001), 10.0 ** np.arange(-300, 300, 7)])
    expected = np.array([math.erf(value) for value in x])
    assert np.abs(erf(x) - expected).max() < 1e-15


@pytest.mark.parametrize("border", [0.46875, 4.0, 6.0])
def test_erf_has_no_step_where_its_formulas_meet(border: float) -> None:
    x = np.array([np.nextafter(border, 0), border, np.nextafter(border, 9)])
    for signed in (x, -x):
        np.testing.assert_allclose(erf(signed), [math.erf(value) for value in signed], rtol=0, atol=5e-16)


def test_erf_of_small_numbers_is_exact_in_proportion() -> None:
    x = np.array([5e-324, 1e-200, 1e-20, 1e-9, 0.1])
    np.testing.assert_allclose(erf(x), [math.erf(value) for value in x], rtol=1e-15, atol=0)


def test_erf_at_the_ends_and_of_no_number() -> None:
    np.testing.assert_array_equal(erf(np.array([np.inf, -np.inf, np.nan, 0.0])), [1.0, -1.0, np.nan, 0.0])


def test_gelu_of_one_and_minus_one() -> None:
    # x Φ(x): Φ(1) = 0.841344746068542948585...
    found = ACTIVATIONS["gelu"](np.array([[1.0, -1.0]]))
    np.testing.assert_allclose(found, [[0.8413447460685429, -0.15865525393145705]], rtol=0, atol=2e-16)
