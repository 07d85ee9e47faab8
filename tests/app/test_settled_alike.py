"""What a settled window shows depends on its state and its size alone, whatever way led there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from scripted import ScriptedQuestions, opened, trigger

from attnviz.app.pipeline.figure_area import FigureArea
from attnviz.app.session import Session
from attnviz.app.settings import Settings
from attnviz.app.window import MainWindow

Way = Callable[[MainWindow], None]


def settled(qtbot: QtBot, window: MainWindow) -> MainWindow:
    """Waits until it is painted and nothing in it waits for a turn."""
    area = window.findChild(FigureArea)
    assert area is not None
    for _ in range(2):  # what came last may have asked for more
        qtbot.waitUntil(lambda: window.updatesEnabled() and not area.busy and not window.session.busy, timeout=20_000)
        qtbot.wait(20)
    return window


def places(window: MainWindow) -> dict[str, QRect]:
    """Where everything stands that has a name and is shown in the columns."""
    return {
        f"{thing.parentWidget().objectName()}/{thing.objectName()}": QRect(thing.mapTo(window, QPoint()), thing.size())
        for column in ("inputs", "pipeline", "inspector")
        for thing in window.findChild(QWidget, column).findChildren(QWidget)
        if thing.objectName() and thing.isVisible() and not thing.objectName().startswith("qt_")
    }


def fresh(qtbot: QtBot, like: MainWindow) -> MainWindow:
    """Another window that begins with that state, in that size."""
    state, session = like.session.state, Session(like.session.state.scenario)
    session.state = replace(session.state, view=state.view, selection=state.selection)
    window = MainWindow(session, settings=Settings(), questions=ScriptedQuestions())
    qtbot.addWidget(window, before_close_func=lambda window: session.undo_stack.setClean())
    window.resize(like.size())
    with qtbot.waitExposed(window):
        window.show()
    return window


def project(window: MainWindow) -> None:
    window.resize(1920, 650)
    trigger(window, "projector")


def resized(width: int, height: int) -> Way:
    return lambda window: window.resize(width, height)


def looked(**changes: object) -> Way:
    return lambda window: window.session.look(**changes)


WAYS: dict[str, tuple[str, list[Way]]] = {
    "lower": ("by-hand", [looked(tab="heads"), resized(1366, 1080), resized(1366, 650)]),
    "higher": ("by-hand", [looked(tab="heads"), resized(1366, 650), resized(1366, 760)]),
    "joined": ("trophy-layer", [looked(tab="concat"), resized(1100, 900), resized(1100, 760)]),
    "projected": ("by-hand", [looked(tab="heads"), project]),
    "projected and back": ("two-heads", [project, looked(text_size="normal"), resized(1366, 700)]),
    "several at once": ("two-heads", [lambda window: [way(window) for way in (project, resized(1400, 800))]]),
}


@pytest.mark.parametrize("name", WAYS)
def test_all_has_the_places_that_it_has_in_a_window_which_begins_like_that(qtbot: QtBot, name: str) -> None:
    preset, ways = WAYS[name]
    window = opened(qtbot, preset)
    for way in ways:
        way(settled(qtbot, window))
    found = places(settled(qtbot, window))
    assert places(settled(qtbot, fresh(qtbot, window))) == found


@pytest.mark.parametrize("name", WAYS)
def test_no_part_is_left_that_is_not_painted(qtbot: QtBot, name: str) -> None:
    preset, ways = WAYS[name]
    window = opened(qtbot, preset)
    for way in ways:
        way(window)
    settled(qtbot, window)
    off = Qt.WidgetAttribute.WA_UpdatesDisabled
    assert not [part for part in (window, *window.findChildren(QWidget)) if part.testAttribute(off)]
