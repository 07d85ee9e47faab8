"""What a point of a pooled map is said to be, and numbers wherever they can be read."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from large_scenes import LIGHT, large_map, painted, part, room

from attnviz.figures.colour_maps import contrast
from attnviz.figures.export import ExportOptions, export_bytes
from attnviz.figures.figure import hit, tooltip
from attnviz.figures.large.callout import callout_of
from attnviz.figures.large.digits import Digits
from attnviz.figures.large.large_map import LargeMap, pooled_text
from attnviz.figures.large.layout import layout
from attnviz.figures.large.numbers import is_written
from attnviz.figures.large.pointing import among_words
from attnviz.figures.large.pooling import block_under, cells_a_point, pooled_words, strongest
from attnviz.figures.large.raster import Window
from attnviz.figures.theme import theme

SIDE = 1500


def diagonal() -> np.ndarray:
    """Weights of 0.21 on the diagonal among very small ones, all different."""
    values = np.random.default_rng(1).random((SIDE, SIDE)) / 1e5
    np.fill_diagonal(values, 0.21)
    return values


def drawn(values: np.ndarray, **others: object) -> LargeMap:
    """Weights as a map."""
    return large_map(values, signed=False, decimals=5, **others)


def test_hovering_a_pooled_map_tells_the_strongest_of_the_point() -> None:
    model = drawn(diagonal())
    place = layout(model, room(), LIGHT)
    words = tooltip(model, room(), place.region_rect((700, 701), (700, 701)).center(), LIGHT)
    assert words.startswith("strongest of ")
    assert re.search(r"under this point: 0\.21 at query (\d+), key \1$", words)


def test_a_click_on_the_diagonal_selects_it() -> None:
    model = drawn(diagonal())
    place = layout(model, room(), LIGHT)
    for index in range(100, 1400, 97):
        cell = hit(model, room(), place.region_rect((index, index + 1), (index, index + 1)).center(), LIGHT)
        assert cell is not None
        assert cell.row == cell.column
        assert abs(cell.row - index) <= 4


@pytest.mark.parametrize("viewport", [None, part(100.5, 33.25, 900, 1200), part(500, 500, 700, 300)])
def test_the_cell_that_is_told_is_the_one_that_is_painted(viewport: object) -> None:
    values = np.random.default_rng(4).random((SIDE, SIDE))
    model = drawn(values, numbers=False).seeing(viewport)  # type: ignore[arg-type]
    place = layout(model, room(), LIGHT)
    pixels = painted(model)
    colours = {}
    for y, x in np.random.default_rng(5).integers(5, 200, (60, 2)):
        at = place.map.topLeft()
        at.setX(at.x() + int(x) + 0.5)
        at.setY(at.y() + int(y) + 0.5)
        rows, columns = block_under(model, place, at)
        best = strongest(model, rows, columns)
        assert best is not None
        assert values[best] == values[rows, columns].max()
        code = model.picture.levels[0][best]  # type: ignore[union-attr]
        colour = tuple(pixels[int(at.y()), int(at.x())])
        assert colours.setdefault(code, colour) == colour


def test_where_a_whole_block_is_hidden_that_is_said() -> None:
    model = drawn(np.full((SIDE, SIDE), 0.5), hidden=~np.tri(SIDE, dtype=bool))
    place = layout(model, room(), LIGHT)
    words = tooltip(model, room(), place.region_rect((100, 101), (1200, 1201)).center(), LIGHT)
    assert words.startswith("all ")
    assert words.endswith("under this point are hidden")


def test_a_point_is_said_in_round_numbers() -> None:
    window = Window(150, 500, (0, 150), (0, 500))
    assert cells_a_point(drawn(diagonal()), window) == (10, 3)
    assert pooled_text((10, 3)) == "strongest of 10×3"
    assert pooled_text((1, 1)) == ""


def test_of_a_thumb_a_point_is_no_finer_than_its_blocks() -> None:
    model = drawn(diagonal())
    thumb = replace(model, picture=model.picture.thumb, values=None)  # type: ignore[union-attr]
    assert cells_a_point(thumb.seeing(part(0, 0, 100, 100)), Window(500, 500, (0, 500), (0, 500))) == (4, 4)


def test_points_of_a_thumb_that_differ_are_told_roughly_over_it_and_each_by_itself() -> None:
    model = drawn(diagonal())
    thumb = replace(model, picture=model.picture.thumb, values=None)  # type: ignore[union-attr]
    window = Window(250, 250, (0, 250), (0, 250))
    assert cells_a_point(thumb, window) == (6, 6)  # in blocks of 4
    assert pooled_words(thumb, window) == "strongest of about 6×6"
    assert pooled_words(model, window) == "strongest of 6×6"
    assert pooled_words(thumb, Window(375, 375, (0, 375), (0, 375))) == "strongest of 4×4"
    place = layout(thumb, room(), LIGHT)
    middles = (place.region_rect((index, index + 1), (index, index + 1)).center() for index in range(0, 1400, 61))
    told = {among_words(thumb, room(), middle, LIGHT) for middle in middles}
    assert told
    assert all(re.fullmatch(r"one of \d+×\d+ under this point", words) for words in told)


def test_files_say_what_a_point_is_where_it_is_several_cells() -> None:
    large = drawn(np.random.default_rng(1).random((4000, 4000)).astype(np.float32))
    # 640 units of a 96th of an inch have 2000 points at 300 an inch.
    assert "strongest of 2×2" in export_bytes(large, ExportOptions(format="svg")).decode()
    small = drawn(np.random.default_rng(1).random((600, 600)))
    assert "strongest of" not in export_bytes(small, ExportOptions(format="svg")).decode()


def test_lines_over_what_is_hidden_are_faint_in_a_pooled_map() -> None:
    hidden = ~np.tri(SIDE, dtype=bool)
    pixels = painted(drawn(np.full((SIDE, SIDE), 0.5), hidden=hidden))
    area = layout(drawn(np.full((SIDE, SIDE), 0.5), hidden=hidden), room(), LIGHT).map
    corner = pixels[int(area.top()) + 5 : int(area.top()) + 60, int(area.right()) - 60 : int(area.right()) - 5]
    assert 200 < corner.min() < 235
    assert (corner == 255).all(axis=2).mean() > 0.8


def test_cells_too_narrow_for_all_decimals_have_fewer() -> None:
    model = drawn(diagonal()).seeing(part(700, 700, 10, 10))
    place = layout(model, room((560, 500)), LIGHT)
    assert 0 < place.digits.decimals < 5
    assert is_written(model, place, 704, 704)


@pytest.mark.parametrize(
    ("value", "text"), [(0.143, ".14"), (0.004, "≈0"), (0.0, "0"), (1.0, "1"), (0.9999, "≈1"), (0.5, ".50")]
)
def test_in_the_narrowest_cells_weights_go_without_the_0_before_the_point(value: float, text: str) -> None:
    assert Digits(11, 2, bare=True).texts(np.array([[value]])) == ((text,),)


def test_cells_with_room_have_all_decimals() -> None:
    assert layout(drawn(diagonal()).seeing(part(700, 700, 4, 4)), room(), LIGHT).digits.decimals == 5


def test_in_projector_size_eight_cells_have_numbers() -> None:
    look = theme("light", "projector")
    model = drawn(diagonal()).seeing(part(700, 700, 8, 8))
    assert layout(model, room((1100, 800)), look).number_px >= round(look.least_number)


@pytest.mark.parametrize("rows", [SIDE, 200, 60])
@pytest.mark.parametrize("place_of", [(5, 5), (700, 700), (1495, 1495), (3, 1497)])
def test_the_number_of_the_selected_cell_is_always_written(rows: int, place_of: tuple[int, int]) -> None:
    row, column = place_of
    model = replace(drawn(diagonal()), cursor=place_of).seeing(
        None if rows == SIDE else part(row - rows / 2, column - rows / 2, rows, rows).clamped((SIDE, SIDE))
    )
    place = layout(model, room(), LIGHT)
    found = callout_of(model, place)
    assert found is not None
    plate, text = found
    assert place.map.adjusted(-1, -1, 1, 1).contains(plate)
    assert text == ("0.21000" if row == column else text)
    assert not plate.intersects(place.region_rect((row, row + 1), (column, column + 1)))


def test_the_number_beside_a_selected_cell_has_three_figures_however_small_it_is() -> None:
    values = diagonal()
    for column, value in ((900, 0.000096973), (901, 0.00077582)):
        values[3, column] = value
    models = [replace(drawn(values), cursor=(3, column)) for column in (900, 901)]
    found = [callout_of(model, layout(model, room(), LIGHT)) for model in models]
    assert [tag[1] for tag in found if tag is not None] == ["9.70×10⁻⁵", "0.000776"]


def test_a_number_that_stands_in_its_cell_is_not_said_twice() -> None:
    model = replace(drawn(diagonal()), cursor=(702, 702)).seeing(part(700, 700, 5, 5))
    assert callout_of(model, layout(model, room(), LIGHT)) is None


def test_the_selected_hidden_cell_says_so() -> None:
    model = replace(drawn(np.full((SIDE, SIDE), 0.5), hidden=~np.tri(SIDE, dtype=bool)), cursor=(3, 900))
    found = callout_of(model, layout(model, room(), LIGHT))
    assert found is not None
    assert found[1] == "hidden"


@pytest.mark.parametrize("look", ["light", "dark"])
def test_that_number_can_be_read_in_both_themes(look: str) -> None:
    palette = theme(look).palette
    assert contrast(palette.text, palette.panel) >= 7
