"""Lines between tokens: which are drawn, what is said of hidden ones, and tokens that are hard to write."""

from __future__ import annotations

import re

import numpy as np
import pytest
from overview_scenes import HARD, ROOM, lines, painted, some_weights
from PySide6.QtCore import QPointF

from attnviz.engine.inputs import GivenWeights
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace
from attnviz.figures.colour_maps import contrast
from attnviz.figures.export import ExportOptions, export_bytes
from attnviz.figures.figure import tooltip
from attnviz.figures.overview.composing import lines_of
from attnviz.figures.overview.head_colours import MOST_HEADS, head_colour
from attnviz.figures.overview.token_lines import MOST_LINES, LinesOfHead, lines_places, lines_size
from attnviz.figures.overview.token_lines_painter import percent, share_text
from attnviz.figures.theme import PALETTES, theme
from attnviz.figures.view import View

WEIGHTS = np.array([[[0.5, 0.3, 0.2], [0.1, 0.8, 0.1], [0.05, 0.05, 0.9]]])
ABC = ("a", "b", "c")


def _texts(figure: object) -> list[str]:
    svg = export_bytes(figure, ExportOptions(format="svg")).decode()  # type: ignore[arg-type]
    return re.findall(r">([^<>]+)</text>", svg)


def test_only_weights_from_the_threshold_up_get_a_line() -> None:
    assert "weights from 0.3 up: 4 lines" in _texts(lines(WEIGHTS, ABC, threshold=0.3))


def test_without_a_threshold_every_weight_gets_one() -> None:
    assert "all weights: 9 lines" in _texts(lines(WEIGHTS, ABC))


def test_a_lit_query_leaves_its_lines_only_and_tells_its_weights() -> None:
    texts = _texts(lines(WEIGHTS, ABC, query=1))
    assert "all weights: 3 lines" in texts
    assert [text for text in texts if text.startswith("0.")] == ["0.100", "0.800", "0.100"]


def test_a_lit_key_leaves_the_lines_that_end_there() -> None:
    texts = _texts(lines(WEIGHTS, ABC, key=0))
    assert "all weights: 3 lines" in texts
    assert [text for text in texts if text.startswith("0.")] == ["0.500", "0.100", "0.050"]


def test_weights_of_a_hidden_token_are_left_out_and_not_shared_among_the_others() -> None:
    texts = _texts(lines(WEIGHTS, ABC, hidden_queries=frozenset({0}), hidden_keys=frozenset({0}), query=1))
    assert [text for text in texts if text.startswith("0.")] == ["0.800", "0.100"]


def test_the_share_that_is_hidden_stands_beside_each_row() -> None:
    heads = (LinesOfHead(1, WEIGHTS[0], WEIGHTS[0, :, 0]),)
    figure = lines(WEIGHTS, ABC, heads=heads, hidden_keys=frozenset({0}))
    texts = _texts(figure)
    assert "hidden" in texts
    assert [share_text(figure, row) for row in range(3)] == ["50 %", "10 %", "5 %"]
    assert {"50 %", "10 %", "5 %"} <= set(texts)


def test_the_share_of_several_heads_is_told_from_least_to_most() -> None:
    heads = (LinesOfHead(1, WEIGHTS[0], np.array([0.5, 0, 0])), LinesOfHead(2, WEIGHTS[0], np.array([0.25, 0, 0])))
    assert share_text(lines(WEIGHTS, ABC, heads=heads), 0) == "25–50 %"


@pytest.mark.parametrize(("share", "text"), [(0.0, "0"), (0.001, "<1"), (0.386, "39"), (0.999, ">99"), (1.0, "100")])
def test_a_share_is_never_0_or_100_that_is_not(share: float, text: str) -> None:
    assert percent(share) == text


def test_equal_tokens_keep_lines_of_their_own() -> None:
    figure = lines()
    places = lines_places(figure, ROOM, theme())
    assert len(places.query_ys) == len(places.key_ys) == len(HARD)
    assert len(set(places.query_ys)) == len(HARD)


def test_no_label_runs_into_the_lines() -> None:
    places = lines_places(lines(), ROOM, theme())
    assert all(places.query_rect(row).right() < places.left for row in range(len(HARD)))
    assert all(places.key_rect(row).left() > places.right for row in range(len(HARD)))
    assert places.right - places.left > 200


def test_a_long_token_is_shortened_in_the_middle_and_whole_on_hover() -> None:
    long = HARD[11] * 3
    figure = lines(some_weights(1, 2, 2), (long, "b"))
    shown = next(text for text in _texts(figure) if text.startswith("Don"))
    assert "…" in shown
    assert shown.endswith("kapitän")
    places = lines_places(figure, ROOM, theme())
    point = QPointF(places.left - 20, places.query_ys[0])
    assert tooltip(figure, ROOM, point, theme()) == f"query 1 “{long}”"


def test_what_nobody_sees_is_made_visible() -> None:
    texts = _texts(lines())
    assert {"⏎", "␣", "你好", "هذا اختبار", "👨‍👩‍👧", "&lt;b&gt;x&lt;/b&gt;", "$x_1$"} <= set(texts)
    assert not any("\u202e" in text for text in texts)


def test_each_head_is_named_in_its_colour() -> None:
    texts = _texts(lines(some_weights(3, 3, 3), ABC))
    assert [text for text in texts if text.startswith("head")] == ["head 1", "head 2", "head 3"]


def test_weights_of_many_heads_name_the_head_of_the_largest() -> None:
    figure = lines(np.stack([WEIGHTS[0], WEIGHTS[0] / 2, WEIGHTS[0] / 4, WEIGHTS[0] / 8]), ABC, query=1)
    assert figure.number_texts(1, 1) == ((0, "1: 0.800"),)


@pytest.mark.parametrize("look", ["light", "dark"])
def test_colours_of_heads_can_be_seen_on_the_panel(look: str) -> None:
    panel = PALETTES[look].panel
    assert all(contrast(head_colour(number, look), panel) >= 3 for number in range(MOST_HEADS))


def test_very_many_lines_are_cut_to_the_strongest_and_that_is_said() -> None:
    labels = tuple(map(str, range(80)))
    texts = _texts(lines(some_weights(1, 80, 80), labels))
    assert f"all weights: the {MOST_LINES} strongest of 6400 lines" in texts


def test_many_tokens_ask_for_height_rather_than_standing_on_each_other() -> None:
    labels = tuple(map(str, range(200)))
    size = lines_size(lines(some_weights(1, 200, 200), labels), theme(), 600, airy=False)
    assert size.height() > 200 * theme().small_px


def test_a_line_is_as_wide_as_its_weight() -> None:
    def ink(weight: float) -> int:
        image = painted(lines(np.array([[[weight, 0.0], [0.0, 0.0]]]), ("a", "b")))
        places = lines_places(lines(np.zeros((1, 2, 2)), ("a", "b")), ROOM, theme())
        x, y = round((places.left + places.right) / 2), round(places.query_ys[0])
        return sum(image.pixelColor(x, y + step).lightness() < 235 for step in range(-6, 7))

    assert ink(0.1) < ink(0.5) < ink(1.0)


def test_many_heads_of_a_scenario_are_drawn_as_their_mean() -> None:
    weights = some_weights(5, 3, 3)
    figure = lines_of(trace(Scenario(GivenWeights(weights), "five", ABC)), View())
    assert figure.title == "Mean of 5 heads"
    np.testing.assert_allclose(figure.heads[0].weights, weights.sum(axis=0) / 5)
    assert lines_of(trace(Scenario(GivenWeights(weights), "five", ABC)), View(), 3).title == "Head 4"


@pytest.mark.parametrize("form", ["png", "svg", "pdf"])
def test_it_is_exported(form: str) -> None:
    assert export_bytes(lines(query=3), ExportOptions(format=form, theme="dark"))
