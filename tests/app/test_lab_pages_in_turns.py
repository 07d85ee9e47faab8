"""The page of many exhibits is searched for in turns of the event loop; till then those of before stay."""

from __future__ import annotations

from typing import Any

import pytest
from lab_rooms import roomy
from PySide6.QtCore import QRect
from pytestqt.qtbot import QtBot

from attnviz.app.labs import page_search
from attnviz.app.labs.lab_room import LabRoom
from attnviz.figures import searching
from attnviz.figures.labs import page, result_page, side_columns
from attnviz.figures.labs.page import PlacedPage
from attnviz.labs.exhibits import Boxes


@pytest.fixture
def takes_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_search, "FEW", 0)


def places(room: LabRoom) -> dict[str, QRect]:
    return {name: view.geometry() for name, view in room.page.views.items()}


def whole(qtbot: QtBot, room: LabRoom) -> None:
    qtbot.waitUntil(lambda: not room.page.turn.waits)


@pytest.mark.parametrize(("lab", "name", "value"), [("one-query", "fourth", True), ("tiles", "show", "cost")])
def test_a_page_that_takes_turns_is_the_one_that_is_found_at_once(
    qtbot: QtBot, room: LabRoom, monkeypatch: pytest.MonkeyPatch, lab: str, name: str, value: object
) -> None:
    room.open(lab)
    room.set_value(name, value)  # type: ignore[arg-type]
    qtbot.waitUntil(lambda: not room.page.turn.waits)
    monkeypatch.setattr(page_search, "FEW", 0)
    other, searched = roomy(qtbot), [0]
    other.open(lab)
    whole(qtbot, other)
    deed, begin = other.page.turn._deed, searching.begin_search

    def taken() -> None:
        searched.append(0)
        deed()

    def told() -> None:
        begin()
        searched[-1] += 1

    monkeypatch.setattr(other.page.turn, "_deed", taken)
    for module in (searching, page_search):  # to search, and to place what was found
        monkeypatch.setattr(module, "begin_search", told)
    other.set_value(name, value)  # type: ignore[arg-type]
    whole(qtbot, other)
    assert places(other) == places(room)
    assert searched[0] == 0
    assert max(searched) == 1 < sum(searched)


def test_exhibits_stay_as_they_are_until_the_page_of_others_is_found(
    qtbot: QtBot, room: LabRoom, takes_turns: None
) -> None:
    room.open("one-query")
    whole(qtbot, room)
    before, drawn = places(room), {name: view.drawing for name, view in room.page.views.items()}
    room.set_value("fourth", True)
    assert places(room) == before
    assert {name: view.drawing for name, view in room.page.views.items()} == drawn
    whole(qtbot, room)
    assert all(view.drawing is not drawn.get(name) for name, view in room.page.views.items())


def test_an_edge_that_moves_on_in_every_turn_puts_no_page_off(qtbot: QtBot, room: LabRoom, takes_turns: None) -> None:
    room.open("one-query")
    whole(qtbot, room)
    before = places(room)

    def moved_on() -> bool:
        room.resize(room.width() - 1, room.height())
        return places(room) != before

    qtbot.waitUntil(moved_on)
    assert room.page.turn.waits


def test_no_turn_arranges_a_page_and_also_what_has_a_side_on_it(
    qtbot: QtBot, room: LabRoom, monkeypatch: pytest.MonkeyPatch, takes_turns: None
) -> None:
    room.open("mistakes")
    whole(qtbot, room)
    arranged, deed = [0], room.page.turn._deed

    def taken() -> None:
        arranged.append(0)
        deed()

    def counted(*asked: Any) -> PlacedPage:
        arranged[-1] += 1
        return page.arranged(*asked)

    monkeypatch.setattr(room.page.turn, "_deed", taken)
    for module in (result_page, side_columns):
        monkeypatch.setattr(module, "arranged", counted)
    room.set_value("mistake", "transposed")
    whole(qtbot, room)
    assert max(arranged) == 1 < sum(arranged)


def test_a_walk_over_many_arrays_takes_turns_although_it_is_one_exhibit(
    qtbot: QtBot, room: LabRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_search, "FEW", 3)
    room.open("shapes")
    room.set_value("show", "parameters")
    whole(qtbot, room)
    room.set_value("show", "walk")
    assert [type(drawing.exhibit) for drawing in room.drawings().values()] == [Boxes]
    assert room.page.turn.waits
