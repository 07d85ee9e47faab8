"""Slides and the pictures made of them."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QSize

from attnviz import AttentionError, Direct, Mask, Projected, Scenario, load, trace
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.slide_mask import mask_comparison
from attnviz.figures.view import Selection, View
from attnviz.figures.walk import gif_of, image_of, pipeline_frames, png_of

SIZE = QSize(640, 360)


@pytest.fixture(scope="module")
def frames(qapp_cls):
    return pipeline_frames(load("by-hand"))


def words(frame):
    return frame.slide.said


def test_the_arithmetic_at_the_foot_is_that_of_the_number(frames):
    # Unit 2, row 2: e^2.121… = 8.342 and 8.342 ÷ 14.484 = 0.576.
    captions = [words(frame) for frame in frames]
    assert any(text.startswith("e^2.121… = 8.342") for text in captions)
    assert any("= 0.576" in text and "14.484" in text for text in captions)


def test_with_a_pencil_the_walk_is_the_pencils():
    inputs = Projected(X=[[1, 0], [0, 1], [1, 1]], W_Q=[[1, 0], [1, 1]], W_K=[[1, 1], [0, 1]], W_V=[[2, 0], [0, 1]])
    captions = [words(frame) for frame in pipeline_frames(Scenario(inputs, pencil=3))]
    assert any("8.339" in text for text in captions)


def test_no_slide_shows_a_number_before_its_press(frames):
    first = frames[1].slide.figure
    weights = next(panel for panel in first.panels if panel.key == "weights")
    assert {text for row in weights.face.texts for text in row} == {""}


def test_a_gif_has_a_picture_for_each_press_and_runs_for_ever(frames):
    with Image.open(io.BytesIO(gif_of(frames, SIZE))) as gif:
        assert (gif.n_frames, gif.size, gif.info["loop"]) == (len(frames), (640, 360), 0)


def test_two_runs_give_the_same_bytes(frames):
    assert gif_of(frames[:3], SIZE) == gif_of(frames[:3], SIZE)
    assert png_of(frames[0].slide, SIZE) == png_of(frames[0].slide, SIZE)


def test_a_dark_walk_is_dark(frames):
    assert image_of(frames[0].slide, SIZE, "dark").pixelColor(2, 2).lightness() < 80


def test_a_walk_stops_when_it_is_told_to(frames):
    with Image.open(io.BytesIO(gif_of(frames, SIZE, progress=lambda done: done < 2))) as gif:
        assert gif.n_frames == 2


@pytest.mark.parametrize("size", [QSize(10, 360), QSize(640, 100_000)])
def test_a_size_that_nobody_can_read_is_refused(frames, size):
    with pytest.raises(AttentionError, match="Choose sides"):
        png_of(frames[0].slide, size)


def test_a_query_that_sees_no_key_has_no_walk():
    scenario = load("by-hand")
    blind = Scenario(scenario.inputs, mask=Mask(padding=(0, 1, 2)))
    with pytest.raises(AttentionError, match="sees no key"):
        pipeline_frames(blind)


def test_a_walk_of_many_tokens_shows_whole_maps_with_the_row_framed_and_a_legend():
    numbers = np.random.default_rng(2)
    inputs = Direct(*(numbers.normal(size=(90, 48)) for _ in range(3)))
    figures = [frame.slide.figure for frame in pipeline_frames(Scenario(inputs), query=40)]
    assert all(isinstance(figure, LargeMap) and figure.picture is not None and figure.legend for figure in figures)
    weights = next(figure for figure in figures if figure.key == "weights")
    assert (40, 41) in [frame.rows for frame in weights.frames]


def test_without_the_mask_is_not_computed_of_a_scenario_that_takes_long():
    now = trace(Scenario(Direct(*(np.ones((90, 4)) for _ in range(3))), mask=Mask(causal=True))).deferred()
    board, told = mask_comparison(now, Selection(), View())
    assert board is None
    assert told.startswith("So many tokens")
