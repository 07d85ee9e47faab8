"""All heads of a layer with very many: what cannot fit is not measured, and the plan is the same."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QRectF, QSizeF

from attnviz import Direct, Scenario, trace
from attnviz.figures import board, board_plan, side_by_side
from attnviz.figures.board import Board, place
from attnviz.figures.board_plan import Task
from attnviz.figures.compose import figure_of
from attnviz.figures.fitting import comfortable, comfortable_area, least_tight, tight
from attnviz.figures.grid import layout
from attnviz.figures.heatmap import Face
from attnviz.figures.planning import best_plan
from attnviz.figures.theme import theme
from attnviz.figures.view import Selection, View

pytestmark = pytest.mark.usefixtures("qapp")


PAGE = QRectF(0, 0, 720, 560)


def heads(count: int, tokens: int = 6) -> Board:
    numbers = np.random.default_rng(1)
    inputs = Direct(*(numbers.normal(size=(tokens, 2 * count)) for _ in range(3)))
    made = trace(Scenario(inputs, heads=count))
    made.compute()
    found = figure_of("heads", made, Selection(), View())
    assert isinstance(found, Board)
    return found


def task_of(board: Board, room: QSizeF) -> Task:
    return Task(board.panels, (0,) * len(board.panels), frozenset(), room, theme())


def test_no_numbers_are_measured_that_cannot_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    task = task_of(heads(40), QSizeF(500, 400))
    measured: list[int] = []
    monkeypatch.setattr(board_plan, "tight", lambda panel, *_: measured.append(panel.head))
    monkeypatch.setattr(board_plan, "comfortable", lambda panel, *_, **__: measured.append(panel.head))
    monkeypatch.setattr(board_plan, "panel_sizes", lambda panels, *_, **__: measured.append(len(panels)))
    fits = task.tightened(task.least, legend=True)
    assert task.attempt(fits, titles=False, merging=True) is None
    assert task.attempt_numbers(task.least, legend=False, titles=False, merging=True) is None
    assert measured == []


@pytest.mark.parametrize("number_px", [8, 11, 14, 20, 33])
def test_no_cell_for_numbers_is_smaller_than_is_reckoned_with(number_px: int) -> None:
    panel = heads(1).panels[0]
    for fit in (comfortable(panel, number_px), comfortable(panel, number_px, narrow=True)):
        assert fit.cell_width * fit.cell_height >= comfortable_area(number_px)
    least = least_tight(number_px)
    for beside in (0.0, 4.0, 7.0):
        fit = tight(panel, number_px, beside)
        assert fit.cell_width >= least.cell_width
        assert fit.cell_height >= least.cell_height


def test_no_number_of_very_many_heads_is_written_out_to_place_them(monkeypatch: pytest.MonkeyPatch) -> None:
    board = heads(64, tokens=12)
    made: list[object] = []
    monkeypatch.setattr(Face, "distinct", property(lambda face: made.append(face)))
    plan = best_plan(Task(board.panels, (0,) * 64, frozenset(), QSizeF(600, 420), theme()))
    assert made == []
    assert {fit.number_px for fit in plan.fits} == {0}


def test_heads_whose_names_have_no_room_bear_their_numbers() -> None:
    assert [part.figure.title for part in place(heads(8), PAGE, theme())] == [f"Head {n}" for n in range(1, 9)]
    assert [part.figure.title for part in place(heads(128), PAGE, theme())] == [str(n) for n in range(1, 129)]


def test_no_two_of_very_many_heads_overlap_and_all_lie_on_the_page() -> None:
    rects = [part.rect for part in place(heads(300), PAGE, theme())]
    assert len(rects) == 300
    assert all(PAGE.contains(rect) for rect in rects)
    assert not any(one.intersects(other) for at, one in enumerate(rects) for other in rects[:at])


def test_very_many_heads_are_placed_without_planning_any_attempt(monkeypatch: pytest.MonkeyPatch) -> None:
    planned: list[object] = []
    monkeypatch.setattr(board, "best_plan", planned.append)
    assert len(place(heads(1000, tokens=10), PAGE, theme())) == 1000
    assert planned == []


def test_an_edit_does_not_look_for_the_places_of_very_many_heads_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    before = [part.rect for part in place(heads(200), PAGE, theme())]
    sought: list[int] = []
    monkeypatch.setattr(side_by_side, "_lattice", lambda *about: sought.append(len(about)))
    assert [part.rect for part in place(heads(200), PAGE, theme())] == before
    assert sought == []


def test_of_very_many_heads_only_columns_are_tried_that_leave_maps_their_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: set[int] = set()
    lattice = side_by_side._lattice
    monkeypatch.setattr(side_by_side, "_lattice", lambda *about: tried.add(about[3]) or lattice(*about))
    place(heads(500), PAGE, theme())
    assert min(tried) > 8
    assert max(tried) < 100


def test_heads_whose_numbers_have_no_room_stand_in_lines_that_begin_with_one() -> None:
    placed = place(heads(512, tokens=8), PAGE, theme())
    beginnings = [part.figure.aside for part in placed if part.figure.aside]
    assert all(not part.figure.show_title for part in placed)
    assert len(beginnings) == len({part.rect.top() for part in placed})
    assert beginnings == [str(placed.index(part) + 1) for part in placed if part.figure.aside]
    corners = {layout(part.figure, part.rect, theme()).map.left() for part in placed if part.figure.aside}
    assert max(corners) - min(corners) < 0.01


def test_heads_in_half_a_page_in_projector_size_all_bear_their_numbers() -> None:
    placed = place(heads(128, tokens=4), QRectF(0, 0, 395, 560), theme("light", "projector", 768))
    assert [part.figure.title for part in placed] == [str(number) for number in range(1, 129)]
    assert all(part.figure.show_title for part in placed)


@pytest.mark.parametrize("count", [24, 60, 128])
@pytest.mark.parametrize("width", [395, 790])
def test_no_name_over_a_map_reaches_into_the_first_one_over_the_next(count: int, width: int) -> None:
    look = theme("light", "projector", 768)
    named = heads(count, tokens=4)
    words = ("the", "old", "river", "bank")
    panels = tuple(replace(panel, row_labels=words, column_labels=words) for panel in named.panels)
    placed = place(replace(named, panels=panels), QRectF(0, 0, width, 560), look)
    grids = [(layout(part.figure, part.rect, look), part.figure) for part in placed]
    names = [
        grid.column_label_rect(column).center().x()
        for grid, figure in grids
        if grid.map.top() == grids[0][0].map.top()
        for column in grid.labelled_columns(figure)
    ]
    high = grids[0][0].column_px
    assert all(after - before >= high for before, after in pairwise(names))
