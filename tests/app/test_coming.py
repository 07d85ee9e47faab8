"""An empty map says how far the numbers are that it waits for, once that takes long."""

from __future__ import annotations

import numpy as np
import pytest
from large_maps import LARGE, map_in, shown_large, weights
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from attnviz.app import progress_note
from attnviz.app.pipeline.coming import paint_part
from attnviz.app.pipeline.figure_view import FigureView
from attnviz.app.pipeline.pipeline_panel import PipelinePanel
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.theme import theme


def parts_told(panel: PipelinePanel, monkeypatch: pytest.MonkeyPatch) -> list[float | None]:
    """What the figures are told from now on."""
    told: list[float | None] = []
    monkeypatch.setattr(FigureView, "show_part", lambda _view, part: told.append(part))
    return told


def test_what_takes_long_says_how_far_it_is(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = shown_large(qtbot)
    monkeypatch.setattr(progress_note, "AFTER", 0)
    told = parts_told(panel, monkeypatch)
    for part in (0.1, 0.4, None):
        panel.session.progress.emit(part)
    assert told == [0.1, 0.4, None]


def test_what_is_there_soon_says_nothing(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = shown_large(qtbot)
    monkeypatch.setattr(progress_note, "AFTER", 60_000)
    told = parts_told(panel, monkeypatch)
    panel.session.progress.emit(0.1)
    assert told == [None]


def test_the_bar_is_as_long_as_what_is_done(qtbot: QtBot) -> None:
    model = map_in(weights(shown_large(qtbot)))
    look = theme("light", "normal")
    lengths = [_length(model, part, look.palette.accent) for part in (0.25, 0.5, 1.0)]
    assert lengths[0] == pytest.approx(lengths[2] / 4, abs=3)
    assert lengths[1] == pytest.approx(lengths[2] / 2, abs=3)


def _length(model: LargeMap, part: float, colour: QColor) -> int:
    image = QImage(LARGE, LARGE, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    with QPainter(image) as painter:
        paint_part(painter, QRectF(image.rect()), model, part, theme("light", "normal"))
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(LARGE, LARGE)
    return int((pixels == colour.rgb()).any(axis=0).sum())
