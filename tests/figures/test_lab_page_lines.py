"""What of a page that scrolls is in sight at first: plots with their axes, and no line of which only the title is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, QSizeF

from attnviz.content.attn_file import load
from attnviz.figures.labs import banded_page
from attnviz.figures.labs.banded_page import leaf_page, leaves_of
from attnviz.figures.labs.crossings import crossing_labels
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.matrix import matrix_layout
from attnviz.figures.labs.plot import plot_layout
from attnviz.figures.labs.result_page import PageLayout, page_layout
from attnviz.figures.labs.table_sheet import table_layout
from attnviz.figures.theme import theme
from attnviz.labs.catalogue import lab
from attnviz.labs.exhibits import Plot
from attnviz.labs.parameters import settle


def cost_page(room: QSizeF, size: str) -> PageLayout:
    """The page of the laboratory of costs: two plots beside each other, a table below them."""
    cost = lab("cost")
    result = cost.run(settle(cost.parameters(None), {}), None, lambda _part: True)
    return leaf_page(leaves_of(result, Drawing(result.exhibits[0])), room, theme("light", size))[1]


@pytest.mark.parametrize(("name", "seen"), [("one-query", 4), ("turn-the-query", 3)])
def test_in_a_low_projected_window_the_output_is_in_sight_with_its_query(name: str, seen: int) -> None:
    """What stands before it all is in sight too; below the fold is the table, or a plot over all angles."""
    one = lab(name)
    result = one.run(settle(one.parameters(None), {}), None, lambda _part: True)
    room = QSizeF(928, 542)  # what a window of 1366 × 768 leaves
    page = page_layout(tuple(map(Drawing, result.exhibits)), room, theme("light", "projector", 768))
    assert [rect.bottom() <= room.height() for rect in page.rects] == [True] * seen + [False]


@pytest.mark.parametrize("size", ["normal", "large"])
def test_large_plots_are_whole_in_a_room_that_is_lower_than_they_like(size: str) -> None:
    room = QSizeF(1000, 290)
    page = cost_page(room, size)
    assert all(rect.bottom() <= room.height() for rect in page.rects[:2])


@pytest.mark.parametrize("height", [360, 390, 420])
def test_a_table_of_which_little_more_than_the_title_has_room_begins_below_it(height: int) -> None:
    room = QSizeF(1000, height)
    plot, _, table = cost_page(room, "normal").rects
    assert table.top() >= room.height()
    assert plot.bottom() <= room.height()
    assert plot.height() > height - 40  # and they have its room


@pytest.mark.parametrize("way", ["window", "full"])
def test_letters_grow_no_further_than_numbers_beside_the_lines_can_follow(way: str) -> None:
    tiles, scenario = lab("tiles"), load("trophy")
    values = {**settle(tiles.parameters(scenario), {}), "way": way, "step": 6}
    leaves = leaves_of(result := tiles.run(values, scenario, lambda _part: True), Drawing(result.exhibits[0]))
    chosen, page = leaf_page(leaves, QSizeF(1052, 570), theme())
    drawings = {one.key: (one, rect) for one, rect in zip(leaves[chosen].drawings, page.rects, strict=True)}
    grid = matrix_layout(*drawings["V"], page.theme)[2]
    assert page.theme.factor > 1
    assert grid.number_px >= 0.75 * page.theme.small_px


def test_plots_beside_each_other_have_one_axis_of_lengths() -> None:
    cost = lab("cost")
    memory, work, _ = cost.run(settle(cost.parameters(None), {}), None, lambda _part: True).exhibits
    assert isinstance(memory, Plot)
    assert isinstance(work, Plot)
    assert memory.x.ticks == work.x.ticks == (100.0, 1000.0, 10_000.0)
    narrow, wide = (
        plot_layout(Drawing(plot), QRectF(0, 0, width, 300), theme()) for plot, width in ((memory, 480), (work, 800))
    )
    assert [text for _, text, _ in narrow.x_ticks] == [text for _, text, _ in wide.x_ticks]


def test_the_number_at_a_length_is_written_as_in_the_table() -> None:
    cost = lab("cost")
    memory = cost.run(settle(cost.parameters(None), {"T": 1000}), None, lambda _part: True).exhibits[0]
    assert isinstance(memory, Plot)
    grid = plot_layout(Drawing(memory), QRectF(0, 0, 600, 400), theme())
    assert "96.0 MB" in {label.text for label in crossing_labels(grid, memory, ())}  # 1000² × 8 heads × 6 × 2 bytes


@pytest.mark.parametrize("size", ["normal", "projector"])
def test_differences_are_in_no_larger_letters_than_what_differs(size: str) -> None:
    tiles, scenario = lab("tiles"), load("by-hand")
    result = tiles.run({**settle(tiles.parameters(scenario), {}), "show": "end"}, scenario, lambda _part: True)
    leaves = leaves_of(result, Drawing(result.exhibits[0]))
    chosen, page = leaf_page(leaves, QSizeF(1000, 600), theme("light", size, 768))
    output, _, difference = zip(leaves[chosen].drawings, page.rects, strict=True)
    numbers = matrix_layout(*output, page.theme)[2].number_px
    assert 0 < table_layout(*difference, page.theme).theme.small_px <= numbers


@pytest.mark.parametrize("name", ["by-hand", "two-heads", "trophy"])
def test_v_of_the_tile_is_in_sight_from_the_last_row_too(name: str) -> None:
    tiles, scenario = lab("tiles"), load(name)
    result = tiles.run(settle(tiles.parameters(scenario), {}), scenario, lambda _part: True)
    leaves = leaves_of(result, Drawing(result.exhibits[0]))
    chosen, page = leaf_page(leaves, QSizeF(944, 556), theme("light", "projector", 768))
    assert "V" in [drawing.key for drawing in leaves[chosen].drawings]
    assert page.size.height() <= 556


def test_cells_of_a_step_stand_where_those_of_the_step_before_stood() -> None:
    tiles, scenario = lab("tiles"), load("trophy")
    lefts = set()
    for step in (2, 6):  # of queries with short names, and with long ones
        values = {**settle(tiles.parameters(scenario), {}), "step": step}
        result = tiles.run(values, scenario, lambda _part: True)
        scores = next(one for one in result.cuts[-8].exhibits if one.name == "scores")
        lefts.add(matrix_layout(Drawing(scores), QRectF(0, 0, 420, 200), theme())[2].map.left())
    assert len(lefts) == 1


def test_a_page_of_steps_tries_larger_letters_until_some_do_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of its fourteen cuts was measured in up to five sizes of letters, from the largest on: 64 pages."""
    tiles, scenario, made = lab("tiles"), load("by-hand"), []
    result = tiles.run({**settle(tiles.parameters(scenario), {}), "step": 6}, scenario, lambda _part: True)
    leaves = leaves_of(result, Drawing(result.exhibits[0]))
    has_width = banded_page._has_width
    monkeypatch.setattr(banded_page, "_has_width", lambda *asked: made.append(asked) or has_width(*asked))
    leaf_page(leaves, QSizeF(1052, 380), theme())
    assert len(leaves) < len(made) <= 2 * len(leaves)


@pytest.mark.parametrize(
    ("preset", "size"),
    [("trophy", "normal"), ("trophy", "large"), ("trophy", "projector"), ("by-hand", "normal"), ("by-hand", "large")],
)
def test_what_stands_at_the_left_begins_with_the_line_of_outputs(preset: str, size: str) -> None:
    tiles, scenario = lab("tiles"), load(preset)
    result = tiles.run({**settle(tiles.parameters(scenario), {}), "step": 3}, scenario, lambda _part: True)
    leaves = leaves_of(result, Drawing(result.exhibits[0]))
    chosen, page = leaf_page(leaves, QSizeF(942, 570), theme("light", size, 768))  # type: ignore[arg-type]
    tops = {one.key: rect.top() for one, rect in zip(leaves[chosen].drawings, page.rects, strict=True)}
    assert tops["V"] == tops["before"]
