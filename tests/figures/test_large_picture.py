"""Pooled pictures lose no strong cell, hide a block only where all of it is hidden, and know the true ends."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.figures.large.codes import FIRST, MASKED
from attnviz.figures.large.picture import THUMB, picture


def blocks(values, side):
    """The cells of each block, cut out one by one."""
    rows, columns = values.shape
    return [[values[i : i + side, j : j + side].ravel() for j in range(0, columns, side)] for i in range(0, rows, side)]


@pytest.mark.parametrize("column", [0, 1, 511, 512, 700, 999])
def test_a_sink_of_one_column_stands_at_every_level(column):
    values = np.zeros((1000, 1000), dtype=np.float32)
    values[:, column] = 0.9
    for level, codes in enumerate(picture(values, signed=False).levels):
        assert (codes[:, column >> level] == 255).all()


def test_a_diagonal_of_one_cell_stands_at_every_level():
    for codes in picture(np.eye(777, dtype=np.float32), signed=False).levels:
        assert (np.diagonal(codes) == 255).all()


def test_of_signed_numbers_the_one_furthest_from_0_stands_for_its_block():
    values = np.full((64, 64), 0.1, dtype=np.float32)
    values[10, 20], values[40, 50] = -3.0, 2.0
    made = picture(values, signed=True)
    numbers = [made.numbers[codes] for codes in made.levels]
    assert numbers[2][2, 5] == pytest.approx(-3.0)
    assert numbers[2][10, 12] == pytest.approx(2.0, abs=3 / 124)
    assert numbers[6][0, 0] == pytest.approx(-3.0)


@settings(max_examples=60)
@given(rows=st.integers(1, 40), columns=st.integers(1, 40), seed=st.integers(0, 999), shift=st.sampled_from([0, 3, -3]))
def test_each_block_shows_its_strongest_number_within_a_step(rows, columns, seed, shift):
    values = np.random.default_rng(seed).normal(size=(rows, columns)) + shift
    made = picture(values, signed=True)
    step = np.abs(values).max() / 124
    for level, codes in enumerate(made.levels):
        for i, line in enumerate(blocks(values, 2**level)):
            for j, cells in enumerate(line):
                strongest = np.abs(cells).max()
                assert abs(abs(made.numbers[codes[i, j]]) - strongest) <= step / 2 + 1e-9


@settings(max_examples=60)
@given(
    rows=st.integers(1, 40), columns=st.integers(1, 40), seed=st.integers(0, 999), share=st.sampled_from([0.5, 0.95])
)
def test_a_block_is_masked_exactly_where_all_its_cells_are(rows, columns, seed, share):
    numbers = np.random.default_rng(seed)
    values, hidden = numbers.random((rows, columns)), numbers.random((rows, columns)) < share
    for level, codes in enumerate(picture(values, hidden, signed=False).levels):
        expected = [[bool(cells.all()) for cells in line] for line in blocks(hidden, 2**level)]
        assert (codes == MASKED).tolist() == expected


def test_minus_infinity_is_masked_and_no_number():
    values = np.array([[1.0, -np.inf], [-2.0, 5.0]])
    made = picture(values, signed=True)
    assert made.ends == (-2.0, 5.0)
    assert (made.levels[0] == MASKED).tolist() == [[False, True], [False, False]]


def test_ends_leave_hidden_numbers_out():
    values = np.array([[0.5, 9.0], [-9.0, 0.25]])
    hidden = np.array([[False, True], [True, False]])
    assert picture(values, hidden, signed=True).ends == (0.25, 0.5)


def test_where_all_is_hidden_there_are_no_ends():
    made = picture(np.full((70, 70), -np.inf), signed=True)
    assert made.ends is None
    assert all((codes == MASKED).all() for codes in made.levels)


@pytest.mark.parametrize(
    "values", [[[3.0]], [[-3.0]], [[0.0]], [[1e-45]], [[-1e-320]], [[1e308, -1e308]], [[3e38, 2e38]]]
)
def test_codes_give_back_the_ends_of_any_numbers(values):
    values = np.array(values)
    made = picture(values, signed=True)
    assert (made.levels[0] >= FIRST).all()
    assert made.numbers[made.levels[0]] == pytest.approx(values, rel=1e-9, abs=0)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_steps_of_signed_numbers_are_even_between_the_ends(dtype):
    values = np.linspace(0.0, 250.0, 251, dtype=dtype)[np.newaxis]
    made = picture(values, signed=True)
    assert made.numbers[made.levels[0]] == pytest.approx(values, abs=1e-4)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_steps_of_positive_numbers_are_even_between_their_fourth_roots(dtype):
    values = (np.arange(251, dtype=np.float64)[np.newaxis] ** 4).astype(dtype)
    made = picture(values, signed=False)
    assert made.numbers[made.levels[0]] == pytest.approx(values, rel=1e-5)


def test_hidden_rows_may_come_block_by_block():
    values = np.random.default_rng(1).random((3000, 300)).astype(np.float32)
    hidden = ~np.tri(3000, 300, dtype=bool)
    whole, parts = picture(values, hidden, signed=False), picture(values, lambda a, b: hidden[a:b], signed=False)
    assert all((one == other).all() for one, other in zip(whole.levels, parts.levels, strict=True))
    assert whole.ends == parts.ends


def test_a_thumb_is_small_and_says_the_same():
    values = np.random.default_rng(1).normal(size=(2048, 1500)).astype(np.float32)
    made = picture(values, signed=True)
    thumb = made.thumb
    assert max(thumb.levels[0].shape) <= THUMB
    assert thumb.nbytes < 400_000
    assert thumb.first == (2, 2)
    assert all((one == other).all() for one, other in zip(thumb.levels, made.levels[2:], strict=True))
    assert thumb.ends == made.ends


def test_a_thumb_of_a_thin_matrix_keeps_its_columns():
    values = np.zeros((4096, 60), dtype=np.float32)
    values[1000, 7] = 1
    thumb = picture(values, signed=False).thumb
    assert thumb.levels[0].shape == (512, 60)
    assert np.argwhere(thumb.levels[0] == 255).tolist() == [[1000 // 8, 7]]


def test_making_a_picture_takes_little_more_memory_than_the_picture():
    values = np.random.default_rng(1).random((2048, 2048), dtype=np.float32)
    hidden = ~np.tri(2048, dtype=bool)
    tracemalloc.start()
    made = picture(values, hidden, signed=False)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak - made.nbytes < 8_000_000


def test_pictures_cannot_be_written_to():
    assert not any(codes.flags.writeable for codes in picture(np.ones((70, 70)), signed=False).levels)
