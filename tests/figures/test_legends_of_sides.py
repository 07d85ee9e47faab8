"""Both sides of a comparison of all heads have one scale: its legend is as long over both."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from attnviz import Direct, Scenario, load, trace
from attnviz.figures import board_legend
from attnviz.figures.board import Board, paint_board_title
from attnviz.figures.comparison import side_by_side_of
from attnviz.figures.compose import heads_of
from attnviz.figures.theme import theme
from attnviz.figures.view import Selection, View

pytestmark = pytest.mark.usefixtures("qapp")


def many_heads() -> Scenario:
    numbers = np.random.default_rng(1)
    return Scenario(Direct(*(numbers.normal(size=(6, 120)) for _ in range(3))), heads=60)


@pytest.mark.parametrize(("size", "width"), [("normal", 335), ("large", 350), ("projector", 385), ("projector", 560)])
@pytest.mark.parametrize("scenario", [many_heads(), load("trophy-layer")], ids=["sixty", "trophy"])
def test_legends_of_both_sides_are_equally_long(scenario, size, width, monkeypatch):
    board = heads_of(trace(scenario), Selection(), View())
    assert isinstance(board, Board)
    both, look, bars = side_by_side_of(board, board), theme("light", size, 768), []
    monkeypatch.setattr(board_legend, "paint_scale", lambda painter, bar, *rest: bars.append(bar.width()))
    image = QImage(width, 600, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        for side in (both.left, both.right):
            paint_board_title(painter, QRectF(0, 0, width, 600), side, look)
    assert len(bars) in (0, 2)
    assert len(set(bars)) <= 1
