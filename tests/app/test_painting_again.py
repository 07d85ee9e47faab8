"""A window that was not painted for a while is painted again: all of it, each part once, before anything else."""

from __future__ import annotations

import pytest
from filled import Filled
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from attnviz import load
from attnviz.app.painting_again import paint_again
from attnviz.app.session import Session
from attnviz.app.window import MainWindow


class Paints(QObject):
    """How often each widget of a window is painted."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.times: dict[QWidget, int] = {}
        for part in (window, *window.findChildren(QWidget)):
            part.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Holds nothing back."""
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
            self.times[watched] = self.times.get(watched, 0) + 1
        return False


def on_screen(widget: QWidget) -> str:
    """The colour in the middle of a widget as the screen has it, and not as it would be painted now."""
    window = widget.window()
    place = widget.mapTo(window, widget.rect().center())
    picture = window.screen().grabWindow(window.winId()).toImage()
    return picture.pixelColor(place).name() if picture.rect().contains(place) else ""


@pytest.mark.parametrize("room", ["columns", "welcome"])
def test_every_part_of_the_window_is_painted_once(qtbot: QtBot, room: str) -> None:
    window = MainWindow(Session(load("by-hand")))
    qtbot.addWidget(window)
    window.show()
    if room == "welcome":
        window.show_welcome()
    qtbot.waitUntil(window.updatesEnabled)
    qtbot.wait(300)  # until nothing is placed any more
    paints = Paints(window)
    for _ in range(2):  # what moved since it was painted last is painted with its ground once more
        paints.times.clear()
        window.setUpdatesEnabled(False)
        paint_again(window)
    assert window in paints.times
    assert {part.objectName() for part, times in paints.times.items() if times > 1} == set()


def test_what_changed_meanwhile_is_on_the_screen_at_once_also_deep_within(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(200, 200)
    middle = QWidget(window)
    QVBoxLayout(window).addWidget(middle)
    part = Filled(middle, "#ff0000")
    QVBoxLayout(middle).addWidget(part)
    window.show()
    qtbot.waitExposed(window)
    qtbot.waitUntil(lambda: on_screen(part) == "#ff0000")
    window.setUpdatesEnabled(False)
    part.colour = "#0000ff"
    part.update()
    qtbot.wait(20)
    assert on_screen(part) == "#ff0000"
    paint_again(window)
    assert on_screen(part) == "#0000ff"
    assert part.updatesEnabled()


def test_what_is_not_painted_by_its_own_choice_stays_so(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    quiet = QWidget(window)
    quiet.setUpdatesEnabled(False)
    window.show()
    window.setUpdatesEnabled(False)
    paint_again(window)
    assert window.updatesEnabled()
    assert not quiet.updatesEnabled()
