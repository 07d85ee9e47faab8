"""The plane: arrows where their numbers are, tip to tail, with labels that keep clear."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from figure_scenes import (
    ANSWERS,
    DARK,
    HARD_LABELS,
    LIGHT,
    VIEW,
    by_hand,
    causal,
    given,
    painted,
    random_layer,
    selected,
)
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF

from attnviz import Direct, Mask, Projected, Scenario, trace
from attnviz.content.numerals import format_number
from attnviz.engine.cells import Cell, Region
from attnviz.engine.positions import Rotary
from attnviz.figures.bars import Bars
from attnviz.figures.compose import figure_of, vectors_of
from attnviz.figures.figure import hit, tooltip
from attnviz.figures.theme import theme
from attnviz.figures.vector_crossings import crossings, lines_of
from attnviz.figures.vector_labels import place_labels
from attnviz.figures.vector_names import Piece, pieces_of
from attnviz.figures.vector_ticks import round_step, tick_decimals
from attnviz.figures.vectors import Vectors, name_of, plane_layout
from attnviz.figures.view import Entry, Veil, View

ROOM = QRectF(0, 0, 360, 330)


def turned() -> object:
    return trace(Scenario(Direct([[1.0, 0.0]], [[1.0, 0.0], [0.0, 1.0]], [[10.0, 0.0], [0.0, 10.0]])))


def of_kind(model: Vectors, kind: str) -> list:
    return [arrow for arrow in model.arrows if arrow.kind == kind]


def test_a_value_that_was_found_is_drawn_while_others_are_still_asked_for():
    asked = Region("values", 0, (0, 1), (0, 2)), Region("values", 0, (1, 2), (0, 2))
    found = tuple(Entry(Cell("values", 0, 0, column), "2", "right") for column in range(2))
    drawn = []
    for entries in ((), found[:1], found):
        model = vectors_of(trace(by_hand()), selected(0), replace(VIEW, veil=Veil(asked, entries)))
        drawn.append([arrow.index for arrow in model.arrows if arrow.kind == "value"])
    assert drawn == [[2], [2], [0, 2]]


def test_the_weighted_values_lead_tip_to_tail_to_the_output():
    model = vectors_of(trace(by_hand()), selected(1), VIEW)
    shares, output = of_kind(model, "share"), of_kind(model, "output")[0]
    assert shares[0].start == (0.0, 0.0)
    assert all(one.tip == other.start for one, other in itertools.pairwise(shares))
    assert shares[-1].tip == pytest.approx(ANSWERS["by_hand"]["output"][1])
    assert output.tip == pytest.approx(ANSWERS["by_hand"]["output"][1])


def test_a_hidden_value_adds_no_share():
    model = vectors_of(causal(), selected(1), VIEW)
    assert [arrow.index for arrow in of_kind(model, "share")] == [0, 1]
    assert [arrow.hidden for arrow in of_kind(model, "value")] == [False, False, True]


def test_values_of_another_width_than_two_are_bars():
    assert isinstance(vectors_of(random_layer(3, 4), selected(), VIEW), Bars)


def test_query_and_keys_join_the_plane_on_request():
    kinds = {arrow.kind for arrow in vectors_of(turned(), selected(), VIEW, what="both").arrows}
    assert kinds == {"value", "share", "output", "key", "query"}
    assert {arrow.kind for arrow in vectors_of(turned(), selected(), VIEW, what="keys").arrows} == {"key", "query"}


def test_one_unit_is_as_long_across_as_up():
    plane = plane_layout(vectors_of(causal(), selected(1), VIEW), ROOM, LIGHT)
    across = plane.to_point(1, 0).x() - plane.to_point(0, 0).x()
    up = plane.to_point(0, 0).y() - plane.to_point(0, 1).y()
    assert across == pytest.approx(up)


def test_points_and_numbers_convert_both_ways():
    plane = plane_layout(vectors_of(causal(), selected(1), VIEW), ROOM, LIGHT)
    assert plane.to_data(plane.to_point(1.25, -0.5)) == pytest.approx((1.25, -0.5))


def test_every_arrow_is_in_sight():
    for model in (vectors_of(causal(), selected(1), VIEW), vectors_of(turned(), selected(), VIEW, what="both")):
        plane = plane_layout(model, ROOM, LIGHT)
        assert all(plane.area.contains(plane.to_point(*arrow.tip)) for arrow in model.arrows)


def test_the_tip_of_a_value_can_be_taken_and_the_output_cannot():
    model = vectors_of(causal(), selected(1), VIEW)
    plane = plane_layout(model, ROOM, LIGHT)
    near = plane.to_point(0, 1) + QPointF(4, 3)
    assert plane.handle_at(model, near).index == 1
    assert plane.handle_at(model, plane.to_point(1.3395, 0.3302)) is None


def test_fixed_bounds_keep_the_plane_still_while_an_arrow_is_dragged():
    model = vectors_of(causal(), selected(1), VIEW)
    moved = trace(Scenario(Direct([[1.0, 0.0]] * 3, [[1.0, 0.0]] * 3, [[5.0, 5.0], [0.0, 1.0], [2.0, 1.0]])))
    again = vectors_of(moved, selected(1), VIEW, bounds=model.reach)
    assert plane_layout(again, ROOM, LIGHT).origin == plane_layout(model, ROOM, LIGHT).origin


@pytest.mark.parametrize("size", [(200, 180), (360, 330), (700, 500)])
@pytest.mark.parametrize("seed", range(12))
def test_labels_keep_clear_of_tips_of_each_other_and_of_the_edge(size, seed):
    numbers = np.random.default_rng(seed)
    count = len(HARD_LABELS) if seed % 3 == 0 else 3
    inputs = Direct(*(numbers.normal(size=(count, 2)) for _ in range(3)))
    layer = trace(Scenario(inputs, tokens=HARD_LABELS[:count], mask=Mask(causal=bool(seed % 2))))
    room = QRectF(0, 0, *size)
    model = vectors_of(layer, selected(count - 1), VIEW, what="both")
    plane = plane_layout(model, room, LIGHT)
    labels = [label.rect for label in place_labels(plane, model, room)]
    assert all(room.contains(label) for label in labels)
    assert not any(one.intersects(other) for one, other in itertools.combinations(labels, 2))
    assert not any(label.contains(plane.to_point(*arrow.tip)) for label in labels for arrow in model.arrows)


def test_the_output_is_written_with_its_numbers():
    model = vectors_of(causal(), selected(1), VIEW)
    labels = [label.text for label in place_labels(plane_layout(model, ROOM, LIGHT), model, ROOM)]
    assert "output (1.340, 0.330)" in labels


@pytest.mark.parametrize("size", [(330, 220), (360, 330), (700, 500)])
@pytest.mark.parametrize("query", range(3))
@pytest.mark.parametrize("layer", [trace(by_hand()), causal()], ids=["all", "causal"])
def test_no_arrow_runs_through_the_name_of_the_output(layer, query, size):
    room = QRectF(0, 0, *size)
    model = vectors_of(layer, selected(query), VIEW)
    plane = plane_layout(model, room, LIGHT)
    names = [label.rect for label in place_labels(plane, model, room) if label.text.startswith("output")]
    shares = np.linspace(0, 1, 400)
    for arrow, name in itertools.product(model.arrows, names):
        along = [(1 - share) * np.array(arrow.start) + share * np.array(arrow.tip) for share in shares]
        assert not any(name.contains(plane.to_point(*point)) for point in along)


@pytest.mark.parametrize("size", [(380, 180), (380, 260), (380, 320), (290, 220)])
@pytest.mark.parametrize("text_size", ["large", "projector"])
@pytest.mark.parametrize("query", range(3))
@pytest.mark.parametrize("what", ["values", "both"])
def test_a_label_in_large_letters_is_briefer_rather_than_across_an_arrow(what, query, text_size, size):
    room = QRectF(0, 0, *size)
    model = vectors_of(trace(by_hand()), selected(query), VIEW, what=what)
    plane = plane_layout(model, room, theme("light", text_size))
    labels = [one for one in place_labels(plane, model, room) if one.text.startswith(("output", "q_"))]
    crossed = crossings([one.rect for one in labels], lines_of(plane, model)) > 0
    assert not any(across and "(" in one.text for across, one in zip(crossed, labels, strict=True))


def test_values_at_the_same_place_share_a_label():
    layer = given([[0.5, 0.5]], [[1.0, 1.0], [1.0, 1.0]])
    model = vectors_of(layer, selected(), VIEW)
    labels = [label.text for label in place_labels(plane_layout(model, ROOM, LIGHT), model, ROOM)]
    assert "v_1 = v_2" in labels


def test_values_of_given_weights_are_cells_of_v():
    model = vectors_of(given([[0.5, 0.5]], [[1.0, 0.0], [0.0, 1.0]]), selected(), VIEW)
    plane = plane_layout(model, ROOM, LIGHT)
    assert hit(model, ROOM, plane.to_point(0, 1), LIGHT) == Cell("V", None, 1, 0)


def test_the_tooltip_of_a_value_has_all_its_digits():
    layer = given([[1.0]], [[1 / 3, 2.0]])
    model = vectors_of(layer, selected(), View(numbers=False))
    point = plane_layout(model, ROOM, LIGHT).to_point(1 / 3, 2.0)
    assert "0.3333333333333333" in tooltip(model, ROOM, point, LIGHT)


def test_all_vectors_zero_is_a_plane_too():
    painted(vectors_of(given([[1.0]], [[0.0, 0.0]]), selected(), VIEW), 300, 300)


@pytest.mark.parametrize("size", [5e-324, 1e-310, 1e-300, 1e299])
def test_vectors_as_short_and_as_long_as_numbers_go_are_a_plane(size):
    model = vectors_of(given([[1.0]], [[size, -size]]), selected(), VIEW)
    assert not model.dim_reason
    painted(model, 300, 300)


def test_a_rotation_of_the_largest_numbers_says_that_they_are_too_long():
    layer = Scenario(Direct([[1.7e308, 0.0]], [[0.0, 0.0]], [[1.0, 1.0]]), positions=Rotary("half"))
    model = figure_of("rotation", trace(layer), selected(), VIEW)
    assert model.dim_reason == "These vectors are too long to be drawn."
    painted(model, 300, 300)


def test_without_weights_the_values_stay_and_the_plane_says_why():
    blind = trace(Scenario(Projected([[1.0, 0.0]], np.eye(2), np.eye(2), np.eye(2)), mask=Mask(padding=(0,))))
    model = vectors_of(blind, selected(), VIEW)
    assert "no key" in model.dim_reason
    assert len(of_kind(model, "value")) == 1
    painted(model, 300, 300, DARK)


@pytest.mark.parametrize(("least", "step"), [(0.3, 0.5), (1.0, 1.0), (1.1, 2.0), (6.0, 10.0), (0.00012, 0.0002)])
def test_grid_lines_stand_at_round_numbers(least, step):
    assert round_step(least) == pytest.approx(step)


@pytest.mark.parametrize(
    ("label", "name"), [("b", "v_b"), ("v1", "v1"), ("v", "v"), ("v12", "v12"), ("vote", "v_vote"), ("1", "v_1")]
)
def test_a_vector_whose_token_is_its_name_is_named_once(label, name):
    assert name_of("v", label) == name


def test_equal_names_on_one_spot_are_counted():
    scenario = Scenario(
        Projected(np.eye(3), np.eye(3, 2), np.eye(3, 2), [[1.0, 1.0], [2.0, 0.5], [2.0, 0.5]]),
        tokens=("a", "[PAD]", "[PAD]"),
        mask=Mask(padding=(1, 2)),
    )
    model = vectors_of(trace(scenario), selected(), VIEW)
    texts = [label.text for label in place_labels(plane_layout(model, ROOM, LIGHT), model, ROOM)]
    assert "2 × v_[PAD], hidden" in texts


@pytest.mark.parametrize("size", [(150, 130), (290, 130), (360, 330), (900, 520)])
@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
@pytest.mark.parametrize("longest", [0.0003, 0.3, 1.0, 40.0, 123456.0])
def test_numbers_on_the_axes_are_few_and_keep_clear_of_each_other(size, text_size, longest):
    model = vectors_of(given([[0.5, 0.5]], [[longest, 0.0], [-longest, longest / 2]]), selected(), VIEW)
    look = theme("light", text_size)
    plane = plane_layout(model, QRectF(0, 0, *size), look)
    letters = QFontMetricsF(look.small_font)
    across, up = plane.ticks()
    assert len(across) <= 5
    assert len(up) <= 5
    places = [plane.to_point(number, 0).x() for number in across]
    widths = [letters.horizontalAdvance(format_number(number, tick_decimals(plane.steps[0]))) for number in across]
    for (left, wide), (right, next_wide) in itertools.pairwise(zip(places, widths, strict=True)):
        assert left + wide / 2 + 2 < right - next_wide / 2
    for low, high in itertools.pairwise(plane.to_point(0, number).y() for number in up):
        assert low - high > letters.tightBoundingRect("0").height() + 2


def test_both_axes_have_three_to_five_numbers_where_they_have_room():
    for query in range(3):
        plane = plane_layout(vectors_of(causal(), selected(query), VIEW), ROOM, LIGHT)
        assert all(3 <= len(ticks) <= 5 for ticks in plane.ticks())


def test_the_plane_is_hardly_wider_than_what_is_in_it():
    model = vectors_of(turned(), selected(), VIEW, what="keys")
    plane = plane_layout(model, QRectF(0, 0, 600, 200), LIGHT)
    left, _, right, _ = model.reach
    assert (right - left) * plane.scale < plane.area.width() < (right - left) * plane.scale + 60


def test_a_token_stands_lowered_after_the_letter_of_its_vector():
    assert pieces_of("v_b") == (Piece("v"), Piece("b", low=True))
    assert pieces_of("v_a_b") == (Piece("v"), Piece("a_b", low=True))
    assert pieces_of("v1") == (Piece("v1"),)


def test_the_value_of_a_numbered_key_has_its_number():
    assert name_of("v", "k3") == "v3"


def test_each_number_of_a_point_is_written_as_in_its_map() -> None:
    plane = Vectors("", "", 0, 0, (), 3)
    assert plane.pair((5.000000000000001, 5.0)) == "(5, 5)"
    assert plane.pair((5.0, 0.125)) == "(5, 0.125)"
    assert plane.pair((-2.0, 0.5)) == "(−2, 0.500)"
