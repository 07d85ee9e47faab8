"""Softmax in float32: thousands of keys and very negative rows give the weights that float64 gives."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz import Direct, Scenario, trace
from attnviz.engine.cells import Cell
from attnviz.engine.derivation import derive


def in_float32(keys: list[float] | np.ndarray, queries: tuple[float, ...] = (1.0,), **settings: object) -> Scenario:
    """The keys are the scores of a query of 1."""
    column = np.asarray(keys, dtype=np.float32)[:, np.newaxis]
    rows = np.asarray(queries, dtype=np.float32)[:, np.newaxis]
    values = np.linspace(-1, 1, len(column), dtype=np.float32)[:, np.newaxis]
    return Scenario(Direct(rows, column, values), scale=False, dtype="float32", **settings)  # type: ignore[arg-type]


def softmax64(scores: np.ndarray) -> np.ndarray:
    wide = scores.astype(np.float64)
    shares = np.exp(wide - wide.max(axis=-1, keepdims=True))
    return shares / shares.sum(axis=-1, keepdims=True)


@pytest.mark.parametrize("top", [79.9, 80.0, -80.0, 0.0])
@pytest.mark.parametrize("count", [6141, 6142, 20_000])
def test_thousands_of_keys_share_a_row_of_one(count: int, top: float) -> None:
    traced = trace(in_float32([top] * count))
    assert traced.compute() is None
    assert traced.at("weights").dtype == np.float32
    np.testing.assert_allclose(traced.at("weights"), 1 / count, rtol=1e-6)


def test_thousands_of_different_keys_weigh_as_in_float64() -> None:
    scores = np.random.default_rng(1).uniform(60, 80, 9000).astype(np.float32)
    traced = trace(in_float32(scores, (1.0, 0.5)))
    wide = softmax64(np.outer(np.array([1, 0.5], np.float32), scores))
    np.testing.assert_allclose(traced.at("weights"), wide, rtol=2e-5)
    values = np.linspace(-1, 1, 9000, dtype=np.float32)[:, np.newaxis].astype(np.float64)
    np.testing.assert_allclose(traced.output, wide @ values, atol=2e-6)


def test_the_pencil_divides_by_a_sum_that_float32_cannot_hold() -> None:
    traced = trace(in_float32([79.9] * 7000, pencil=6))
    np.testing.assert_allclose(traced.at("weights"), 0.000143, rtol=1e-6)


def test_the_sum_that_is_shown_is_a_number_too() -> None:
    traced = trace(in_float32([80.0] * 7000))
    total = derive(traced, Cell("weights", 0, 0, 0)).operands[2]
    assert total.values[0] == pytest.approx(7000 * np.exp(80.0), rel=1e-6)


@pytest.mark.parametrize("low", [-90.0, -100.0, -103.0, -120.0])
def test_exponentials_below_the_smallest_of_float32_still_give_their_weights(low: float) -> None:
    traced = trace(in_float32([-80.0, low]))
    assert not traced.shifted(0)
    np.testing.assert_allclose(traced.at("weights"), softmax64(np.array([[-80.0, low]])), rtol=1e-5)


def test_a_row_with_such_exponentials_leaves_the_others_as_they_are() -> None:
    traced = trace(in_float32([-80.0, -100.0], (1.0, 0.01)))
    exponentials = traced.at("exponentials")[1].astype(np.float64)
    np.testing.assert_allclose(traced.at("weights")[1], exponentials / exponentials.sum(), rtol=1e-7)
