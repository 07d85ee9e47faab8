"""What belongs together on a page of a laboratory has one size: letters, numbers beside maps, lines of bars."""

from __future__ import annotations

from functools import lru_cache

import pytest
from PySide6.QtCore import QSizeF

from attnviz.content.presets import preset
from attnviz.figures.labs.alike import alike
from attnviz.figures.labs.banded_page import leaf_page, leaves_of
from attnviz.figures.labs.bar_chart import bar_grid
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.heading import title_lines
from attnviz.figures.labs.matrix import matrix_layout
from attnviz.figures.labs.result_page import is_whole, page_layout
from attnviz.figures.labs.table_sheet import table_layout
from attnviz.figures.theme import theme
from attnviz.labs.catalogue import lab
from attnviz.labs.exhibits import Bars, Matrix, Table
from attnviz.labs.parameters import settle
from attnviz.labs.protocol import Result

pytestmark = pytest.mark.usefixtures("qapp")

SMALL, LARGE = QSizeF(1052, 559), QSizeF(1518, 851)  # what windows of 1366 × 768 and 1920 × 1080 leave


@lru_cache(8)
def result(name: str) -> Result:
    one, scenario = lab(name), preset("by-hand-causal")
    return one.run(settle(one.parameters(scenario), {}), scenario, lambda _part: True)


def drawings(name: str) -> tuple[Drawing, ...]:
    return tuple(map(Drawing, result(name).exhibits))


def test_a_larger_window_has_no_smaller_letters_for_circuits() -> None:
    shown = drawings("circuits")
    small = page_layout(shown, SMALL, theme("light", "normal", 768))
    large = page_layout(shown, LARGE, theme("light", "normal", 1080))
    assert large.theme.small_px >= small.theme.small_px > theme().small_px
    assert is_whole(large, LARGE)
    for drawing, rect in zip(shown, large.rects, strict=True):
        assert title_lines(drawing, large.theme, rect.width()) == 1


@pytest.mark.parametrize(("room", "size"), [(SMALL, "normal"), (LARGE, "normal"), (QSizeF(986, 540), "large")])
def test_a_table_beside_maps_has_numbers_no_larger_than_theirs(room: QSizeF, size: str) -> None:
    found = result("tiles")
    look = theme("light", size, 768)
    leaves = leaves_of(found, Drawing(found.exhibits[0]))
    leaf, page = leaf_page(leaves, room, look)
    limited = alike(leaves[leaf].measured, page.rects, page.theme)
    parts = [(own, rect) for own, rect in zip(limited, page.rects, strict=True)]
    maps = [
        matrix_layout(own, rect, page.theme)[2].number_px
        for own, rect in parts
        if isinstance(own.exhibit, Matrix) and own.exhibit.alike
    ]
    tables = [
        table_layout(own, rect, page.theme).theme.small_px for own, rect in parts if isinstance(own.exhibit, Table)
    ]
    assert tables == [max(min(maps), page.theme.small_px)]


@pytest.mark.parametrize(("room", "size"), [(QSizeF(986, 580), "large"), (SMALL, "normal"), (LARGE, "normal")])
def test_both_charts_of_one_query_have_bars_and_numbers_of_one_size(room: QSizeF, size: str) -> None:
    shown = drawings("one-query")
    page = page_layout(shown, room, theme("light", size, 768))
    grids = [
        bar_grid(own, rect, page.theme)
        for own, rect in zip(alike(shown, page.rects, page.theme), page.rects, strict=True)
        if isinstance(own.exhibit, Bars)
    ]
    sizes = {(grid.number_px, row.track.width(), row.track.height()) for grid in grids for row in grid.rows}
    assert len(grids) == 2
    assert len(sizes) == 1
