"""Colours are told by a legend wherever one has room beside a map, in low rooms and large letters too."""

from __future__ import annotations

from functools import lru_cache

import pytest
from PySide6.QtCore import QRectF

from attnviz import load, trace
from attnviz.engine.tracing import Trace
from attnviz.figures.board import place
from attnviz.figures.compose import concat_of
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.theme import theme
from attnviz.figures.view import Selection, View

pytestmark = pytest.mark.usefixtures("qapp")


@lru_cache(1)
def layer() -> Trace:
    return trace(load("trophy-layer"))


@pytest.mark.parametrize(("wide", "high"), [(792, 537), (792, 500), (700, 520), (792, 581), (1300, 700)])
@pytest.mark.parametrize("size", ["normal", "large", "projector"])
def test_the_highest_map_of_a_concatenation_in_colours_says_what_they_mean(size: str, wide: int, high: int) -> None:
    board = concat_of(layer(), Selection(), View())
    told = {
        part.figure.key: part.figure.fit.legend
        for part in place(board, QRectF(0, 0, wide, high), theme("light", size, 768))
        if isinstance(part.figure, Heatmap) and part.figure.fit is not None
    }
    assert len(told) == 4
    assert told["W_O"]
    assert told["concatenated"] == told["output"]  # as high as each other


def test_a_legend_that_comes_costs_no_map_its_size_nor_its_place() -> None:
    board = concat_of(layer(), Selection(), View())
    room = QRectF(0, 0, 792, 537)
    parts = place(board, room, theme("light", "projector", 768))
    assert all(room.contains(part.rect) for part in parts)
    widths = {
        part.figure.fit.cell_width * 384 for part in parts if isinstance(part.figure, Heatmap) and part.figure.fit
    }
    assert len(widths) == 1
    assert widths.pop() > 0.7 * room.width()
