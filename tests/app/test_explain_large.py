"""What an edit changed in a scenario of many tokens: told from two numbers that are there, never from one."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from large_maps import LARGE, LONG, large, settled
from pytestqt.qtbot import QtBot

from attnviz import trace
from attnviz.app.explaining import changes_words as told
from attnviz.app.explaining.changes_words import changes_steps, moves_in_words, told_by_bar
from attnviz.app.explaining.shown import beside, shown
from attnviz.app.inspection.inspector import Inspector
from attnviz.app.inspection.inspector_words import page_of
from attnviz.app.pipeline.in_focus import focus_figure
from attnviz.app.session import Pending, Session, State
from attnviz.content.numerals import superscript
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_cell
from attnviz.engine.scenario import Scenario
from attnviz.figures.compose import figure_of, heads_of
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.view import Selection, View

CELL = Cell("weights", 1, 300, 40)


def halved(scenario: Scenario) -> Scenario:
    return replace(scenario, temperature=0.5)


def compared(**changes: object) -> State:
    """A state after an edit whose numbers of before are not there yet."""
    scenario = large(LARGE)
    after = halved(scenario)
    before = trace(scenario).deferred()
    state = State(after, trace(after), before=before, selection=Selection(1, 300, CELL), view=View(changes=True))
    return replace(state, **changes)


def words(state: State) -> str:
    (step,) = changes_steps(state)
    return " ".join(line.text for line in step.lines)


def test_a_number_whose_past_is_being_computed_is_not_said_to_have_stayed() -> None:
    state = compared()
    assert told.BEFORE_COMING in words(state)
    assert told.STAYED not in words(state)
    assert moves_in_words(state, CELL) == ""


def test_what_it_was_is_asked_for_as_one_row() -> None:
    state = compared()
    words(state)
    assert state.before is not None
    assert [(want.name, want.head, want.row) for want in state.before.asked.missing] == [("weights", 1, 300)]


def test_a_past_that_was_stopped_says_so() -> None:
    state = compared()
    assert state.before is not None
    state.before.asked.stopped = True
    assert told.BEFORE_STOPPED in words(state)


@pytest.mark.parametrize(("stopped", "said"), [(False, told.COMING), (True, told.STOPPED)])
def test_while_the_numbers_after_an_edit_are_computed_nothing_is_compared(stopped: bool, said: str) -> None:
    state = compared(pending=Pending(stale=True, stopped=stopped))
    assert words(state) == said
    assert said in told_by_bar(state, state.before)


def test_large_maps_without_marks_say_so() -> None:
    state = compared(selection=Selection(1, 300, None))
    assert words(state) == f"The temperature changed. {told.UNMARKED}"
    assert told_by_bar(state, state.before) == f"The temperature changed. {told.UNMARKED}"


def test_a_large_map_asks_for_nothing_of_before_that_it_does_not_mark() -> None:
    state = compared()
    shown(state, partial(figure_of, "weights"))
    assert state.before is not None
    assert not state.before.asked.missing


def test_a_number_among_thousands_tells_what_it_was(qtbot: QtBot) -> None:
    scenario = large(LONG, width=8)  # scores are small: no weight is 0
    inspector = Inspector(Session(scenario))
    qtbot.addWidget(inspector)
    inspector.resize(340, 700)
    inspector.show()
    strongest = int(np.argmax(trace(scenario).at("weights", 1)[300]))
    inspector.session.select(head=1, query=300, cell=replace(CELL, column=strongest))
    settled(qtbot, inspector)
    inspector.session.edit("edit", halved)
    inspector.session.look(changes=True)
    settled(qtbot, inspector)
    before, now = (trace(each).at("weights", 1)[300, strongest] for each in (scenario, halved(scenario)))
    assert f"{before:.5f}" != f"{now:.5f}"
    qtbot.waitUntil(lambda: f"{before:.5f} → {now:.5f}" in inspector.text.toPlainText())
    heading = inspector.text.toPlainText().splitlines()[0]
    assert heading.endswith(f": {now:.5f}")  # the same number, as precise


def test_a_number_that_an_edit_does_not_reach_stays(qtbot: QtBot) -> None:
    inspector = Inspector(Session(large(LONG)))
    qtbot.addWidget(inspector)
    inspector.resize(340, 700)
    inspector.show()
    inspector.session.select(head=1, query=300, cell=CELL)
    settled(qtbot, inspector)
    inspector.session.edit("edit", lambda scenario: set_cell(scenario, "X", 700, 0, 5.0))  # after query 301: causal
    inspector.session.look(changes=True)
    settled(qtbot, inspector)
    qtbot.waitUntil(lambda: told.STAYED in inspector.text.toPlainText())


def test_the_slope_of_a_weight_among_hundreds_has_as_many_digits_as_the_weight(qtbot: QtBot) -> None:
    scenario = large(width=8)
    weights = trace(scenario).at("weights", 1)[300]
    strongest = int(np.argmax(weights))
    inspector = Inspector(Session(scenario))
    qtbot.addWidget(inspector)
    inspector.resize(340, 700)
    inspector.show()
    inspector.session.look(moves=True)
    inspector.session.select(head=1, query=300, cell=replace(CELL, column=strongest))
    number = f"{weights[strongest]:.4f}"
    qtbot.waitUntil(lambda: f"{number}… · (1 − {number}…)" in inspector.text.toPlainText())
    assert inspector.text.toPlainText().splitlines()[0].endswith(f": {number}")


def test_the_slope_of_a_very_small_weight_comes_out_with_the_digits_that_are_printed() -> None:
    scenario = large(width=8)
    traced = trace(scenario)
    weights = traced.at("weights", 1)[300]
    some = int(np.argmin(np.where(weights > 1e-9, weights, 1.0)))  # of it four decimals would show nothing
    cell = replace(CELL, column=some)
    state = State(scenario, traced, selection=Selection(1, 300, cell), view=View(moves=True))
    lines = [line.text for step in page_of(state).steps for line in step.lines]
    digits, power = f"{weights[some]:.2e}".split("e")
    number = f"{digits}…×10{superscript(int(power))}"
    assert f"{number} · (1 − {number}) = {number.replace('…', '')}" in lines


@pytest.mark.parametrize(("count", "kind"), [(64, Heatmap), (65, LargeMap)])
@pytest.mark.parametrize("tab", ["head", "heads"])
def test_maps_of_more_cells_than_are_drawn_singly_stay_large_ones_beside_the_pinned_one(
    count: int, kind: type, tab: str
) -> None:
    scenario = large(count)
    state = State(halved(scenario), trace(halved(scenario)), pinned=trace(scenario), view=View(compare="side"))
    both = beside(state, focus_figure if tab == "head" else heads_of)
    assert both is not None
    assert all(isinstance(panel, kind) for side in (both.left, both.right) for panel in side.panels)


def test_a_large_map_stays_one_when_an_edit_is_marked() -> None:
    scenario = large(100)
    state = State(halved(scenario), trace(halved(scenario)), before=trace(scenario), view=View(changes=True))
    assert isinstance(shown(state, focus_figure), LargeMap)
    assert told_by_bar(state, state.before).endswith(told.UNMARKED)


def test_differences_of_hundreds_of_weights_go_by_powers_of_ten_as_the_weights_do() -> None:
    scenario = large(100)
    state = State(halved(scenario), trace(halved(scenario)), pinned=trace(scenario), view=View(compare="difference"))
    figure = shown(state, focus_figure)
    assert isinstance(figure, LargeMap)
    assert figure.powers
    assert figure.legend_texts
