"""A stage stands beside what it is computed from, and nothing else."""

from dataclasses import replace

import numpy as np
import pytest
from figure_scenes import VIEW, by_hand, given, painted, random_layer, selected
from PySide6.QtCore import QRectF

from attnviz import AttentionError, load, trace
from attnviz.content.presets import PRESETS, preset
from attnviz.content.walks import pipeline_walk
from attnviz.engine.inputs import Direct
from attnviz.engine.scenario import Scenario
from attnviz.figures.board import place
from attnviz.figures.compose import figure_of
from attnviz.figures.compose_making import figures_of_making
from attnviz.figures.slide import slide_of
from attnviz.figures.theme import theme


def keys(figure):
    return [panel.key for panel in figure.panels]


@pytest.mark.parametrize(
    ("stage", "panels"),
    [
        ("queries", ["X", "W_Q", "queries"]),
        ("keys", ["X", "W_K", "keys"]),
        ("scores", ["queries", "keys", "scores"]),
        ("scaled", ["scores", "scaled"]),
        ("exponentials", ["masked", "exponentials"]),
        ("weights", ["exponentials", "weights"]),
        ("output", ["weights", "values", "output"]),
        ("projections", ["X", "W_Q", "W_K", "W_V", "queries", "keys", "values"]),
    ],
)
def test_a_step_of_unit_two_shows_its_operands(stage, panels):
    assert keys(figure_of(f"making.{stage}", trace(by_hand()), selected(), VIEW)) == panels


def test_keys_of_a_source_are_made_of_the_source():
    layer = trace(load("cross-attention"))
    assert keys(figure_of("making.keys", layer, selected(), VIEW))[0] == "source"


def test_the_output_of_several_heads_is_made_of_the_concatenation():
    layer = trace(load("two-heads"))
    assert keys(figure_of("making.output", layer, selected(), VIEW)) == ["concatenated", "W_O", "output"]


def test_given_weights_are_made_of_nothing():
    assert keys(figure_of("making.weights", given([[0.2, 0.8]]), selected(), VIEW)) == ["weights"]


@pytest.mark.parametrize("name", [entry.name for entry in PRESETS])
def test_every_such_figure_of_every_preset_can_be_painted(name):
    layer = trace(preset(name))
    for figure in figures_of_making(layer):
        painted(figure_of(figure, layer, selected(), VIEW), 500, 300)


def test_a_stage_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(AttentionError, match=r"making\.scores"):
        figure_of("making.capped", random_layer(3, 2), selected(), VIEW)


@pytest.mark.parametrize("room", [(1340, 620), (1340, 560)])
def test_maps_of_as_many_columns_under_each_other_have_their_columns_in_line(room):
    one = Scenario(Direct(np.array([[1.0]]), np.array([[1.0], [2.0], [3.0]]), np.eye(3)), scale=False)
    board = figure_of("making.weights", trace(one), selected(), VIEW)  # 20.086 over 0.665
    placed = place(board, QRectF(0, 0, *room), theme("light", "projector", 768))
    assert placed[1].rect.top() > placed[0].rect.top()
    assert len({panel.figure.fit.cell_width for panel in placed}) == 1


def test_a_map_too_large_for_numbers_has_its_legend_on_a_slide():
    for name, large in (("trophy", True), ("raw-scores", False)):
        made = trace(preset(name))
        beat = replace(pipeline_walk(made)[-1], figure="weights")
        assert slide_of(beat, made, selected(), replace(VIEW, legend=False)).figure.legend is large
