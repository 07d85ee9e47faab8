"""Names beside a large map: as many as have room, each at its own row or column, never two over each other."""

import itertools

import numpy as np
import pytest
from figure_scenes import HARD_LABELS
from large_scenes import LIGHT, large_map, listened, part, room
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from attnviz.figures.figure import tooltip
from attnviz.figures.labels import ruler
from attnviz.figures.large.large_map import seen_text
from attnviz.figures.large.layout import layout
from attnviz.figures.large.named import column_names, row_names
from attnviz.figures.large.painter import paint_large
from attnviz.figures.matrix_figure import placed_labels, shown_labels
from attnviz.figures.theme import font, theme

ZERO = np.zeros((4096, 4096), dtype=np.float32)
WIDE = np.zeros((300, 4096), dtype=np.float32)
ZOOMS = [
    None,
    part(0, 0, 3000, 3000),
    part(17.4, 1200.9, 900, 900),
    part(4000.3, 90.2, 95, 95),
    part(3, 5, 30, 30),
    part(0, 4086, 10, 10),
]
WORDS = tuple(HARD_LABELS[index % len(HARD_LABELS)] for index in range(4096))


def names(model, size, look):
    place = layout(model, room(size), look)
    return place, row_names(model, place), column_names(model, place)


@pytest.mark.parametrize("text", ["normal", "large", "projector"])
@pytest.mark.parametrize("size", [(330, 260), (700, 600), (1900, 1000)])
@pytest.mark.parametrize("labels", [None, WORDS])
@pytest.mark.parametrize("viewport", ZOOMS)
def test_names_never_overlap(viewport, labels, size, text):
    look = theme("light", text, size[1])
    given = {} if labels is None else {"row_labels": labels, "column_labels": labels}
    model = large_map(ZERO, signed=False, **given).seeing(viewport)
    _, rows, columns = names(model, size, look)
    measure = ruler(font(rows.pixels))
    tops = [name.middle for name in rows.names]
    assert all(after - before >= 0.85 * measure.height for before, after in itertools.pairwise(tops))
    measure = ruler(font(columns.pixels))
    if columns.upright:
        spans = [(name.middle - measure.height / 2.35, name.middle + measure.height / 2.35) for name in columns.names]
    else:
        most = layout(model, room(size), look).cell_width - 2 if not columns.by_number else 1e9
        halves = [min(measure.width(name.text), most) / 2 for name in columns.names]
        spans = [(name.middle - half, name.middle + half) for name, half in zip(columns.names, halves, strict=True)]
    assert all(one[1] <= other[0] for one, other in itertools.pairwise(spans))


@pytest.mark.parametrize("labels", [None, WORDS])
@pytest.mark.parametrize("viewport", ZOOMS)
def test_each_name_stands_at_its_own_row_and_column(viewport, labels):
    given = {} if labels is None else {"row_labels": labels, "column_labels": labels}
    model = large_map(ZERO, signed=False, **given).seeing(viewport)
    place, rows, columns = names(model, (700, 600), LIGHT)
    assert rows.names
    assert columns.names
    for name in rows.names:
        row = int(place.place_near(QPointF(place.map.left() + 1, name.middle))[0])
        assert row == name.index
        assert name.text == (model.shown_row_labels[row] if labels and not rows.by_number else str(row + 1))
    for name in columns.names:
        column = int(place.place_near(QPointF(name.middle, place.map.top() + 1))[1])
        assert column == name.index
        assert name.text == (model.shown_column_labels[column] if labels and not columns.by_number else str(column + 1))


def test_numbers_stand_at_round_places():
    model = large_map(ZERO, signed=False)
    _, rows, _ = names(model, (700, 600), LIGHT)
    numbers = [int(name.text) for name in rows.names]
    assert numbers[0] == 1
    assert numbers[1:] == list(range(numbers[1], 4097, numbers[1]))
    assert str(numbers[1]).rstrip("0") in ("1", "2", "5")


def test_tokens_are_named_where_each_has_room_else_rows_are_numbered():
    model = large_map(ZERO, signed=False, row_labels=WORDS)
    assert names(model, (700, 600), LIGHT)[1].by_number
    near = names(model.seeing(part(100, 100, 20, 20)), (700, 600), LIGHT)[1]
    assert not near.by_number
    assert [name.index for name in near.names] == list(range(100, 120))


def test_names_stay_within_the_figure():
    for viewport in ZOOMS:
        model = large_map(WIDE, signed=False, column_labels=WORDS)
        place, _, columns = names(model.seeing(viewport), (500, 400), LIGHT)
        measure = ruler(font(columns.pixels))
        for name in columns.names:
            half = 0.0 if columns.upright else measure.width(name.text) / 2 if columns.by_number else 0.0
            assert place.bounds.left() <= name.middle - half
            assert name.middle + half <= place.bounds.right()


@pytest.mark.parametrize("text", ["normal", "projector"])
def test_the_number_of_the_last_row_is_not_cut_at_the_lower_edge(text):
    model = large_map(np.zeros((300, 300), dtype=np.float32), signed=False)
    image = QImage(700, 640, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    with QPainter(image) as painter:
        paint_large(painter, QRectF(0, 0, 700, 480), model, theme("light", text, 480))
    below = image.copy(0, 480, 700, 160)
    empty = QImage(below.size(), below.format())
    empty.fill(0xFFFFFF)
    assert below == empty


@pytest.mark.parametrize(
    ("ends", "said"),
    [((0, 4096), "keys 1–4096"), ((1200, 1220), "keys 1201–1220 of 4096"), ((5, 6), "keys 6 of 4096")],
)
def test_captions_say_which_columns_are_seen(ends, said):
    assert seen_text("keys", *ends, 4096) == said


def test_a_name_beside_the_map_is_told_in_full_on_hover():
    labels = tuple(f"word number {index} of very many" for index in range(4096))
    model = large_map(ZERO, signed=False, row_labels=labels).seeing(part(100, 100, 20, 20))
    place = layout(model, room(), LIGHT)
    words = tooltip(model, room(), QPointF(place.map.left() - 10, place.y_of(104.5)), LIGHT)
    assert words == "query 105 “word number 104 of very many”"


@pytest.mark.parametrize("shape", [(4096, 4096), (300, 4096), (4096, 70), (65, 65), (1, 5000), (5000, 1)])
@pytest.mark.parametrize("size", [(200, 150), (500, 500), (1900, 1000), (400, 1000)])
def test_no_part_of_the_figure_covers_another(shape, size):
    model = large_map(np.zeros(shape, dtype=np.float32), signed=False)
    for viewport in (None, part(shape[0] / 2, shape[1] / 3, min(shape[0], 40), min(shape[1], 30))):
        place = layout(model.seeing(viewport), room(size), LIGHT)
        areas = [place.title, place.map, place.row_labels, place.column_labels, place.legend, place.minimap]
        there = [area for area in areas if not area.isEmpty()]
        for index, one in enumerate(there):
            assert room(size).adjusted(-1, -1, 1, 1).contains(one), (index, one)
            assert not any(one.adjusted(0.5, 0.5, -0.5, -0.5).intersects(other) for other in there[index + 1 :])


@pytest.mark.parametrize("width", range(180, 420, 7))
def test_without_a_legend_the_last_column_is_not_cut_off_either(width):
    model = large_map(np.zeros((2048, 2048), dtype=np.float32), signed=False, legend=False, minimap=False)
    assert max(end for _, end, _ in listened(model, (width, 500)).flat) <= width + 0.5  # advances are rounded up


def test_words_that_come_again_have_their_numbers_before_them():
    model = large_map(ZERO, signed=False, row_labels=WORDS, column_labels=WORDS, placed=True).seeing(
        part(700, 20, 10, 10)
    )
    _, rows, columns = names(model, (700, 600), LIGHT)
    assert rows.names[0].text.startswith("701 ")
    assert columns.names[3].text.startswith("24 ")


def test_words_of_few_tokens_and_words_that_come_once_stay_as_they_are():
    few, once = ("the", "old") * 32, tuple(f"word {index}" for index in range(500))
    assert placed_labels(few) == few
    assert placed_labels(once) == once
    assert placed_labels((*few, "river"))[-1] == "65 river"


def test_labels_of_some_rows_alone_get_no_numbers_that_would_be_of_others():
    some = large_map(ZERO, signed=False, row_labels=WORDS, column_labels=WORDS)
    assert some.shown_row_labels[700] == shown_labels(WORDS)[700]


@pytest.mark.parametrize("rows", [8, 12, 20])
def test_numbers_beside_few_rows_are_read_from_the_last_row_or_left_out(rows: int) -> None:
    look = theme("light", "projector")
    model = large_map(np.zeros((rows, 400)), signed=True)
    names = row_names(model, layout(model, QRectF(0, 0, 450, 420), look))
    assert names.pixels >= 0.9 * look.least_number
    middles = sorted(name.middle for name in names.names)
    assert all(after - before >= look.small_px for before, after in itertools.pairwise(middles))
