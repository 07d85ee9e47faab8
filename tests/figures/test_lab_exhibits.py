"""Exhibits are painted, measured and exported as every figure is, and show the numbers that they hold."""

from __future__ import annotations

import re
from dataclasses import replace
from math import hypot
from time import process_time

import numpy as np
import pytest
from lab_scenes import drawings, every_kind, painted
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QFontMetricsF, QImage

from attnviz.engine.cells import Cell
from attnviz.figures.export import ExportOptions, export_bytes
from attnviz.figures.figure import cell_rect, hit, preferred_size, tooltip
from attnviz.figures.labs.boxes import boxes_layout
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.heading import body_of
from attnviz.figures.labs.matrix import matrix_layout, sums_of
from attnviz.figures.labs.painting import drawing_least
from attnviz.figures.labs.plane import plane_grid, vectors_of
from attnviz.figures.theme import theme
from attnviz.figures.vector_labels import place_labels
from attnviz.labs.catalogue import lab
from attnviz.labs.exhibits import Bars, Box, Boxes, Code, Matrix, Plane, Table
from attnviz.labs.parameters import settle
from attnviz.labs.protocol import unhurried
from attnviz.labs.shapes.splitting import Sizes
from attnviz.labs.shapes.walk import walk

KINDS = sorted(every_kind())


def texts(svg: bytes) -> list[str]:
    """Everything that stands in an SVG as text."""
    return [text.strip() for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg.decode())]


@pytest.mark.parametrize("kind", KINDS)
def test_every_exhibit_is_exported_as_png_svg_and_pdf(kind: str) -> None:
    drawing = drawings()[kind]
    assert not QImage.fromData(export_bytes(drawing, ExportOptions("png"))).isNull()
    assert b"<svg" in export_bytes(drawing, ExportOptions("svg"))
    assert export_bytes(drawing, ExportOptions("pdf")).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("plot", ["A plot", "scores", "cache", "now", "length", "cost"]),
        ("matrix", ["A matrix", "0.250", "0.500", "NaN", "∞", "one", "right", "sum"]),
        ("plane", ["A plane", "v₁", "output (0.750, 0.500)"]),
        ("bars", ["Some bars", "first", "0.125", "0.875"]),
        ("boxes", ["(2, 4, 512)", "d_model 512", "B 2 × T 4 sheets", "reshape", "8.500", "small ✗"]),
        ("code", ["weights = softmax(scores)", "▸"]),
        ("sweep", ["Half a matrix", "0.625", "one", "right", "now", "done", "later", "never", "rows", "columns"]),
        ("table", ["what", "16\u202f777\u202f216", "0.284"]),
    ],
)
def test_text_in_an_svg_is_text(kind: str, expected: list[str]) -> None:
    found = texts(export_bytes(drawings()[kind], ExportOptions("svg")))
    assert [text for text in expected if text not in found] == []


@pytest.mark.parametrize("kind", KINDS)
def test_an_exhibit_without_its_title_is_less_high(kind: str) -> None:
    drawing = drawings()[kind]
    assert (
        preferred_size(replace(drawing, show_title=False), theme()).height() < preferred_size(drawing, theme()).height()
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", ["normal", "projector"])
def test_nothing_of_an_exhibit_is_cut_off_at_its_least_size(kind: str, size: str) -> None:
    """Painted on a larger sheet, it leaves the margin around its least size untouched."""
    look, drawing = theme("light", size, 768), drawings()[kind]
    least = drawing_least(drawing, look, 1.0)
    least = QSizeF(least.width(), drawing_least(drawing, look, least.width()).height())
    image = QImage(round(least.width()) + 80, round(least.height()) + 80, QImage.Format.Format_RGB32)
    image.fill(look.palette.panel)
    from PySide6.QtGui import QPainter

    from attnviz.figures.labs.painting import paint_drawing

    with QPainter(image) as painter:
        paint_drawing(painter, QRectF(QPointF(40, 40), least), drawing, look)
    ground = look.palette.panel.rgb()
    outside = [
        (x, y)
        for x in range(image.width())
        for y in range(image.height())
        if not QRectF(34, 34, least.width() + 12, least.height() + 12).contains(x, y) and image.pixel(x, y) != ground
    ]
    assert outside == []


def test_a_cell_of_a_matrix_is_found_where_it_is_drawn() -> None:
    drawing, look, rect = drawings()["matrix"], theme(), QRectF(0, 0, 420, 260)
    place = cell_rect(drawing, rect, Cell("matrix", None, 0, 1), look)
    assert place is not None
    assert hit(drawing, rect, place.center(), look) == Cell("matrix", None, 0, 1)
    assert tooltip(drawing, rect, place.center(), look) == "A matrix, row one, column right: 0.5"


def test_a_cell_of_a_sweep_says_what_it_is_and_when_it_is_computed() -> None:
    drawing, look, rect = drawings()["sweep"], theme(), QRectF(0, 0, 420, 320)
    place = cell_rect(drawing, rect, Cell("sweep", None, 1, 1), look)
    assert place is not None
    assert hit(drawing, rect, place.center(), look) == Cell("sweep", None, 1, 1)
    assert tooltip(drawing, rect, place.center(), look) == "query 2 “two”, key 2 “right”: later, step 3"


def test_what_is_never_computed_is_hatched_and_not_only_coloured() -> None:
    drawing, look, rect = drawings()["sweep"], theme(), QRectF(0, 0, 420, 320)
    cells = [cell_rect(drawing, rect, Cell("sweep", None, *cell), look) for cell in ((0, 1), (1, 1))]
    image = painted(drawing, 420, 320)
    never, later = (
        {image.pixel(x, y) for x in range(round(cell.left()) + 4, round(cell.right()) - 4)
         for y in range(round(cell.top()) + 4, round(cell.bottom()) - 4)}
        for cell in cells if cell is not None
    )  # fmt: skip
    assert later == {look.palette.panel.rgb()}
    assert len(never) > 1


def test_a_broken_cell_is_told_by_its_corner_and_not_by_colour_alone() -> None:
    whole = Matrix("m", "m", np.array([[0.5, 0.5], [0.5, 0.5]]), kind="weights")
    broken = replace(whole, broken=((0, 1),))
    grid = matrix_layout(Drawing(broken), QRectF(0, 0, 300, 200), theme())[2]
    place = grid.cell_rect(0, 1)
    inside = QPointF(place.right() - 3, place.top() + 3).toPoint()
    assert painted(Drawing(broken), 300, 200).pixelColor(inside) == theme().palette.error
    assert painted(Drawing(whole), 300, 200).pixelColor(inside) != theme().palette.error


def test_a_row_of_weights_that_does_not_sum_to_one_is_wrong() -> None:
    matrix = Matrix("m", "m", np.array([[0.1, 0.2], [0.1 + 0.2, 0.7]]), kind="weights", row_sums=True)
    found = sums_of(Drawing(matrix))
    assert found.rows == ("0.300", "1")  # the noise of 0.1 + 0.2 is not shown
    assert found.wrong_rows == (True, False)


def test_a_large_table_of_broken_cells_is_outlined_at_once() -> None:
    numbers = np.ones((512, 512))
    broken = tuple((row, column) for row in range(256) for column in range(512))
    large = Drawing(Matrix("matrix", "A matrix", numbers, broken=broken))
    place = QRectF(0, 0, 700, 700)
    grid = matrix_layout(large, place, theme())[2]
    began = process_time()

    picture = painted(large, 700, 700)

    assert process_time() - began < 1.5
    below = [picture.pixelColor(round(grid.map.center().x()), round(grid.ys[256]) + y) for y in range(-4, 4)]
    assert theme().palette.error in below


def test_long_lines_of_a_program_are_broken_and_none_is_cut() -> None:
    line = "weights = exponentials / exponentials.sum(axis=-1, keepdims=True)"
    from attnviz.figures.labs.listing import shown_lines

    shown = shown_lines(Code("c", "c", (line,)), 30)
    assert all(len(part.text) <= 30 for part in shown)
    assert "".join("".join(part.text.split()) for part in shown) == "".join(line.split())


def test_a_large_matrix_is_colours_where_its_numbers_have_no_room_and_keeps_its_sums() -> None:
    weights = np.full((16, 16), 1 / 16)
    weights[3] /= 2
    labels = tuple(f"token{index}" for index in range(16))
    drawing = Drawing(Matrix("m", "m", weights, labels, labels, kind="weights", row_sums=True))
    least = drawing_least(drawing, theme(), 1.0)
    assert least.width() < 420
    grid = matrix_layout(drawing, QRectF(QPointF(0, 0), least), theme())[2]
    assert grid.number_px == 0
    found = texts(export_bytes(drawing, ExportOptions("svg", width=round(least.width()) + 16)))
    assert found.count("1") == 15
    assert "0.500 ≠ 1" in found


def test_the_walk_of_ten_arrays_fits_a_small_window() -> None:
    drawing = Drawing(Boxes("walk", "From X to the output", walk(Sizes(2, 4, 512, 8))))
    placed = boxes_layout(drawing, QRectF(0, 0, 1030, 600), theme())
    assert max(box.rect.bottom() for box in placed) <= 600
    assert max(box.rect.right() for box in placed) <= 1030


@pytest.mark.parametrize("size", ["normal", "projector"])
def test_words_over_an_arrow_that_is_long_enough_stand_in_one_line(size: str) -> None:
    drawing = Drawing(Boxes("walk", "From X to the output", walk(Sizes(2, 4, 512, 8))))
    look = theme("light", size, 768)
    placed = boxes_layout(drawing, QRectF(0, 0, 900, 900), look)
    letters = QFontMetricsF(look.small_font)
    whole = 0
    for box in placed:
        if (
            box.arrow is not None
            and letters.horizontalAdvance(box.box.operation) + 14 < box.arrow[1].x() - box.arrow[0].x()
        ):
            assert [text for text, _ in box.operation] == [box.box.operation]
            whole += " " in box.box.operation
    assert whole


def test_the_walk_stands_in_two_lines_of_five_above_a_lesson() -> None:
    drawing = Drawing(Boxes("walk", "From X to the output", walk(Sizes(2, 4, 512, 8))))
    placed = boxes_layout(drawing, QRectF(0, 0, 1030, 280), theme())
    assert max(box.rect.bottom() for box in placed) <= 280
    assert max(box.rect.right() for box in placed) <= 1030
    arrows = [box.sheets[-1].rect.center().y() > 140 for box in placed]
    assert arrows == [False] * 5 + [True] * 5


def test_sums_of_columns_say_what_they_are_beside_the_shortest_labels() -> None:
    short = replace(every_kind()["matrix"], row_labels=("a", "b"), row_sums=False)
    assert "sum" in texts(export_bytes(Drawing(short), ExportOptions("svg")))


def turned(degrees: float) -> Plane:
    turn = lab("turn-the-query")
    found = turn.run(settle(turn.parameters(None), {"degrees": degrees}), None, unhurried).exhibits
    plane = next(exhibit for exhibit in found if exhibit.name == "outputs")
    assert isinstance(plane, Plane)
    return plane


@pytest.mark.parametrize("degrees", [0.0, 20.0, 30.0, 40.0, 60.0, 90.0])
def test_the_output_is_named_nearer_to_its_own_tip_than_to_its_mirror(degrees: float) -> None:
    look, place = theme("light", "projector", 768), QRectF(0, 0, 396, 560)
    drawing = Drawing(turned(degrees))
    grid = plane_grid(drawing, place, look)
    tips = {arrow.label: grid.to_point(*arrow.tip) for arrow in turned(degrees).arrows}
    labels = place_labels(grid, vectors_of(drawing), body_of(drawing, place, look))
    named = min(
        (label.rect for label in labels if label.text.startswith("output")),
        key=lambda rect: apart(rect, tips["output"]),
    )
    assert apart(named, tips["output"]) <= min(apart(named, tip) for tip in tips.values()) + 1


def apart(rect: QRectF, point: QPointF) -> float:
    across = max(rect.left() - point.x(), point.x() - rect.right(), 0.0)
    return hypot(across, max(rect.top() - point.y(), point.y() - rect.bottom(), 0.0))


def test_a_mirror_that_lies_under_the_output_is_not_drawn() -> None:
    assert "mirror" in [arrow.label for arrow in turned(30.0).arrows]
    assert "mirror" not in [arrow.label for arrow in turned(45.0).arrows]


def test_a_tiny_weight_is_written_alike_beside_its_bar_and_in_the_table() -> None:
    mixture = lab("mixture")
    found = mixture.run(settle(mixture.parameters(None), {"temperature": 0.1}), None, unhurried).exhibits
    written = [
        texts(export_bytes(Drawing(exhibit), ExportOptions("svg")))
        for exhibit in found
        if isinstance(exhibit, Bars | Table)
    ]
    assert len(written) == 2
    assert all(any("≈" in text for text in each) for each in written)
    assert not any("10⁻" in text for each in written for text in each)


@pytest.mark.parametrize("size", ["normal", "large", "projector"])
def test_no_call_over_an_arrow_is_broken_amid_what_it_is_called_with(size: str) -> None:
    drawing = Drawing(Boxes("walk", "From X to the output", walk(Sizes(2, 4, 512, 8))))
    placed = boxes_layout(drawing, QRectF(0, 0, 960, 900), theme("light", size, 768))  # type: ignore[arg-type]
    lines = [text for box in placed for text, _ in box.operation]
    assert [text for text in lines if text.count("(") != text.count(")")] == []


def test_arrays_that_no_arrow_joins_begin_at_one_height_and_stand_apart() -> None:
    boxes = (Box("X", (("queries", 4), ("d_model", 256))), Box("Source", (("keys", 80), ("d_model", 256))))
    X, source = boxes_layout(Drawing(Boxes("sizes", "", boxes), show_title=False), QRectF(0, 0, 900, 400), theme())
    assert X.label.y() == source.label.y()
    assert source.rect.left() - X.rect.right() >= 1.5 * theme().small_px
