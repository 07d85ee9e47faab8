"""Frozen arrays stay as they are, whatever is tried."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.engine.arrays import frozen, frozen_zeros
from attnviz.engine.sealing import is_sealed

SIDES = (3, 700)  # in bytes and in NumPy's own memory


@pytest.mark.parametrize("side", SIDES)
def test_a_frozen_array_cannot_be_made_writable(side: int) -> None:
    array = frozen(np.ones((side, side)), "X", 2)
    for own in (array, array.base, array[0], array.view()):
        assert isinstance(own, np.ndarray)
        with pytest.raises(ValueError, match="WRITEABLE"):
            own.flags.writeable = True


@pytest.mark.parametrize("side", SIDES)
def test_a_frozen_array_is_no_view_of_what_was_given(side: int) -> None:
    given = np.ones((side, side))
    array = frozen(given, "X", 2)
    given[0, 0] = 5
    assert array[0, 0] == 1


@pytest.mark.parametrize("side", SIDES)
def test_what_is_frozen_is_not_copied_again(side: int) -> None:
    array = frozen(np.ones((side, side)), "X", 2)
    assert frozen(array, "X", 2) is array


def test_a_read_only_view_of_memory_of_others_is_not_taken_for_frozen() -> None:
    given = np.ones(1_000_000)
    view = np.frombuffer(given.data.toreadonly(), np.float64)
    assert not is_sealed(view)
    assert frozen(view, "X", 1) is not view


def test_zeros_are_frozen_in_their_shape_and_format() -> None:
    zeros = frozen_zeros((2, 700, 900), np.float32)
    assert zeros.shape == (2, 700, 900)
    assert zeros.dtype == np.float32
    assert not zeros.any()
    assert is_sealed(zeros)
