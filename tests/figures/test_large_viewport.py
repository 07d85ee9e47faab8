"""The part of a map that is seen: it never leaves the map, and zooming keeps what is under the pointer."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.figures.viewport import LEAST, Viewport, cropped, seen, whole

SHAPES = st.tuples(st.integers(1, 5000), st.integers(1, 5000))
SHARES = st.floats(0, 1)


def within(viewport, shape):
    """True if it lies in the map, and shows a few cells as far as there are so many."""
    inside = (
        viewport.top >= -1e-6 and viewport.bottom <= shape[0] + 1e-6
        and viewport.left >= -1e-6 and viewport.right <= shape[1] + 1e-6
    )  # fmt: skip
    return inside and viewport.rows >= min(LEAST, shape[0]) and viewport.columns >= min(LEAST, shape[1])


@settings(max_examples=300)
@given(shape=SHAPES, moves=st.lists(st.tuples(st.floats(0.05, 20), SHARES, SHARES, st.floats(-9e3, 9e3)), max_size=8))
def test_no_gesture_leaves_the_map(shape, moves):
    now = whole(shape)
    for factor, down, across, far in moves:
        now = now.zoomed(shape, factor, (now.top + down * now.rows, now.left + across * now.columns))
        assert within(now, shape)
        now = now.panned(shape, far, -far)
        assert within(now, shape)
        now = now.showing(shape, int(down * (shape[0] - 1)), int(across * (shape[1] - 1)))
        assert within(now, shape)


@settings(max_examples=200)
@given(shape=SHAPES, factor=st.floats(1, 8), down=SHARES, across=SHARES)
def test_zooming_in_keeps_the_place_under_the_pointer(shape, factor, down, across):
    now = whole(shape)
    about = (down * shape[0], across * shape[1])
    near = now.zoomed(shape, factor, about)
    assert (about[0] - near.top) / near.rows == pytest.approx(down, abs=1e-6)
    assert (about[1] - near.left) / near.columns == pytest.approx(across, abs=1e-6)


def test_zooming_out_far_enough_shows_all_again():
    now = whole((4096, 300)).zoomed((4096, 300), 50, (1234.5, 17.0))
    for _ in range(60):
        now = now.zoomed((4096, 300), 0.8, (1234.5, 17.0))
    assert now == whole((4096, 300))


def test_a_wide_map_keeps_its_rows_until_as_many_columns_are_seen():
    now = whole((300, 4096)).zoomed((300, 4096), 4)
    assert (now.rows, now.columns) == (300, 1024)
    now = now.zoomed((300, 4096), 8)
    assert (now.rows, now.columns) == (128, 128)


def test_a_cropped_part_keeps_its_proportions():
    now = cropped((4096, 4096), (100, 200), (0, 1000)).zoomed((4096, 4096), 2)
    assert (now.rows, now.columns) == (50, 500)


def test_zooming_stops_at_a_few_cells():
    now = whole((4096, 4096)).zoomed((4096, 4096), 1e9)
    assert (now.rows, now.columns) == (LEAST, LEAST)


def test_a_crop_shows_exactly_these_rows_and_columns():
    assert cropped((4096, 4096), (10, 30), (100, 4096)) == Viewport(10, 100, 20, 3996)


def test_a_crop_of_one_row_shows_it_with_its_neighbours():
    now = cropped((4096, 4096), (10, 11), (0, 4096))
    assert now.rows == LEAST
    assert now.top <= 10 < 11 <= now.bottom


def test_a_cell_that_is_seen_moves_nothing():
    now = Viewport(10, 10, 20, 20)
    assert now.showing((100, 100), 15, 29) is not None
    assert now.showing((100, 100), 15, 29) == now


@pytest.mark.parametrize("cell", [(0, 0), (99, 99), (50, 3)])
def test_a_cell_elsewhere_comes_into_sight_whole(cell):
    now = Viewport(10, 10, 20, 20).showing((100, 100), *cell)
    assert now.top <= cell[0]
    assert cell[0] + 1 <= now.bottom
    assert now.left <= cell[1]
    assert cell[1] + 1 <= now.right


def test_a_part_of_a_map_that_became_smaller_stays_on_it():
    assert seen(Viewport(3000, 3000, 500, 500), (1000, 200)) == Viewport(500, 0, 500, 200)
    assert seen(None, (7, 9)) == Viewport(0, 0, 7, 9)


def test_seen_rows_count_those_of_which_any_part_is_seen():
    assert Viewport(10.5, 0, 4, 4).seen_rows == (10, 15)
    assert Viewport(10.0, 3.0, 4, 4).seen_rows == (10, 14)
    assert Viewport(10.0, 3.0, 4, 4).seen_columns == (3, 7)


def test_a_part_that_begins_within_cells_is_moved_to_whole_ones():
    part = Viewport(10.4, 3.6, 24.0, 12.7).on_whole_cells((100, 100))
    assert part == Viewport(10.0, 4.0, 24.0, 12.0)


def test_whole_cells_at_the_end_of_a_map_stay_within_it():
    assert Viewport(80.5, 88.0, 19.5, 12.0).on_whole_cells((100, 100)) == Viewport(80.0, 88.0, 19.0, 12.0)


def test_a_map_of_one_column_keeps_the_place_when_no_fewer_rows_can_be_seen():
    near = whole((5, 1)).zoomed((5, 1), 2.0, (2.5, 0.0))
    assert near == Viewport(0.5, 0.0, 4.0, 1.0)
