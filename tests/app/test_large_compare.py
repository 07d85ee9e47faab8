"""Something is pinned and compared with among thousands of tokens, and across the border of small and large maps."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from large_maps import LONG, large, opened_large, settled
from pytestqt.qtbot import QtBot
from scripted import trigger

from attnviz import trace
from attnviz.app.explaining.shown import beside, shown
from attnviz.app.pipeline.in_focus import focus_figure
from attnviz.app.pipeline.map_moving import why_no_powers
from attnviz.app.session import State
from attnviz.figures.compose import figure_of
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.view import Selection, View


def compared(now: int, pinned: int, compare: str) -> State:
    scenario = large(now)
    view = View(compare=compare, focus="weights")  # type: ignore[arg-type]
    return State(scenario, trace(scenario), pinned=trace(large(pinned)), selection=Selection(0, 1, None), view=view)


@pytest.mark.parametrize(("now", "pinned"), [(504, 514), (514, 504)])
def test_both_sides_of_the_border_of_large_maps_are_seen(qtbot: QtBot, now: int, pinned: int) -> None:
    both = beside(compared(now, pinned, "side"), focus_figure)
    assert both is not None
    sides = [*both.left.panels, *both.right.panels]
    assert [type(panel) for panel in sides] == [LargeMap, LargeMap]
    assert [panel.dim_reason for panel in sides if isinstance(panel, LargeMap)] == ["", ""]
    assert [panel.shape for panel in sides if isinstance(panel, LargeMap)] == [(pinned, pinned), (now, now)]


def test_a_few_tokens_stand_beside_many(qtbot: QtBot) -> None:
    both = beside(compared(20, 514, "side"), focus_figure)
    assert both is not None
    (then,), (now,) = both.left.panels, both.right.panels
    assert isinstance(then, LargeMap)
    assert then.picture is not None
    assert isinstance(now, Heatmap)
    assert now.face is not None


@pytest.mark.parametrize(("now", "pinned"), [(504, 514), (514, 504)])
def test_a_difference_across_the_border_says_that_the_sizes_differ(qtbot: QtBot, now: int, pinned: int) -> None:
    figure = shown(compared(now, pinned, "difference"), focus_figure)
    assert isinstance(figure, Heatmap | LargeMap)
    assert figure.dim_reason == f"The pinned one is {pinned}×{pinned}, this one {now}×{now}: no cell has a twin."


def test_the_difference_of_thousands_of_tokens_arrives(qtbot: QtBot) -> None:
    window = opened_large(qtbot, large(LONG))
    before = window.session.state.trace.scenario
    trigger(window, "pin")
    window.session.edit("Sharper", lambda scenario: replace(scenario, temperature=0.5))
    settled(qtbot, window)
    trigger(window, "compare_difference")

    def difference() -> LargeMap:
        figure = shown(window.session.state, partial(figure_of, "weights"))
        assert isinstance(figure, LargeMap)
        return figure

    qtbot.waitUntil(lambda: difference().values is not None, timeout=20_000)
    settled(qtbot, window)
    assert window.menus.commands["map_powers"].isEnabled()
    assert difference().powers
    values = difference().values
    assert values is not None
    now, then = (trace(one).at("weights", 0) for one in (window.session.state.scenario, before))
    assert np.array_equal(values, now - then)


def test_a_difference_has_colours_by_powers_of_ten_where_its_numbers_have(qtbot: QtBot) -> None:
    state = compared(514, 514, "difference")
    assert why_no_powers(state) == ""
    assert why_no_powers(replace(state, view=replace(state.view, focus="scores"))).startswith("Only weights")
