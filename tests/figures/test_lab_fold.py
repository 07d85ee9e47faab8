"""What of a laboratory is in sight before one scrolls: whole exhibits, and no title that is cut or broken in two."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QRectF, QSizeF

from attnviz.content.presets import preset
from attnviz.figures.labs import heading
from attnviz.figures.labs.banded_page import leaf_page, leaves_of
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.fold import between_rows
from attnviz.figures.labs.heading import title_lines
from attnviz.figures.labs.heights import GAP, folded
from attnviz.figures.labs.matrix import matrix_layout, sums_left
from attnviz.figures.labs.plot import plot_layout
from attnviz.figures.labs.result_page import PageLayout, page_layout
from attnviz.figures.labs.table_sheet import table_layout
from attnviz.figures.theme import theme
from attnviz.labs.catalogue import lab
from attnviz.labs.exhibits import Matrix, Plot, Table
from attnviz.labs.parameters import settle


@pytest.mark.parametrize("height", [540.0, 555.0])
@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("one-query", {"match", "scaled", "weights", "mixture"}),
        ("turn-the-query", {"dial", "weights", "outputs"}),
        ("mixture", {"plane", "weights", "temperature"}),
    ],
)
def test_from_the_last_row_what_belongs_together_is_in_sight_whole(
    qapp: object, name: str, seen: set[str], height: float
) -> None:
    one, scenario = lab(name), preset("two-heads")
    result = one.run(settle(one.parameters(scenario), {}), scenario, lambda _part: True)
    page = page_layout(tuple(map(Drawing, result.exhibits)), QSizeF(932, height), theme("light", "projector", 768))
    whole = {
        exhibit.name for exhibit, rect in zip(result.exhibits, page.rects, strict=True) if rect.bottom() <= height + 1
    }
    assert seen <= whole


def test_a_line_of_which_little_more_than_the_title_would_be_seen_begins_below_the_fold() -> None:
    heights = folded([200.0, 100.0, 300.0], [80.0, 40.0, 0.0], 380.0, 0.2)
    assert sum(heights[:2]) + GAP == pytest.approx(380.0)
    assert heights[2] == 300.0


def test_a_line_that_is_seen_for_the_most_part_stays_where_it_is() -> None:
    assert folded([200.0, 300.0], [80.0, 0.0], 420.0, 0.2) == [200.0, 300.0]


def test_letters_do_not_grow_so_far_that_a_title_is_broken(qapp: object) -> None:
    one, scenario = lab("decode"), preset("two-heads")
    result = one.run(settle(one.parameters(scenario), {}), scenario, lambda _part: True)
    drawings = tuple(map(Drawing, result.exhibits))
    page = page_layout(drawings, QSizeF(1490, 800), theme("light", "projector", 1080))
    assert page.theme.factor > 2.0  # they did grow
    assert {title_lines(own, page.theme, rect.width()) for own, rect in zip(drawings, page.rects, strict=True)} == {1}


def test_a_plot_alone_in_a_low_room_has_its_axis_in_sight(qapp: object) -> None:
    one = lab("root-d-k")
    result = one.run(settle(one.parameters(None), {}), None, lambda _part: True)
    look = theme("light", "projector", 768)
    for height in (280.0, 320.0, 360.0):
        page = page_layout((Drawing(result.exhibits[0]),), QSizeF(900, height), look)
        assert page.size.height() <= height
        grid = plot_layout(Drawing(result.exhibits[0]), page.rects[0], page.theme)
        assert grid.area.height() >= 90


def test_a_plot_whose_title_says_what_is_across_does_not_say_it_again(qapp: object) -> None:
    one = lab("root-d-k")
    plot = one.run(settle(one.parameters(None), {}), None, lambda _part: True).exhibits[0]
    assert isinstance(plot, Plot)
    assert plot.x.title in plot.title
    rect, look = QRectF(0, 0, 600, 300), theme()
    below = plot_layout(Drawing(replace(plot, x=replace(plot.x, unwritten=False))), rect, look)
    assert plot_layout(Drawing(plot), rect, look).area.bottom() > below.area.bottom() + 10


@pytest.mark.parametrize("width", range(60, 400, 20))
def test_a_shape_in_soft_words_is_not_broken_at_its_sign(qapp: object, width: int) -> None:
    table = Drawing(Table("t", "T", ("a",), ((1.0,),), "tiles of 75 × 75 here, of 128 × 128 at T = 4096"))
    _, _, soft = heading._lines(table, theme(), float(width))
    assert not [line for line in soft if line.endswith("×") or line.startswith("×")]


def test_names_beside_a_right_and_a_wrong_map_are_alike_and_read_from_the_last_row(qapp: object) -> None:
    one, scenario, look = lab("masks"), preset("trophy"), theme("light", "projector", 768)
    result = one.run({**settle(one.parameters(scenario), {}), "causal": True}, scenario, lambda _part: True)
    maps = [exhibit for exhibit in result.exhibits if exhibit.name in ("before", "after")]
    grids = [matrix_layout(Drawing(each), QRectF(0, 0, 450, 330), look)[2] for each in maps]
    assert len(grids) == 2
    assert {grid.row_step for grid in grids} == {2}
    assert all(grid.row_px >= round(0.9 * look.least_number) for grid in grids)
    assert grids[0].map.width() == pytest.approx(grids[1].map.width(), rel=0.1)


def test_sums_of_rows_stand_beside_the_legend_of_a_thin_map_and_not_in_it(qapp: object) -> None:
    values = np.full((4, 1000), 1e-3)
    matrix = Matrix(
        "m", "M", values, row_labels=tuple("1234"), column_labels=tuple(map(str, range(1, 1001))), row_sums=True
    )
    grid = matrix_layout(Drawing(matrix), QRectF(0, 0, 450, 200), theme())[2]
    assert not grid.legend.isEmpty()
    assert grid.legend.right() < sums_left(grid) < 450


def _costs(height: float) -> tuple[tuple[Drawing, ...], PageLayout]:
    """The costs of tiles, whose table goes on below the fold."""
    one, scenario = lab("tiles"), preset("two-heads")
    values = {**settle(one.parameters(scenario), {}), "show": "cost"}
    result = one.run(values, scenario, lambda _part: True)
    leaves = leaves_of(result, Drawing(result.exhibits[0]))
    chosen, page = leaf_page(leaves, QSizeF(932, height), theme("light", "projector", 768))
    return leaves[chosen].drawings, page


@pytest.mark.parametrize("height", range(480, 600, 10))
def test_a_page_is_cut_off_between_two_rows_of_a_table_and_not_through_one(height: int) -> None:
    drawings, page = _costs(height)
    page = between_rows(drawings, page, height)
    cut = []
    for drawing, rect in zip(drawings, page.rects, strict=True):
        if isinstance(drawing.exhibit, Table):
            ys = table_layout(drawing, rect, page.theme).ys
            cut += [(height - y) / (after - y) for y, after in pairwise(ys) if y < height < after]
    assert all(part >= 0.85 or part < 0.01 for part in cut)


def test_what_stands_over_a_table_that_goes_down_grows_with_it_and_nothing_meets() -> None:
    drawings, page = _costs(548)
    moved = between_rows(drawings, page, 548)
    table = next(place for place, one in enumerate(drawings) if isinstance(one.exhibit, Table))
    by = moved.rects[table].top() - page.rects[table].top()
    assert by > 0
    assert moved.rects[0].height() == page.rects[0].height() + by
    assert moved.size.height() == page.size.height() + by


def test_a_page_that_is_whole_stays_as_it_is() -> None:
    drawings, page = _costs(2000)
    assert between_rows(drawings, page, 2000) is page
