"""The inspector of a large scenario: it asks for a few rows, waits calmly, and writes short sums."""

from __future__ import annotations

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from attnviz import Projected, Scenario, trace
from attnviz.app.inspection.inspector import Inspector
from attnviz.app.inspection.inspector_words import WAIT, page_of
from attnviz.app.session import Session, State
from attnviz.content.explanation_parts import Role
from attnviz.content.explanation_terms import Expression, Figures
from attnviz.engine.cells import Cell
from attnviz.figures.bars import Bars
from attnviz.figures.view import Selection

T, HEADS = 640, 8


def large() -> Scenario:
    draw = np.random.default_rng(11)
    matrices = [draw.standard_normal((16, 64)) / 4 for _ in range(3)]
    labels = tuple(f"token {row}" for row in range(T))
    return Scenario(Projected(draw.standard_normal((T, 16)), *matrices), tokens=labels, heads=HEADS)


def waiting(cell: Cell | None) -> State:
    scenario = large()
    return State(scenario, trace(scenario).deferred(), selection=Selection(0, 300, cell))


CELLS = [None, Cell("weights", 0, 300, 5), Cell("scores", 0, 300, 5), Cell("exponentials", 0, 300, 5),
         Cell("masked", 0, 300, 5), Cell("head_output", 0, 300, 5)]  # fmt: skip


@pytest.mark.parametrize("cell", CELLS)
def test_numbers_that_are_computed_are_waited_for_in_words(cell: Cell | None) -> None:
    page = page_of(waiting(cell))
    assert page.waiting
    assert page.sentence == WAIT
    assert page.heading
    assert page.steps == ()


@pytest.mark.parametrize("cell", CELLS)
def test_no_whole_stage_of_pairs_is_asked_for(cell: Cell | None) -> None:
    """Each is computed and answered in turn, as the worker does, until the page is there."""
    state = waiting(cell)
    twin = trace(state.scenario)
    state = State(state.scenario, twin.deferred(), selection=state.selection)
    of_pairs = {"scores", "scaled", "masked", "exponentials", "weights"}
    for _ in range(12):
        page = page_of(state)
        if not page.waiting:
            break
        for want in list(state.trace.asked.missing):
            assert want.name not in of_pairs or want.row is not None or want.kind == "shift"
            assert want.head in (0, None)
            twin.row(want.name, want.row, want.head) if want.row is not None else (
                twin.shifted(want.head or 0) if want.kind == "shift" else twin.at(want.name, want.head)
            )
        state.trace.asked.missing.clear()
    assert not page.waiting
    assert page.steps


def test_a_sum_of_hundreds_of_terms_is_short_and_ends_in_its_true_value() -> None:
    scenario = large()
    traced = trace(scenario)
    state = State(scenario, traced, selection=Selection(0, 300, Cell("head_output", 0, 300, 5)))
    (step,) = page_of(state).steps[-1:]
    text = "".join(line.text for line in step.lines)
    assert len(text) < 400
    assert "more" in text
    assert text.endswith(f"= {traced.at('head_output', 0)[300, 5]:.3f}".replace("-", "−"))


@pytest.fixture
def inspector(qtbot: QtBot) -> Inspector:
    inspector = Inspector(Session(large()))
    qtbot.addWidget(inspector)
    inspector.resize(340, 700)
    inspector.show()
    qtbot.waitUntil(lambda: "Looks most" in inspector.text.toPlainText())
    qtbot.waitUntil(lambda: not inspector.session.busy)
    return inspector


def test_the_page_before_stays_until_the_next_is_there(qtbot: QtBot, inspector: Inspector) -> None:
    before = inspector.text.toPlainText()
    inspector.session.select(query=400)
    assert inspector.text.toPlainText() == before
    qtbot.waitUntil(lambda: "Query 401" in inspector.text.toPlainText())
    assert WAIT not in inspector.text.toPlainText()


def test_after_a_while_it_says_that_it_waits_and_nothing_moves(inspector: Inspector) -> None:
    height = inspector.text.height()
    inspector.session.select(query=400)
    inspector.show_state(None, inspector.session.state)  # as when the patience is over
    assert "Query 401" in inspector.text.toPlainText()
    assert WAIT in inspector.text.toPlainText()
    assert inspector.text.height() == height


def test_bars_of_hundreds_of_keys_have_a_place_of_few_lines(qtbot: QtBot, inspector: Inspector) -> None:
    assert inspector.bars.height() < inspector.height()
    assert isinstance(inspector.bars.figure, Bars)
    assert len(inspector.bars.figure.labels) == T


@pytest.mark.parametrize("cell", [Cell("weights", 0, 300, 5), Cell("head_output", 0, 300, 5)])
def test_no_number_is_written_that_is_not_shown(cell: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = large()
    state = State(scenario, trace(scenario), selection=Selection(0, 300, cell))
    written: list[float] = []
    real = Figures.operand

    def operand(self: Figures, value: float, role: Role = "plain", cell: Cell | None = None) -> Expression:
        written.append(value)
        return real(self, value, role, cell)

    monkeypatch.setattr(Figures, "operand", operand)
    page_of(state)
    assert 10 < len(written) < 200


def test_of_hundreds_of_keys_those_that_count_most_are_written_out() -> None:
    scenario = large()
    traced = trace(scenario)
    state = State(scenario, traced, selection=Selection(0, 300, Cell("head_output", 0, 300, 5)))
    (step,) = page_of(state).steps[-1:]
    told = [part.cell.column for line in step.lines for part in line.parts if part.cell and part.cell.name == "weights"]
    assert told == sorted(np.argsort(-traced.at("weights", 0)[300])[: len(told)].tolist())
    assert len(told) == 8
