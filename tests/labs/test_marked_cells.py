"""Marked cells of a table are what a list of them would be, and none is made to ask for one."""

from __future__ import annotations

import numpy as np

from attnviz.labs.marked_cells import CellsOf, cells_of

MARKED = np.array([[False, True, False], [True, False, True]])
LISTED = ((0, 1), (1, 0), (1, 2))


def test_they_are_the_true_cells_in_reading_order() -> None:
    assert tuple(cells_of(MARKED)) == LISTED
    assert len(cells_of(MARKED)) == 3
    assert cells_of(MARKED)[-1] == (1, 2)
    assert cells_of(MARKED)[:2] == LISTED[:2]


def test_they_are_equal_to_a_list_of_the_same_and_to_no_other() -> None:
    assert cells_of(MARKED) == LISTED
    assert cells_of(MARKED) == cells_of(MARKED.copy())
    assert cells_of(MARKED) != cells_of(~MARKED)
    assert cells_of(MARKED) != LISTED[:2]
    assert not cells_of(np.zeros((2, 2), dtype=np.bool_))


def test_whether_a_cell_is_among_them_is_told_without_making_any() -> None:
    cells = CellsOf(MARKED)
    assert [(row, column) in cells for row in range(2) for column in range(3)] == MARKED.ravel().tolist()
    assert (5, 0) not in cells
    assert (-1, 0) not in cells
    assert "_all" not in vars(cells)
