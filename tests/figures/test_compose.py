"""Every figure has a name, and every scenario has every figure."""

import numpy as np
import pytest
from figure_scenes import DARK, LIGHT, VIEW, by_hand, causal, given, painted, random_layer, selected

from attnviz import AttentionError, Direct, Mask, Projected, Scenario, trace
from attnviz.content.presets import PRESETS, preset
from attnviz.figures.compose import FIGURES, figure_of
from attnviz.figures.figure import preferred_size
from attnviz.figures.view import View


@pytest.mark.parametrize("name", [entry.name for entry in PRESETS])
def test_every_stage_input_and_figure_of_every_preset_can_be_painted(name):
    layer = trace(preset(name))
    inputs = tuple(own for own, _ in layer.scenario.inputs.items())
    for figure in (*layer.stages, *inputs, *FIGURES):
        model = figure_of(figure, layer, selected(), VIEW)
        painted(model, 500, 400)
        assert preferred_size(model, LIGHT).width() > 0


@pytest.mark.parametrize("size", [(1, 1), (5, 5), (60, 20), (20, 60)])
@pytest.mark.parametrize("figure", ["weights", *FIGURES])
def test_a_rectangle_too_small_for_anything_is_no_fault(size, figure):
    painted(figure_of(figure, causal(), selected(), VIEW), *size, margin=0)


@pytest.mark.parametrize("figure", ["weights", "X", *FIGURES])
def test_one_token_with_one_number_has_every_figure(figure):
    single = trace(Scenario(Projected([[2.0]], [[1]], [[1]], [[3]])))
    painted(figure_of(figure, single, selected(), VIEW), 300, 200, DARK)


@pytest.mark.parametrize("figure", ["weights", *FIGURES])
def test_given_weights_alone_have_every_figure(figure):
    painted(figure_of(figure, given([[0.2, 0.8], [1.0, 0.0]]), selected(), VIEW), 300, 200)


@pytest.mark.parametrize("figure", ["weights", "output", *FIGURES])
def test_a_query_without_a_key_leaves_every_figure_standing(figure):
    blind = trace(by_hand(mask=Mask(padding=(0, 1, 2))))
    painted(figure_of(figure, blind, selected(), VIEW), 400, 300)


def test_an_unknown_figure_is_refused_with_the_names_there_are():
    with pytest.raises(AttentionError, match="weights"):
        figure_of("attention", causal(), selected(), VIEW)


def test_a_bias_matrix_of_each_head_can_be_shown():
    layer = random_layer(2, 2, heads=2).scenario
    biased = trace(Scenario(layer.inputs, heads=2, bias=np.arange(8.0).reshape(2, 2, 2)))
    assert figure_of("bias", biased, selected(head=1), VIEW).values.tolist() == [[4.0, 5.0], [6.0, 7.0]]


def test_decimals_reach_every_number():
    assert figure_of("weights", causal(), selected(), View(decimals=1)).face.texts[1] == ("0.7", "0.3", "0")


def test_equal_tokens_keep_their_own_rows():
    layer = random_layer(3, 2, labels=("the", "cat", "the"))
    assert figure_of("weights", layer, selected(), VIEW).row_labels == ("the", "cat", "the")


def test_query_and_key_words_agree_with_rows_and_columns():
    figure = figure_of("weights", causal(), selected(), VIEW)
    assert (figure.row_word, figure.column_word) == ("query", "key")


def test_every_row_that_sees_no_key_is_hatched():
    hidden = np.array([[False, False], [True, False], [False, False]])
    layer = trace(Scenario(Direct(Q=np.ones((3, 1)), K=np.ones((2, 1)), V=np.ones((2, 1))), mask=Mask(custom=hidden)))
    assert figure_of("weights", layer, selected(), VIEW).blind_rows == (0, 2)


def test_the_inputs_stand_side_by_side_in_paper_order():
    figure = figure_of("inputs", random_layer(3, 2), selected(), VIEW)
    assert [panel.key for panel in figure.panels][:4] == ["X", "W_Q", "W_K", "W_V"]
