"""Panes of 4,096 tokens: only what is on the screen is written, measured or looked at."""

from __future__ import annotations

from collections import Counter
from functools import partial

import numpy as np
import pytest
from pane_scenarios import matrix, shown
from pytestqt.qtbot import QtBot

from attnviz import Mask, Projected, Scenario
from attnviz.app.panes import numbers_model
from attnviz.app.panes.changed_numbers import largest_of as largest_of_numbers
from attnviz.app.panes.inputs_panel import InputsPanel
from attnviz.app.panes.numbers_model import NumbersModel
from attnviz.app.panes.numbers_view import NumbersView
from attnviz.app.panes.pane_header import PaneHeader
from attnviz.content.numerals import format_number as format_number_of
from attnviz.engine.arrays import Array
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_cell, set_mask, set_token
from attnviz.figures.labels import Ruler

TOKENS, WIDTH = 4096, 16


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    numbers = np.random.default_rng(3)
    X, W = numbers.standard_normal((TOKENS, WIDTH)), numbers.standard_normal((WIDTH, WIDTH))
    return Scenario(Projected(X, W, W, W), tokens=tuple(f"token {row}" for row in range(TOKENS)), heads=2)


@pytest.fixture
def panel(qtbot: QtBot, scenario: Scenario) -> InputsPanel:
    return shown(qtbot, scenario, width=360)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often something was done: cells written, labels asked for, numbers looked at, labels measured."""
    done: Counter[str] = Counter()
    write, label, largest, width = (
        format_number_of, NumbersModel.headerData, largest_of_numbers, Ruler.width,
    )  # fmt: skip

    def format_number(*operands: object) -> str:
        done["written"] += 1
        return write(*operands)  # type: ignore[arg-type]

    def header_data(*operands: object) -> object:
        done["labels"] += 1
        return label(*operands)  # type: ignore[arg-type]

    def largest_of(values: Array) -> float:
        done["looked at"] += values.size
        return largest(values)

    def measured(self: Ruler, text: str) -> float:
        done["measured"] += text.startswith("token")
        return width(self, text)

    monkeypatch.setattr(numbers_model, "format_number", format_number)
    monkeypatch.setattr(NumbersModel, "headerData", header_data)
    monkeypatch.setattr(numbers_model, "largest_of", largest_of)
    monkeypatch.setattr(Ruler, "width", measured)
    return done


def settle(panel: InputsPanel) -> None:
    panel.grab()


def test_opening_writes_the_cells_and_asks_for_the_labels_in_sight(
    qtbot: QtBot, scenario: Scenario, work: Counter[str]
) -> None:
    settle(shown(qtbot, scenario, width=360))
    assert 20 < work["written"] < 2000
    assert work["labels"] < TOKENS


def test_an_edit_of_one_cell_looks_at_its_row_and_writes_that_cell(panel: InputsPanel, work: Counter[str]) -> None:
    settle(panel)
    work.clear()
    panel.session.edit("Edit", lambda now: set_cell(now, "X", 2, 1, 0.25))
    settle(panel)
    assert work["looked at"] <= 2 * WIDTH
    assert work["written"] <= 2
    assert matrix(panel, "X")[2][1] == 0.25


def test_labels_are_measured_once_however_much_is_edited(panel: InputsPanel, work: Counter[str]) -> None:
    settle(panel)
    work.clear()
    for number in range(3):
        panel.session.edit("Edit", partial(set_cell, name="W_Q", row=2, column=1, value=number))
        panel.session.edit("Mask", partial(set_mask, causal=bool(number % 2)))
        panel.session.select(query=number, cell=Cell("X", None, number, 1))
    assert work["measured"] < 200  # of those in sight, as they are painted


def test_another_label_measures_them_anew_but_writes_no_number(panel: InputsPanel, work: Counter[str]) -> None:
    settle(panel)
    work.clear()
    panel.session.edit("Rename", lambda now: set_token(now, "tokens", 1, "much longer"))
    settle(panel)
    assert work["written"] < 50  # of cells that now come to sight
    assert work["measured"] < 2 * TOKENS


def test_scrolling_to_the_end_writes_what_comes_to_sight(panel: InputsPanel, work: Counter[str]) -> None:
    settle(panel)
    work.clear()
    bar = panel.pane("X").view.verticalScrollBar()
    bar.setValue(bar.maximum())
    settle(panel)
    assert 10 < work["written"] < 500
    assert panel.pane("X").view.rowAt(5) > TOKENS - 20


def test_a_change_of_style_asks_the_headers_for_no_size(panel: InputsPanel, work: Counter[str]) -> None:
    settle(panel)
    work.clear()
    for header in panel.findChildren(PaneHeader):
        header.setStyleSheet("QHeaderView { border: none; }")
        assert header.sizeHint().width() == 1
    assert work["labels"] == 0


def test_a_custom_mask_edited_in_one_cell_touches_no_pane(panel: InputsPanel, work: Counter[str]) -> None:
    custom = np.ones((TOKENS, TOKENS), dtype=np.bool_)
    custom[5, 4] = False
    panel.session.edit("Mask", lambda now: set_mask(now, custom=custom))
    settle(panel)
    work.clear()
    panel.session.edit("Mask", lambda now: set_mask(now, custom=None))
    assert panel.session.state.scenario.mask == Mask()
    assert work["written"] == work["looked at"] == 0


def test_other_letters_leave_the_followed_query_and_the_columns_where_they_were(panel: InputsPanel) -> None:
    view = panel.pane("X").view
    panel.session.select(query=2001)
    settle(panel)
    view.horizontalScrollBar().setValue(5)
    begin = view.rowAt(0), view.columnAt(0)
    for size in ("projector", "normal", "large", "normal"):
        panel.session.look(text_size=size)
        settle(panel)
        assert (view.rowAt(0), view.columnAt(0)) == begin
        assert view.rowAt(0) <= 2001 <= view.rowAt(view.viewport().height() - 2)


def test_more_decimals_leave_the_columns_in_sight_where_they_were(panel: InputsPanel) -> None:
    view = panel.pane("X").view
    settle(panel)
    view.horizontalScrollBar().setValue(9)
    panel.session.look(decimals=8)
    settle(panel)
    assert view.columnAt(0) == 9


def test_a_table_is_made_without_asking_for_any_label(qtbot: QtBot, scenario: Scenario, work: Counter[str]) -> None:
    panel = shown(qtbot, scenario, width=360)
    pane = panel.pane("X")
    work.clear()
    view = NumbersView(pane.model, pane.commands, pane.view.theme, pane)
    assert view.model().rowCount() == TOKENS
    assert work["labels"] == 0
