"""The inspector of a large scenario: it asks for a few rows, waits calmly, and writes short sums."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from attnviz import Direct, Projected, Scenario, trace
from attnviz.app.inspection.inspector import Inspector
from attnviz.app.inspection.inspector_words import WAIT, page_of
from attnviz.app.inspection.page import Page, PageStep
from attnviz.app.inspection.page_kept import PageKept
from attnviz.app.session import Session, State
from attnviz.content.explanation_parts import Role
from attnviz.content.explanation_terms import Expression, Figures
from attnviz.engine.cells import Cell, Region
from attnviz.engine.keeping import Asked, Want
from attnviz.figures.bars import Bars
from attnviz.figures.compose import bars_of
from attnviz.figures.view import Selection, Veil, View

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


def test_links_begin_with_their_numbers_and_not_with_the_blanks_before_them(inspector: Inspector) -> None:
    inspector.session.select(query=400)
    letters = inspector.text.toPlainText()
    assert all(
        letters[link.start : link.stop].strip() == letters[link.start : link.stop] for link in inspector.text.links
    )


def test_the_page_before_stays_until_the_next_is_there(qtbot: QtBot, inspector: Inspector) -> None:
    before = inspector.text.toPlainText()
    inspector._patience.setInterval(60_000)
    inspector.session.select(query=400)
    assert inspector.text.toPlainText() == before
    qtbot.waitUntil(lambda: "Query 401" in inspector.text.toPlainText())
    assert WAIT not in inspector.text.toPlainText()


def test_a_page_has_a_turn_to_be_written_in_and_none_more_however_often_the_state_changes() -> None:
    kept = PageKept()
    turns = [kept.write_ahead(waiting(cell)) for cell in CELLS[:4]]
    assert turns == [True, False, True, False]


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


def test_bars_of_hundreds_of_numbers_of_an_output_have_a_place_of_few_lines(qtbot: QtBot) -> None:
    values = np.random.default_rng(3).standard_normal((3, 512))
    inspector = Inspector(Session(Scenario(Direct(np.eye(3), np.eye(3), values))))
    qtbot.addWidget(inspector)
    inspector.resize(340, 700)
    inspector.show()
    assert isinstance(inspector.vectors.figure, Bars)
    assert inspector.vectors.height() < inspector.height()


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
    terms = traced.at("weights", 0)[300] * traced.at("values", 0)[:, 5]
    assert told == np.argsort(-np.abs(terms), kind="stable")[: len(told)].tolist()
    assert len(told) == 8


def test_the_keyboard_goes_along_the_lines_of_bars(qtbot: QtBot, inspector: Inspector) -> None:
    model = inspector.bars.figure
    assert isinstance(model, Bars)
    first, second = model.order[:2]
    inspector.session.select(cell=Cell("weights", 0, 1, first))
    qtbot.waitUntil(lambda: not inspector.session.busy)
    qtbot.keyClick(inspector.bars, Qt.Key.Key_Down)
    assert inspector.session.state.selection.cell == Cell("weights", 0, 1, second)
    qtbot.waitUntil(lambda: not inspector.session.busy)
    qtbot.keyClick(inspector.bars, Qt.Key.Key_Up)
    assert inspector.session.state.selection.cell == Cell("weights", 0, 1, first)


def page(cell: Cell | None) -> Page:
    scenario = large()
    return page_of(State(scenario, trace(scenario), selection=Selection(0, 300, cell)))


def test_one_weight_has_the_same_digits_wherever_it_is_written() -> None:
    """640 keys: an even share is 0.0016, and two digits of it take four decimals."""
    scenario = large()
    traced = trace(scenario)
    key = int(np.argmax(traced.at("weights", 0)[300]))
    digits = f"{traced.at('weights', 0)[300, key]:.4f}"
    explained = page(Cell("weights", 0, 300, key))
    assert explained.result is not None
    assert explained.result.text == digits
    assert "".join(line.text for line in explained.steps[-1].lines).endswith(f"= {digits}")
    assert page(None).steps[0].lines[0].text.startswith(f"{digits}  ")
    bars = bars_of(traced, Selection(0, 300), View())
    assert bars.text(key) == digits


def test_the_result_stands_over_the_arithmetic() -> None:
    told = page(Cell("scores", 0, 300, 5))
    assert told.result is not None
    assert told.result.text == f"{trace(large()).at('scores', 0)[300, 5]:.3f}".replace("-", "−")


def test_what_is_kept_back_stands_over_no_arithmetic() -> None:
    scenario = large()
    region = Region("weights", 0, (300, 301), (0, T))
    state = State(scenario, trace(scenario), selection=Selection(0, 300, Cell("weights", 0, 300, 5)))
    veiled = replace(state, view=View(veil=Veil(regions=(region,))))
    assert page_of(veiled).result is None


def test_numbers_of_a_list_stand_under_each_other() -> None:
    texts = [line.parts[0].text for line in page(None).steps[0].lines]
    assert len(texts) > 1
    assert len({len(text) for text in texts}) == 1


def test_the_sum_adds_what_was_written_out_before_it() -> None:
    told = page(Cell("weights", 0, 300, 5)).steps
    (own,) = (step for step in told if step.title == "Exponential")
    (others,) = (step for step in told if step.title == "The other exponentials of the row")
    (summed,) = (step for step in told if step.title.startswith("Sum over"))

    def cells(*steps: PageStep) -> set[Cell]:
        parts = (part for step in steps for line in step.lines for part in line.parts)
        return {part.cell for part in parts if part.cell is not None and part.cell.name == "exponentials"}

    assert cells(summed) == cells(own, others) | {Cell("exponentials", 0, 300, 5)}
    (rest,) = (line.text.partition(": ")[2] for line in others.lines if line.text.startswith(f"{T - 9} more keys: "))
    assert f" + {rest} ({T - 9} more exponentials) = " in summed.lines[0].text


def test_the_output_of_all_heads_is_asked_for_by_its_own_number_alone(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    real = Asked.miss

    def miss(self: Asked, want: Want) -> None:
        asked.append(want.name)
        real(self, want)

    monkeypatch.setattr(Asked, "miss", miss)
    inspector = Inspector(Session(large()))
    qtbot.addWidget(inspector)
    inspector.resize(340, 700)
    inspector.show()
    for cell in (None, Cell("weights", 0, 300, 5), Cell("head_output", 0, 300, 5)):
        inspector.session.select(query=300, cell=cell)
        qtbot.waitUntil(lambda: not inspector.session.busy and not page_of(inspector.session.state).waiting)
    assert "weights" in asked
    assert not {"output", "concatenated"} & {*asked}


def test_while_it_waits_nothing_but_words_is_painted(qtbot: QtBot, inspector: Inspector) -> None:
    height = inspector.bars.height()
    inspector.session.select(query=400)
    inspector.show_state(None, inspector.session.state)  # as when the patience is over
    picture = inspector.bars.grab().toImage()
    assert len({picture.pixel(x, y) for x in range(0, picture.width(), 3) for y in range(picture.height())}) == 1
    assert inspector.bars.height() == height
    qtbot.waitUntil(lambda: "Looks most" in inspector.text.toPlainText())
    picture = inspector.bars.grab().toImage()
    assert len({picture.pixel(x, y) for x in range(0, picture.width(), 3) for y in range(picture.height())}) > 5


def test_a_figure_that_comes_back_to_sight_is_of_the_present_query(qtbot: QtBot, inspector: Inspector) -> None:
    session = inspector.session
    session.select(query=300, cell=Cell("output", None, 300, 3))  # which shows all heads' output instead
    qtbot.waitUntil(lambda: inspector.joined.isVisible())
    session.state = replace(session.state, selection=Selection(0, 20, None))
    inspector.show_state(None, session.state)
    assert inspector.vectors.isVisible()
    assert isinstance(inspector.vectors.figure, Bars)
    assert inspector.vectors.figure.row == 20
