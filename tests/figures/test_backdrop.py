"""What stands around a map on the screen is kept while only numbers change, and looks as if it were not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from attnviz.content.presets import preset
from attnviz.engine.edits import set_cell
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace
from attnviz.figures import backdrop, heatmap_painter
from attnviz.figures.board import place
from attnviz.figures.compose import heads_of
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.theme import theme
from attnviz.figures.view import Selection, View

LOOK = theme("light", "normal")
ROOM = QRectF(0, 0, 720, 560)


def _maps(scenario: Scenario, **selected: int) -> list[tuple[QRectF, Heatmap]]:
    board = heads_of(trace(scenario), Selection(**selected), View(shared_scale=False))
    return [(one.rect, one.figure) for one in place(board, ROOM, LOOK) if isinstance(one.figure, Heatmap)]


def _painted(maps: list[tuple[QRectF, Heatmap]]) -> bytes:
    image = QImage(ROOM.size().toSize(), QImage.Format.Format_RGB32)
    image.fill(LOOK.palette.panel)
    with QPainter(image) as painter:
        for rect, figure in maps:
            heatmap_painter.paint(painter, rect, figure, LOOK)
    return bytes(image.constBits())


@pytest.mark.parametrize("name", ["two-heads", "trophy", "by-hand"])
def test_maps_look_the_same_with_what_was_kept_of_them(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    scenario = preset(name)
    changed = replace(scenario, temperature=1.5)
    plain = [_painted(_maps(one)) for one in (scenario, changed)]
    monkeypatch.setattr(heatmap_painter, "on_screen", lambda _: True)
    assert [_painted(_maps(one)) for one in (scenario, changed)] == plain
    assert [_painted(_maps(one)) for one in (scenario, changed)] == plain  # all of it kept by now


def test_a_changed_number_draws_no_title_again(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = preset("two-heads")
    monkeypatch.setattr(heatmap_painter, "on_screen", lambda _: True)
    _painted(_maps(scenario))
    drawn: list[str] = []
    monkeypatch.setattr(heatmap_painter, "paint_title", lambda *about: drawn.append(about[3]) or 0.0)
    _painted(_maps(set_cell(scenario, "X", 0, 0, 0.25)))
    assert drawn == []


def test_another_title_is_drawn(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = preset("two-heads")
    monkeypatch.setattr(heatmap_painter, "on_screen", lambda _: True)
    maps = _maps(scenario)
    before = _painted(maps)
    renamed = [(rect, replace(figure, title=f"{figure.title}!")) for rect, figure in maps]
    assert _painted(renamed) != before


def test_no_more_pictures_are_kept_than_a_window_shows(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heatmap_painter, "on_screen", lambda _: True)
    maps = _maps(preset("two-heads"))
    for number in range(60):
        _painted([(rect.translated(number, 0), figure) for rect, figure in maps])
    assert len(backdrop._kept) <= 24
