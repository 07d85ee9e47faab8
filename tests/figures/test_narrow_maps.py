"""A matrix too wide for numbers gives way to those of the maps beside it, on a board and on a slide."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from attnviz.engine.inputs import Projected
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace
from attnviz.figures.board import Placed, place
from attnviz.figures.compose import board_of
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.theme import theme
from attnviz.figures.view import Selection, View

ROOM = QRectF(0, 0, 1323, 629)
HEADS, WIDE = 128, 256


def _wide() -> Scenario:
    """So many heads of width 2, whose output has 256 numbers a row: as many as no board has room for."""
    numbers = np.random.default_rng(3)
    side = HEADS * 2
    x, *weights = (numbers.normal(size=size) / 4 for size in ((4, WIDE), *[(WIDE, side)] * 3, (side, WIDE)))
    inputs = Projected(X=x, W_Q=weights[0], W_K=weights[1], W_V=weights[2], W_O=weights[3])
    return Scenario(inputs=inputs, heads=HEADS, tokens=("the", "old", "river", "bank"))


def _placed(text_size: str, name: str = "light") -> list[Placed]:
    look = theme(name, text_size, 768)  # type: ignore[arg-type]  # both are names of looks
    return list(place(board_of(trace(_wide()), Selection(), View(legend=False)), ROOM, look))


def _maps(placed: list[Placed]) -> list[Heatmap]:
    return [part.figure for part in placed if isinstance(part.figure, Heatmap)]


@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_all_maps_but_the_wide_one_have_numbers(text_size: str) -> None:
    maps = _maps(_placed(text_size))
    assert {panel.key for panel in maps if panel.fit and not panel.fit.number_px} == {"output"}


def test_numbers_beside_the_wide_map_are_read_from_the_last_row() -> None:
    least = round(theme("light", "projector", 768).least_number)
    sizes = [panel.fit.number_px for panel in _maps(_placed("projector")) if panel.fit and panel.key != "output"]
    assert min(sizes) >= least


def test_the_wide_map_has_rows_as_high_as_the_head_output_it_is_made_of() -> None:
    heights = {panel.key: panel.fit.cell_height for panel in _maps(_placed("projector")) if panel.fit}
    assert heights["output"] == heights["head_output"]


def test_no_figures_overlap_where_the_wide_one_gave_way() -> None:
    placed = _placed("projector")
    assert all(ROOM.contains(part.rect) for part in placed)
    assert not any(one.rect.intersects(other.rect) for one, other in pairwise(placed))
