"""In projector size numbers are as large as the cells of a board hold."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF

from attnviz import load
from attnviz.engine.tracing import trace
from attnviz.figures.board import Placed, place
from attnviz.figures.compose import board_of
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.theme import font, theme
from attnviz.figures.view import Selection, View

ROOM = QRectF(0, 0, 791, 582)
LOOK = theme("light", "projector", 768)
NAMES = ["sliding-window", "grouped-query", "uneven-heads"]


def _placed(name: str) -> list[Placed]:
    return list(place(board_of(trace(load(name)), Selection(), View(legend=False)), ROOM, LOOK))


@pytest.mark.parametrize(("name", "least"), list(zip(NAMES, (15, 15, 14), strict=True)))
def test_small_numbers_on_a_board_are_as_large_as_its_cells_hold(name: str, least: int) -> None:
    fits = [part.figure.fit for part in _placed(name) if isinstance(part.figure, Heatmap)]
    assert {fit.number_px for fit in fits if fit} == {least}


@pytest.mark.parametrize("name", NAMES)
def test_larger_numbers_touch_neither_their_cells_nor_each_other(name: str) -> None:
    for part in _placed(name):
        if isinstance(part.figure, Heatmap) and part.figure.fit and part.figure.face:
            fit, letters = part.figure.fit, QFontMetricsF(font(part.figure.fit.number_px))
            texts = [text for row in part.figure.face.texts for text in row]
            assert max(map(letters.horizontalAdvance, texts)) + 5 <= fit.cell_width
            assert letters.tightBoundingRect("0123456789").height() * 1.5 <= fit.cell_height


@pytest.mark.parametrize("name", NAMES)
def test_a_board_with_larger_numbers_stays_in_its_room(name: str) -> None:
    assert all(ROOM.adjusted(-0.01, -0.01, 0.01, 0.01).contains(part.rect) for part in _placed(name))
