"""The grid of heads: where each map lies, one scale for all, strong weights that are never lost."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from overview_scenes import ROOM, grid, painted
from PySide6.QtCore import QPointF, QRectF

from attnviz.content.colours import ENTRIES
from attnviz.content.sources.source import Place
from attnviz.figures.colour_maps import colour_map
from attnviz.figures.export import ExportOptions, export_bytes
from attnviz.figures.figure import tooltip
from attnviz.figures.overview.head_grid import GridPlaces, HeadGrid, grid_places
from attnviz.figures.overview.head_grid_painter import colours_of, picture, pixel_words
from attnviz.figures.overview.pooling import MOST_CELLS, fitted, thumbs
from attnviz.figures.theme import theme


def _places(model: HeadGrid, room: QRectF = ROOM) -> GridPlaces:
    return grid_places(model, room, theme())


def _cell(model: HeadGrid, place: Place, query: int, key: int) -> QPointF:
    rect, (rows, columns) = _places(model).tile_rect(place), model.shape
    x = rect.left() + (key + 0.5) * rect.width() / columns
    return QPointF(x, rect.top() + (query + 0.5) * rect.height() / rows)


@pytest.mark.parametrize("shape", [(6, 6), (1, 9), (9, 1), (128, 128), (40, 60)])
@pytest.mark.parametrize("count", [(1, 1), (6, 12), (24, 32), (48, 4)])
def test_no_map_leaves_the_room_or_meets_another(shape: tuple[int, int], count: tuple[int, int]) -> None:
    model = HeadGrid("x", (None,) * count[0], count[1], shape)
    places = _places(model)
    assert ROOM.contains(places.all_tiles)
    one, right = places.tile_rect(Place(0, 0)), places.tile_rect(Place(0, 1))
    assert one.right() < right.left()
    assert one.width() >= 1
    assert one.height() >= 1


def test_heads_of_a_single_layer_stand_in_lines_that_make_their_maps_large() -> None:
    model = grid(layers=1, heads=12)
    row, wrapped = _places(model), _places(replace(model, wraps=True))
    assert wrapped.tile.width() > 1.5 * row.tile.width()
    tiles = [wrapped.tile_rect(Place(0, head)) for head in range(12)]
    assert all(ROOM.contains(tile) for tile in tiles)
    assert not any(one.intersects(other) for one, other in combinations(tiles, 2))
    assert [wrapped.place_at(tile.center()) for tile in tiles] == [Place(0, head) for head in range(12)]


def test_the_cell_under_a_point_is_named_with_layer_head_labels_and_weight() -> None:
    model = grid()
    weight = model.layers[2][1, 4, 5]
    words = tooltip(model, ROOM, _cell(model, Place(2, 1), 4, 5), theme())
    assert words.splitlines()[0] == "Layer 3, head 2"
    assert "query 5 “q4” looks at key 6 “k5”: " in words
    assert float(words.rpartition(" ")[2].replace("…", "")) == pytest.approx(float(weight), abs=1e-9)


def test_a_layer_that_is_on_its_way_says_so() -> None:
    model = grid(layers=2)
    half = HeadGrid("x", (model.layers[0], None), 4, (6, 6), coming=True)
    assert "is being computed" in tooltip(half, ROOM, _cell(half, Place(1, 0), 0, 0), theme())


def test_every_map_has_the_colours_of_one_scale() -> None:
    model = grid(ends=(0.0, 0.5))
    places, colours = _places(model), colour_map("auto", "light", signed=False)
    image = picture(model, places, colours, 1.0)
    for place, query, key in ((Place(0, 0), 0, 0), (Place(2, 3), 5, 5), (Place(1, 2), 3, 1)):
        weight = float(model.layers[place.layer][place.head, query, key])
        point = _cell(model, place, query, key) - places.corner
        entry = min(round(weight / 0.5 * (ENTRIES - 1)), ENTRIES - 1)
        assert image.pixel(int(point.x()), int(point.y())) == colours.argb[entry]


def test_a_lone_strong_weight_is_seen_though_its_cell_is_smaller_than_a_pixel() -> None:
    weights = np.full((2, 512, 512), 1e-4)
    weights[1, 311, 77] = 1.0
    model = HeadGrid("x", (weights,), 2, (512, 512))
    places, colours = _places(model, QRectF(0, 0, 120, 120)), colour_map("auto", "light", signed=False)
    image = picture(model, places, colours, 1.0)
    rect = places.tile_rect(Place(0, 1)).translated(-places.corner)
    x, y = rect.left() + 77 / 512 * rect.width(), rect.top() + 311 / 512 * rect.height()
    strongest = colours.argb[-1]
    assert any(image.pixel(int(x) + i, int(y) + j) == strongest for i in (-1, 0, 1) for j in (-1, 0, 1))


def test_thumbs_of_small_maps_are_the_maps_themselves() -> None:
    weights = grid().layers[0]
    assert thumbs(weights) is weights


def test_thumbs_hold_the_largest_of_each_block() -> None:
    weights = np.arange(4 * 200 * 193, dtype=np.float64).reshape(4, 200, 193)
    small = thumbs(weights)
    assert max(small.shape[1:]) <= MOST_CELLS
    assert small[0, 0, 0] == weights[0, :3, :3].max()
    assert thumbs(weights) is small


def test_pixels_between_two_sizes_repeat_or_pool_cells() -> None:
    row = np.array([[[0.1, 0.9, 0.3]]])
    assert fitted(row, 1, 6)[0, 0].tolist() == [0.1, 0.1, 0.9, 0.9, 0.3, 0.3]
    assert fitted(row, 1, 2)[0, 0].tolist() == [0.1, 0.9]


def test_the_legend_says_what_a_pixel_stands_for() -> None:
    small = _places(grid())
    assert pixel_words(small, 1.0) == "queries downward, keys across"
    large = _places(HeadGrid("x", (None,) * 24, 32, (512, 512)))
    assert re.search(r"a pixel is the largest of \d+×\d+ weights", pixel_words(large, 1.0))


def test_layers_and_heads_are_numbered_from_1() -> None:
    svg = export_bytes(grid(layers=3, heads=4), ExportOptions(format="svg")).decode()
    texts = re.findall(r">([^<>]+)</text>", svg)
    assert [text for text in texts if text in ("0", "1", "2", "3", "4", "5")].count("4") == 1  # head 4 and no layer 4
    assert {"heads", "layers"} <= set(texts)


def test_the_legend_states_the_ends_of_the_scale() -> None:
    svg = export_bytes(grid(ends=(0.0, 0.831)), ExportOptions(format="svg")).decode()
    assert ">0.831</text>" in svg


def test_moving_the_cursor_draws_no_map_anew() -> None:
    model = grid()
    places, colours = _places(model), colour_map("auto", "light", signed=False)
    moved = HeadGrid("Random", model.layers, 4, (6, 6), cursor=Place(1, 1), query=2)
    assert picture(model, places, colours, 1.0).cacheKey() == picture(moved, places, colours, 1.0).cacheKey()


def test_hidden_tokens_have_no_row_and_no_column() -> None:
    hidden = grid(hidden_queries=frozenset({0}), hidden_keys=frozenset({0, 3}))
    assert hidden.shown_shape == (5, 4)
    assert hidden.map_words == "maps 5×4, 2 hidden"
    places, colours = _places(hidden), colour_map("auto", "light", signed=False)
    image = picture(hidden, places, colours, 1.0)
    entry = round(float(hidden.layers[0][0, 1, 1]) * (ENTRIES - 1))
    assert image.pixel(2, 2) == colours.argb[entry]


def test_the_cell_under_a_point_is_named_by_its_own_number_though_others_are_hidden() -> None:
    hidden = grid(hidden_queries=frozenset({0}), hidden_keys=frozenset({0, 3}))
    point = _places(hidden).tile_rect(Place(0, 0)).topLeft() + QPointF(1, 1)
    assert "query 2 “q1” looks at key 2 “k1”" in tooltip(hidden, ROOM, point, theme())


def test_on_dark_a_weak_weight_stands_off_the_ground() -> None:
    colours = colours_of(grid(), theme("dark"))
    plain = colour_map("auto", "dark", signed=False)
    assert colours.colours[25].lightness() > plain.colours[25].lightness()
    assert (colours.argb[0], colours.argb[-1]) == (plain.argb[0], plain.argb[-1])


def test_the_opened_head_is_framed() -> None:
    plain, framed = painted(grid()), painted(grid(opened=Place(1, 2)))
    rect = _places(grid()).tile_rect(Place(1, 2))
    x, y = round(rect.center().x()), round(rect.top() - 2.5)
    assert framed.pixelColor(x, y) == theme().palette.accent
    assert plain.pixelColor(x, y) != theme().palette.accent


@pytest.mark.parametrize("form", ["png", "svg", "pdf"])
@pytest.mark.parametrize("look", ["light", "dark"])
def test_it_is_exported(form: str, look: str) -> None:
    data = export_bytes(grid(found=(Place(0, 1),), query=1, key=2), ExportOptions(format=form, theme=look))
    assert data.startswith({"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[form])


def test_an_export_is_as_wide_as_it_is_told_to_be() -> None:
    from PySide6.QtGui import QImage

    image = QImage.fromData(export_bytes(grid(), ExportOptions(width=480)))
    assert image.width() == 480


def test_heads_of_the_largest_weights_there_are_have_their_colours() -> None:
    huge = 1.5e308
    maps = np.array([[[-huge, 0.0], [0.0, huge]]])
    model = HeadGrid("x", (maps,), 1, (2, 2), ends=(-huge, huge))
    colours = colours_of(model, theme())
    image = picture(model, _places(model), colours, 1.0)
    last = image.width() - 1
    shown = [image.pixel(0, 0), image.pixel(last, 0), image.pixel(last, image.height() - 1)]
    assert shown == [colours.argb[entry] for entry in (0, 128, 255)]
