"""The entry of a colour map for each number."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from attnviz.content.colours import entries_of, entry_rows_of

NUMBERS = st.floats(-1e6, 1e6) | st.just(-np.inf) | st.just(np.nan) | st.sampled_from([0.0, 0.5, 1.0, -1.0])
SMALL = arrays(np.float64, st.tuples(st.integers(1, 6), st.integers(1, 6)), elements=NUMBERS)
LIMITS = st.tuples(st.floats(-1e3, 0), st.floats(0, 1e3))


@given(values=SMALL, limits=LIMITS, diverging=st.booleans())
def test_few_numbers_looked_at_one_by_one_have_the_entries_of_all_at_once(
    values: np.ndarray, limits: tuple[float, float], diverging: bool
) -> None:
    assert (
        entry_rows_of(values, limits, diverging=diverging) == entries_of(values, limits, diverging=diverging).tolist()
    )


@given(values=SMALL.map(lambda numbers: numbers.astype(np.float32)), diverging=st.booleans())
def test_so_have_those_of_single_precision(values: np.ndarray, diverging: bool) -> None:
    limits = (-0.1, 2.7)
    assert (
        entry_rows_of(values, limits, diverging=diverging) == entries_of(values, limits, diverging=diverging).tolist()
    )


def test_many_numbers_are_looked_at_all_at_once() -> None:
    values = np.linspace(-1, 1, 40 * 40).reshape(40, 40)
    assert entry_rows_of(values, (-1, 1), diverging=True) == entries_of(values, (-1, 1), diverging=True).tolist()


@pytest.mark.parametrize(("value", "entry"), [(0.0, 0), (1.0, 255), (0.5, 128), (7.0, 255), (-7.0, 0)])
def test_ends_and_middle_of_a_scale_have_their_entries(value: float, entry: int) -> None:
    assert entry_rows_of(np.array([[value]]), (0.0, 1.0), diverging=False) == [[entry]]


def test_the_largest_numbers_there_are_have_an_entry() -> None:
    ends = (-1.7e308, 1.7e308)
    assert entry_rows_of(np.array([ends]), ends, diverging=True) == [[0, 255]]
    assert entry_rows_of(np.array([[0.0]]), ends, diverging=False) == [[128]]
