"""The shape of a large map is the same wherever it stands, and the room around it no more than it needs."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

import numpy as np
import pytest
from large_scenes import large_map
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from attnviz.figures.large.arrange import place_large
from attnviz.figures.large.layout import layout
from attnviz.figures.large.painter import paint_large
from attnviz.figures.large.sheet import sized
from attnviz.figures.theme import theme
from attnviz.figures.viewport import Viewport

LOOK = theme("light", "normal")
WORDS = tuple(f"representation{number}" for number in range(400))


def map_of(rows: int, columns: int, **changes: object):
    return replace(large_map(np.zeros((rows, columns)), signed=True), **changes)


def share(model, wide: float, high: float) -> float:
    area = layout(model, QRectF(0, 0, wide, high), LOOK).map
    return area.width() / area.height()


@pytest.mark.parametrize("room", [(700, 540), (1300, 600), (300, 700)])
def test_as_many_queries_as_keys_have_square_cells(room: tuple[int, int]) -> None:
    assert share(map_of(400, 400), *room) == pytest.approx(1.0, abs=0.01)


def test_a_head_has_one_shape_alone_among_others_and_in_a_file() -> None:
    model = map_of(100, 2000)
    (panel,) = place_large((replace(model, compact=True),), (0,), frozenset(), QRectF(0, 0, 500, 400), LOOK)
    among = layout(replace(model, compact=True), panel, LOOK).map
    filed, size = sized(model, LOOK)
    in_file = layout(filed, QRectF(0, 0, size.width(), size.height()), LOOK).map
    shapes = [share(model, 700, 540), among.width() / among.height(), in_file.width() / in_file.height()]
    assert shapes == pytest.approx([2.0] * 3, abs=0.02)


def test_numbers_beside_a_map_take_no_room_for_words() -> None:
    model = map_of(400, 400, row_labels=WORDS, column_labels=WORDS)
    far = layout(model, QRectF(0, 0, 700, 540), LOOK)
    near = layout(model.seeing(Viewport(10, 10, 12, 12)), QRectF(0, 0, 700, 540), LOOK)
    assert far.row_labels.width() < near.row_labels.width() / 2
    assert far.column_labels.height() < near.column_labels.height() / 2


def test_zooming_moves_nothing_while_all_is_named_by_number() -> None:
    model = map_of(400, 400, row_labels=WORDS, column_labels=WORDS)
    places = [
        layout(model.seeing(Viewport(0, 0, size, size)), QRectF(0, 0, 700, 540), LOOK).map for size in (400, 200, 80)
    ]
    assert places[0] == places[1] == places[2]


def test_a_map_stands_in_the_middle_of_a_wide_room() -> None:
    ground = layout(map_of(400, 400, minimap=False, legend=False), QRectF(0, 0, 1400, 500), LOOK)
    assert ground.row_caption.left() == pytest.approx(1400 - ground.map.right(), abs=4)


@pytest.mark.parametrize(("room", "rows"), [((690, 570), 2), ((690, 660), 3), ((1010, 860), 3), ((1400, 300), 1)])
def test_heads_stand_so_that_their_maps_are_largest_with_full_rows_where_that_costs_little(
    room: tuple[int, int], rows: int
) -> None:
    heads = tuple(map_of(400, 400, compact=True) for _ in range(8))
    rects = place_large(heads, (0,) * 8, frozenset(), QRectF(0, 0, *room), LOOK)
    assert len({rect.top() for rect in rects}) == rows
    across, down = len({rect.left() for rect in rects}), rows
    assert rects[0].width() >= 0.97 * min(room[0] / across - 12, room[1] / down - 34)


def test_where_a_map_lies_is_found_once_for_each_rectangle() -> None:
    model = map_of(400, 400)
    one, other = QRectF(0, 0, 700, 540), QRectF(0, 0, 500, 540)
    assert layout(model, one, LOOK) is layout(model, QRectF(one), LOOK)
    assert layout(model, other, LOOK).map.width() < layout(model, one, LOOK).map.width()


@pytest.mark.parametrize("size", [(700, 560), (1170, 880)])
def test_coming_nearer_never_makes_the_map_smaller_nor_its_numbers(size: tuple[int, int]) -> None:
    whole = map_of(4000, 4000)
    grounds = [
        layout(whole.seeing(Viewport(1000, 1000, side, side)), QRectF(0, 0, *size), LOOK)
        for side in (200.0, 40.0, 12.0, 8.0, 6.0, 5.0, 4.0)
    ]
    assert {ground.map.size().toTuple() for ground in grounds} == {grounds[0].map.size().toTuple()}
    digits = [ground.number_px for ground in grounds]
    assert digits == sorted(digits)
    assert digits[-1] > 1.5 * LOOK.number_px


@pytest.mark.parametrize(("rows", "columns"), [(1, 4096), (2, 2000), (4, 1000)])
@pytest.mark.parametrize("high", [90, 200, 500])
def test_few_rows_are_as_wide_as_their_room_however_low_it_is(rows: int, columns: int, high: int) -> None:
    area = layout(map_of(rows, columns, compact=True, legend=False), QRectF(0, 0, 600, high), LOOK).map
    assert area.width() > 580
    assert area.height() <= rows * 2.3 * LOOK.number_px


@pytest.mark.parametrize("heads", [1, 2, 8])
def test_heads_of_few_rows_stand_below_each_other_from_side_to_side(heads: int) -> None:
    maps = tuple(map_of(1, 4096, compact=True) for _ in range(heads))
    rects = place_large(maps, (0,) * heads, frozenset(), QRectF(0, 0, 700, 560), LOOK)
    assert all(layout(one, rect, LOOK).map.width() > 680 for one, rect in zip(maps, rects, strict=True))
    assert len({rect.top() for rect in rects}) == heads


def test_few_rows_alone_in_a_room_are_seen_and_stand_away_from_its_top(qapp: object) -> None:
    room, model = QRectF(0, 0, 700, 560), map_of(1, 4096, minimap=True)
    places = [layout(model.seeing(Viewport(0, 100, 1, wide)), room, LOOK).map for wide in (4096, 1000, 200, 40, 8, 4)]
    assert places[0].height() >= 56
    assert 0.25 * 560 < places[0].top() < places[0].bottom() < 0.6 * 560
    assert len({place.getRect() for place in places[:4]}) == 1
    assert places[-1].height() > places[0].height()
    assert all(room.contains(place) for place in places)


def test_what_the_rows_are_ends_no_lower_than_a_map_of_one_row(qapp: object) -> None:
    model, size = sized(map_of(1, 4096, row_word="query", row_words="queries"), LOOK)
    image = QImage(ceil(size.width()), ceil(size.height()) + 40, QImage.Format.Format_RGB32)
    image.fill(LOOK.palette.panel)
    with QPainter(image) as painter:
        paint_large(painter, QRectF(0, 0, size.width(), size.height()), model, LOOK)
    ground = LOOK.palette.panel.rgb()
    rows = range(ceil(size.height()), image.height())
    assert all(image.pixel(x, y) == ground for y in rows for x in range(40))


@pytest.mark.parametrize("side", [4, 8, 12, 30, 200])
def test_no_gap_is_left_below_maps_of_a_lattice_that_are_lower_than_their_room(side: int) -> None:
    one = map_of(1500, 1500, compact=True).seeing(Viewport(100, 100, side, side))
    for rect in place_large((one,) * 8, (0,) * 8, frozenset(), QRectF(0, 0, 692, 560), LOOK):
        place = layout(one, rect, LOOK).map
        assert place.bottom() >= rect.bottom() - 3
        assert place.right() >= rect.right() - 3
