"""What a large map shows in pixels: every strong cell at every zoom, in its place, and nothing hidden as a number."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from large_scenes import LIGHT, SIZE, large_map, painted, part, query_frame, room, with_diagonal, with_sink

from attnviz.content.numerals import parse_number
from attnviz.engine.cells import Cell
from attnviz.figures.colour_maps import colour_map
from attnviz.figures.figure import cell_rect, hit, tooltip
from attnviz.figures.labels import ruler
from attnviz.figures.large import painter
from attnviz.figures.large.layout import layout
from attnviz.figures.large.raster import Window, raster
from attnviz.figures.theme import font, theme
from attnviz.figures.viewport import whole

SIDE = 1500
SINK = 977
ZOOMS = (1500.0, 1499.3, 1100.7, 750.0, 749.0, 512.5, 333.3, 200.0, 90.0, 20.0)
STRONG = np.array([*colour_map("ink", "light", signed=False).colours[255].getRgb()[:3]])


def inner(model, size=SIZE, ratio=1.0):
    """The pixels that lie within the map for sure, as slices."""
    area = layout(model, room(size), LIGHT).map
    return (
        slice(round(area.top() * ratio) + 2, round(area.bottom() * ratio) - 2),
        slice(round(area.left() * ratio) + 2, round(area.right() * ratio) - 2),
    )


def strong(model, ratio=1.0, size=SIZE):
    """True where a pixel of the map has the colour of the strongest number."""
    pixels = painted(model, size, ratio=ratio)[inner(model, size, ratio)].astype(int)
    return np.abs(pixels - STRONG).max(axis=2) <= 2


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("rows", ZOOMS)
def test_a_sink_is_an_unbroken_line_at_every_zoom(rows, ratio):
    left = min(max(SINK - rows / 3, 0.0), SIDE - rows)
    model = large_map(with_sink(SIDE, SINK), signed=False, numbers=False).seeing(part(SIDE - rows, left, rows, rows))
    columns = strong(model, ratio).all(axis=0) if rows > 90 else strong(model, ratio).mean(axis=0) > 0.9
    assert columns.any()
    assert np.flatnonzero(columns).max() - np.flatnonzero(columns).min() < columns.sum()


@pytest.mark.parametrize("ratio", [1.0, 1.25])
@pytest.mark.parametrize("rows", ZOOMS[:-2])
def test_a_diagonal_crosses_every_row_of_pixels_at_every_zoom(rows, ratio):
    start = (SIDE - rows) / 2
    model = large_map(with_diagonal(SIDE), signed=False, numbers=False).seeing(part(start, start, rows, rows))
    assert strong(model, ratio)[8:-8].any(axis=1).all()


def test_a_single_strong_cell_is_seen_in_the_whole_map():
    for seed in range(12):
        row, column = np.random.default_rng(seed).integers(0, SIDE, 2)
        values = np.zeros((SIDE, SIDE), dtype=np.float32)
        values[row, column] = 1.0
        model = large_map(values, signed=False)
        found = np.argwhere(strong(model, size=(1000, 900)))
        assert len(found) >= 1
        top, left = inner(model, (1000, 900))[0].start, inner(model, (1000, 900))[1].start
        place = layout(model, room((1000, 900)), LIGHT)
        y, x = found.mean(axis=0)
        assert abs(y + top + 0.5 - place.y_of(row + 0.5)) <= 2 * max(place.cell_height, 1)
        assert abs(x + left + 0.5 - place.x_of(column + 0.5)) <= 2 * max(place.cell_width, 1)


def test_a_pixel_never_shows_a_cell_that_is_not_under_it():
    values = np.random.default_rng(2).random((300, 300)).astype(np.float32)
    model = large_map(values, signed=False).seeing(part(17.3, 41.9, 150.0, 150.0))
    window = Window(603, 777, (0, 603), (0, 777))
    codes = raster(model.picture, model.seen, window)
    for y, x in np.random.default_rng(3).integers(0, 600, (200, 2)):
        row, column = int(17.3 + (y + 0.5) * 150 / 603), int(41.9 + (x + 0.5) * 150 / 777)
        assert model.picture.numbers[codes[y, x]] == pytest.approx(values[row, column], abs=1 / 120)


def test_parts_of_a_picture_fit_together_without_a_seam():
    values = np.random.default_rng(2).normal(size=(900, 700)).astype(np.float32)
    values[~np.tri(900, 700, dtype=bool)] = -np.inf
    made = large_map(values, signed=True).picture
    full = raster(made, whole((900, 700)), Window(411, 333, (0, 411), (0, 333)))
    parts = [
        np.hstack(
            [raster(made, whole((900, 700)), Window(411, 333, rows, columns)) for columns in ((0, 100), (100, 333))]
        )
        for rows in ((0, 57), (57, 411))
    ]
    assert (np.vstack(parts) == full).all()


def test_hidden_cells_are_the_panel_with_lines_and_never_a_colour():
    hidden = ~np.tri(SIDE, dtype=bool)
    model = large_map(np.full((SIDE, SIDE), 0.5, dtype=np.float32), signed=False, hidden=hidden)
    down, across = inner(model)
    pixels = painted(model)[down, across].astype(int)
    high, wide, _ = pixels.shape
    above = np.fromfunction(lambda y, x: x / wide > y / high + 0.02, (high, wide))
    below = np.fromfunction(lambda y, x: x / wide < y / high - 0.02, (high, wide))
    grey = pixels.max(axis=2) - pixels.min(axis=2) < 40
    assert grey[above].all()
    assert (np.abs(pixels - np.array(LIGHT.palette.panel.getRgb()[:3])).max(axis=2)[above] == 0).any()
    assert pixels[above].min() < 230
    assert not grey[below].any()


@pytest.mark.parametrize("look", ["light", "dark"])
def test_the_selected_query_is_seen_in_the_whole_map(look):
    values = np.zeros((SIDE, SIDE), dtype=np.float32)
    values[0, 0] = 1
    own = theme(look)
    bare = large_map(values, signed=False)
    framed = replace(bare, frames=query_frame(700, SIDE))
    moved = (painted(bare, look=own) != painted(framed, look=own)).any(axis=2)
    area = layout(framed, room(), own).map
    line = moved[:, round(area.left()) + 10 : round(area.right()) - 10].all(axis=1)
    assert line.sum() >= 1
    assert abs(np.flatnonzero(line).mean() + 0.5 - (area.top() + 700.5 / SIDE * area.height())) < 2


def test_the_cursor_is_seen_in_the_whole_map():
    bare = large_map(with_diagonal(SIDE), signed=False)
    assert (painted(bare) != painted(replace(bare, cursor=(20, 1200)))).any(axis=2).sum() > 20


def test_hovering_tells_the_exact_number_of_the_array():
    values = np.random.default_rng(5).normal(size=(800, 600)).astype(np.float32)
    model = large_map(values, signed=True)
    for viewport in (None, part(100.5, 33.25, 300, 200), part(500, 500, 10, 10)):
        seen = model.seeing(viewport)
        place = layout(seen, room(), LIGHT)
        for y, x in np.random.default_rng(6).random((40, 2)):
            at = place.map.topLeft()
            at.setX(at.x() + x * (place.map.width() - 1))
            at.setY(at.y() + y * (place.map.height() - 1))
            cell = hit(seen, room(), at, LIGHT)
            words = tooltip(seen, room(), at, LIGHT)
            number = np.float32(parse_number(words.rpartition(": ")[2].partition(" at ")[0]))
            assert number == values[cell.row, cell.column]
            rect = cell_rect(seen, room(), cell, LIGHT)
            off = 0.6 if seen.seen.rows < 100 else 2.0  # the strongest of the cells that have one pixel
            assert rect.adjusted(-off, -off, off, off).contains(at)


def test_hovering_says_what_is_hidden_and_the_labels():
    hidden = ~np.tri(200, dtype=bool)
    model = large_map(np.full((200, 200), 0.5), signed=False, hidden=hidden, row_labels=("cat",) * 200)
    place = layout(model, room(), LIGHT)
    words = tooltip(model, room(), place.region_rect((3, 4), (150, 151)).center(), LIGHT)
    assert "hidden" in words
    assert "query 4 “cat”, key 151: 0.5" in words


def test_a_cell_outside_the_part_that_is_seen_has_no_place():
    model = large_map(np.zeros((300, 300)), signed=False).seeing(part(100, 100, 50, 50))
    assert cell_rect(model, room(), Cell("weights", 0, 10, 120), LIGHT) is None
    assert cell_rect(model, room(), Cell("weights", 0, 120, 120), LIGHT) is not None
    assert cell_rect(model, room(), Cell("weights", 1, 120, 120), LIGHT) is None


def test_old_numbers_are_faded():
    model = large_map(with_sink(SIDE, 3), signed=False)
    old = replace(model, pending="of the numbers before the edit")
    assert not strong(old).any()


def test_a_map_without_numbers_says_why():
    model = replace(large_map(np.ones((300, 300)), signed=False), picture=None, values=None, dim_reason="On its way.")
    place = layout(model, room(), LIGHT)
    assert tooltip(model, room(), place.map.center(), LIGHT) == "On its way."
    assert hit(model, room(), place.map.center(), LIGHT) is None
    painted(model)


def test_what_an_empty_map_says_stands_in_its_middle_in_letters_of_a_title():
    model = replace(large_map(np.eye(300), signed=False), picture=None, values=None, dim_reason="Being computed.")
    pixels = painted(model)[inner(model)].astype(int)
    rows, columns = np.nonzero(np.abs(pixels - pixels[0, 0]).max(axis=2) > 40)
    height, width = pixels.shape[:2]
    assert (rows.min() + rows.max()) / 2 == pytest.approx(height / 2, abs=LIGHT.title_px / 2)
    assert (columns.min() + columns.max()) / 2 == pytest.approx(width / 2, abs=3)
    written = ruler(font(LIGHT.title_px)).width("Being computed.")
    assert columns.max() - columns.min() == pytest.approx(written, abs=4)


def test_a_thumb_is_drawn_in_its_place():
    values = np.zeros((4096, 60), dtype=np.float32)
    values[1000, 7] = 1
    model = large_map(values, signed=False)
    model = replace(model, picture=model.picture.thumb, values=None)
    found = np.argwhere(strong(model))
    place, (down, across) = layout(model, room(), LIGHT), inner(model)
    cell = place.region_rect((992, 1008), (7, 8))
    y, x = found.mean(axis=0)
    assert cell.adjusted(-1, -1, 1, 1).contains(x + across.start + 0.5, y + down.start + 0.5)


EYE = large_map(np.zeros((500, 400), dtype=np.float32), signed=False).picture


@settings(max_examples=400)
@given(
    cell=st.tuples(st.floats(0, 0.9999), st.floats(0, 0.9999)),
    corner=st.tuples(st.floats(0, 1), st.floats(0, 1)),
    share=st.tuples(st.floats(0.02, 1), st.floats(0.02, 1)),
    size=st.tuples(st.integers(8, 300), st.integers(8, 300)),
    fine=st.booleans(),
)
def test_any_cell_that_is_wholly_seen_has_a_pixel_of_its_own(cell, corner, share, size, fine):
    rows, columns = 500 * share[0], 400 * share[1]
    seen = part(corner[0] * (500 - rows), corner[1] * (400 - columns), rows, columns)
    row, column = int(seen.top + 1 + cell[0] * (rows - 2)), int(seen.left + 1 + cell[1] * (columns - 2))
    levels = [np.full(level.shape, 5, dtype=np.uint8) for level in EYE.levels]
    for level, codes in enumerate(levels):
        codes[row >> level, column >> level] = 255
    made = raster(replace(EYE, levels=tuple(levels)), seen, Window(*size, (0, size[0]), (0, size[1]), 1e9, fine))
    found = np.argwhere(made == 255)
    assert len(found)
    y, x = found.mean(axis=0) + 0.5
    assert abs(y - (row + 0.5 - seen.top) * size[0] / rows) <= max(1.0, size[0] / rows) + (0 if fine else 1)
    assert abs(x - (column + 0.5 - seen.left) * size[1] / columns) <= max(1.0, size[1] / columns) + (0 if fine else 1)


@pytest.mark.parametrize("ratio", [1.0, 1.25, 12 / 11, 0.9])
def test_the_edge_of_a_map_is_mixed_into_no_cell(ratio, monkeypatch):
    model = large_map(with_sink(SIDE, SINK), signed=False, numbers=False)
    drawn = painted(model, ratio=ratio)
    monkeypatch.setattr(painter, "_paint_edge", lambda *_: None)
    bare = painted(model, ratio=ratio)
    area = layout(model, room(SIZE), LIGHT).map
    edges = (area.top(), area.bottom(), area.left(), area.right())
    top, bottom, left, right = (int(np.floor(edge * ratio + 0.5)) for edge in edges)
    assert np.array_equal(drawn[top:bottom, left:right], bare[top:bottom, left:right])
    assert not np.array_equal(drawn, bare)
