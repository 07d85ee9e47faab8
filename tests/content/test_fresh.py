"""New scenarios of a chosen size."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.content.fresh import fresh_scenario
from attnviz.engine.errors import FieldError
from attnviz.engine.tracing import trace

SIZES = {"d_model": 4, "d_k": 2, "d_v": 3, "heads": 2}


def test_a_fresh_scenario_has_the_sizes_that_were_asked_for() -> None:
    size = fresh_scenario(["a", "b", "c"], **SIZES, seed=1).sizes
    assert (size.T, size.S, size.d_model, size.d_k, size.d_v, size.heads, size.d_out) == (3, 3, 4, 2, 3, 2, 4)


def test_without_an_output_projection_the_heads_stay_side_by_side() -> None:
    scenario = fresh_scenario(2, **SIZES, seed=1, output_projection=False)
    assert scenario.inputs.W_O is None  # type: ignore[union-attr]
    assert scenario.sizes.d_out == 6


def test_labels_are_kept_and_a_number_of_tokens_has_none() -> None:
    assert fresh_scenario(["a", "b"], **SIZES, seed=1).tokens == ("a", "b")
    assert fresh_scenario(2, **SIZES, seed=1).tokens is None


def test_the_same_seed_gives_the_same_scenario_and_another_seed_another() -> None:
    assert fresh_scenario(2, **SIZES, seed=1) == fresh_scenario(2, **SIZES, seed=1)
    assert fresh_scenario(2, **SIZES, seed=1) != fresh_scenario(2, **SIZES, seed=2)


def test_its_numbers_have_two_decimals() -> None:
    X = fresh_scenario(5, **SIZES, seed=1).matrix("X")
    np.testing.assert_array_equal(X, np.round(X, 2))


def test_it_can_be_traced() -> None:
    assert trace(fresh_scenario(5, **SIZES, seed=1)).compute() is None


@pytest.mark.parametrize("change", [{"d_k": 0}, {"heads": -1}, {"seed": -1}, {"tokens": 0}, {"tokens": ()}])
def test_a_size_below_one_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(FieldError) as caught:
        fresh_scenario(**({"tokens": 2, "seed": 1} | SIZES | change))  # type: ignore[arg-type]
    assert caught.value.where.name in change
