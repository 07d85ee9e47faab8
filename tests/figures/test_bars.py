"""Bars: one for each key, hidden ones said so, and what has no room summed honestly."""

from dataclasses import replace

import pytest
from figure_scenes import LIGHT, VIEW, by_hand, causal, given, painted, random_layer, selected
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF

from attnviz import Mask, trace
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell
from attnviz.figures.bars import bars_layout
from attnviz.figures.compose import bars_of, components_of
from attnviz.figures.figure import hit, tooltip

ROOM = QRectF(0, 0, 360, 300)


def test_each_bar_is_as_long_as_its_weight():
    grid = bars_layout(bars_of(causal(), selected(1), VIEW), ROOM, LIGHT)
    lengths = [row.bar.width() / row.track.width() for row in grid.rows]
    assert lengths == pytest.approx([0.669761549326657, 0.330238450673343, 0.0])


def test_bars_say_their_number_and_hidden_keys_say_hidden():
    assert bars_of(causal(), selected(1), VIEW).texts == ("0.670", "0.330", "hidden")


def test_the_title_says_which_query_looks():
    assert bars_of(causal(), selected(1), VIEW).title == "Query 2 “b” looks at"


def test_letters_grow_no_further_than_a_long_title_fits():
    model = components_of(trace(preset("grouped-query")), selected(2), VIEW)
    model = replace(model, title="Head 1: output of query 3 “drinks” among others")
    usual = QFontMetricsF(LIGHT.title_font).horizontalAdvance(model.title)
    grid = bars_layout(model, QRectF(0, 0, usual + 5, 280), LIGHT)
    assert grid.number_px > 1.2 * LIGHT.number_px
    assert QFontMetricsF(grid.theme.title_font).horizontalAdvance(model.title) <= grid.title.width()


@pytest.mark.parametrize(("title", "over"), [("Looks at", "bars"), ("Head 1: query 3 “drinks” looks at", "names")])
def test_a_title_begins_over_the_bars_or_where_it_has_no_room_there_over_their_names(title, over):
    model = replace(bars_of(causal(), selected(1), VIEW), title=title, labels=("a rather long name", "b", "c"))
    grid = bars_layout(model, QRectF(0, 0, 300, 120), LIGHT)
    assert grid.title.left() == (grid.rows[0].track.left() if over == "bars" else 0)


def test_keys_without_room_become_one_bar_with_their_sum():
    layer = random_layer(40, 4)
    model = bars_of(layer, selected(3), VIEW)
    rows = bars_layout(model, QRectF(0, 0, 360, 150), LIGHT).rows
    weights = layer.at("weights", 0)[3]
    rest = rows[-1]
    assert len(rows) < 40
    assert rest.label == f"{len(rest.indices)} other keys"
    assert rest.value == pytest.approx(1 - sum(weights[row.indices[0]] for row in rows[:-1]))
    assert min(weights[row.indices[0]] for row in rows[:-1]) >= max(weights[index] for index in rest.indices)


def test_hidden_keys_are_not_counted_among_those_that_share_the_rest():
    layer = trace(replace(random_layer(40, 4).scenario, mask=Mask(causal=True)))
    rows = bars_layout(bars_of(layer, selected(29), VIEW), QRectF(0, 0, 360, 150), LIGHT).rows
    seen = 30 - (len(rows) - 1)  # of the keys up to the query itself
    assert rows[-1].label == f"{seen} other keys"
    assert len(rows[-1].indices) == seen + 10


def test_the_selected_key_has_a_line_of_its_own_however_small_it_is():
    layer = random_layer(40, 4)
    least = int(layer.at("weights", 0)[3].argmin())
    model = bars_of(layer, selected(3, cell=Cell("weights", 0, 3, least)), VIEW)
    rows = bars_layout(model, QRectF(0, 0, 360, 150), LIGHT).rows
    assert (least,) in [row.indices for row in rows]


def test_few_keys_without_room_stand_closer_instead_of_being_summed():
    model = bars_of(random_layer(9, 4), selected(3), VIEW)
    grid = bars_layout(model, QRectF(0, 0, 360, 150), LIGHT)
    assert [row.indices for row in grid.rows] == [(number,) for number in range(9)]
    assert grid.number_px >= 11


def test_every_key_stands_in_exactly_one_bar():
    rows = bars_layout(bars_of(random_layer(40, 4), selected(), VIEW), QRectF(0, 0, 360, 150), LIGHT).rows
    assert sorted(index for row in rows for index in row.indices) == list(range(40))


def test_bars_and_texts_lie_inside_the_figure():
    for size in ((120, 60), (360, 150), (360, 300), (1300, 900)):
        room = QRectF(0, 0, *size)
        for row in bars_layout(bars_of(random_layer(12, 4), selected(), VIEW), room, LIGHT).rows:
            assert room.contains(row.track)
            assert row.text_rect.right() <= room.right() + 0.5
            assert not row.label_rect.intersects(row.track)


def test_components_are_signed_bars_from_one_zero():
    layer = random_layer(4, 5)
    model = components_of(layer, selected(2), VIEW)
    grid = bars_layout(model, ROOM, LIGHT)
    for row, value in zip(grid.rows, layer.at("head_output", 0)[2], strict=True):
        edge = row.bar.right() if value < 0 else row.bar.left()
        assert edge == pytest.approx(grid.zero)


def test_many_components_are_all_drawn_and_never_summed():
    grid = bars_layout(components_of(random_layer(4, 64), selected(), VIEW), ROOM, LIGHT)
    assert [row.indices for row in grid.rows] == [(number,) for number in range(64)]
    assert grid.number_px == 0


def test_given_weights_beyond_1_widen_the_scale():
    model = bars_of(given([[1.5, -0.5]]), selected(), VIEW)
    assert model.limits == (-0.5, 1.5)


def test_a_bar_is_the_cell_of_its_weight():
    model = bars_of(causal(), selected(1), VIEW)
    row = bars_layout(model, ROOM, LIGHT).rows[1]
    assert hit(model, ROOM, row.track.center(), LIGHT) == Cell("weights", 0, 1, 1)
    assert hit(model, ROOM, QPointF(5, 299), LIGHT) is None


def test_the_tooltip_of_the_rest_says_how_many_together():
    model, room = bars_of(random_layer(40, 4), selected(), VIEW), QRectF(0, 0, 360, 150)
    row = bars_layout(model, room, LIGHT).rows[-1]
    assert "other keys together" in tooltip(model, room, row.track.center(), LIGHT)


def test_without_weights_the_bars_say_why():
    blind = trace(by_hand(mask=Mask(padding=(0, 1, 2))))
    model = bars_of(blind, selected(), VIEW)
    assert model.values is None
    assert "no key" in model.dim_reason
    painted(model, 300, 150)


def test_a_list_is_laid_out_once_for_each_room():
    model = bars_of(causal(), selected(1), VIEW)
    grid = bars_layout(model, ROOM, LIGHT)
    assert bars_layout(model, QRectF(ROOM), LIGHT) is grid
    wider = bars_layout(model, QRectF(0, 0, 500, 300), LIGHT)
    assert wider.rows[0].track.width() > grid.rows[0].track.width()


def test_given_weights_that_do_not_sum_to_1_say_so():
    model = bars_of(given([[0.4, 0.5]]), selected(0), VIEW)
    assert model.formula == "sums to 0.900"
    assert bars_of(causal(), selected(1), VIEW).formula == ""


def test_a_scale_is_said_with_both_its_ends_or_not_at_all():
    model = replace(bars_of(random_layer(40, 4), selected(3), VIEW), axis=True)
    for width in range(120, 420, 12):
        grid = bars_layout(model, QRectF(0, 0, width, 300), LIGHT)
        letters = QFontMetricsF(grid.theme.small_font)
        ends = sum(map(letters.horizontalAdvance, ("0", "1")))
        assert grid.axis == (grid.rows[0].track.width() >= ends + 2.5 * letters.horizontalAdvance("0"))


def test_bars_begin_higher_where_their_scale_has_no_room():
    model = replace(bars_of(random_layer(8, 4), selected(3), VIEW), axis=True, limits=(0.0, 0.25))
    wide, narrow = (bars_layout(model, QRectF(0, 0, width, 300), LIGHT) for width in (420, 85))
    assert (wide.axis, narrow.axis) == (True, False)
    assert narrow.body.top() < wide.body.top()
