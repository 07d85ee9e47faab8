"""Exhibits that take long to paint are painted one in a turn of the event loop, and shown together."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from lab_rooms import settled, view
from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from attnviz.app.labs import exhibit_pictures, exhibit_view
from attnviz.app.labs.exhibit_view import ExhibitView
from attnviz.app.labs.lab_room import LabRoom
from attnviz.app.session import Session
from attnviz.engine.scenario import Mask, Projected, Scenario
from attnviz.figures.figure import paint_figure

TOKENS = 80


class Turns(QObject):
    """Counts turns of the event loop."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._count)
        self._timer.start(0)

    def _count(self) -> None:
        self.count += 1


def layer(tokens: int) -> Scenario:
    random = np.random.default_rng(3)
    matrices = {name: random.normal(size=(6, 6)) for name in ("W_Q", "W_K", "W_V")}
    return Scenario(Projected(random.normal(size=(tokens, 6)), **matrices), mask=Mask(causal=True))


@pytest.fixture
def many(qtbot: QtBot) -> LabRoom:
    """The laboratory of masks on a layer of many tokens."""
    room = LabRoom(Session(layer(TOKENS)))
    qtbot.addWidget(room, before_close_func=lambda widget: widget.close_down())
    room.resize(1350, 660)
    room.show()
    room.open("masks")
    whole(qtbot, room)
    return room


def whole(qtbot: QtBot, room: LabRoom) -> None:
    """Waits until nothing of the page is lacking any more."""
    settled(qtbot, room)
    qtbot.waitUntil(lambda: not room.page.pictures.turn.waits and not any(map(lacks, room.page.views.values())))


def lacks(one: ExhibitView) -> bool:
    return one.lacks_picture


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, int]]]:
    """Each exhibit that is painted from now on, and the turn in which."""
    turns, found = Turns(), list[tuple[str, int]]()

    def paint(painter, place, drawing, look):  # type: ignore[no-untyped-def]
        found.append((drawing.key, turns.count))
        paint_figure(painter, place, drawing, look)

    for module in (exhibit_pictures, exhibit_view):
        monkeypatch.setattr(module, "paint_figure", paint)
    yield found
    turns.deleteLater()


def test_maps_of_many_cells_are_painted_one_in_a_turn(
    qtbot: QtBot, many: LabRoom, painted: list[tuple[str, int]]
) -> None:
    many.set_value("fill", "-1e9")
    whole(qtbot, many)
    assert sorted(name for name, _ in painted) == ["after", "before", "filled", "sums"]
    assert len({turn for _, turn in painted}) == len(painted)


def test_nothing_of_them_is_shown_before_all_are_painted(
    qtbot: QtBot, many: LabRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[int] = []
    make, turn_over = ExhibitView.make_picture, ExhibitView.turn_over
    made: list[str] = []

    def record(one: ExhibitView) -> None:
        made.append(one.name)
        make(one)

    def turn(one: ExhibitView) -> None:
        shown.append(len(made))
        turn_over(one)

    monkeypatch.setattr(ExhibitView, "make_picture", record)
    monkeypatch.setattr(ExhibitView, "turn_over", turn)
    many.set_value("fill", "-1e9")
    whole(qtbot, many)
    assert len(made) == 4
    assert set(shown) == {4}


@pytest.mark.parametrize("name", ["after", "sums"])
def test_what_is_shown_is_the_exhibit_as_its_painter_paints_it(many: LabRoom, name: str) -> None:
    one = view(many, name)
    wanted = QImage(one.size(), QImage.Format.Format_RGB32)
    wanted.fill(one.theme.palette.panel)
    with QPainter(wanted) as painter:
        paint_figure(painter, one.place, one.drawing, one.theme)
    assert one.grab().toImage().convertToFormat(QImage.Format.Format_RGB32) == wanted


def test_another_theme_leaves_no_picture_of_the_old_one(qtbot: QtBot, many: LabRoom) -> None:
    many.session.look(theme="dark")
    dark = view(many, "after").theme.palette.panel
    assert view(many, "after").grab().toImage().pixelColor(1, 1) == dark
    whole(qtbot, many)
    assert view(many, "after").grab().toImage().pixelColor(1, 1) == dark


def test_a_page_of_few_cells_is_painted_where_it_is_shown(room: LabRoom, painted: list[tuple[str, int]]) -> None:
    room.open("masks")
    painted.clear()
    image = view(room, "before").grab().toImage()
    assert [name for name, _ in painted] == ["before"]
    assert len({image.pixel(x, image.height() // 2) for x in range(image.width())}) > 2


def test_what_is_out_of_sight_is_not_painted(qtbot: QtBot, many: LabRoom, painted: list[tuple[str, int]]) -> None:
    many.hide()
    many.set_value("fill", "-1e9")
    settled(qtbot, many)
    qtbot.wait(20)
    assert painted == []
    many.show()
    whole(qtbot, many)
    assert len(painted) == 4
