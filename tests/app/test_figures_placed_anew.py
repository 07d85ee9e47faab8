"""Figures find their places anew when the text size or the window changes: once, and for what is then shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from pytestqt.qtbot import QtBot
from scripted import opened, trigger

from attnviz.app.pipeline import board_judge, figure_parts
from attnviz.app.pipeline.figure_area import FigureArea
from attnviz.app.window import MainWindow
from attnviz.figures.board import Board
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.large.compose_large import BEFORE
from attnviz.figures.theme import Theme


def placed_by(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, float, float]]:
    """The text size and room of each search for a layout from now on."""
    searched: list[tuple[str, float, float]] = []

    def noting(search: Callable[[Board, QRectF, Theme], Any]) -> Callable[[Board, QRectF, Theme], Any]:
        def noted(board: Board, room: QRectF, look: Theme) -> Any:
            searched.append((look.text_size, room.width(), room.height()))
            return search(board, room, look)

        return noted

    for module, name in ((figure_parts, "place"), (board_judge, "numbers_are_legible")):
        monkeypatch.setattr(module, name, noting(getattr(module, name)))
    return searched


def test_another_text_size_places_no_figures_in_widths_that_columns_have_in_passing(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened(qtbot, "trophy-layer")
    searched = placed_by(monkeypatch)
    window.session.look(text_size="large")
    assert len(set(searched)) == 1


def test_letters_of_the_old_size_are_placed_no_more_when_another_one_is_chosen(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened(qtbot, "trophy-layer")
    searched = placed_by(monkeypatch)
    trigger(window, "projector")
    assert {text_size for text_size, *_ in searched} == {"projector"}


def test_figures_have_their_places_in_a_window_whose_size_changed_while_nothing_was_painted(qtbot: QtBot) -> None:
    window = opened(qtbot, "by-hand")
    area = window.findChild(FigureArea)
    assert area is not None
    before = area.shown_views()[-1].geometry()
    window.setUpdatesEnabled(False)
    window.resize(window.width() + 300, window.height() + 200)
    window.setUpdatesEnabled(True)
    qtbot.waitUntil(lambda: area.shown_views()[-1].geometry() != before)


X_TURNED = [[0, 1], [1, 1], [1, 0]]  # of three tokens, as wide to write as those of the example


def amid_a_search(qtbot: QtBot) -> tuple[MainWindow, FigureArea]:
    """A projected window whose edges a hand has dragged, and that searches in turns for a layout."""
    window = opened(qtbot, "by-hand")
    trigger(window, "projector")
    area = window.findChild(FigureArea)
    assert area is not None
    qtbot.waitUntil(lambda: not area.busy)
    window.resize(window.width() - 140, window.height() - 40)
    assert area.turn.waits
    return window, area


def test_an_edit_amid_a_search_for_another_room_is_shown_in_the_figures_that_stand_there(qtbot: QtBot) -> None:
    window, area = amid_a_search(qtbot)
    window.session.edit("X", lambda scenario: replace(scenario, inputs=replace(scenario.inputs, X=X_TURNED)))
    assert area.turn.waits
    weights = next(view for view in area.shown_views() if view.name == "weights")
    assert isinstance(weights.figure, Heatmap)
    np.testing.assert_array_equal(weights.figure.values, window.session.state.trace.at("weights", 0))
    assert {view.theme.text_size for view in area.shown_views()} == {"projector"}


def test_what_another_layout_is_needed_for_is_faint_until_it_is_found(qtbot: QtBot) -> None:
    window, area = amid_a_search(qtbot)
    window.session.look(decimals=5)
    assert area.turn.waits
    assert all(BEFORE in view.accessibleDescription() for view in area.shown_views())
    qtbot.waitUntil(lambda: not area.turn.waits)
    assert not any(BEFORE in view.accessibleDescription() for view in area.shown_views())
