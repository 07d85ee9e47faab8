"""Colours by powers of ten: weights far below the largest are told apart, the legend says how, and even ones remain."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from large_scenes import LIGHT, large_map, painted, room
from PySide6.QtGui import QColor, QImage

from attnviz.engine.inputs import GivenWeights
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace, trace
from attnviz.figures.colour_maps import luminance
from attnviz.figures.comparison import side_by_side_of
from attnviz.figures.compose import figure_of, heads_of
from attnviz.figures.export import ExportOptions, export_bytes
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.layout import layout
from attnviz.figures.large.picture import picture
from attnviz.figures.large.powers import positive_powers, shares_of, tick_text, ticks, weight_powers
from attnviz.figures.large.tick_choice import apart
from attnviz.figures.restyle import restyled
from attnviz.figures.theme import theme
from attnviz.figures.view import Selection, View

SIDE = 1024
EVEN = 1 / SIDE


def weights() -> np.ndarray:
    """An even share everywhere, 0.05 on the diagonal, and a sink of 1 in the first column."""
    values = np.full((SIDE, SIDE), EVEN)
    np.fill_diagonal(values, 0.05)
    values[:, 0] = 1.0
    return values


def by_powers(values: np.ndarray, **others: object) -> LargeMap:
    """Weights as a map whose colours go by powers of ten."""
    limits = weight_powers(1.0, values.shape[1])
    return large_map(values, signed=False, powers=True, limits=limits, numbers=False, **others)


@pytest.fixture(scope="module")
def given() -> Trace:
    """The same weights for two heads; of the second they are a tenth as large."""
    return trace(Scenario(GivenWeights(np.stack([weights(), weights() / 10]))))


def test_codes_tell_every_power_of_ten_from_the_next() -> None:
    values = 10.0 ** -np.arange(10)[np.newaxis]
    codes = picture(values, signed=False).levels[0][0].astype(int)
    assert (np.diff(codes) < 0).all()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_codes_keep_the_order_and_the_size_of_numbers(dtype: type) -> None:
    values = np.sort(10.0 ** np.random.default_rng(1).uniform(-9, 0, (1, 5000))).astype(dtype)
    made = picture(values, signed=False)
    codes = made.levels[0].astype(int)
    assert (np.diff(codes) >= 0).all()
    near = np.abs(made.numbers[codes] ** 0.25 - values.astype(float) ** 0.25)
    assert near.max() <= 0.5 / 250 * values.max() ** 0.25 * 1.001


def test_eighth_roots_reach_twice_as_far_down() -> None:
    values = 10.0 ** -np.arange(15)[np.newaxis]
    made = picture(values, signed=False, halvings=3)
    assert (np.diff(made.levels[0][0].astype(int)) < 0).all()
    assert made.numbers[made.levels[0]][0, :12] == pytest.approx(values[0, :12], rel=0.5)


def test_the_strongest_of_a_block_is_that_of_its_numbers() -> None:
    values = 10.0 ** np.random.default_rng(2).uniform(-8, 0, (64, 64))
    made = picture(values, signed=False)
    strongest = values.reshape(8, 8, 8, 8).max(axis=(1, 3))
    assert made.numbers[made.levels[3]] ** 0.25 == pytest.approx(strongest**0.25, abs=0.5 / 250 * 1.001)


def test_numbers_below_0_keep_even_steps() -> None:
    values = np.linspace(-0.5, 1.5, 251)[np.newaxis]
    made = picture(values, signed=False)
    assert made.numbers[made.levels[0]] == pytest.approx(values, abs=1e-9)


@pytest.mark.parametrize("look", ["light", "dark"])
def test_a_weight_of_a_twentieth_stands_out_from_an_even_share_beside_a_sink(look: str) -> None:
    own = theme(look)
    model = by_powers(weights())
    place = layout(model, room(), own)
    pixels = painted(model, look=own)

    def seen(row: int, column: int) -> list[float]:
        point = place.region_rect((row, row + 1), (column, column + 1)).center()
        line = pixels[int(point.y()), int(point.x()) - 3 : int(point.x()) + 4]
        return [luminance(QColor(*map(int, pixel))) for pixel in line]

    even = seen(500, 800)[3]
    diagonal = max(seen(500, 500), key=lambda own: abs(own - even))
    panel = luminance(own.palette.panel)
    contrast = (max(diagonal, even) + 0.05) / (min(diagonal, even) + 0.05)
    assert contrast > 2
    assert abs(even - panel) > 0.02


def test_on_an_even_scale_it_does_not() -> None:
    model = large_map(weights(), signed=False, numbers=False)
    share = [model.scale.entries(np.array([value]), diverging=False)[0] for value in (0.05, EVEN)]
    assert share[0] - share[1] < 15


def test_colours_go_evenly_with_the_power() -> None:
    assert shares_of(np.array([0.0, 1e-9, 1e-4, 1e-3, 1e-2, 0.1, 1.0, 5.0]), (1e-4, 1.0)) == pytest.approx(
        [0, 0, 0, 0.25, 0.5, 0.75, 1, 1]
    )


def test_the_scale_of_weights_begins_at_a_tenth_of_an_even_share() -> None:
    assert weight_powers(1.0, 4096) == (0.1 / 4096, 1.0)
    assert weight_powers(0.0, 4096) == (0.1 / 4096, 1.0)
    assert weight_powers(1e-5, 4096) == pytest.approx((1e-6, 1e-5))


def test_the_scale_of_other_numbers_is_no_longer_than_ten_powers() -> None:
    assert positive_powers((1e-3, 50.0)) == (1e-3, 50.0)
    assert positive_powers((0.0, 1e7)) == pytest.approx((1e-3, 1e7))
    assert positive_powers((0.0, 0.0)) == pytest.approx((1e-10, 1.0))


def test_the_legend_names_each_power_of_ten() -> None:
    texts = [text for _, text in ticks((0.1 / 4096, 1.0))]
    assert texts == ["≤ 0.00002", "0.0001", "0.001", "0.01", "0.1", "1"]
    places = [place for place, _ in ticks((1e-4, 1.0))]
    assert places == pytest.approx([0, 0.25, 0.5, 0.75, 1])


def test_the_legend_says_the_largest_number_where_that_is_no_power() -> None:
    assert [text for _, text in ticks((0.001, 0.0731))] == ["≤ 0.001", "0.01", "0.073"]


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [(1.0, 2, "1"), (0.99999, 2, "1"), (0.0731, 2, "0.073"), (2.4e-5, 1, "0.00002"), (2.4e-6, 1, "2×10⁻⁶"),
     (1e-7, 1, "10⁻⁷"), (266323.5, 2, "2.7×10⁵"), (1e8, 1, "10⁸"), (120.0, 2, "120"), (0.0, 2, "0"), (-0.5, 2, "−0.5")],
)  # fmt: skip
def test_numbers_of_a_legend_are_short(value: float, digits: int, text: str) -> None:
    assert tick_text(value, digits) == text


def test_texts_of_a_legend_never_touch_and_keep_the_ends() -> None:
    stands = apart([0, 8, 40, 95, 100], [13] * 5)
    assert stands == [True, False, True, False, True]


def test_large_maps_of_weights_go_by_powers_unless_told_otherwise(given: Trace) -> None:
    shown = {
        scale: figure_of("weights", given, Selection(), View(colour_scale=scale)).powers  # type: ignore[arg-type, union-attr]
        for scale in ("auto", "powers", "linear")
    }
    assert shown == {"auto": True, "powers": True, "linear": False}


def test_given_weights_below_0_have_even_colours() -> None:
    figure = figure_of("weights", trace(Scenario(GivenWeights(weights()[np.newaxis] - 0.01))), Selection(), View())
    assert isinstance(figure, LargeMap)
    assert not figure.powers


def test_all_heads_have_one_scale_or_their_own(given: Trace) -> None:
    shared = heads_of(given, Selection(), View())
    own = heads_of(given, Selection(), View(shared_scale=False))
    assert [panel.limits for panel in shared.panels] == [(0.1 / SIDE, 1.0)] * 2
    assert [panel.limits[1] for panel in own.panels] == pytest.approx([1.0, 0.1])
    assert "powers of ten" in shared.subtitle


def test_one_head_has_the_colours_that_it_has_among_all(given: Trace) -> None:
    alone = figure_of("weights", given, Selection(head=1), View(), 1)
    among = heads_of(given, Selection(), View()).panels[1]
    assert alone.scale == among.scale  # type: ignore[union-attr]


def test_two_maps_beside_each_other_are_on_one_scale(given: Trace) -> None:
    view = View(shared_scale=False)
    one, two = (replace(figure_of("weights", given, Selection(), view, head), head=0) for head in (0, 1))
    both = side_by_side_of(one, two)  # type: ignore[type-var]
    left, right = both.left.panels[0], both.right.panels[0]
    assert left.scale == right.scale  # type: ignore[union-attr]
    assert right.limits[1] == pytest.approx(1.0)  # type: ignore[union-attr]
    assert right.powers  # type: ignore[union-attr]


def test_another_colour_map_keeps_the_scale() -> None:
    model = by_powers(weights())
    again = restyled(model, ExportOptions(colour_map="viridis"))
    assert again.scale == model.scale  # type: ignore[union-attr]


def test_exported_colours_and_words_follow() -> None:
    model = by_powers(weights())
    text = export_bytes(model, ExportOptions(format="svg")).decode()
    for word in ("0.001", "0.01", "powers of ten"):
        assert word in text
    even = export_bytes(large_map(weights(), signed=False), ExportOptions(format="svg")).decode()
    assert "powers of ten" not in even


def test_a_png_of_a_pixel_for_each_cell_shows_the_even_share() -> None:
    png = export_bytes(by_powers(weights()), ExportOptions(cell=1))
    image = QImage.fromData(png)
    seen = luminance(image.pixelColor(image.width() // 2, image.height() // 4))
    assert seen < luminance(LIGHT.palette.panel) - 0.05


def test_a_pdf_is_written_too() -> None:
    assert re.search(rb"/Subtype /Image", export_bytes(by_powers(weights()), ExportOptions(format="pdf")))


@pytest.mark.parametrize("high", [1.7e308, 9e307, 1.7976931348623157e308])
def test_a_scale_up_to_the_largest_numbers_has_a_colour_and_a_place_for_each_power(high: float) -> None:
    limits = weight_powers(high, 1000)  # from 10⁻⁴
    assert shares_of(np.array([1e-4, high]), limits).tolist() == [0.0, 1.0]
    middle = 10.0 ** ((np.log10(high) - 4) / 2)
    assert shares_of(np.array([middle]), limits)[0] == pytest.approx(0.5, abs=1e-12)
    places = {text: place for place, text in ticks(limits)}
    assert places["10³⁰⁷"] == pytest.approx(311 / (np.log10(high) + 4), abs=1e-12)
    assert "10³⁰⁹" not in places


@pytest.mark.parametrize("high", [5e-324, 2e-323])
def test_a_scale_of_the_smallest_numbers_goes_to_1_as_one_of_zeros_does(high: float) -> None:
    assert weight_powers(high, 10) == weight_powers(0.0, 10)
    assert positive_powers((0.0, high)) == positive_powers((0.0, 0.0))
    assert ticks(weight_powers(high, 10))[-1] == (1.0, "1")


def test_weights_near_the_largest_number_are_drawn_by_powers_of_ten() -> None:
    values = np.zeros((1, 600, 600))
    values[0, :, 3] = 1.7e308
    model = figure_of("weights", trace(Scenario(GivenWeights(values))), Selection(), View())
    assert isinstance(model, LargeMap)
    assert model.powers
    assert model.ticks[-1][1] == "1.7×10³⁰⁸"
    assert model.scale.entries(np.array([0.0, 1.7e308]), diverging=False).tolist() == [0, 255]
    assert len(np.unique(painted(model).reshape(-1, 3), axis=0)) > 2
