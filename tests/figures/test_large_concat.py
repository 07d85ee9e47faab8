"""Concat of many tokens: tall maps that fill their page, with heads over them and titles where they begin."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from attnviz import Projected, Scenario, trace
from attnviz.engine.tracing import Trace
from attnviz.figures.board import place
from attnviz.figures.compose import concat_of
from attnviz.figures.compose_heatmap import map_of
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.layout import Ground, layout
from attnviz.figures.large.named import column_names
from attnviz.figures.large.shape import map_size
from attnviz.figures.theme import theme
from attnviz.figures.view import Selection, View

pytestmark = pytest.mark.usefixtures("qapp")

SIZES = [("normal", 700, 620), ("large", 700, 600), ("projector", 790, 580)]


@lru_cache(4)
def many_heads(tokens: int, heads: int, width: int) -> Trace:
    numbers = np.random.default_rng(2)
    weights = (numbers.normal(size=(width, width)) for _ in range(4))
    return trace(Scenario(Projected(numbers.normal(size=(tokens, width)), *weights), heads=heads))


def laid_out(tokens: int, heads: int, width: int, size: str, wide: int, high: int) -> list[tuple[LargeMap, Ground]]:
    look = theme("light", size, 768)
    board = concat_of(many_heads(tokens, heads, width), Selection(), View())
    parts = place(board, QRectF(0, 0, wide, high), look)
    return [(part.figure, layout(part.figure, part.rect, look)) for part in parts if isinstance(part.figure, LargeMap)]


@pytest.mark.parametrize(("size", "wide", "high"), SIZES)
@pytest.mark.parametrize(("heads", "width"), [(3, 24), (32, 256)])
def test_tall_maps_are_no_narrower_than_their_room_lets_them_be_high(size, wide, high, heads, width):
    for figure, ground in laid_out(1024, heads, width, size, wide, high):
        if figure.key in ("concatenated", "output"):
            assert ground.map.width() > 0.75 * ground.map.height()


@pytest.mark.parametrize(("size", "wide", "high"), SIZES)
def test_heads_of_a_tall_concatenation_are_named(size, wide, high):
    grounds = {figure.key: (figure, ground) for figure, ground in laid_out(1024, 32, 256, size, wide, high)}
    names = column_names(*grounds["concatenated"])
    assert not names.by_number
    assert len(names.names) >= 4
    assert names.names[0].text.endswith("1")


@pytest.mark.parametrize(("size", "wide", "high"), SIZES[:2])
def test_titles_begin_where_their_maps_do(size, wide, high):
    for _, ground in laid_out(1200, 3, 24, size, wide, high):
        assert ground.title.left() == ground.map.left()


def test_queries_alone_stay_as_narrow_as_they_were():
    queries = map_of("queries", many_heads(1024, 4, 256), Selection(), View())
    assert isinstance(queries, LargeMap)
    wide, high = map_size(queries, theme(), 900, 600)
    assert wide <= 0.5 * high
