"""Differences by powers of ten to both sides of 0: small ones are seen, the legend says how, numbers stay exact."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from large_scenes import LIGHT, large_map, painted, room

from attnviz.content.numerals import MINUS, full
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace, trace
from attnviz.figures.board import Board
from attnviz.figures.changes import difference
from attnviz.figures.compose import figure_of
from attnviz.figures.export import ExportOptions, export_bytes
from attnviz.figures.figure import tooltip
from attnviz.figures.large.large_legend import bar_in
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.layout import layout
from attnviz.figures.large.picture import picture
from attnviz.figures.large.powers import Scale, two_sided_powers, two_sided_ticks
from attnviz.figures.large.tick_choice import apart
from attnviz.figures.view import Selection, View

SIDE = 600
MOVED = 3e-4  # what each weight of the first query gives to the next one in turn


def weights(*, moved: float = 0.0) -> np.ndarray:
    """An even share everywhere, half on the diagonal; `moved` makes stripes of it, and the first key larger."""
    values = np.full((SIDE, SIDE), 1 / SIDE)
    np.fill_diagonal(values, 0.5)
    values[:, 1::4] += moved
    values[:, 3::4] -= moved
    if moved:
        values[:, 0] += 0.25
    return values


def given(*, moved: float = 0.0) -> Trace:
    return trace(Scenario(GivenWeights(np.stack([weights(moved=moved), weights()]))))


@pytest.fixture(scope="module")
def pair() -> tuple[Trace, Trace]:
    """Now and pinned."""
    return given(moved=MOVED), given()


def shown(name: str, pair: tuple[Trace, Trace], **view: object) -> LargeMap | Board:
    asked = View(compare="difference", **view)  # type: ignore[arg-type]
    figure = difference(figure_of(name, pair[0], Selection(), asked), None, pair)
    assert isinstance(figure, LargeMap | Board)
    return figure


def one(pair: tuple[Trace, Trace], **view: object) -> LargeMap:
    figure = shown("weights", pair, **view)
    assert isinstance(figure, LargeMap)
    return figure


def coloured(pixels: np.ndarray) -> float:
    """The share of pixels that are no grey."""
    return float((np.ptp(pixels.astype(int), axis=-1) > 12).mean())


def test_each_power_is_an_equal_step_of_colour_to_both_sides_of_0() -> None:
    scale = Scale((-1.0, 1.0), powers=True, least=1e-4)
    values = np.array([-1, -0.1, -0.01, -1e-3, -1e-4, -1e-9, 0, 1e-9, 1e-4, 1e-3, 0.01, 0.1, 1])
    assert scale.entries(values, diverging=True).tolist() == [0, 32, 64, 96, *[128] * 5, 160, 192, 223, 255]


def test_on_a_map_without_a_middle_colours_go_from_end_to_end() -> None:
    scale = Scale((-1.0, 1.0), powers=True, least=1e-4)
    entries = scale.entries(np.array([-1, -0.01, 0, 0.01, 1]), diverging=False)
    assert entries.tolist() == [0, 64, 128, 191, 255]


def test_it_begins_where_that_of_the_weights_does_or_at_a_tenth_of_the_largest() -> None:
    assert two_sided_powers((-0.02, 0.27), 2.4e-5) == (2.4e-5, 0.27)
    assert two_sided_powers((-3e-6, 1e-6), 2.4e-5) == pytest.approx((3e-7, 3e-6))


def test_the_legend_goes_from_end_to_end_with_0_where_it_is() -> None:
    ticks = two_sided_ticks((-0.01, 1.0), 1.0, 1e-4)
    assert [text for _, text in ticks] == ["−0.01", "−0.001", "0 ± 0.0001", "0.001", "0.01", "0.1", "1"]
    assert [place for place, _ in ticks] == pytest.approx([0, 1 / 6, 1 / 3, 1 / 2, 2 / 3, 5 / 6, 1])


def test_the_legend_says_largest_numbers_that_are_no_powers() -> None:
    texts = [text for _, text in two_sided_ticks((-0.25, 0.27), 0.27, 0.1 / 4096)]
    assert texts[0] == "−0.25"
    assert texts[-1] == "0.27"
    assert texts[1:3] == ["−0.1", "−0.01"]


def test_where_room_is_short_0_and_the_far_powers_stand() -> None:
    places = [0.0, 10, 20, 30, 40, 50, 60, 70, 80]
    assert apart(places, [15.0] * 9, 4) == [True, False, True, False, True, False, True, False, True]


def test_codes_tell_powers_of_both_signs_apart() -> None:
    sizes = 10.0 ** -np.arange(8)
    values = np.stack([sizes, -sizes])
    made = picture(values, signed=True, halvings=2)
    told = made.numbers[made.levels[0]]
    assert np.sign(told) == pytest.approx(np.sign(values))
    assert np.abs(told) ** 0.25 == pytest.approx(np.abs(values) ** 0.25, abs=0.5 / 124 * 1.001)


def test_numbers_of_one_sign_keep_it() -> None:
    values = np.array([[0.5, 0.005, 0.0]])
    made = picture(-values, signed=True, halvings=2)
    assert made.numbers[made.levels[0]] ** 2 == pytest.approx(values**2, rel=0.2)
    assert (made.numbers[made.levels[0]] <= 0).all()


def test_of_a_block_the_number_furthest_from_0_stands() -> None:
    values = np.random.default_rng(2).normal(size=(64, 64)) ** 5
    made = picture(values, signed=True, halvings=2)
    blocks = values.reshape(8, 8, 8, 8).transpose(0, 2, 1, 3).reshape(8, 8, 64)
    strongest = np.take_along_axis(blocks, np.abs(blocks).argmax(axis=2)[..., np.newaxis], axis=2)[..., 0]
    told = made.numbers[made.levels[3]]
    assert np.abs(told) ** 0.25 == pytest.approx(np.abs(strongest) ** 0.25, rel=0.02)


def test_small_differences_are_seen_beside_a_large_one(pair: tuple[Trace, Trace]) -> None:
    assert coloured(painted(replace(one(pair), title=""))) > 0.15
    assert coloured(painted(replace(one(pair, colour_scale="linear"), title=""))) < 0.03


def test_it_ends_at_the_largest_difference_and_begins_where_weights_do(pair: tuple[Trace, Trace]) -> None:
    model = one(pair)
    assert model.limits == pytest.approx((-0.25, 0.25))
    assert model.least == pytest.approx(0.1 / SIDE)
    assert model.legend_ends == pytest.approx((-MOVED, 0.25))


def test_even_colours_are_still_to_be_had(pair: tuple[Trace, Trace]) -> None:
    model = one(pair, colour_scale="linear")
    assert (model.powers, model.least) == (False, 0.0)
    assert model.limits == pytest.approx((-0.25, 0.25))


def test_one_difference_everywhere_has_one_colour() -> None:
    now = trace(Scenario(GivenWeights(np.full((1, SIDE, SIDE), 0.5))))
    pinned = trace(Scenario(GivenWeights(np.full((1, SIDE, SIDE), 0.25))))
    model = one((now, pinned))
    assert not model.powers
    assert model.legend_texts == (model.legend_texts[0],)


def test_the_colours_of_the_legend_are_those_of_the_map() -> None:
    sizes = np.array([0.3, 0.1, 0.01, 1e-3, 1e-4, 0.0, -1e-4, -1e-3, -0.01, -0.1, -0.3])
    values = np.repeat(np.repeat(sizes[np.newaxis], 50, axis=1), 550, axis=0)
    model = large_map(values, signed=True, powers=True, least=1e-5, limits=(-0.3, 0.3), numbers=False)
    model = replace(model, picture=picture(values, signed=True, halvings=2))
    pixels, place = painted(model).astype(int), layout(model, room(), LIGHT)
    legend = bar_in(place.legend, model, LIGHT)
    ticks = dict(zip((text for _, text in model.ticks), (place for place, _ in model.ticks), strict=True))
    for text, column in (("0.1", 75), ("0.01", 125), ("0.001", 175), ("−0.001", 375), ("−0.01", 425), ("−0.1", 475)):
        at = int(legend.bottom() - ticks[text] * legend.height())
        bar = pixels[at, int(legend.left()) + 3]
        cell = pixels[int(place.map.center().y()), int(place.x_of(column))]
        assert bar == pytest.approx(cell, abs=12)


def test_hovering_tells_the_exact_difference(pair: tuple[Trace, Trace]) -> None:
    model = one(pair).seeing(None)
    place = layout(model, room(), LIGHT)
    words = tooltip(model, room(), place.region_rect((300, 301), (0, 1)).center(), LIGHT)
    exact = weights(moved=MOVED)[300, 0] - weights()[300, 0]
    assert full(exact) in words


def test_all_heads_say_that_theirs_go_by_powers(pair: tuple[Trace, Trace]) -> None:
    board = shown("heads", pair)
    assert isinstance(board, Board)
    assert board.subtitle.endswith("each head on its own scale, by powers of ten")
    assert [getattr(panel, "note", "") for panel in board.panels] == ["−0.0003 to 0.25", "all 0"]
    even = shown("heads", pair, colour_scale="linear")
    assert isinstance(even, Board)
    assert even.subtitle.endswith("each head on its own scale")


def test_files_show_small_differences_and_the_powers(pair: tuple[Trace, Trace]) -> None:
    svg = export_bytes(one(pair), ExportOptions(format="svg")).decode()
    texts = re.findall(r">([^<>]+)</text>", svg)
    assert "powers of ten" in texts
    assert {"0.25", "0.1", "0.01", "0 ± 0.0002"} <= set(texts)
    assert export_bytes(one(pair), ExportOptions(format="pdf"))[:5] == b"%PDF-"


def test_differences_near_the_largest_number_have_ticks_and_colours_to_both_sides() -> None:
    least, reach = two_sided_powers((-1.7e308, 1.7e308), 1e-4)
    said = two_sided_ticks((-1.7e308, 1.7e308), reach, least)
    places = {text: place for place, text in said}
    assert places["0 ± 0.0001"] == 0.5
    assert places["10³⁰⁸"] == pytest.approx(0.5 + 0.5 * 312 / (np.log10(1.7e308) + 4), abs=1e-12)
    assert (said[0], said[-1]) == ((0.0, f"{MINUS}1.7×10³⁰⁸"), (1.0, "1.7×10³⁰⁸"))


def test_the_legend_of_such_differences_goes_along_evenly_by_powers() -> None:
    scale = Scale((-1.7e308, 1.7e308), powers=True, least=1e-4)
    along = scale.along((-1.7e308, 1.7e308), 5)
    half = 10.0 ** ((np.log10(1.7e308) - 4) / 2)
    np.testing.assert_allclose(np.abs(along[[1, 3]]), half, rtol=1e-9)
    assert (along[0], along[-1]) == (pytest.approx(-1.7e308), pytest.approx(1.7e308))
    assert scale.entries(along, diverging=True).tolist() == [0, 64, 128, 192, 255]
