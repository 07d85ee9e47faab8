"""A search for a layout measures each map once in cells of some size, and none whose cells alone have no room."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QRectF, QSizeF

from attnviz import load, trace
from attnviz.engine.edits import set_cell
from attnviz.engine.scenario import Scenario
from attnviz.figures import board_plan, known_sizes, planning
from attnviz.figures.board import place
from attnviz.figures.board_plan import Task
from attnviz.figures.compose import board_of
from attnviz.figures.fitting import natural_size
from attnviz.figures.heatmap import Fit, Heatmap
from attnviz.figures.theme import Theme, theme
from attnviz.figures.view import Selection, View

ROOM = QRectF(0, 0, 760, 600)


@pytest.fixture(autouse=True)
def nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "_plans", {})
    monkeypatch.setattr(known_sizes, "_known", {})


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> Counter[object]:
    """How often each map is measured in cells of which size."""
    found: Counter[object] = Counter()

    def told(model: Heatmap, look: Theme, fit: Fit, *, title_width: bool) -> QSizeF:
        found[model.key, model.head, look.factor, fit, title_width] += 1
        return natural_size(model, look, fit, title_width=title_width)

    monkeypatch.setattr(known_sizes, "natural_size", told)
    return found


def laid_out(scenario: Scenario, room: QRectF, text_size: str = "normal") -> None:
    place(board_of(trace(scenario), Selection(), View()), room, theme("light", text_size, 768))  # type: ignore[arg-type]


@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_each_map_is_measured_once_in_each_size_of_its_cells(measured: Counter[object], text_size: str) -> None:
    laid_out(load("two-heads"), ROOM, text_size)
    assert measured
    assert set(measured.values()) == {1}


def test_a_room_that_is_a_little_lower_measures_little_anew(measured: Counter[object]) -> None:
    laid_out(load("by-hand"), ROOM)
    first = measured.total()
    laid_out(load("by-hand"), ROOM.adjusted(0, 0, 0, -4))
    assert measured.total() - first < first / 4


def test_a_map_with_wider_ends_of_its_legend_is_measured_anew(measured: Counter[object]) -> None:
    scenario = load("by-hand")
    laid_out(scenario, ROOM)
    first = measured.total()
    laid_out(set_cell(scenario, "W_Q", 0, 0, 12345.25), ROOM)
    assert measured.total() > first


def test_cells_that_have_no_room_are_found_out_without_measuring(monkeypatch: pytest.MonkeyPatch) -> None:
    board = board_of(trace(load("by-hand")), Selection(), View())
    panels = tuple(panel for panel in board.panels if isinstance(panel, Heatmap))
    monkeypatch.setattr(board_plan, "panel_sizes", None)
    task = Task(panels, tuple(range(len(panels))), frozenset(), QSizeF(400, 300), theme())
    for merging in (True, False):  # each map in a row of its own, or several in one: 30 pixels a row, or 100 a cell
        assert task.attempt_numbers(14, legend=True, titles=True, merging=False) is None
        wide = tuple(Fit(14, 140.0, 20.0, False) for _ in panels)
        assert task.attempt(wide, titles=True, merging=merging) is None
