"""Of all arrangements of a page the best one is chosen, although most of them are never placed."""

from __future__ import annotations

from itertools import product

import pytest
from PySide6.QtCore import QSizeF

from attnviz.figures.labs.items import One, Stack
from attnviz.figures.labs.page import arranged
from attnviz.figures.labs.page_rows import Way

ROOMS = QSizeF(1000, 560), QSizeF(420, 900), QSizeF(1500, 260)


def exhibits(count: int) -> tuple[One, ...]:
    """Exhibits of several sizes, some of which grow."""
    return tuple(_one(150.0 + 70 * (number * 3 % 5), 60.0 + 90 * (number * 2 % 3), number) for number in range(count))


def _one(wide: float, tall: float, number: int) -> One:
    return One(QSizeF(wide, tall), number % 2 == 0, lambda width: QSizeF(0.6 * wide, max(0.4 * tall, 9e3 / width)))


def every_way(count: int) -> list[Way]:
    """Rows of stacks in reading order, cut wherever they can be."""
    return [way_of("".join(joints)) for joints in product("|-_", repeat=count - 1)]


def way_of(joints: str) -> Way:
    """|-" is one item over two beside each other."""
    names = "".join(f"{number}{joint}" for number, joint in enumerate((*joints, "")))
    return tuple(tuple(tuple(map(int, stack.split("_"))) for stack in row.split("-")) for row in names.split("|"))


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: f"{room.width():g}x{room.height():g}")
@pytest.mark.parametrize("count", [2, 4, 5])
def test_none_of_all_ways_is_better_than_the_chosen_one(count: int, room: QSizeF) -> None:
    each = [arranged(exhibits(count), room, (way,)).score for way in every_way(count)]
    assert arranged(exhibits(count), room).score == pytest.approx(max(each), abs=1e-8)


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: f"{room.width():g}x{room.height():g}")
def test_the_arrangements_to_be_tried_in_other_letters_are_the_best_ones(room: QSizeF) -> None:
    each = sorted((arranged(exhibits(5), room, (way,)).score for way in every_way(5)), reverse=True)
    kept = [arranged(exhibits(5), room, (way,)).score for way in arranged(exhibits(5), room).ways]
    assert kept == pytest.approx(each[: len(kept)], abs=1e-8)
    assert len(kept) == 12


def test_most_arrangements_are_not_placed(monkeypatch: pytest.MonkeyPatch) -> None:
    placed = []
    monkeypatch.setattr(Stack, "placed", lambda *given, place=Stack.placed: placed.append(1) or place(*given))
    arranged(exhibits(6), ROOMS[0])
    all_of_them = sum(sum(map(len, way)) for way in every_way(6))
    assert len(placed) < all_of_them / 2
