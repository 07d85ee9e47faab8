"""The page of a laboratory: nothing overlaps, right stands left of wrong, the room is used, and then it scrolls."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from lab_scenes import drawings
from PySide6.QtCore import QRectF, QSizeF

from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.painting import drawing_least
from attnviz.figures.labs.result_page import RIGHT, WRONG, PageLayout, page_layout
from attnviz.figures.theme import theme
from attnviz.labs.exhibits import Plane, Plot

ROOMS = [(1040, 560), (1600, 860), (700, 400), (420, 300)]


def all_drawings() -> tuple[Drawing, ...]:
    return tuple(drawings().values())


def compared() -> tuple[Drawing, ...]:
    """A matrix, a program and bars of each side, and a plot of both."""
    kinds = drawings()
    sides = [
        Drawing(replace(kinds[kind].exhibit, name=f"{kind}-{side}", side=side))
        for side in ("right", "wrong")
        for kind in ("matrix", "code", "bars")
    ]
    return (*sides, kinds["plot"])


def apart(page: PageLayout) -> bool:
    return not any(one.intersects(other) for one, other in combinations(page.rects, 2))


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("size", ["normal", "large", "projector"])
def test_no_exhibit_lies_over_another(room: tuple[int, int], size: str) -> None:
    page = page_layout(all_drawings(), QSizeF(*room), theme("light", size, 768))
    assert apart(page)
    assert all(page.size.width() >= rect.right() and page.size.height() >= rect.bottom() for rect in page.rects)


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("size", ["normal", "projector"])
def test_the_page_scrolls_before_an_exhibit_becomes_illegible(room: tuple[int, int], size: str) -> None:
    page = page_layout(all_drawings(), QSizeF(*room), theme("light", size, 768))
    for drawing, rect in zip(all_drawings(), page.rects, strict=True):
        least = drawing_least(drawing, page.theme, rect.width())
        assert rect.width() >= least.width() - 1
        assert rect.height() >= least.height() - 1 or _is_as_high_as(room, rect, drawing)


def _is_as_high_as(room: tuple[int, int], rect: QRectF, drawing: Drawing) -> bool:
    """True for a plot or plane that has all the height there is: rather so than with its axis out of sight."""
    return isinstance(drawing.exhibit, Plot | Plane) and abs(rect.height() - (room[1] - 24)) < 1


def test_letters_are_never_smaller_than_the_text_size_allows() -> None:
    look = theme("light", "projector", 768)
    page = page_layout(all_drawings(), QSizeF(940, 560), look)
    assert page.theme.small_px >= look.least_number - 1


def test_a_large_window_has_larger_letters() -> None:
    few = (drawings()["matrix"], drawings()["table"])
    small, large = (page_layout(few, QSizeF(*room), theme()) for room in ((360, 200), (1600, 860)))
    assert large.theme.small_px > small.theme.small_px == 11


@pytest.mark.parametrize("room", ROOMS)
def test_what_is_right_stands_left_of_what_is_wrong_at_the_same_height(room: tuple[int, int]) -> None:
    page = page_layout(compared(), QSizeF(*room), theme())
    rights, wrongs = page.rects[:3], page.rects[3:6]
    ((across, _, _),) = page.dividers
    for right, wrong in zip(rights, wrongs, strict=True):
        assert right.right() < across < wrong.left()
        assert (right.top(), right.size()) == (wrong.top(), wrong.size())
    assert [text for text, _ in page.headings] == [RIGHT, WRONG]
    assert apart(page)


def test_without_sides_there_are_no_headings() -> None:
    page = page_layout(all_drawings(), QSizeF(1040, 560), theme())
    assert page.headings == ()
    assert page.dividers == ()


def test_one_right_beside_two_wrong_leaves_no_half_of_the_page_empty() -> None:
    matrix = drawings()["matrix"].exhibit
    three = tuple(
        Drawing(replace(matrix, name=name, side=side))
        for name, side in (("before", "right"), ("after", "wrong"), ("filled", "wrong"))
    )
    page = page_layout(three, QSizeF(1040, 360), theme())
    assert [text for text, _ in page.headings] == [RIGHT, WRONG, WRONG]
    assert len({rect.top() for rect in page.rects}) == 1
    assert page.rects[0].right() < page.dividers[0][0] < page.rects[1].left()
    assert page.rects[1].right() < page.dividers[1][0] < page.rects[2].left()


def test_figures_keep_their_places_when_the_room_changes_a_little() -> None:
    """Each page is laid out after the one before it, as in a lesson whose texts are longer and shorter."""
    some = tuple(Drawing(drawings()[kind].exhibit) for kind in ("plane", "bars", "plot", "table"))
    page, ways = None, set()
    for height in (300, 340, 380, 420, 380, 340, 300):
        page = page_layout(some, QSizeF(1040, height), theme(), page)
        ways.add(page.ways[0])
    assert len(ways) == 1
