"""The page of a laboratory: nothing overlaps, right stands left of wrong, the room is used, and then it scrolls."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from lab_scenes import drawings
from PySide6.QtCore import QSizeF

from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.painting import drawing_least
from attnviz.figures.labs.result_page import RIGHT, WRONG, PageLayout, page_layout
from attnviz.figures.theme import theme

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
        assert rect.height() >= least.height() - 1


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
    assert page.divider is not None
    for right, wrong in zip(rights, wrongs, strict=True):
        assert right.right() < page.divider[0] < wrong.left()
        assert (right.top(), right.size()) == (wrong.top(), wrong.size())
    assert [text for text, _ in page.headings] == [RIGHT, WRONG]
    assert apart(page)


def test_without_sides_there_are_no_headings() -> None:
    page = page_layout(all_drawings(), QSizeF(1040, 560), theme())
    assert page.headings == ()
    assert page.divider is None
