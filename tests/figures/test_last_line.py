"""Heads stand in lines of which the last one is not all but empty, where other lines have maps about as large."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from attnviz import Direct, Scenario, trace
from attnviz.engine.tracing import Trace
from attnviz.figures.board import Board
from attnviz.figures.compose import figure_of
from attnviz.figures.large.arrange import place_large
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.overview.head_grid import HeadGrid, grid_places
from attnviz.figures.side_by_side import side_by_side
from attnviz.figures.theme import theme
from attnviz.figures.view import Selection, View

pytestmark = pytest.mark.usefixtures("qapp")

ROOMS = ((640, 480), (700, 600), (1000, 800), (800, 420))


def traced(tokens: int, heads: int) -> Trace:
    numbers = np.random.default_rng(1)
    made = trace(Scenario(Direct(*(numbers.normal(size=(tokens, heads)) for _ in range(3))), heads=heads))
    made.compute()
    return made


def heads_on(made: Trace) -> Board:
    found = figure_of("heads", made, Selection(), View())
    assert isinstance(found, Board)
    return found


def ends_well(lefts: Iterable[int]) -> bool:
    """True if over a third of the columns go down to the last line. lefts: where each map begins."""
    lines = Counter(lefts)
    deep = max(lines.values())
    return 3 * sum(count == deep for count in lines.values()) > len(lines)


@pytest.mark.parametrize("room", ROOMS)
def test_layers_of_any_number_of_heads_end_in_a_line_of_several(room: tuple[int, int]) -> None:
    for count in range(4, 65):
        columns = grid_places(
            HeadGrid("x", (None,), count, (128, 128), wraps=True), QRectF(0, 0, *room), theme()
        ).columns
        assert ends_well(head % columns for head in range(count)), count


@pytest.mark.parametrize("room", ROOMS)
def test_so_do_large_maps(room: tuple[int, int]) -> None:
    panel = heads_on(traced(300, 2)).panels[0]
    assert isinstance(panel, LargeMap)
    for count in range(4, 65):
        rects = place_large((panel,) * count, (0,) * count, frozenset(), QRectF(0, 0, *room), theme())
        assert ends_well(round(rect.left()) for rect in rects), count


@pytest.mark.parametrize("count", [7, 17])
def test_so_do_small_ones(count: int) -> None:
    rect = QRectF(0, 0, 700, 600)
    maps = heads_on(traced(6, count)).panels
    found = side_by_side(maps, rect, theme())  # type: ignore[arg-type]
    assert found is not None
    assert ends_well(round(place.right()) for place, _ in found)
