"""What the next press will show is computed while the present slide is shown, and after it."""

from __future__ import annotations

from functools import partial

import pytest
from large_maps import LONG, large
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from attnviz.app import progress_note
from attnviz.app.presenting.presentation import Presentation, present_scenario
from attnviz.app.presenting.stage import Stage
from attnviz.app.session import Session
from attnviz.engine.keeping import Want
from attnviz.figures.large.large_map import LargeMap


@pytest.fixture
def stage(qtbot: QtBot) -> Stage:
    stage = Stage(present_scenario(Session(large(LONG)).state), motion=False)
    qtbot.addWidget(stage)
    stage.resize(1366, 768)
    stage.show()
    return stage


def is_empty(stage: Stage) -> bool:
    assert isinstance(stage.slide.figure, LargeMap)
    return stage.slide.figure.picture is None


def is_there(session: Session, name: str) -> bool:
    return session.state.trace.peek(name, 0) is not None and not session.busy


def test_the_next_slide_is_there_when_it_is_pressed_for(qtbot: QtBot, stage: Stage) -> None:
    session = stage.presentation.session
    for name in ("keys", "values", "scores"):
        qtbot.waitUntil(partial(is_there, session, name))
        stage.presentation.next()
        assert not is_empty(stage)


def test_nothing_is_asked_ahead_while_the_present_slide_waits(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    show = present_scenario(Session(large(LONG)).state)
    asked: list[bool] = []
    following = Presentation.following

    def counted(self: Presentation) -> object:
        asked.append(self.session.state.pending is not None)
        return following(self)

    monkeypatch.setattr(Presentation, "following", counted)
    stage = Stage(show, motion=False)
    qtbot.addWidget(stage)
    qtbot.waitUntil(lambda: show.session.state.trace.peek("keys", 0) is not None)
    assert asked
    assert not any(asked)


def test_an_edit_waits_for_nothing_that_is_not_shown(qtbot: QtBot, stage: Stage) -> None:
    session = stage.presentation.session
    qtbot.waitUntil(lambda: not is_empty(stage) and not session.busy)
    asked = session.state.trace.asked
    before = dict(asked.used)
    session.look_ahead(lambda: session.state.trace.asked.miss(Want("numbers", "weights", 1)))
    assert asked.used == before
    assert Want("numbers", "weights", 1) in asked.missing


def test_an_empty_map_says_how_far_its_numbers_are(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress_note, "AFTER", 0)
    stage.presentation.go(6)
    assert is_empty(stage)
    accent = stage.look.palette.accent

    def counted() -> int:
        picture, place = stage.grab().toImage(), stage.figure_place().toAlignedRect()
        return sum(
            QColor(picture.pixel(x, y)) == accent
            for y in range(place.top(), place.bottom(), 4)
            for x in range(place.left(), place.right(), 2)
        )

    before = counted()
    stage.presentation.session.progress.emit(0.5)
    assert counted() > before + 20
