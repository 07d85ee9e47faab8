"""What a cell of a large scenario came from and feeds: found without tables of T×S marks, and the same cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import hides_a_row, scenarios

from attnviz import GivenWeights, Mask, Projected, Scenario, Trace, trace
from attnviz.engine import links
from attnviz.engine.arrays import Array
from attnviz.engine.cells import Cell, Region
from attnviz.engine.dependencies import shape_of
from attnviz.engine.inputs import Sizes
from attnviz.engine.spans import MOST_RECTANGLES

Marks = dict[tuple[str, int | None], set[tuple[int, int]]]
SIDE = 600  # tokens, of which 512 make a scenario large


def marks(traced: Trace, regions: Iterable[Region]) -> Marks:
    found: Marks = {}
    for name, head, rows, columns in ((r.name, r.head, r.rows, r.columns) for r in regions):
        cells = {(row, column) for row in range(*rows) for column in range(*columns)}
        found.setdefault((name, head), set()).update(cells)
    return found


def both_ways(scenario: Scenario, cell: Cell, follow: str) -> tuple[Marks, Marks]:
    """By tables, and by products of rows and columns."""
    traced = trace(scenario)
    found: list[Marks] = []
    for large in (False, True):
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(links, "is_large", partial(_is_large, large=large))
            traced.linked.clear()
            found.append(marks(traced, getattr(links, follow)(traced, cell)))
    return found[0], found[1]


def _is_large(_size: Sizes, *, large: bool) -> bool:
    return large


@st.composite
def cells(draw: st.DrawFn, scenario: Scenario) -> Cell:
    traced = trace(scenario)
    names = [*traced.stages, *(name for name, _ in scenario.given() if name not in traced.stages)]
    name = draw(st.sampled_from(names))
    rows, columns = shape_of(traced, name)
    head = draw(st.integers(0, traced.sizes.heads - 1))
    return Cell(name, head, draw(st.integers(0, rows - 1)), draw(st.integers(0, columns - 1)))


@settings(max_examples=60)
@given(st.data())
def test_without_masks_the_cells_are_the_same(data: st.DataObject) -> None:
    scenario = replace(data.draw(scenarios(hide=False)), bias=None)
    if not isinstance(scenario.inputs, GivenWeights):
        scenario = replace(scenario, mask=Mask())
    cell = data.draw(cells(scenario))
    for follow in ("sources", "feeds"):
        by_tables, by_products = both_ways(scenario, cell, follow)
        for node in by_tables.keys() | by_products.keys():
            if node[0] != "exponentials" or node[1] == cell.head:  # of other heads nobody asks if they are shifted
                assert by_products.get(node) == by_tables.get(node)


@settings(max_examples=60)
@given(st.data())
def test_with_masks_no_cell_is_missing(data: st.DataObject) -> None:
    scenario = data.draw(scenarios().filter(lambda drawn: not hides_a_row(drawn)))
    cell = data.draw(cells(scenario))
    for follow in ("sources", "feeds"):
        by_tables, by_products = both_ways(scenario, cell, follow)
        for node, marked in by_tables.items():
            if node[0] != "exponentials" or node[1] == cell.head:
                assert marked <= by_products.get(node, set())


@settings(max_examples=60)
@given(st.data())
def test_what_one_weight_came_from_is_exact_under_any_mask(data: st.DataObject) -> None:
    scenario = data.draw(scenarios(kinds="pd").filter(lambda drawn: not hides_a_row(drawn)))
    size = scenario.sizes
    row, column = data.draw(st.integers(0, size.T - 1)), data.draw(st.integers(0, size.S - 1))
    by_tables, by_products = both_ways(scenario, Cell("weights", 0, row, column), "sources")
    assert by_products == by_tables


def large(**settings: object) -> Scenario:
    rng = np.random.default_rng(7)
    X, W = rng.standard_normal((SIDE, 8)), rng.standard_normal((8, 8))
    return Scenario(Projected(X, W, W, W), heads=2, **settings)  # type: ignore[arg-type]


def test_a_large_scenario_is_followed_without_a_stage_being_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    traced = trace(large(mask=Mask(causal=True)))
    asked: list[str] = []
    real = Trace.at

    def at(self: Trace, name: str, head: int | None = None) -> Array:
        asked.append(name)
        return real(self, name, head)

    monkeypatch.setattr(Trace, "at", at)
    links.sources(traced, Cell("weights", 1, 300, 20))
    links.feeds(traced, Cell("W_V", None, 1, 2))
    links.feeds(traced, Cell("X", None, 100, 2))
    assert not set(asked) & set(traced.stages)


def test_a_large_causal_weight_came_from_the_keys_up_to_its_query() -> None:
    found = links.sources(trace(large(mask=Mask(causal=True))), Cell("weights", 1, 300, 20))
    assert Region("keys", 1, (0, 301), (0, 4)) in found
    assert Region("exponentials", 1, (300, 301), (0, 301)) in found


def test_a_key_of_a_large_scenario_feeds_the_queries_that_see_it() -> None:
    found = links.feeds(trace(large(mask=Mask(causal=True))), Cell("keys", 0, 100, 1))
    assert Region("masked", 0, (100, SIDE), (100, 101)) in found
    assert Region("weights", 0, (100, SIDE), (0, SIDE)) in found


def test_very_many_rectangles_become_one_around_them() -> None:
    custom = np.ones((SIDE, SIDE), dtype=np.bool_)
    custom[:, 1::2] = False
    found = links.sources(trace(large(mask=Mask(custom=custom))), Cell("weights", 0, 5, 0))
    assert SIDE // 2 > MOST_RECTANGLES
    assert [region for region in found if region.name == "exponentials"] == [
        Region("exponentials", 0, (5, 6), (0, SIDE - 1))
    ]
