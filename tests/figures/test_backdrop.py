"""What stands around a map on the screen is kept while only numbers change, and looks as if it were not."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from attnviz.app.pipeline.figure_area import FigureArea
from attnviz.app.session import Session
from attnviz.content.presets import preset
from attnviz.engine.edits import set_cell
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace
from attnviz.figures import backdrop, heatmap_painter
from attnviz.figures.board import place
from attnviz.figures.compose import heads_of
from attnviz.figures.figure import paint_figure
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.theme import ThemeName, theme
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


@pytest.mark.parametrize(
    "rect", [QRectF(10.5, 8.25, 40.5, 20.5), QRectF(0, 0, 80, 60), QRectF(30, 20, 90, 90), QRectF(100, 0, 9, 9)]
)
def test_all_around_a_map_is_filled_and_nothing_in_its_place(rect: QRectF) -> None:
    image = QImage(80, 60, QImage.Format.Format_RGB32)
    image.fill(LOOK.palette.text)
    with QPainter(image) as painter:
        backdrop.fill_beside(painter, image.rect(), rect, LOOK.palette.panel)
    inner = rect.toAlignedRect()
    for y in range(60):
        for x in range(80):
            inside = inner.contains(x, y) and inner.intersects(image.rect())
            assert image.pixelColor(x, y) == (LOOK.palette.text if inside else LOOK.palette.panel)


def test_between_whole_pixels_all_is_filled() -> None:
    image = QImage(120, 90, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(1.5)
    image.fill(LOOK.palette.text)
    with QPainter(image) as painter:
        backdrop.fill_beside(painter, QRect(0, 0, 80, 60), QRectF(11, 9, 20, 20), LOOK.palette.panel)
    assert {image.pixel(x, y) for y in range(90) for x in range(120)} == {LOOK.palette.panel.rgb()}


@pytest.mark.parametrize("theme_name", ["light", "dark"])
def test_a_view_is_painted_on_the_screen_as_into_a_picture(qtbot: QtBot, theme_name: ThemeName) -> None:
    board = FigureArea(Session(preset("two-heads"), view=View(theme=theme_name)))
    board.session.setParent(board)
    qtbot.addWidget(board)
    board.resize(900, 640)
    with qtbot.waitExposed(board):
        board.show()
    for number in (0.25, 0.5):
        board.session.edit("Edit", partial(set_cell, name="X", row=0, column=0, value=number))
        for view in board.shown_views():
            assert view.figure is not None
            image = QImage(view.size(), QImage.Format.Format_RGB32)
            image.fill(view.theme.palette.panel)
            with QPainter(image) as painter:
                paint_figure(painter, view.place, view.figure, view.theme)
            on_screen = view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
            assert bytes(on_screen.constBits()) == bytes(image.constBits())
