"""A way through the scores that a scenario does not have: said in the laboratory, and never an error of the window."""

from __future__ import annotations

import pytest
from lab_rooms import view
from pytestqt.qtbot import QtBot
from scripted import find

from attnviz.app.labs.lab_room import LabRoom
from attnviz.app.session import Session
from attnviz.content.attn_file import load


@pytest.fixture
def room(qtbot: QtBot) -> LabRoom:
    """The laboratory of tiles on keys that come from another sequence."""
    made = LabRoom(Session(load("cross-attention")))
    qtbot.addWidget(made, before_close_func=lambda widget: widget.close_down())
    made.resize(1350, 660)
    made.show()
    made.open("tiles")
    return made


@pytest.mark.parametrize("way", ["window", "cache"])
def test_a_way_that_a_source_does_not_have_is_said_and_the_picture_is_marked_as_old(room: LabRoom, way: str) -> None:
    room.set_value("way", way)
    assert "no cache grows" in find(room, "lab.problem").text()
    assert view(room, "matrix").old


def test_after_it_another_way_is_shown_again(room: LabRoom) -> None:
    room.set_value("way", "cache")
    room.set_value("way", "tiled")
    assert find(room, "lab.problem").text() == ""
    assert not view(room, "matrix").old


def test_what_all_ways_cost_is_shown_whichever_was_chosen(room: LabRoom) -> None:
    room.set_value("way", "cache")
    room.set_value("show", "cost")
    assert find(room, "lab.problem").text() == ""
    assert not view(room, "moved").old
