"""Another number format: the same numbers rounded as NumPy rounds them, frozen at once, and nothing lost in silence."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attnviz import Projected, Scenario
from attnviz.engine import arrays
from attnviz.engine.arrays import frozen, recast
from attnviz.engine.errors import Overflow
from attnviz.engine.replacing import is_known_finite
from attnviz.engine.sealing import is_sealed

SMALL, LARGE = (3, 2), (700, 600)  # the second lies in memory of another kind


def drawn(shape: tuple[int, int]) -> np.ndarray:
    return np.random.default_rng(3).normal(size=shape)


@pytest.mark.parametrize("shape", [SMALL, LARGE])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_numbers_are_those_that_numpy_makes_of_them(shape: tuple[int, int], dtype: type) -> None:
    values = frozen(drawn(shape).astype(np.float64 if dtype is np.float32 else np.float32), "X", 2)
    after = recast(values, dtype, "X")
    assert after.dtype == dtype
    np.testing.assert_array_equal(after, np.asarray(values).astype(dtype))


@pytest.mark.parametrize("shape", [SMALL, LARGE])
def test_nobody_can_write_to_them(shape: tuple[int, int]) -> None:
    after = recast(frozen(drawn(shape), "X", 2), np.float32, "X")
    assert is_sealed(after)
    with pytest.raises(ValueError, match="WRITEABLE"):
        after.flags.writeable = True


def test_a_format_that_is_there_already_gives_the_same_object() -> None:
    values = frozen(drawn(LARGE), "X", 2)
    assert recast(values, np.float64, "X") is values


def test_what_does_not_fit_is_named() -> None:
    values = drawn(LARGE)
    values[4, 7] = 1e39
    with pytest.raises(Overflow, match="X, row 5, column 8 is too large for float32"):
        recast(frozen(values, "X", 2), np.float32, "X")


def test_minus_infinity_stays_what_it_is() -> None:
    values = drawn(LARGE)
    values[0, 0] = -np.inf
    after = recast(frozen(values, "bias", 2, minus_infinity=True), np.float32, "bias")
    assert after[0, 0] == -np.inf
    assert is_known_finite(after, minus_infinity=True)
    assert not is_known_finite(after, minus_infinity=False)


def test_a_scenario_in_another_format_copies_no_large_matrix_a_second_time(monkeypatch: pytest.MonkeyPatch) -> None:
    X = drawn((2048, 128))
    W = drawn((128, 128))
    scenario = Scenario(Projected(X, W, W, W))
    copied: list[tuple[int, ...]] = []
    copy = arrays.sealed_copy
    monkeypatch.setattr(arrays, "sealed_copy", lambda array: copied.append(array.shape) or copy(array))
    other = replace(scenario, dtype="float32")
    assert other.matrix("X").dtype == np.float32
    assert copied == []
