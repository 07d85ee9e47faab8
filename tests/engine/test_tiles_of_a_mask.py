"""The parts into which a block of queries is cut: everything that is seen, once, and little that is hidden."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.engine.blocks.visible import Visible
from attnviz.engine.mask import Mask

QUERIES = 13


def seen_by(mask: Mask, queries: int, keys: int) -> np.ndarray:
    """(queries, keys): True where a query sees a key, pair by pair, as the masks are defined."""
    own = keys - queries
    table = np.ones((queries, keys), dtype=bool)
    for query in range(queries):
        for key in range(keys):
            place = query + own
            if mask.causal and key > (place if mask.alignment == "bottom_right" else query):
                table[query, key] = False
            left, right = mask.window or (None, None)
            if (left is not None and key < place - left) or (right is not None and key > place + right):
                table[query, key] = False
            if key in mask.padding:
                table[query, key] = False
    return table


@st.composite
def masks(draw: st.DrawFn) -> tuple[Mask, int]:
    """A mask of diagonals and padding, and the keys it stands over."""
    keys = draw(st.integers(QUERIES, 24))
    side = st.none() | st.integers(0, 24)
    window = draw(st.none() | st.tuples(side, side).filter(any_side))
    padding = tuple(sorted(draw(st.sets(st.integers(0, keys - 1), max_size=4))))
    alignment = draw(st.sampled_from(("bottom_right", "top_left")))
    return Mask(causal=draw(st.booleans()), window=window, padding=padding, alignment=alignment), keys


def any_side(window: tuple[int | None, int | None]) -> bool:
    return window != (None, None)


@given(masks(), st.integers(0, QUERIES - 1), st.integers(1, QUERIES), st.integers(1, 9), st.integers(1, 4))
def test_the_parts_of_a_block_hold_each_visible_pair_once(
    masked: tuple[Mask, int], start: int, count: int, width: int, edge: int
) -> None:
    mask, keys = masked
    rows = slice(start, min(start + count, QUERIES))
    visible = Visible(mask, QUERIES, keys)
    times = np.zeros((QUERIES, keys), dtype=int)
    shown = np.zeros((QUERIES, keys), dtype=bool)
    for some, columns in visible.tiles(rows, width, edge):
        assert columns.stop - columns.start <= max(width, edge)
        times[some, columns] += 1
        block = np.zeros((some.stop - some.start, columns.stop - columns.start), np.float32)
        visible.hide(block, some, columns)
        shown[some, columns] |= block == 0
    expected = seen_by(mask, QUERIES, keys)
    expected[: rows.start] = expected[rows.stop :] = False
    assert times.max(initial=0) <= 1
    np.testing.assert_array_equal(shown, expected)


@pytest.mark.parametrize("rows", [slice(0, 512), slice(512, 1024), slice(3584, 4096)])
def test_of_a_diagonal_block_a_third_is_left_out(rows: slice) -> None:
    parts = list(Visible(Mask(causal=True), 4096, 4096).tiles(rows, 512, 128))
    cells = sum((some.stop - some.start) * (columns.stop - columns.start) for some, columns in parts)
    before, diagonal = 512 * rows.start, 512 * 512
    assert cells == before + diagonal * 5 // 8  # four steps of a stair: 4 + 3 + 2 + 1 of 16


def test_a_window_narrower_than_a_block_is_cut_out_of_it() -> None:
    parts = list(Visible(Mask(window=(127, 0)), 4096, 4096).tiles(slice(1024, 1536), 512, 128))
    cells = sum((some.stop - some.start) * (columns.stop - columns.start) for some, columns in parts)
    assert cells <= 512 * 3 * 128  # the 512 rows see 128 keys each, and no part reaches beyond the next 128
