"""Pictures of maps that stand beside one that is drawn in ever other sizes are made once."""

from __future__ import annotations

import numpy as np
import pytest
from large_scenes import LIGHT, large_map
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPixmap
from pytestqt.qtbot import QtBot

from attnviz.figures.large import pixels
from attnviz.figures.large.codes import Codes
from attnviz.figures.large.painter import paint_map
from attnviz.figures.large.picture import Picture
from attnviz.figures.large.raster import Window
from attnviz.figures.viewport import Viewport


def test_a_small_map_beside_one_of_many_sizes_is_made_once(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = np.random.default_rng(2).normal(size=(300, 300))
    small, large = (large_map(numbers + own, signed=True) for own in (0, 1))
    made: list[int] = []
    raster = pixels.raster

    def told_of(picture: Picture, viewport: Viewport, window: Window) -> Codes:
        made.append(id(picture))
        return raster(picture, viewport, window)

    monkeypatch.setattr(pixels, "raster", told_of)
    canvas = QPixmap(400, 400)
    for size in range(300, 340):
        with QPainter(canvas) as painter:
            paint_map(painter, QRectF(0, 0, 40, 40), small, LIGHT)
            paint_map(painter, QRectF(50, 50, size, size), large, LIGHT)
    assert made.count(id(small.picture)) == 1
    assert made.count(id(large.picture)) == 40
