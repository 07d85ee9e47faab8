"""What a cell is linked with is found once for each trace, and forgotten with it."""

from __future__ import annotations

import gc
import weakref

from examples import layer

from attnviz import trace
from attnviz.engine.cells import Cell
from attnviz.engine.links import feeds, sources


def test_what_a_cell_is_linked_with_is_found_once_for_a_trace() -> None:
    traced = trace(layer())
    for follow in (sources, feeds):
        first = follow(traced, Cell("weights", 1, 0, 2))
        assert follow(traced, Cell("weights", 1, 0, 2)) is first
        assert follow(trace(layer()), Cell("weights", 1, 0, 2)) == first
    assert sources(traced, Cell("weights", 1, 0, 2)) != feeds(traced, Cell("weights", 1, 0, 2))


def test_found_links_keep_no_trace_alive() -> None:
    traced = trace(layer())
    cell = Cell("weights", 1, 0, 2)
    sources(traced, cell)
    later = trace(layer(), traced)
    feeds(later, cell)
    gone = weakref.ref(traced)
    del traced
    gc.collect()
    assert gone() is None


def test_links_of_many_cells_are_not_all_kept() -> None:
    traced = trace(layer())
    cells = [Cell("X", None, row, column) for row in range(2) for column in range(3)] * 30
    cells += [Cell("W_V", None, row, column) for row in range(5) for column in range(6)]
    for cell in cells:
        feeds(traced, cell)
        sources(traced, cell)
    assert len(traced.linked) <= 32
