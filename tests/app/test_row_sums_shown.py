"""Given weights whose rows do not sum to 1 are shown as they are, with their sum and what may have happened to them."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz import GivenWeights, Scenario
from attnviz.app.inspection.inspector_words import page_of
from attnviz.app.inspection.row_sum_words import row_sum_steps
from attnviz.app.session import Session, State
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell
from attnviz.figures.compose import bars_of
from attnviz.figures.view import Selection, View


def state_of(rows: object, **selected: object) -> State:
    """A document of one head with those weights."""
    session = Session(Scenario(GivenWeights(np.array([rows], dtype=float)), tokens=("a", "b")))
    session.select(**selected)
    return session.state


OFF = [[0.5, 0.5], [0.4, 0.5]]


def test_the_bars_say_what_a_row_sums_to_where_it_is_not_1() -> None:
    trace = state_of(OFF).trace
    assert bars_of(trace, Selection(query=1), View()).formula == "sums to 0.900"
    assert bars_of(trace, Selection(query=0), View()).formula == ""


def test_the_bars_are_as_long_as_the_weights_that_were_given() -> None:
    bars = bars_of(state_of(OFF).trace, Selection(query=1), View())
    assert bars.values is not None
    assert bars.values.tolist() == [0.4, 0.5]


@pytest.mark.parametrize("selected", [{"query": 1}, {"cell": Cell("weights", 0, 1, 0)}])
def test_the_inspector_tells_the_sum_and_a_reason(selected: dict[str, object]) -> None:
    steps = page_of(state_of(OFF, **selected)).steps
    told = next(step for step in steps if step.title == "Its row does not sum to 1")
    assert told.lines[0].text == "The row of query 2 “b” sums to 0.900. It is shown as it was given."
    assert len(told.lines) > 1


def test_columns_that_sum_to_1_suggest_that_queries_are_on_the_columns() -> None:
    told = row_sum_steps(state_of([[0.75, 0.5], [0.25, 0.5]], query=0))
    assert any("columns" in line.text for line in told[0].lines)


@pytest.mark.parametrize(("first", "sum_shown"), [(1e7, "1×10⁷"), (-12345678.0, "−1.235×10⁷"), (1e-9, "≈0")])
def test_a_row_of_any_sum_is_told(first: float, sum_shown: str) -> None:
    told = row_sum_steps(state_of([[0.25, 0.75], [first, 0.0]], query=1))
    assert f"sums to {sum_shown}. " in told[0].lines[0].text


def test_a_row_that_sums_to_1_needs_no_words() -> None:
    assert row_sum_steps(state_of(OFF, query=0)) == ()
    assert row_sum_steps(Session(preset("by-hand")).state) == ()


def test_a_sum_that_is_only_nearly_1_is_never_written_as_1() -> None:
    told = row_sum_steps(state_of([[0.5, 0.5], [0.5, 0.5014]], query=1))
    assert "1.001" in told[0].lines[0].text
    bars = bars_of(state_of([[0.5, 0.5], [0.5, 0.5014]]).trace, Selection(query=1), View(decimals=2))
    assert bars.formula == "sums to 1.001"
