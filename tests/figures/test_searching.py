"""A search for a layout goes on where it stopped, and whether numbers can be read is found out without colours."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import cast

import pytest
from PySide6.QtCore import QRectF, QSizeF

from attnviz import load, trace
from attnviz.figures import board_plan, planning
from attnviz.figures.board import Board, Panel, place
from attnviz.figures.board_plan import Task
from attnviz.figures.compose import board_of
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.in_vain import is_in_vain
from attnviz.figures.legible_board import numbers_are_legible
from attnviz.figures.searching import Unfinished, at_most
from attnviz.figures.theme import TextSize, theme
from attnviz.figures.view import Selection, View

NARROW, WIDE = QRectF(8, 8, 560, 590), QRectF(8, 8, 1200, 900)
SIZES: tuple[TextSize, ...] = ("normal", "large", "projector")


@pytest.fixture(autouse=True)
def nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "_plans", {})
    monkeypatch.setattr(planning, "_begun", {})


def board(name: str) -> Board:
    """All stages of the first head."""
    return board_of(trace(load(name)), Selection(), View())


def fits(board: Board, room: QRectF, size: TextSize) -> list[tuple[QRectF, object]]:
    """Where the panels stand, and how large their cells and numbers are."""
    return [(part.rect, getattr(part.figure, "fit", None)) for part in place(board, room, theme("light", size, 768))]


def test_one_search_after_the_other_ends_with_the_layout_that_is_found_in_one_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tries = 0
    while True:
        tries += 1
        try:
            with at_most(1):
                found = fits(board("two-heads"), NARROW, "projector")
            break
        except Unfinished:
            assert tries < 32
    monkeypatch.setattr(planning, "_plans", {})
    assert tries > 2
    assert found == fits(board("two-heads"), NARROW, "projector")


@pytest.mark.parametrize("name", ["by-hand", "trophy-layer"])  # with numbers, and with colours
def test_a_search_in_few_tries_a_go_tries_nothing_twice_and_ends_with_the_same_layout(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    tries, asked, tried = 16, board(name), list[int]()
    begin = board_plan.begin_try

    def told() -> None:
        begin()
        tried.append(goes)

    monkeypatch.setattr(board_plan, "begin_try", told)
    goes = 0
    at_once = fits(board(name), NARROW, "large")
    needed = len(tried)
    for found in ("_plans", "_begun"):
        monkeypatch.setattr(planning, found, {})
    tried.clear()
    while True:
        goes += 1
        try:
            with at_most(1, tries=tries):
                found_at_last = fits(asked, NARROW, "large")
            break
        except Unfinished:
            assert goes < 2 * needed
    assert found_at_last == at_once
    assert len(tried) == needed
    assert max(Counter(tried).values()) == tries


def test_what_is_known_needs_no_search() -> None:
    known = fits(board("two-heads"), NARROW, "large")
    with at_most(0):
        assert fits(board("two-heads"), NARROW, "large") == known


def test_a_search_that_may_not_begin_leaves_those_outside_as_free_as_before() -> None:
    with pytest.raises(Unfinished), at_most(0):
        fits(board("by-hand"), NARROW, "normal")
    assert fits(board("by-hand"), NARROW, "normal")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("room", [NARROW, WIDE])
@pytest.mark.parametrize("name", ["by-hand", "two-heads", "grouped-query", "trophy-layer"])
def test_numbers_are_legible_where_every_map_that_is_placed_has_them(name: str, room: QRectF, size: TextSize) -> None:
    look = theme("light", size, 768)
    answer = numbers_are_legible(board(name), room, look)
    maps = [part.figure for part in place(board(name), room, look) if isinstance(part.figure, Heatmap)]
    least = round(look.least_number)
    assert answer == all(figure.fit is not None and figure.fit.number_px >= least for figure in maps)


def test_whether_numbers_are_legible_is_found_out_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "coloured_plan", None)
    assert not numbers_are_legible(board("trophy-layer"), NARROW, theme("light", "projector", 768))


def test_a_board_that_was_asked_about_has_colours_nevertheless() -> None:
    asked = board("trophy-layer")
    numbers_are_legible(asked, NARROW, theme("light", "projector", 768))
    maps = [figure for _, figure in fits(asked, NARROW, "projector")]
    assert maps == [figure for _, figure in fits(board("trophy-layer"), NARROW, "projector")]
    assert min(fit.number_px for fit in maps) == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["by-hand", "two-heads", "cross-attention"])
@pytest.mark.parametrize("size", SIZES)
def test_a_board_for_which_nothing_is_tried_fits_in_no_way(
    monkeypatch: pytest.MonkeyPatch, name: str, size: TextSize
) -> None:
    shown, look, vain = board(name), theme("light", size, 768), 0
    panels = cast("tuple[Panel, ...]", shown.panels)
    for width, height in product((300, 600, 1700), (250, 500, 1000)):
        task = Task(panels, shown.groups, shown.joins, QSizeF(width, height), look, shown.equal)
        if is_in_vain(task):
            vain += 1
            assert planning._with_numbers(task) is None
    assert 0 < vain < 9
