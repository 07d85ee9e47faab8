"""Large maps among others: what all say is said once, and marks of old numbers are as large as titles."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from large_scenes import LIGHT, large_map, listened, painted

from attnviz import Direct, Scenario, trace
from attnviz.engine.edits import set_cell
from attnviz.figures.compose import figure_of
from attnviz.figures.theme import Theme, theme
from attnviz.figures.view import Selection, View
from attnviz.figures.viewport import Viewport

T, S = 90, 110


def heads(**view: object):
    numbers = np.random.default_rng(3)
    inputs = Direct(numbers.normal(size=(T, 6)), numbers.normal(size=(S, 6)), numbers.normal(size=(S, 6)))
    traced = trace(Scenario(inputs, heads=2))
    return traced, figure_of("heads", traced, Selection(), View(**view))


def test_the_shape_of_all_heads_is_said_once_in_the_heading():
    _, board = heads()
    assert "90×110" in board.subtitle
    assert [panel.words for panel in board.panels] == [("",), ("",)]


def test_close_up_the_heading_says_which_part_is_seen():
    _, board = heads(viewport=Viewport(10, 20, 30, 40))
    assert "queries 11–40 of 90, keys 21–60 of 110" in board.subtitle


def test_on_scales_of_their_own_each_head_says_how_far_it_goes():
    traced, board = heads(shared_scale=False)
    largest = [f"up to {traced.at('weights', head).max():.2g}" for head in range(2)]
    assert [panel.words[0] for panel in board.panels] == largest
    assert [panel.words[-1] for panel in board.panels] == [text.replace("up to", "≤") for text in largest]


@pytest.mark.parametrize("tokens", [500, 700])  # kept whole, and by rows where numbers are let go
def test_heads_of_before_the_edit_keep_their_scale_its_legend_and_what_is_said_of_them(tokens: int) -> None:
    numbers = np.random.default_rng(3).normal(size=(3, tokens, 8)).astype(np.float32)
    before = trace(Scenario(Direct(*numbers), heads=2))
    then = figure_of("heads", before, Selection(), View())
    after = trace(set_cell(before.scenario, "Q", 0, 0, 2.0), before).deferred()
    now = figure_of("heads", after, Selection(), View())
    assert [panel.pending for panel in now.panels] == 2 * ["before the edit"]
    assert (now.shared, now.title, now.subtitle, now.brief) == (True, then.title, then.subtitle, then.brief)
    assert [panel.limits for panel in now.panels] == [panel.limits for panel in then.panels]
    assert [panel.words for panel in now.panels] == [panel.words for panel in then.panels]


@pytest.mark.parametrize("size", [(700, 600), (420, 400)])
def test_the_mark_of_old_numbers_is_a_coloured_word_as_large_as_the_title(size: tuple[int, int]) -> None:
    model = large_map(np.zeros((100, 100)), signed=True)
    now, old = painted(model, size), painted(replace(model, pending="before the edit"), size)
    accent = np.array(LIGHT.palette.accent.getRgb()[:3])
    rows = [np.flatnonzero((np.abs(image[:24].astype(int) - accent).max(-1) < 30).any(1)) for image in (now, old)]
    assert rows[0].size == 0
    assert rows[1].size >= 9  # letters of 13 pixels


@pytest.mark.parametrize("look", [LIGHT, theme("light", "projector", 768)], ids=["normal", "projector"])
def test_beside_a_legend_it_is_still_said_which_part_is_seen(look: Theme) -> None:
    _, board = heads(viewport=Viewport(10, 20, 30, 40))
    said = listened(board, (680 if look is LIGHT else 792, 500), look).texts
    assert any(text.endswith("queries 11–40, keys 21–60") for text in said)
    assert "≤ 0.0009" in said
