"""What stands beside each other in a laboratory begins in one line, and numbers of one kind have one size."""

from __future__ import annotations

from itertools import groupby

import pytest
from PySide6.QtCore import QRectF, QSizeF

from attnviz.content.presets import preset
from attnviz.engine.edits import set_cell
from attnviz.figures.labs.alike import alike
from attnviz.figures.labs.banded_page import leaf_page, leaves_of
from attnviz.figures.labs.bar_chart import bar_grid
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.matrix import matrix_layout
from attnviz.figures.labs.result_page import PageLayout, page_layout
from attnviz.figures.theme import theme
from attnviz.labs.catalogue import lab
from attnviz.labs.exhibits import Bars, Matrix
from attnviz.labs.parameters import settle

ROOMS = pytest.mark.parametrize("room", [QSizeF(1054, 560), QSizeF(1490, 800)], ids=["small", "large"])
SIZES = pytest.mark.parametrize("size", ["normal", "large", "projector"])


def shown(name: str, room: QSizeF, size: str, **values: object) -> tuple[tuple[Drawing, ...], PageLayout]:
    """The laboratory's exhibits with the bounds that they have for each other, and their page."""
    one, scenario = lab(name), preset("by-hand-causal")
    result = one.run({**settle(one.parameters(scenario), {}), **values}, scenario, lambda _part: True)  # type: ignore[dict-item]
    look = theme("light", size, 768)  # type: ignore[arg-type]
    if result.bands:
        leaves = leaves_of(result, Drawing(result.exhibits[0]))
        number, page = leaf_page(leaves, room, look)
        drawings = leaves[number].measured
    else:
        drawings = tuple(map(Drawing, result.exhibits))
        page = page_layout(drawings, room, look)
    return alike(drawings, page.rects, page.theme), page


def maps(drawings: tuple[Drawing, ...], page: PageLayout) -> list[tuple[Drawing, QRectF]]:
    return [own for own in zip(drawings, page.rects, strict=True) if isinstance(own[0].exhibit, Matrix)]


def sizes(drawings: tuple[Drawing, ...], page: PageLayout) -> dict[str, tuple[int, float, float]]:
    """The numbers and cells of each map."""
    found = {}
    for drawing, rect in maps(drawings, page):
        grid = matrix_layout(drawing, rect, page.theme)[2]
        found[drawing.key] = grid.number_px, grid.xs[1] - grid.xs[0], grid.ys[1] - grid.ys[0]
    return found


@ROOMS
@SIZES
def test_maps_of_a_line_begin_at_one_height_though_one_title_has_more_lines(room: QSizeF, size: str) -> None:
    drawings, page = shown("circuits", room, size)
    lines = groupby(sorted(maps(drawings, page), key=lambda own: own[1].top()), key=lambda own: own[1].top())
    tops = [[matrix_layout(*own, page.theme)[2].map.top() for own in line] for _, line in lines]
    assert max(map(len, tops)) > 1
    # What stands over the columns grows with the numbers, and may be somewhat higher over one of them.
    assert all(max(line) - min(line) < 0.8 * page.theme.small_px for line in tops)


@ROOMS
@SIZES
def test_stacks_beside_each_other_have_their_lines_in_common(room: QSizeF, size: str) -> None:
    drawings, page = shown("circuits", room, size)
    tops = {drawing.key: rect.top() for drawing, rect in maps(drawings, page)}
    near = [abs(one - other) for one in tops.values() for other in tops.values() if one != other]
    assert min(near, default=100.0) > 36


@ROOMS
@SIZES
def test_what_is_before_and_after_another_order_has_cells_of_one_size(room: QSizeF, size: str) -> None:
    drawings, page = shown("circuits", room, size, show="order")
    found = sizes(drawings, page)
    assert list(found) == ["X", "reordered_X", "outputs", "permuted_outputs"]
    assert len(set(found.values())) == 1
    tops = [rect.top() for rect in page.rects]
    assert tops[0] == tops[1] < tops[2] == tops[3]


@ROOMS
@SIZES
def test_the_values_of_a_tile_are_as_large_as_the_outputs_beside_them(room: QSizeF, size: str) -> None:
    found = sizes(*shown("tiles", room, size, step=2))
    if "V" in found:
        assert found["V"] == found["output"]


@ROOMS
@SIZES
def test_numbers_of_bars_grow_little_beyond_their_title(room: QSizeF, size: str) -> None:
    drawings, page = shown("mixture", room, size)
    for drawing, rect in zip(drawings, page.rects, strict=True):
        if isinstance(drawing.exhibit, Bars):
            assert bar_grid(drawing, rect, page.theme).number_px <= 1.35 * page.theme.title_px


@pytest.mark.parametrize(
    "mistake", ["no-mask", "mask-after", "mask-inverted", "no-scale", "scale-after", "softmax-axis"]
)
def test_a_sign_or_a_fraction_that_comes_with_an_edit_moves_no_cell(mistake: str) -> None:
    mistakes, room, look = lab("mistakes"), QSizeF(1054, 620), theme("light")
    places: set[object] = set()
    for number in (1.0, 2.0, -1.0, 0.5, -0.333, 0.0):
        scenario = set_cell(preset("by-hand"), "X", 0, 0, number)
        values = {**settle(mistakes.parameters(scenario), {}), "mistake": mistake}
        drawings = tuple(map(Drawing, mistakes.run(values, scenario, lambda _part: True).exhibits))
        page = page_layout(drawings, room, look)
        limited = alike(drawings, page.rects, page.theme)
        places.add(tuple(rect.getRect() for rect in page.rects))
        places.add(tuple(sizes(limited, page).items()))
    assert len(places) == 2
