"""A walk's board keeps its layout from slide to slide: cells have room for the numbers to come."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF

from attnviz import load
from attnviz.figures.board import Board, place
from attnviz.figures.fitting import figure_theme
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.margins import margins
from attnviz.figures.slide import Slide, slide_layout
from attnviz.figures.theme import theme
from attnviz.figures.walk import pipeline_frames

SCREEN = QRectF(0, 0, 1366, 768)
LOOK = theme("light", "projector", 768)


def _layout(slide: Slide) -> list[tuple[object, ...]]:
    board = slide.figure
    assert isinstance(board, Board)
    placed = place(board, slide_layout(slide, SCREEN).figure, LOOK)
    return [(part.rect.getRect(), part.figure.fit) for part in placed if not hasattr(part.figure, "viewport")]


def _boards(name: str) -> list[Slide]:
    slides = [frame.slide for frame in pipeline_frames(load(name))]
    return [slide for slide in slides if isinstance(slide.figure, Board) and slide.figure.name == "board"]


@pytest.mark.parametrize("name", ["two-heads", "by-hand", "one-query", "alibi"])
def test_a_board_has_one_layout_from_its_first_slide_to_its_last(name: str) -> None:
    first, *others = _boards(name)
    assert len(others) > 5
    assert all(_layout(slide) == _layout(first) for slide in others)


def test_a_slide_that_leaves_room_for_numbers_shows_none_of_them() -> None:
    board = _boards("two-heads")[0].figure
    assert isinstance(board, Board)
    maps = [panel for panel in board.panels if isinstance(panel, Heatmap)]
    assert all(text == "" for panel in maps if panel.face for row in panel.face.texts for text in row)


@pytest.mark.parametrize("name", ["grouped-query", "two-heads", "sliding-window"])
def test_names_that_lie_over_columns_have_one_size_on_a_slide(name: str) -> None:
    board = _boards(name)[-1].figure
    assert isinstance(board, Board)
    sizes = set()
    for part in place(board, SCREEN.adjusted(20, 65, -20, -75), LOOK):
        if isinstance(part.figure, Heatmap) and part.figure.column_labels and part.figure.fit:
            fit = part.figure.fit
            around = margins(part.figure, figure_theme(LOOK, fit.number_px, fit.letters), fit, None)
            sizes |= set() if around.upright else {around.column_px}
    assert len(sizes) == 1
