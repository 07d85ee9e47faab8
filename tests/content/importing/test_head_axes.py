"""Attention with the heads on another axis than the first is told by its sums and equal sizes, and can be turned."""

from __future__ import annotations

import io

import numpy as np
import numpy.typing as npt
import pytest

from attnviz import GivenWeights
from attnviz.content.importing import Plan, plan, read, suggest

ORDERS = {"first": (0, 1, 2), "middle": (1, 0, 2), "last": (1, 2, 0)}


def weights(heads: int, tokens: int) -> npt.NDArray[np.float64]:
    raw = np.random.default_rng(5).uniform(0.1, 1.0, (heads, tokens, tokens))
    return raw / raw.sum(axis=-1, keepdims=True)


def planned(values: npt.NDArray[np.float64], *said: tuple[str, str]) -> Plan:
    file = io.BytesIO()
    np.save(file, values)
    parts = suggest([read(file.getvalue(), "numbers.npy")])
    for key, value in said:
        parts = tuple(part.choosing(key, value) for part in parts)
    return plan(parts)


def given(made: Plan) -> npt.NDArray[np.float64]:
    assert made.scenario is not None
    assert isinstance(made.scenario.inputs, GivenWeights)
    return made.scenario.inputs.weights


@pytest.mark.parametrize("heads", [1, 2, 7])
@pytest.mark.parametrize("order", ORDERS)
def test_heads_on_any_axis_are_found(order: str, heads: int) -> None:
    each = weights(heads, 5)
    np.testing.assert_array_equal(given(planned(each.transpose(ORDERS[order]))), each)


@pytest.mark.parametrize("order", ["middle", "last"])
def test_where_the_heads_lie_is_stated_as_a_guess(order: str) -> None:
    (placed,) = planned(weights(2, 5).transpose(ORDERS[order])).placed
    (lying,) = (choice for choice in placed.choices if choice.key == "heads")
    assert (lying.value, lying.guessed, lying.certain, lying.flag) == (order, True, False, "--layout")


def test_what_is_said_of_the_heads_comes_before_the_guess() -> None:
    values = weights(2, 5).transpose(1, 0, 2)
    np.testing.assert_array_equal(given(planned(values, ("heads", "first"))), values)


def test_a_cube_has_its_heads_first() -> None:
    np.testing.assert_array_equal(given(planned(weights(4, 4))), weights(4, 4))


def test_one_query_a_head_stays_as_it_is() -> None:
    each = weights(3, 5)[:, :1]
    np.testing.assert_array_equal(given(planned(each)), each)
