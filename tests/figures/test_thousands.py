"""Bars and arrows of thousands of keys: the greatest, the selected one, and the rest as one; no text in vain."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from figure_scenes import LIGHT, VIEW, painted, selected
from PySide6.QtCore import QRectF

from attnviz import Direct, Mask, Scenario, Trace, trace
from attnviz.content.numerals import format_result as format_result_of
from attnviz.engine.cells import Cell
from attnviz.figures import bars
from attnviz.figures.bar_lines import MOST_LINES
from attnviz.figures.bars import Bars, bars_layout, bars_size
from attnviz.figures.compose import bars_of, components_of, vectors_of
from attnviz.figures.compose_vectors import FEW_ARROWS
from attnviz.figures.export import ExportOptions, export_bytes
from attnviz.figures.figure import tooltip
from attnviz.figures.heatmap import Fit
from attnviz.figures.labels import ruler
from attnviz.figures.margins import margins
from attnviz.figures.vectors import Vectors

KEYS = 4096
ROOM = QRectF(0, 0, 360, 320)


@pytest.fixture(scope="module")
def rng() -> np.random.Generator:
    return np.random.default_rng(5)


@pytest.fixture(scope="module")
def layer(rng: np.random.Generator) -> Trace:
    """80 queries over 4,096 keys."""
    Q, K, V = (rng.standard_normal((rows, 2)) * 3 for rows in (80, KEYS, KEYS))
    return trace(Scenario(Direct(Q, K, V)))


@pytest.fixture(scope="module")
def causal(layer: Trace) -> Trace:
    return trace(replace(layer.scenario, mask=Mask(causal=True)))


def test_the_others_are_one_line_with_their_exact_sum(layer: Trace) -> None:
    weights = layer.at("weights", 0)[7]
    rows = bars_layout(bars_of(layer, selected(7), VIEW), ROOM, LIGHT).rows
    shown = [row.indices[0] for row in rows[:-1]]
    assert rows[-1].label == f"{KEYS - len(shown)} other keys"
    assert rows[-1].value == pytest.approx(float(np.delete(weights, shown).sum()), rel=1e-14)
    assert min(weights[shown]) >= max(np.delete(weights, shown))


def test_only_numbers_that_have_a_line_are_written(layer: Trace, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[float] = []
    real = format_result_of

    def format_result(value: float, decimals: int) -> str:
        written.append(value)
        return real(value, decimals)

    monkeypatch.setattr(bars, "format_result", format_result)
    rows = bars_layout(bars_of(layer, selected(7), VIEW), ROOM, LIGHT).rows
    assert 10 < len(rows) < 30
    assert len(written) <= MOST_LINES + len(rows)  # of some more it is looked at whether they show a digit


def test_hidden_keys_have_no_line_of_their_own(causal: Trace) -> None:
    rows = bars_layout(bars_of(causal, selected(0), VIEW), ROOM, LIGHT).rows
    assert [(row.indices[0], row.text) for row in rows] == [(0, "1"), (1, "hidden")]
    assert rows[-1].label == f"{KEYS - 1} other keys"


def test_a_selected_hidden_key_has_one(causal: Trace) -> None:
    model = bars_of(causal, selected(4, cell=Cell("weights", 0, 4, 3000)), VIEW)
    rows = bars_layout(model, ROOM, LIGHT).rows
    assert (rows[-2].indices, rows[-2].text) == ((3000,), "hidden")
    assert all(row.indices[0] <= 4 for row in rows[:-2])


def test_the_greatest_of_thousands_come_first_each_with_its_place(layer: Trace) -> None:
    named = replace(layer.scenario, source_tokens=("River",) * KEYS)
    weights = layer.at("weights", 0)[7]
    rows = bars_layout(bars_of(trace(named), selected(7), VIEW), ROOM, LIGHT).rows
    order = np.argsort(-weights, kind="stable")[: len(rows) - 1].tolist()
    assert [row.indices[0] for row in rows[:-1]] == order
    assert [row.label for row in rows[:-1]] == [f"{key + 1} River" for key in order]


def test_keys_that_show_no_digit_are_one_line(causal: Trace) -> None:
    weights = replace(bars_of(causal, selected(4), VIEW), values=np.array([0.9, 0.1 - 1e-9, 1e-9] + [0.0] * (KEYS - 3)))
    rows = bars_layout(weights, ROOM, LIGHT).rows
    assert [(row.label, row.text) for row in rows] == [
        ("1", "0.90000"), ("2", "0.10000"), ("3 other keys", "≈0"),  # query 5 sees five
    ]  # fmt: skip


def test_a_file_of_bars_is_as_high_as_what_it_lists(causal: Trace) -> None:
    fit = Fit(13, 0.0, 22.0, False)
    few, many = (bars_size(bars_of(causal, selected(query), VIEW), LIGHT, fit) for query in (4, 79))
    assert few.height() < 9 * 22 < many.height()


def test_a_title_goes_over_the_labels_before_it_is_cut(layer: Trace) -> None:
    model = replace(bars_of(layer, selected(7), VIEW), title="Head 1: query 8 looks at")
    width = ruler(LIGHT.title_font).width(model.title)
    title = bars_layout(model, QRectF(0, 0, width + 4, 320), LIGHT).title
    assert title.width() >= width
    assert title.left() >= 0


def test_the_sum_of_the_others_leaves_hidden_keys_out(causal: Trace) -> None:
    weights = causal.at("weights", 0)[79]
    rows = bars_layout(bars_of(causal, selected(79), VIEW), QRectF(0, 0, 360, 120), LIGHT).rows
    shown = [row.indices[0] for row in rows[:-1]]
    assert rows[-1].value == pytest.approx(float(np.delete(weights, shown).sum()), rel=1e-14)
    assert sum(row.value for row in rows) == pytest.approx(1.0)


def test_bars_up_to_the_longest_say_so(rng: np.random.Generator) -> None:
    even = trace(Scenario(Direct(rng.standard_normal((80, 2)) * 1e-3, *(rng.standard_normal((KEYS, 2)),) * 2)))
    model = bars_of(even, selected(0), VIEW)
    assert model.limits[1] == pytest.approx(1 / KEYS, rel=0.01)
    told, untold = (
        export_bytes(one, ExportOptions(format="svg")).decode() for one in (model, replace(model, axis=False))
    )
    assert told.count(">0.00024</text>") == untold.count(">0.00024</text>") + 1
    assert bars_layout(model, ROOM, LIGHT).rows[0].text == "0.00024"


def test_thousands_of_bars_ask_for_no_more_room_than_one_reads(layer: Trace) -> None:
    size = bars_size(bars_of(layer, selected(), VIEW), LIGHT, Fit(13, 0.0, 22.0, False))
    assert size.height() < (MOST_LINES + 3) * 22


def test_while_numbers_are_missing_no_key_is_named(layer: Trace) -> None:
    model = replace(bars_of(layer, selected(), VIEW), values=None, dim_reason="on its way")
    rows = bars_layout(model, ROOM, LIGHT).rows
    assert [(len(row.indices), row.label, row.text) for row in rows] == [(KEYS, "", "")]
    painted(model, 360, 320)


def test_the_rest_is_told_on_hover(layer: Trace) -> None:
    model = bars_of(layer, selected(), VIEW)
    rest = bars_layout(model, ROOM, LIGHT).rows[-1]
    assert "other keys together: 0." in tooltip(model, ROOM, rest.track.center(), LIGHT)


def test_arrows_of_the_largest_weights_and_the_others_as_one_end_at_the_output(layer: Trace) -> None:
    plane = vectors_of(layer, selected(7), VIEW)
    assert isinstance(plane, Vectors)
    shares = [arrow for arrow in plane.arrows if arrow.kind == "share"]
    assert len(shares) == FEW_ARROWS + 1
    assert shares[-1].label == f"{KEYS - FEW_ARROWS} others"
    assert shares[-1].tip == pytest.approx(layer.at("head_output", 0)[7])
    weights = layer.at("weights", 0)[7]
    assert {arrow.index for arrow in shares[:-1]} == set(np.argsort(-weights)[:FEW_ARROWS].tolist())


def test_the_selected_value_is_among_the_arrows(layer: Trace) -> None:
    least = int(layer.at("weights", 0)[7].argmin())
    plane = vectors_of(layer, selected(7, cell=Cell("values", 0, least, 0)), VIEW)
    assert isinstance(plane, Vectors)
    assert least in {arrow.index for arrow in plane.arrows if arrow.kind == "value"}


def test_the_query_stands_among_the_keys_that_it_looks_at_most(layer: Trace) -> None:
    plane = vectors_of(layer, selected(7), VIEW, what="keys")
    assert isinstance(plane, Vectors)
    weights = layer.at("weights", 0)[7]
    keys = {arrow.index for arrow in plane.arrows if arrow.kind == "key"}
    assert keys == set(np.argsort(-weights)[:FEW_ARROWS].tolist())


def test_labels_are_sorted_for_their_width_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from figure_scenes import random_layer

    from attnviz.figures import margins as module
    from attnviz.figures.compose import heatmap_of

    tokens = tuple(f"label {number}" for number in range(600))
    rows = trace(replace(random_layer(600, 2).scenario, tokens=tokens))
    model = heatmap_of("queries", rows, selected(), VIEW)
    sorts: list[int] = []

    def counted(*operands: object, **options: object) -> list[object]:
        sorts.append(1)
        return sorted(*operands, **options)  # type: ignore[call-overload,no-any-return]

    monkeypatch.setattr(module, "sorted", counted, raising=False)
    for width in range(20, 40):
        margins(model, LIGHT, Fit(0, float(width), 1.0, False), None)
    assert len(sorts) <= 2


def wide() -> Trace:
    """A layer of one query with 512 numbers of output: −2.555, 2.55, −2.545 and so on, from the last to the first."""
    values = np.arange(512.0) / 200
    values[1::2] *= -1
    return trace(Scenario(Direct(np.ones((1, 2)), np.ones((1, 2)), values[np.newaxis])))


def test_of_hundreds_of_components_the_greatest_are_listed_with_their_numbers() -> None:
    grid = bars_layout(components_of(wide(), selected(), VIEW), ROOM, LIGHT)
    assert grid.number_px > 0
    assert [(row.label, row.text) for row in grid.rows[:3]] == [("512", "−2.555"), ("511", "2.550"), ("510", "−2.545")]
    assert len(grid.rows) < 40


def test_of_the_other_components_it_is_said_how_large_they_are_and_no_sum() -> None:
    model = components_of(wide(), selected(), VIEW)
    rest = bars_layout(model, ROOM, LIGHT).rows[-1]
    count = len(rest.indices)
    assert rest.label == f"{count} others within"
    assert rest.text == f"±{(count - 1) / 200:.3f}"
    assert f"{rest.label} {rest.text}" in tooltip(model, ROOM, rest.track.center(), LIGHT)


def test_bars_that_are_not_to_be_listed_are_all_drawn() -> None:
    model = Bars("output", None, 0, "Output", "output", np.linspace(-1, 1, 512), tuple(map(str, range(512))),
                 (False,) * 512, (-1.0, 1.0), 3, word="component", share=False)  # fmt: skip
    assert len(bars_layout(model, QRectF(0, 0, 300, 700), LIGHT).rows) == 512


def test_the_words_for_the_others_are_never_cut(layer: Trace, monkeypatch: pytest.MonkeyPatch) -> None:
    from attnviz.figures.labels import Ruler

    cut: list[str] = []
    real = Ruler.shortened

    def shortened(self: Ruler, text: str, room: float) -> str:
        text_shown = real(self, text, room)
        if text_shown != text:
            cut.append(text)
        return text_shown

    monkeypatch.setattr(Ruler, "shortened", shortened)
    model = replace(bars_of(layer, selected(7), VIEW), labels=tuple("abc"[key % 3] for key in range(KEYS)))
    painted(model, 200, 320)
    assert not any("other keys" in text for text in cut)
