"""Laboratories on the largest numbers there are: right, or refused by name, with no warning."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz import Direct, Projected, Scenario
from attnviz.engine.errors import AttentionError, Overflow
from attnviz.labs.running import numbers_of

ONE = np.ones((1, 1))
HUGE = np.full((1, 1), 1e300)


def projected(W_Q: np.ndarray, W_K: np.ndarray, W_V: np.ndarray = ONE, W_O: np.ndarray | None = None) -> Scenario:
    return Scenario(Projected(np.full((2, 1), 1e-300), W_Q, W_K, W_V, W_O=W_O))


def test_a_circuit_that_is_too_large_is_refused_by_name() -> None:
    with pytest.raises(Overflow, match="W_Q W_Kᵀ, row 1, column 1 is too large for float64"):
        numbers_of("circuits", {}, projected(HUGE, HUGE))


def test_the_rank_of_a_circuit_of_large_numbers_is_found() -> None:
    assert numbers_of("circuits", {}, projected(np.full((1, 1), 1e200), np.full((1, 1), 1e100)))["qk_rank"] == 1


def test_decoding_refuses_an_output_that_is_too_large_by_its_place() -> None:
    inputs = Direct(np.zeros((2, 1)), np.zeros((2, 1)), HUGE.repeat(2, axis=0), HUGE)
    with pytest.raises(AttentionError, match="output"):
        numbers_of("decode", {}, Scenario(inputs))


def test_tiles_of_the_largest_values_are_shown() -> None:
    inputs = Direct(np.zeros((2, 1)), np.zeros((2, 1)), np.full((2, 1), 1.7e308))
    assert numbers_of("tiles", {}, Scenario(inputs))


def test_masks_take_scores_further_apart_than_numbers_reach() -> None:
    inputs = Direct(np.array([[1e154], [1.0]]), np.array([[1.5e154], [-1.5e154]]), np.ones((2, 1)))
    weights = numbers_of("masks", {}, Scenario(inputs, scale=False))["before"]
    np.testing.assert_array_equal(np.asarray(weights)[0], [1, 0])


def test_shares_whose_sum_is_beyond_all_numbers_are_no_mixture() -> None:
    with pytest.raises(AttentionError, match="whose rows sum to 1"):
        numbers_of("mixture", {"weights": np.array([[1.7e308, 1.7e308, 0.0]])}, None)
