"""Matrices gone through piece by piece, numbers that wait, and tables in large letters: what is drawn and said."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from lab_scenes import painted
from PySide6.QtCore import QRectF

from attnviz.figures.labs.alike import alike
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.matrix import heatmap_of, matrix_layout
from attnviz.figures.labs.painting import words_under
from attnviz.figures.labs.sweep import HIDDEN, sweep_layout
from attnviz.figures.labs.sweep_painter import numbers_in
from attnviz.figures.labs.table_sheet import table_layout, table_least
from attnviz.figures.theme import theme
from attnviz.labs.exhibits import LATER, NOW, Matrix, Sweep, Table

WIDE = QRectF(0, 0, 500, 500)


def swept(count: int, each: int = 1, **further: object) -> Sweep:
    states = np.full((count, count), LATER)
    states[0, 0] = NOW
    names = tuple(f"t{k}" for k in range(count)) if each == 1 else ()
    words = ("", "still to come", "", "this tile")
    return replace(Sweep("m", "M", states, words, names, names, each=(each, each)), **further)  # type: ignore[arg-type]


def test_a_matrix_of_thousands_has_round_numbers_at_its_sides() -> None:
    sides = sweep_layout(Drawing(swept(128, 32)), WIDE, theme()).sides
    assert {text for text, _ in sides} >= {"1", "1000", "2000", "3000", "4000"}


def test_rows_without_room_for_their_names_have_numbers() -> None:
    drawing = Drawing(swept(16))
    assert sweep_layout(drawing, WIDE, theme()).sides == ()
    small = sweep_layout(drawing, QRectF(0, 0, 200, 220), theme("light", "projector"))
    assert {text for text, _ in small.sides} >= {"1", "10"}
    assert small.model.row_labels == ()


def test_hidden_cells_are_hatched_whether_they_are_computed_or_not() -> None:
    hidden = np.zeros((4, 4), dtype=bool)
    hidden[0, 1:] = True
    plain, veiled = (painted(Drawing(swept(4, hidden=one)), 300, 300) for one in (None, hidden))
    grid = sweep_layout(Drawing(swept(4, hidden=hidden)), QRectF(0, 0, 300, 300), theme()).grid
    cell = grid.cell_rect(0, 2).toRect()
    spots = [(x, y) for x in range(cell.left(), cell.right()) for y in range(cell.top(), cell.bottom())]
    assert any(plain.pixel(*spot) != veiled.pixel(*spot) for spot in spots)
    entries = sweep_layout(Drawing(swept(4, hidden=hidden)), WIDE, theme()).legend
    assert (HIDDEN, "hidden") in [(entry, words) for entry, words, _ in entries]


def test_numbers_that_wait_say_so_in_place_of_a_number() -> None:
    matrix = Matrix("out", "Output ÷ sum", np.full((2, 2), np.nan), ("a", "b"), ("1", "2"), waits="after the last tile")
    drawing = Drawing(matrix)
    middle = matrix_layout(drawing, WIDE, theme())[2].cell_rect(0, 0).center()
    assert list(words_under(drawing, WIDE, middle, theme())) == ["Output ÷ sum, row a, column 1: after the last tile"]


def test_a_matrix_with_ends_of_its_scale_has_one_colour_for_one_number() -> None:
    small, large = (
        heatmap_of(Drawing(Matrix("m", "M", np.array([[1.0, other]]), ends=(-8.0, 8.0)))) for other in (0.5, 7.0)
    )
    assert small.face is not None
    assert large.face is not None
    assert small.face.entries[0, 0] == large.face.entries[0, 0]


def test_rows_named_by_a_neighbour_are_still_called_by_their_names() -> None:
    matrix = Matrix("m", "M", np.ones((2, 2)), ("a", "b"), ("1", "2"), bare=True)
    drawing = Drawing(matrix)
    model, _, grid = matrix_layout(drawing, WIDE, theme())
    assert model.row_labels == ()
    assert list(words_under(drawing, WIDE, grid.cell_rect(1, 0).center(), theme())) == ["M, row b, column 1: 1.0"]


def test_matrices_in_one_line_begin_at_one_height() -> None:
    narrow = QRectF(0, 0, 160, 200)
    pair = tuple(
        Drawing(Matrix("m", "Output", np.ones((2, 2)), ("a", "b"), ("1", "2"), subtitle=words, alike=True))
        for words in ("", "a sub-title that takes two lines of its own at least")
    )
    tops = [
        matrix_layout(drawing, narrow, theme())[2].ys[0]
        for drawing in alike(pair, (narrow, narrow.translated(200, 0)), theme())
    ]
    assert tops[0] == tops[1]


def test_a_large_table_fills_its_room_and_no_more() -> None:
    table = Table("t", "T", ("query", "max"), (("a", 1.5), ("b", 2.5)), large=True)
    for width, height in ((400, 200), (200, 120), (900, 400)):
        room = QRectF(0, 0, width, height)
        grid = table_layout(Drawing(table), room, theme())
        assert grid.ys[-1] <= room.bottom()
        assert grid.xs[-1][1] <= room.right()
    plain = table_layout(Drawing(replace(table, large=False)), QRectF(0, 0, 900, 400), theme())
    assert grid.theme.small_px >= 2 * plain.theme.small_px


def test_a_bold_number_finds_the_room_that_the_table_was_given() -> None:
    rows = (("a long name", -88.888), ("b", -88.888))
    plain = Table("t", "T", ("query", "new maximum"), rows, as_cells=True, large=True)
    bold = replace(plain, strong=((0, 1), (1, 1)))
    least = table_least(Drawing(plain), theme(), 1.0)
    grid = table_layout(Drawing(bold, stand_in=plain), QRectF(0, 0, least.width(), least.height()), theme())
    assert grid.xs[-1][1] <= least.width()
    assert grid.ys[-1] <= least.height()


def test_numbers_have_fewer_decimals_before_they_are_left_out() -> None:
    numbers, look = [2.828, -1.25, 0.0], theme()
    found = [numbers_in(numbers, 3, side, look, alone=True) for side in (60.0, 40.0, 36.0, 30.0, 20.0)]
    assert found[0][0] == ("2.828", "−1.250", "0")
    assert {texts for texts, px in found if px} >= {("2.828", "−1.250", "0"), ("2.8", "−1.3", "0")}
    assert found[-1][1] == 0
    assert all(px >= look.least_number for _, px in found if px)


def test_numbers_that_stand_elsewhere_on_the_page_are_never_written_with_fewer_decimals() -> None:
    numbers, look = [2.828, -1.25, 0.0], theme()
    found = [numbers_in(numbers, 3, side, look, alone=False) for side in (60.0, 40.0, 36.0, 30.0, 20.0)]
    assert {texts for texts, px in found if px} == {("2.828", "−1.250", "0")}
    assert [px > 0 for _, px in found][::4] == [True, False]


def test_the_number_of_the_last_row_is_clear_of_the_legend() -> None:
    """Of 300 rows the middle of the last one is at the edge of the map."""
    look = theme("light", "projector", 768)
    numbered = replace(swept(100, each=3), row_labels=(), column_labels=())
    found = sweep_layout(Drawing(numbered), QRectF(0, 0, 260, 360), look)
    assert found.sides
    assert max(place.y() for _, place in found.sides) <= found.grid.map.bottom() + 1


def test_a_narrow_legend_says_k_and_v_rather_than_half_a_word() -> None:
    drawing = Drawing(swept(4, kept_columns=(0, 1), kept=("queries in use", "keys and values in use")))
    wide, narrow = (
        [text for _, text, _ in sweep_layout(drawing, QRectF(0, 0, room, 500), theme("light", "projector")).legend]
        for room in (600, 180)
    )
    assert wide[-1] == "keys and values in use"
    assert narrow[-1] == "K and V in use"
