"""Figures find their places anew when the text size or the window changes: once, and for what is then shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QRectF
from pytestqt.qtbot import QtBot
from scripted import opened, trigger

from attnviz.app.pipeline import figure_area, figure_parts
from attnviz.app.pipeline.figure_area import FigureArea
from attnviz.figures.board import Board
from attnviz.figures.theme import Theme


def placed_by(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, float, float]]:
    """The text size and room of each search for a layout from now on."""
    searched: list[tuple[str, float, float]] = []

    def noting(search: Callable[[Board, QRectF, Theme], Any]) -> Callable[[Board, QRectF, Theme], Any]:
        def noted(board: Board, room: QRectF, look: Theme) -> Any:
            searched.append((look.text_size, room.width(), room.height()))
            return search(board, room, look)

        return noted

    for module, name in ((figure_parts, "place"), (figure_area, "numbers_are_legible")):
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
