"""Pages in the low or narrow room that is left on the big screen: axes, tips and both sides stay in sight."""

import pytest
from PySide6.QtCore import QSizeF

from attnviz import load
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.heading import title_lines
from attnviz.figures.labs.plane import plane_grid
from attnviz.figures.labs.plot import plot_layout
from attnviz.figures.labs.result_page import PageLayout, page_layout
from attnviz.figures.theme import theme
from attnviz.labs.catalogue import lab
from attnviz.labs.exhibits import Plane, Plot
from attnviz.labs.parameters import settle

ROOM = QSizeF(928, 343)  # of a window of 1366 × 768
WINDOW = QSizeF(928, 585)  # the same without a lesson


def page_of(name: str) -> tuple[tuple[Drawing, ...], PageLayout]:
    """The page of a laboratory in that room, and what stands on it."""
    one = lab(name)
    result = one.run(settle(one.parameters(None), {}), None, lambda _part: True)
    drawings = tuple(map(Drawing, result.exhibits))
    return drawings, page_layout(drawings, ROOM, theme("light", "projector", 768))


@pytest.mark.parametrize("name", ["mixture", "turn-the-query"])
def test_every_tip_of_the_first_plane_is_in_sight(name: str) -> None:
    drawings, page = page_of(name)
    place = next(index for index, drawing in enumerate(drawings) if isinstance(drawing.exhibit, Plane))
    plane, grid = drawings[place].exhibit, plane_grid(drawings[place], page.rects[place], page.theme)
    assert isinstance(plane, Plane)
    ends = [grid.to_point(*end) for arrow in plane.arrows for end in (arrow.start, arrow.tip)]
    assert max(end.y() for end in ends) <= ROOM.height()


def test_the_numbers_of_both_axes_are_in_sight_where_plots_are_all_there_is() -> None:
    drawings, page = page_of("root-d-k")
    for drawing, rect in zip(drawings[:2], page.rects[:2], strict=True):
        assert isinstance(drawing.exhibit, Plot)
        grid = plot_layout(drawing, rect, page.theme)
        assert grid.area.bottom() + grid.under + page.theme.small_px <= ROOM.height()


def test_the_plane_of_outputs_is_in_sight_beside_the_query_before_its_bars() -> None:
    drawings, page = page_of("turn-the-query")
    seen = {drawing.key for drawing, rect in zip(drawings, page.rects, strict=True) if rect.bottom() <= ROOM.height()}
    assert {"dial", "outputs"} <= seen


@pytest.mark.parametrize(("preset", "mistake"), [("trophy", "softmax-axis"), ("uneven-heads", "no-mask")])
def test_right_and_wrong_are_whole_beside_each_other_on_a_page_that_scrolls(preset: str, mistake: str) -> None:
    """Wide maps of 32 columns, and of seven with numbers in projected letters."""
    one, scenario = lab("mistakes"), load(preset)
    values = settle(one.parameters(scenario), {"mistake": mistake})
    drawings = tuple(map(Drawing, one.run(values, scenario, lambda _part: True).exhibits))
    page = page_layout(drawings, WINDOW, theme("light", "projector", 768))
    assert page.size.width() <= WINDOW.width() + 0.5


def test_titles_of_right_and_wrong_maps_beside_each_other_have_as_many_lines() -> None:
    """In letters of full size "−∞ before softmax" was broken, and its rows stood lower than those beside it."""
    one, scenario = lab("masks"), load("by-hand-causal")
    values = settle(one.parameters(scenario), {})
    drawings = tuple(map(Drawing, one.run(values, scenario, lambda _part: True).exhibits))
    page = page_layout(drawings, ROOM, theme("light", "projector", 768))
    beside = [index for index, rect in enumerate(page.rects) if rect.top() == page.rects[0].top()]
    assert len(beside) == 3
    assert {title_lines(drawings[index], page.theme, page.rects[index].width()) for index in beside} == {1}


@pytest.mark.parametrize(
    ("name", "preset"), [("mistakes", "two-heads"), ("mistakes", "cross-attention"), ("masks", "trophy")]
)
def test_no_map_of_right_and_wrong_begins_with_its_title_alone_before_one_scrolls(name: str, preset: str) -> None:
    one, scenario = lab(name), load(preset)
    values = settle(one.parameters(scenario), {})
    drawings = tuple(map(Drawing, one.run(values, scenario, lambda _part: True).exhibits))
    page = page_layout(drawings, WINDOW, theme("light", "projector", 768))
    assert page.size.height() > WINDOW.height()
    assert page.size.height() >= max(rect.bottom() for rect in page.rects)
    seen = [(WINDOW.height() - rect.top()) / rect.height() for rect in page.rects]
    assert all(part <= 0 or part >= 0.5 for part in seen)
