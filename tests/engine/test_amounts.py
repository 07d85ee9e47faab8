"""More numbers than one array may hold are refused before any memory is taken for them."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz import Direct, Projected, Scenario, attention
from attnviz.engine.amounts import takes_long
from attnviz.engine.errors import ShapeError, Where

EYE = np.eye(2)
ONE = np.ones((1, 1))


def _many(*shape: int) -> np.ndarray:
    """So many ones that take the memory of one."""
    return np.broadcast_to(np.ones(1), shape)


@pytest.mark.parametrize(
    ("q", "k", "v", "name"),
    [
        (_many(10**9, 2, 2), EYE, EYE, "q"),
        (EYE, _many(10**9, 2, 2), EYE, "k"),
        (np.ones((50_000, 1)), np.ones((50_000, 1)), np.ones((50_000, 1)), "scores"),
        (np.ones((20_000, 1, 1)), np.ones((1, 20_000, 1)), np.ones((1, 20_000, 1)), "scores"),
        (np.ones((20_000, 1)), ONE, np.ones((1, 20_000)), "output"),
        (np.ones((30_000, 1, 1)), np.ones((3, 10_000, 1)), np.ones((3, 10_000, 1)), "k"),
    ],
)
def test_one_call_refuses_what_would_take_gigabytes(q: np.ndarray, k: np.ndarray, v: np.ndarray, name: str) -> None:
    with pytest.raises(ShapeError, match="Give fewer at a time") as caught:
        attention(q, k, v)
    assert caught.value.where == Where(name)
    assert "more than the 268 million numbers (2 GB)" in str(caught.value)


def test_a_scenario_of_such_sizes_cannot_be_made() -> None:
    long = np.ones((20_000, 1))
    with pytest.raises(ShapeError, match=r"scores of shape \(20000, 20000\)"):
        Scenario(Direct(long, long, long))
    with pytest.raises(ShapeError, match=r"queries of shape \(20000, 1, 20000\)"):
        Scenario(Projected(long, long.T, long.T, ONE))
    with pytest.raises(ShapeError, match="W_Q of shape"):
        Projected(ONE, _many(1, 10**9), ONE, ONE)


def test_what_just_fits_is_taken() -> None:
    assert Scenario(Direct(np.ones((16_384, 1)), np.ones((16_384, 1)), np.ones((16_384, 1)))).sizes.T == 16_384


@pytest.mark.parametrize(("heads", "long"), [(16, False), (128, False), (512, True)])
def test_very_many_heads_of_few_tokens_take_long(heads: int, long: bool) -> None:
    given = np.ones((4, heads))
    assert takes_long(Scenario(Direct(given, given, given), heads=heads).sizes) is long
