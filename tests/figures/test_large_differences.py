"""Differences of large maps hold now − pinned, known by NumPy, and say why where there is none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from attnviz import Mask, Projected, Scenario
from attnviz.content.presets import preset
from attnviz.engine.tracing import Trace, trace
from attnviz.figures.bars import Bars, bars_layout
from attnviz.figures.board import Board
from attnviz.figures.changes import difference
from attnviz.figures.compose import figure_of
from attnviz.figures.large.differences import make_difference
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.theme import theme
from attnviz.figures.view import Selection, View

pytestmark = pytest.mark.usefixtures("qapp")
COUNT = 600
FIRST = Selection(0, 1, None)


def scenario(count: int = COUNT, **settings: object) -> Scenario:
    numbers = np.random.default_rng(5)
    matrices = (numbers.normal(size=shape) for shape in ((count, 8), (8, 8), (8, 8), (8, 8)))
    return Scenario(Projected(*matrices), heads=2, **settings)  # type: ignore[arg-type]


def shown(name: str, now: Trace, pinned: Trace) -> LargeMap:
    figure = difference(figure_of(name, now, FIRST, View(compare="difference")), None, (now, pinned))
    assert isinstance(figure, LargeMap)
    return figure


def test_the_map_holds_what_was_added_on_a_scale_centred_on_zero() -> None:
    pinned = trace(scenario())
    now = trace(replace(scenario(), temperature=0.5))
    made = shown("weights", now, pinned)
    expected = now.at("weights", 0) - pinned.at("weights", 0)
    assert made.values is not None
    assert np.array_equal(made.values, expected)
    reach = np.abs(expected).max()
    assert made.limits == pytest.approx((-reach, reach))
    assert (made.signed, made.powers, made.formula) == (True, True, "now − pinned")


def test_a_key_hidden_in_both_is_hatched_and_one_hidden_in_one_has_no_number() -> None:
    pinned = trace(scenario(mask=Mask(causal=True)))
    now = trace(scenario(mask=Mask(causal=True, window=(9, 9))))
    made = shown("masked", now, pinned)
    assert made.values is not None
    assert made.picture is not None
    codes = made.picture.levels[0]
    assert (made.values[3, 40], codes[3, 40]) == (0.0, 0)  # causal in both
    assert (made.values[40, 3], codes[40, 3]) == (-np.inf, 0)  # outside the window now
    assert (made.values[40, 39], codes[40, 39] > 0) == (0.0, True)


def test_weights_of_a_key_hidden_since_are_a_difference() -> None:
    pinned, now = trace(scenario()), trace(scenario(mask=Mask(causal=True)))
    made = shown("weights", now, pinned)
    assert made.values is not None
    assert made.picture is not None
    assert made.values[3, 40] == -pinned.at("weights", 0)[3, 40]
    assert made.picture.levels[0][3, 40] > 0


def test_the_same_pinned_numbers_are_subtracted_once() -> None:
    pinned = trace(scenario())
    now = trace(replace(scenario(), temperature=0.5))
    assert shown("weights", now, pinned).picture is shown("weights", now, pinned).picture


def test_what_differences_take_counts_as_soon_as_they_are_made() -> None:
    one = COUNT * COUNT * 8  # bytes of a stage
    pinned = trace(scenario())
    now = trace(replace(scenario(), temperature=0.5), pinned, budget=4 * one)
    for stage in ("scores", "tempered", "masked", "weights"):
        make_difference(now, pinned, stage, 0)
        assert now.store.used <= 4 * one


def test_another_pinned_trace_gives_another_difference() -> None:
    now = trace(replace(scenario(), temperature=0.5))
    assert shown("weights", now, trace(scenario())).picture is not shown("weights", now, now).picture


def test_a_deferred_trace_asks_for_its_difference_from_the_pinned_one() -> None:
    pinned = trace(scenario()).deferred()
    now = trace(replace(scenario(), temperature=0.5)).deferred()
    dim = shown("weights", now, pinned)
    assert dim.picture is None
    assert "being computed" in dim.dim_reason
    assert [want.against for want in now.asked.missing if want.kind == "difference"] == [pinned]


def test_what_the_worker_made_is_shown() -> None:
    behind = trace(replace(scenario(), temperature=0.5))
    pinned, now = trace(scenario()).deferred(), behind.deferred()
    behind.report = lambda _: True
    make_difference(behind, pinned, "weights", 0)
    made = shown("weights", now, pinned)
    assert made.values is not None
    assert made.dim_reason == ""
    expected = trace(now.scenario).at("weights", 0) - trace(pinned.scenario).at("weights", 0)
    assert np.array_equal(made.values, expected)


def test_differences_of_all_heads_say_the_ends_of_each() -> None:
    pinned, now = trace(scenario()), trace(replace(scenario(), temperature=0.5))
    board = difference(figure_of("heads", now, FIRST, View(compare="difference")), None, (now, pinned))
    assert isinstance(board, Board)
    assert board.subtitle.endswith("each head on its own scale, by powers of ten")
    notes = [panel.note for panel in board.panels if isinstance(panel, LargeMap)]
    assert len(notes) == 2
    assert all(note and " to " in note for note in notes)


def test_sizes_that_differ_are_told_in_words() -> None:
    made = shown("weights", trace(scenario(600)), trace(scenario(590)))
    assert made.dim_reason == "The pinned one is 590×590, this one 600×600: no cell has a twin."


def test_a_stage_that_was_not_there_is_told_in_words() -> None:
    made = shown("capped", trace(scenario(softcap=5.0)), trace(scenario()))
    assert made.dim_reason == "Not in the pinned one."


def test_a_pinned_one_without_such_numbers_says_why() -> None:
    hidden = Mask(custom=np.array([[row != 4] * COUNT for row in range(COUNT)]))
    made = shown("weights", trace(scenario()), trace(scenario(mask=hidden)))
    assert made.dim_reason.startswith("Of the pinned one: ")
    assert "query 5" in made.dim_reason.lower()


def test_where_nothing_changed_that_is_said_in_place_of_a_legend() -> None:
    pinned = trace(scenario())
    made = shown("weights", trace(scenario()), pinned)
    assert made.formula == "now − pinned: nothing changed"
    assert not made.legend
    assert shown("weights", trace(replace(scenario(), temperature=0.5)), pinned).legend


def test_differences_of_very_many_bars_list_the_greatest_and_sum_up_the_others() -> None:
    pinned, now = trace(scenario()), trace(replace(scenario(), temperature=0.5))
    then, bars = (figure_of("bars", own, FIRST, View()) for own in (pinned, now))
    made = difference(bars, then)
    assert isinstance(made, Bars)
    exact = now.at("weights", 0)[1] - pinned.at("weights", 0)[1]
    assert made.order[0] == np.abs(exact).argmax()
    rest = tuple(np.delete(np.arange(COUNT), made.order).tolist())
    assert made.value_of(rest) == pytest.approx(exact[list(rest)].sum(), abs=1e-9)


def test_differences_of_bars_without_room_for_all_keep_their_numbers_and_sum_up_the_others() -> None:
    pinned = trace(preset("trophy"))
    now = trace(replace(pinned.scenario, temperature=0.5))
    then, bars = (figure_of("bars", own, Selection(0, 10, None), View()) for own in (pinned, now))
    made = difference(bars, then)
    assert isinstance(made, Bars)
    rows = bars_layout(made, QRectF(0, 0, 260, 200), theme("light", "projector", 768)).rows
    assert len(rows) < 16
    assert all(row.text for row in rows)
    moved = now.at("weights", 0)[10] - pinned.at("weights", 0)[10]
    assert rows[-1].value == pytest.approx(moved[list(rows[-1].indices)].sum(), abs=1e-9)


def test_differences_that_show_no_digit_leave_the_scale_to_the_numbers_themselves() -> None:
    pinned = trace(scenario(temperature=0.5))
    now = trace(replace(pinned.scenario, temperature=0.5 + 1e-9))
    made = shown("tempered", now, pinned)
    reach = np.abs(now.at("tempered", 0)).max()
    assert made.limits == pytest.approx((-reach, reach))
    assert made.legend_ends is not None
    assert max(map(abs, made.legend_ends)) < 1e-6  # the legend says true ends all the same
