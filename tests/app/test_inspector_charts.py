"""Charts of one page have one size of letters, and planes beside each other are no higher than they are drawn."""

from __future__ import annotations

import numpy as np
import pytest
from figure_scenarios import shown_inspector
from pytestqt.qtbot import QtBot

from attnviz import Direct, Scenario
from attnviz.app.pipeline.figure_view import FigureView
from attnviz.content.presets import preset
from attnviz.figures.bars import Bars, bars_layout
from attnviz.figures.vectors import Vectors, plane_layout


def letters(view: FigureView) -> tuple[int, int]:
    """The pixels of its numbers, and of its names."""
    assert isinstance(view.figure, Bars)
    grid = bars_layout(view.figure, view.place, view.theme)
    return grid.number_px, grid.theme.small_px


@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
@pytest.mark.parametrize("width_of_queries", [2, 3])  # of two, the query is turned in a plane beside the lower bars
def test_two_charts_of_a_page_have_letters_of_one_size(qtbot: QtBot, text_size: str, width_of_queries: int) -> None:
    rng = np.random.default_rng(0)
    numbers = Direct(*(rng.normal(size=(6, width)) for width in (width_of_queries, width_of_queries, 4)))
    inspector = shown_inspector(qtbot, Scenario(numbers), 340, 1100)
    inspector.session.look(text_size=text_size)
    assert inspector.turn.isVisible() == (width_of_queries == 2)
    qtbot.waitUntil(lambda: letters(inspector.bars) == letters(inspector.vectors))


def test_one_chart_alone_takes_the_room_there_is(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, Scenario(Direct([[1, 0, 1]], [[1, 2, 3]], [[1, 2, 3, 4]])), 340, 1100)
    inspector.leave_out_bars(True)  # which stand on the board
    qtbot.waitUntil(lambda: letters(inspector.vectors)[0] > inspector.vectors.theme.number_px)


def test_a_plane_beside_another_stands_under_its_title(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, preset("one-query"), 340, 900)
    view = inspector.turn
    qtbot.waitUntil(lambda: view.y() == inspector.vectors.y())
    assert isinstance(view.figure, Vectors)
    plane = plane_layout(view.figure, view.place, view.theme)
    qtbot.waitUntil(lambda: 0 <= plane.area.top() - plane.title.bottom() < 3 * view.theme.small_px)
