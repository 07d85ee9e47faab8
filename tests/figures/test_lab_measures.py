"""A drawing is measured once, however often a page is tried, and nothing is tried that cannot be chosen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

import numpy as np
import pytest
from lab_scenes import every_kind
from PySide6.QtCore import QSizeF

from attnviz.content.attn_file import load
from attnviz.figures.labs import banded_page, boxes, matrix, table_sheet
from attnviz.figures.labs.banded_page import Leaf, leaf_page, leaves_of
from attnviz.figures.labs.bands import banded, has_width
from attnviz.figures.labs.box_lines import balanced_lines
from attnviz.figures.labs.broken_cells import _outline
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.matrix import sums_of
from attnviz.figures.labs.measuring import once
from attnviz.figures.labs.one_exhibit import one_of
from attnviz.figures.labs.result_page import PageLayout, is_whole, page_layout
from attnviz.figures.theme import Theme, theme
from attnviz.labs.catalogue import lab
from attnviz.labs.exhibits import Matrix
from attnviz.labs.parameters import settle

ROOM = QSizeF(1000, 560)


@once
def name_at(drawing: Drawing, width: float) -> list[str]:
    """A new list whenever it is measured."""
    return [f"{drawing.key} {width}"]


def test_what_was_measured_of_a_drawing_is_kept() -> None:
    drawing = Drawing(every_kind()["bars"])
    assert name_at(drawing, 10.0) is name_at(drawing, 10.0)


def test_another_width_is_measured_anew() -> None:
    drawing = Drawing(every_kind()["bars"])
    assert (name_at(drawing, 10.0), name_at(drawing, 20.0)) == (["bars 10.0"], ["bars 20.0"])


def test_another_drawing_of_the_same_exhibit_is_measured_anew() -> None:
    exhibit = every_kind()["bars"]
    assert name_at(Drawing(exhibit), 10.0) is not name_at(Drawing(exhibit), 10.0)


def test_a_cursor_leaves_what_is_known_of_the_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = Drawing(every_kind()["matrix"])
    known, sums = matrix.heatmap_of(drawing), sums_of(drawing)
    monkeypatch.delattr(matrix, "face_of")  # from now on none can be made
    moved = drawing.at((0, 1)).like(lead=30.0)
    assert matrix.heatmap_of(moved).face is known.face
    assert matrix.heatmap_of(moved).cursor == (0, 1)
    assert sums_of(moved) is sums
    assert matrix.heatmap_of(drawing).cursor is None


def test_a_walk_is_measured_by_no_array_again_for_another_width(monkeypatch: pytest.MonkeyPatch) -> None:
    drawings = (Drawing(every_kind()["boxes"]),)
    page_layout(drawings, ROOM, theme())
    monkeypatch.delattr(boxes, "_piece")  # from now on none can be measured
    page = page_layout(drawings, QSizeF(ROOM.width() - 30, ROOM.height()), theme())
    assert page.size.width() == ROOM.width() - 30


def test_the_numbers_of_a_table_are_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawings = (Drawing(every_kind()["table"]),)
    page_layout(drawings, ROOM, theme())
    monkeypatch.delattr(table_sheet, "_text")
    page = page_layout(drawings, QSizeF(ROOM.width() - 30, ROOM.height()), theme())
    assert page.size.width() == ROOM.width() - 30


def all_ways(count: int, lines: int) -> Iterator[list[list[int]]]:
    """Every way to break so many pieces into so many lines."""
    for cuts in combinations(range(1, count), lines - 1):
        edges = (0, *cuts, count)
        yield [list(range(start, stop)) for start, stop in pairwise(edges)]


@pytest.mark.parametrize("seed", range(12))
def test_no_way_to_break_the_arrays_has_a_shorter_longest_line(seed: int) -> None:
    chance = np.random.default_rng(seed)
    widths = chance.integers(1, 9, size=9).astype(float).tolist()
    lines = balanced_lines(widths, 15.0)
    longest = max(sum(widths[index] for index in line) for line in lines)
    ways = list(all_ways(len(widths), len(lines)))
    assert lines in ways
    assert longest == min(max(sum(widths[index] for index in line) for line in way) for way in ways)


def tile_leaves() -> tuple[Leaf, ...]:
    """The cuts of a step of tiles."""
    tiles, scenario = lab("tiles"), load("trophy")
    result = tiles.run({**settle(tiles.parameters(scenario), {}), "step": 3}, scenario, lambda _part: True)
    return leaves_of(result, Drawing(result.exhibits[0]))


@pytest.mark.parametrize("width", [500.0, 800.0, 1030.0])
def test_a_page_that_has_no_width_is_never_whole_with_enough_for_each(width: float) -> None:
    room, without = QSizeF(width, 4000), 0
    for leaf in tile_leaves():
        for look in (theme(), theme().grown(1.3), theme().grown(2.0)):
            items = tuple(one_of(drawing, look) for drawing in leaf.measured)
            if not has_width(items, leaf.bands, width, 0.9):
                page, without = banded(items, leaf.bands, room), without + 1
                assert page.size.width() > width + 0.5 or page.worst < 0.9
    assert without


@pytest.mark.parametrize("height", [380.0, 531.0, 590.0])
@pytest.mark.parametrize("size", ["normal", "projector"])
def test_the_page_is_the_one_that_trying_all_letters_would_find(height: float, size: str) -> None:
    room, look = QSizeF(1052, height), theme("light", size, 768)
    leaves = tile_leaves()
    fitting = []  # by cut: the largest letters in which it fits, with enough for each where they are large
    for leaf in leaves:
        for factor in (2.0, 1.7, 1.5, 1.3, 1.15, 1.0):
            page = banded_page._page_of(leaf, room, look.grown(factor))
            if is_whole(page, room) and (factor == 1.0 or page.worst >= 0.9):
                fitting.append((sum(map(len, leaf.bands)), leaves.index(leaf), page))
                break
    most = max((shown for shown, _, _ in fitting), default=0)
    chosen, page = leaf_page(leaves, room, look)
    if most < sum(map(len, leaves[0].bands)):  # none of the whole step fits
        assert page.theme.factor < look.factor or chosen in [number for _, number, _ in fitting]
        return
    whole = [(number, page) for shown, number, page in fitting if shown == most]
    expected = next((each for each in whole if each[1].theme.factor >= 1.15), whole[0])
    assert (chosen, page.theme, page.rects) == (expected[0], expected[1].theme, expected[1].rects)


def test_a_cut_that_does_not_fit_is_tried_in_no_larger_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: dict[int, set[float]] = {}
    page_of = banded_page._page_of

    def counted(leaf: Leaf, room: QSizeF, look: Theme) -> PageLayout:
        tried.setdefault(id(leaf), set()).add(look.factor)
        return page_of(leaf, room, look)

    monkeypatch.setattr(banded_page, "_page_of", counted)
    leaves = tile_leaves()
    leaf_page(leaves, QSizeF(1052, 300), theme())  # so low that none of the larger cuts fits
    assert max(tried[id(leaves[2])]) == 1.0


def test_what_cuts_of_a_page_have_in_common_is_one_drawing() -> None:
    first, second = tile_leaves()[:2]
    assert first.drawings[0].exhibit is second.drawings[0].exhibit
    assert first.drawings[0] is second.drawings[0]


def test_measures_follow_the_letters() -> None:
    drawing = Drawing(every_kind()["boxes"])
    small, large = (one_of(drawing, each).narrowest for each in (theme(), theme().grown(1.5)))
    assert large > 1.3 * small


@pytest.mark.parametrize("seed", range(4))
def test_lines_around_broken_cells_are_the_sides_that_they_share_with_no_other(seed: int) -> None:
    cells = np.random.default_rng(seed).random((7, 9)) < 0.4
    edges = [[float(each) for each in range(count + 1)] for count in cells.shape]
    found: list[tuple[float, float, bool]] = []  # the middle of each side, and whether it lies level
    for line in _outline(cells, edges[0], edges[1], 0.0):
        level = line.y1() == line.y2()
        start, stop = (line.x1(), line.x2()) if level else (line.y1(), line.y2())
        middles = [start + part + 0.5 for part in range(round(stop - start))]
        found += [(line.y1(), middle, True) if level else (middle, line.x1(), False) for middle in middles]
    padded = np.pad(cells, 1)
    expected = []
    for row, column in np.argwhere(cells).tolist():
        around = {(row, column + 0.5, True): (0, 1), (row + 1, column + 0.5, True): (2, 1),
                  (row + 0.5, column, False): (1, 0), (row + 0.5, column + 1, False): (1, 2)}  # fmt: skip
        expected += [side for side, (down, across) in around.items() if not padded[row + down, column + across]]
    assert sorted(found) == sorted(expected)


def test_sums_of_a_matrix_are_written_once_for_each_number(monkeypatch: pytest.MonkeyPatch) -> None:
    uniform = Matrix("m", "M", np.full((300, 4), 0.25), kind="weights", row_sums=True)
    assert set(sums_of(Drawing(uniform)).rows) == {"1"}
    monkeypatch.delattr(matrix, "format_result")  # what is written is known by now
    assert set(sums_of(Drawing(uniform)).rows) == {"1"}
