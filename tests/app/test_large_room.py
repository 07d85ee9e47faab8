"""Where letters are large and the window is low, what stands around a large map leaves it the room."""

from __future__ import annotations

import numpy as np
import pytest
from figure_scenarios import many_heads
from large_maps import map_in, opened_large, settled, weights
from pytestqt.qtbot import QtBot

from attnviz import Projected, Scenario
from attnviz.app.pipeline.pipeline_panel import PipelinePanel
from attnviz.app.window import MainWindow
from attnviz.figures.large.layout import layout


def panel_of(window: MainWindow) -> PipelinePanel:
    found = window.findChild(PipelinePanel)
    assert found is not None
    return found


def share_of_the_map(window: MainWindow) -> float:
    """The part of the pane under its tabs that the map takes."""
    view = weights(window)
    area = layout(map_in(view), view.place, view.theme).map
    pane = panel_of(window)
    return area.width() * area.height() / (pane.width() * (pane.area.height() + pane.strip.height()))


def projected(qtbot: QtBot, width: int, height: int) -> MainWindow:
    window = opened_large(qtbot)
    window.resize(width, height)
    window.session.look(text_size="projector", focus="weights")
    settled(qtbot, window)
    return window


@pytest.mark.parametrize(("size", "least"), [((1366, 768), 0.42), ((1920, 1080), 0.42)])
def test_in_projector_size_the_map_has_its_part_of_the_pane(qtbot: QtBot, size: tuple[int, int], least: float) -> None:
    assert share_of_the_map(projected(qtbot, *size)) > least


def test_in_a_low_window_the_strip_has_names_alone_and_in_a_high_one_pictures(qtbot: QtBot) -> None:
    window = projected(qtbot, 1366, 768)
    strip = panel_of(window).strip
    low = strip.height()
    assert low < 2.5 * weights(window).theme.small_px
    window.resize(1366, 1080)
    qtbot.waitUntil(lambda: strip.height() > 1.8 * low)
    window.resize(1366, 768)
    qtbot.waitUntil(lambda: strip.height() == low)


def test_the_strip_of_few_tokens_keeps_its_pictures(qtbot: QtBot) -> None:
    window = opened_large(qtbot, many_heads(2, tokens=12, width=8))
    window.session.look(text_size="projector", layout="focus", focus="weights")
    assert panel_of(window).strip.height() > 4 * 22


def test_in_a_large_window_the_letters_of_maps_grow_as_those_of_the_panes_do(qtbot: QtBot) -> None:
    window = opened_large(qtbot)
    before = weights(window).theme.small_px
    window.resize(1920, 1080)
    qtbot.waitUntil(lambda: weights(window).theme.small_px >= 1.35 * before)
    window.resize(1366, 768)
    qtbot.waitUntil(lambda: weights(window).theme.small_px == before)


def test_the_strip_keeps_its_pictures_under_a_map_that_is_wide(qtbot: QtBot) -> None:
    numbers = np.random.default_rng(1)
    shapes = (150, 16), (16, 16), (16, 16), (16, 16)
    X, *projections = (numbers.normal(size=shape) for shape in shapes)
    wide = Scenario(Projected(X, *projections, source=numbers.normal(size=(900, 16))))
    window = opened_large(qtbot, wide)
    window.session.look(text_size="projector", layout="focus", focus="weights")
    settled(qtbot, window)
    assert panel_of(window).strip.height() > 4 * 22
