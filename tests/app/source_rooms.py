"""Sources for tests, from attention that another implementation computed, and gestures in the room that shows them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QToolButton
from pytestqt.qtbot import QtBot
from scripted import find, opened

from attnviz.app.sources.grid_view import GridView
from attnviz.app.sources.lines_view import LinesView
from attnviz.app.sources.source_room import SourceRoom
from attnviz.app.window import MainWindow
from attnviz.content.sources.source import Place
from attnviz.engine.arrays import Array
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.scenario import Scenario
from attnviz.figures.overview.head_grid import grid_places
from attnviz.figures.overview.token_lines import TokenLines, lines_places

GOLDEN = Path(__file__).parents[1] / "golden"
IT, TROPHY, SUITCASE = 10, 2, 8
BEST = Place(3, 1)  # where "it" looks at "trophy"


@cache
def stored() -> dict[str, np.ndarray]:
    """Four sentences with their attention."""
    with np.load(GOLDEN / "real_minilm_all.npz", allow_pickle=False) as file:
        return {key: file[key] for key in file.files}


class StoredSource:
    """The attention of one of the stored sentences, as a source that computes nothing and reads those sentences."""

    kind = "model"
    title = "stored"
    layers, heads = 6, 12
    source_tokens = None
    missing = ""

    def __init__(self, number: int = 0, *, fails: str = "") -> None:
        self._weights: Array = stored()[f"attentions_{number}"]
        self.text = str(stored()[f"text_{number}"])
        self.tokens = tuple(map(str, stored()[f"tokens_{number}"]))
        self.special = frozenset({0, len(self.tokens) - 1})

    def weights(self, layer: int) -> Array:
        """The stored ones."""
        return self._weights[layer]

    def scenario(self, place: Place) -> Scenario:
        """Given weights."""
        own = self.weights(place.layer)
        own = own if place.head is None else own[place.head : place.head + 1]
        head = "" if place.head is None else f", head {place.head + 1}"
        return Scenario(GivenWeights(own), f"stored: layer {place.layer + 1}{head}", self.tokens)

    def place_of(self, title: str) -> Place | None:
        """Read back from the title."""
        if not title.startswith("stored: layer "):
            return None
        numbers = [int(part) for part in title.replace(",", " ").split() if part.isdigit()]
        return Place(numbers[0] - 1, numbers[1] - 1 if len(numbers) > 1 else None)

    def with_text(self, text: str) -> StoredSource:
        """Another of the stored sentences."""
        return next(StoredSource(number) for number in range(4) if str(stored()[f"text_{number}"]) == text)


def in_window(qtbot: QtBot, source: Any = None, **answers: Any) -> tuple[MainWindow, SourceRoom]:
    """A window with the room in front, on a source that is there whole."""
    window = opened(qtbot, **answers)
    window.document.session.put_beside(source or StoredSource())
    room = window.rooms.show_source()
    settled(qtbot, room)
    return window, room


def settled(qtbot: QtBot, room: SourceRoom) -> None:
    """Waits until nothing is computed any more."""
    qtbot.waitUntil(lambda: room.gathered is not None and not room.running, timeout=20_000)


def grid(room: SourceRoom) -> GridView:
    """The grid on the screen."""
    return find(room, "source.grid", GridView)


def lines(room: SourceRoom) -> LinesView:
    """The lines on the screen."""
    return find(room, "source.lines", LinesView)


def tile_center(room: SourceRoom, place: Place) -> QPointF:
    """The middle of a map in the grid."""
    view = grid(room)
    assert view.grid is not None
    return grid_places(view.grid, view.place, view.theme).tile_rect(place).center()


def token_center(room: SourceRoom, side: str, index: int) -> QPointF:
    """The middle of a shown token's line, "query" or "key", beside the lines."""
    view = lines(room)
    assert view.lines is not None
    places = lines_places(view.lines, view.place, view.theme)
    if side == "query":
        return places.query_rect(view.lines.shown_queries.index(index)).center()
    return places.key_rect(view.lines.shown_keys.index(index)).center()


def click_map(room: SourceRoom, place: Place, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Clicks in the middle of a map."""
    QTest.mouseClick(grid(room), Qt.MouseButton.LeftButton, modifier, tile_center(room, place).toPoint())


def click_token(room: SourceRoom, side: str, index: int) -> None:
    """Clicks on a token beside the lines."""
    QTest.mouseClick(lines(room), Qt.MouseButton.LeftButton, pos=token_center(room, side, index).toPoint())


def choose(room: object, name: str, index: int) -> None:
    """Picks an entry of a box by its data."""
    box = find(room, name, QComboBox)  # type: ignore[arg-type]
    box.setCurrentIndex(box.findData(index))


def found(room: object) -> list[str]:
    """The words on the buttons of the found heads."""
    buttons = (find(room, f"source.find.{number}", QToolButton) for number in range(1, 7))  # type: ignore[arg-type]
    return [button.text() for button in buttons if button.isVisible()]


def lines_drawn(room: SourceRoom) -> TokenLines:
    """What the lines show."""
    figure = lines(room).lines
    assert figure is not None
    return figure
