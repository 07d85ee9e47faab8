"""Of a large scenario the inspector takes up what is new in a turn of its own, and writes no page that it has."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from figure_scenarios import by_hand, shown_inspector
from large_maps import LARGE, LONG, large, settled
from pytestqt.qtbot import QtBot

from attnviz import trace
from attnviz.app.inspection import page_kept
from attnviz.app.inspection.inspector import Inspector
from attnviz.app.inspection.inspector_words import written
from attnviz.app.inspection.page_kept import PageKept
from attnviz.app.session import Pending, State
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_cell
from attnviz.figures.view import Selection, View

CELL = Cell("weights", 0, 300, 5)


@pytest.fixture
def inspector(qtbot: QtBot) -> Inspector:
    """With a weight explained, whose numbers are all there."""
    found = shown_inspector(qtbot, large(LONG))
    found.session.select(query=300, cell=CELL)
    qtbot.waitUntil(lambda: "Dot product" in found.text.toPlainText(), timeout=20_000)
    settled(qtbot, found)
    qtbot.waitUntil(lambda: not found.own_turn.waits)
    return found


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> list[State]:
    """Of which states pages are written from now on."""
    found: list[State] = []

    def noted(state: State) -> object:
        found.append(state)
        return written(state)

    monkeypatch.setattr(page_kept, "written", noted)
    return found


def test_what_chooses_a_number_waits_for_no_page(qtbot: QtBot, inspector: Inspector, pages: list[State]) -> None:
    inspector.session.select(cell=replace(CELL, column=6))
    assert pages == []
    qtbot.waitUntil(lambda: "key 7" in inspector.text.toPlainText())


def test_of_several_states_only_the_newest_is_taken_up(qtbot: QtBot, inspector: Inspector, pages: list[State]) -> None:
    for column in (6, 7, 8):
        inspector.session.select(cell=replace(CELL, column=column))
    qtbot.waitUntil(lambda: "key 9" in inspector.text.toPlainText())
    assert {state.selection.cell for state in pages} == {replace(CELL, column=8)}


def test_a_small_scenario_is_taken_up_at_once(qtbot: QtBot) -> None:
    small = shown_inspector(qtbot, by_hand())
    small.session.select(cell=Cell("weights", 0, 1, 2))
    assert "looks at key 3" in small.text.toPlainText()
    assert not small.own_turn.waits


def test_the_way_back_is_known_before_the_page_is_there(inspector: Inspector) -> None:
    inspector.follow(Cell("scores", 0, 300, 5))
    assert inspector.own_turn.waits
    inspector.go_back()
    assert inspector.session.state.selection.cell == CELL
    assert inspector.trail.here == CELL


def test_out_of_sight_nothing_is_taken_up(qtbot: QtBot, inspector: Inspector, pages: list[State]) -> None:
    inspector.session.select(cell=replace(CELL, column=6))
    inspector.close()
    assert not inspector.own_turn.waits
    qtbot.wait(30)
    assert pages == []


def test_an_edit_dates_the_page_and_writes_it_once_when_its_numbers_are_there(
    qtbot: QtBot, inspector: Inspector, pages: list[State]
) -> None:
    inspector.session.edit("Edit", partial(set_cell, name="X", row=700, column=0, value=5.0))
    inspector.session.stop()  # else the new numbers may be there first
    qtbot.waitUntil(lambda: "Before the edit" in inspector.text.toPlainText())
    assert pages == []
    inspector.session.resume()
    settled(qtbot, inspector)
    qtbot.waitUntil(lambda: "Before the edit" not in inspector.text.toPlainText())
    assert all(state.trace.scenario is inspector.session.state.scenario for state in pages)


def explained(**changes: object) -> State:
    """A state with a weight explained, everything computed."""
    scenario = large(LARGE)
    return replace(State(scenario, trace(scenario), selection=Selection(0, 300, CELL)), **changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"arrived": 1},
        {"view": View(focus="scores", layout="focus")},
        {"view": View(tab="heads")},
        {"view": View(theme="dark", text_size="large")},
        {"pending": Pending()},
    ],
)
def test_a_page_that_says_the_same_is_the_same(changes: dict[str, object]) -> None:
    kept, state = PageKept(), explained()
    assert kept.of(replace(state, **changes)) is kept.of(state)


@pytest.mark.parametrize(
    "changes",
    [
        {"view": View(decimals=5)},
        {"view": View(depth="words")},
        {"view": View(moves=True)},
        {"view": View(changes=True)},
        {"selection": Selection(0, 300, replace(CELL, column=6))},
    ],
)
def test_a_page_that_says_something_else_is_written(changes: dict[str, object]) -> None:
    kept, state = PageKept(), explained()
    kept.of(state)
    other = replace(state, **changes)
    assert kept.of(other) == written(other)
    assert kept.of(other) != written(state)


def test_a_page_of_other_numbers_is_written() -> None:
    kept, state = PageKept(), explained()
    kept.of(state)
    after = replace(state.scenario, temperature=0.5)
    other = replace(state, scenario=after, trace=trace(after))
    assert kept.of(other) == written(other)


def test_a_page_that_waits_is_written_again_when_more_is_there() -> None:
    kept, state = PageKept(), explained()
    twin = trace(state.scenario)
    waiting = replace(state, trace=twin.deferred())
    assert kept.of(waiting).waiting
    for name in ("rotated_queries", "queries", "keys", "scores", "scaled", "masked", "exponentials", "weights"):
        if name in twin.stages:
            twin.at(name, 0)
    twin.shifted(0)
    assert not kept.of(replace(waiting, arrived=1)).waiting


def test_what_a_page_was_read_from_counts_as_read_when_it_is_not_written_again() -> None:
    """After an edit that is computed first, so that the page need not wait for its rows one by one."""
    twin = trace(large(LARGE))
    for name in ("queries", "keys", "scores", "scaled", "masked", "exponentials", "weights"):
        twin.at(name, 0)
    twin.shifted(0)
    state = explained(trace=twin.deferred())
    kept = PageKept()
    assert not kept.of(state).waiting
    read = dict(state.trace.asked.used)
    assert read
    state.trace.asked.used.clear()  # as the session does with each new state
    kept.of(replace(state, arrived=1))
    assert state.trace.asked.used == read
