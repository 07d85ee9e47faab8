"""Exported pages of large maps: what a point stands for, what is set off, and how close their lines are."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from large_scenes import Listening, large_map, pixels_of, query_frame
from page_scenes import PAGE, heads, images_in, random, shared_heads, texts_in
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage

from attnviz.figures.board import Board
from attnviz.figures.comparison import side_by_side_of
from attnviz.figures.export import ExportOptions, export_bytes
from attnviz.figures.export_page import Page, page_of
from attnviz.figures.large.followed import filed
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.layout import layout
from attnviz.figures.large.meant import meant_for
from attnviz.figures.large.named import column_names, row_names

POINT = re.compile(r"strongest of (?:about )?(\d+)×(\d+)")


# Four heads across 160 mm have 36 mm each, which are 425 points at 300 an inch: 4096 cells make 9.6 for each. A thumb
# of 1200 cells has blocks of 4, that of 2500 blocks of 8, which are larger than points.
@pytest.mark.parametrize(("side", "count", "cells"), [(4096, 8, 10), (2500, 8, 8), (1200, 2, 4)])
def test_a_page_of_heads_has_fine_points_and_says_what_they_are(side: int, count: int, cells: int) -> None:
    svg = export_bytes(heads(side, count), PAGE).decode()
    said = int(POINT.search(svg)[1])  # type: ignore[index]
    pixels = images_in(svg)[0]
    drawn = 1 + int((np.diff(pixels.astype(int), axis=1) != 0).any(axis=(0, 2)).sum())  # columns unlike those before
    assert said == cells == -(-side // drawn)


def test_points_of_a_thumb_that_are_larger_than_pixels_are_all_of_one_size() -> None:
    (pixels, _) = images_in(export_bytes(heads(1200, 2), PAGE).decode())
    changes = np.flatnonzero((np.diff(pixels.astype(int), axis=1) != 0).any(axis=(0, 2)))
    assert len(set(np.diff(changes).tolist())) == 1


@pytest.mark.parametrize("width", [80, 160])
def test_a_vector_file_has_300_points_an_inch_at_its_size(width: int) -> None:
    svg = export_bytes(random(4000), replace(PAGE, width=width)).decode()
    wide = float(re.search(r'<image[^>]*? width="([0-9.]+)"', svg)[1])  # type: ignore[index]
    assert images_in(svg)[0].shape[1] >= 300 / 96 * wide - 1


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_small_map_is_hatched_as_often_as_a_large_one(kind: str) -> None:
    hidden = ~np.tri(2000, dtype=bool)
    model = large_map(np.zeros((2000, 2000), dtype=np.float32), signed=False, hidden=hidden, legend=False)
    options = ExportOptions(format=kind, width=80, unit="mm")  # type: ignore[arg-type]
    data = export_bytes(model, options)
    pixels = images_in(data.decode())[0] if kind == "svg" else pixels_of(QImage.fromData(data))
    row = pixels[len(pixels) // 2 if kind == "png" else len(pixels) // 8].astype(int)
    lines = ((row.sum(axis=1)[1:] < 740) & (row.sum(axis=1)[:-1] >= 740)).sum()
    assert lines >= 15


def test_a_query_that_nobody_chose_has_no_line_over_a_large_map() -> None:
    model = random(1500, frames=query_frame(1, 1500))
    plain = export_bytes(random(1500), ExportOptions())
    assert export_bytes(filed(model, chosen=False), ExportOptions()) == plain
    assert export_bytes(filed(model, chosen=True), ExportOptions()) != plain


def test_the_line_of_a_chosen_query_has_its_number_at_the_side() -> None:
    svg = export_bytes(random(1500, frames=query_frame(700, 1500)), ExportOptions(format="svg")).decode()
    assert "701" in texts_in(svg)
    assert "700" not in texts_in(svg)  # too close to it


def test_among_heads_the_line_of_a_chosen_query_is_told_after_the_title() -> None:
    board = heads(1200, 2)
    framed = replace(board.panels[0], frames=query_frame(700, 1200))
    board = replace(board, panels=(framed, board.panels[1]))
    told = texts_in(export_bytes(filed(board, chosen=True), PAGE).decode())
    assert told.count("query 701") == 1


def small_page(**others: object) -> Page:
    """A map of 4,096 tokens on a column of 80 mm."""
    values = np.zeros((4096, 4096), dtype=np.float32)
    values[0, 0] = 1
    model = large_map(values, signed=False, limits=(2e-5, 1.0), powers=True, **others)
    return page_of(model, ExportOptions(format="svg", width=80, unit="mm"))


def test_on_a_narrow_page_the_legend_leaves_the_map_three_quarters_of_the_width() -> None:
    page = small_page()
    assert isinstance(page.sheet.figure, LargeMap)
    ground = layout(page.sheet.figure, QRectF(QPointF(0, 0), page.sheet.size), page.theme)
    assert ground.map.width() > 0.73 * page.sheet.size.width()
    assert ground.legend.top() >= ground.map.bottom()
    assert ground.legend.bottom() <= page.sheet.size.height()
    svg = export_bytes(page.sheet.figure, ExportOptions(format="svg", width=80, unit="mm")).decode()
    assert {"≤ 0.00002", "0.01", "1", "powers of ten"} <= set(texts_in(svg))


def test_queries_and_keys_are_numbered_alike() -> None:
    for page in (small_page(), page_of(random(4096), ExportOptions()), page_of(random(1024), ExportOptions())):
        assert isinstance(page.sheet.figure, LargeMap)
        ground = layout(page.sheet.figure, QRectF(QPointF(0, 0), page.sheet.size), page.theme)
        rows, columns = row_names(page.sheet.figure, ground), column_names(page.sheet.figure, ground)
        assert [name.index for name in rows.names] == [name.index for name in columns.names]
    assert [name.text for name in column_names(page.sheet.figure, ground).names][:3] == ["1", "100", "200"]


@pytest.mark.parametrize("signed", [True, False])
def test_a_legend_under_a_map_says_its_ends(signed: bool) -> None:
    values = np.linspace(-2 if signed else 0, 3, 90_000).reshape(300, 300)
    svg = export_bytes(large_map(values, signed=signed), ExportOptions(format="svg", width=200)).decode()
    assert {"−2" if signed else "0", "3"} <= set(texts_in(svg))


@pytest.mark.parametrize(("side", "count"), [(1000, 8), (1000, 2), (1000, 3)])
@pytest.mark.parametrize("options", [ExportOptions(), PAGE])
def test_a_page_of_heads_ends_where_they_do(side: int, count: int, options: ExportOptions) -> None:
    sheet = page_of(heads(side, count), options).sheet
    lowest = max(panel.rect.bottom() for panel in sheet.placed)
    assert sheet.size.height() == pytest.approx(lowest, abs=1)  # no empty strip below


@pytest.mark.parametrize("width", [60, 80, 160])
def test_a_page_of_heads_has_its_title_and_its_legend(width: int) -> None:
    svg = export_bytes(shared_heads(1000, 8), replace(PAGE, width=width)).decode()
    assert {"Weights of all heads", "≤ 0.00001", "1"} <= set(texts_in(svg))


@pytest.mark.parametrize("width", [80, 160])
def test_a_page_of_heads_is_filled_from_side_to_side(width: int) -> None:
    sheet = page_of(shared_heads(1000, 8), replace(PAGE, width=width)).sheet
    rects = [panel.rect for panel in sheet.placed]
    assert max(rect.right() for rect in rects) - min(rect.left() for rect in rects) > sheet.size.width() - 12


@pytest.mark.parametrize("shape", [(1000, 1000), (1000, 300), (300, 1000)])
def test_a_page_of_maps_ends_where_the_lowest_does(shape: tuple[int, int]) -> None:
    model = large_map(np.random.default_rng(1).normal(size=shape), signed=True, minimap=False)
    page = page_of(Board("making", (model, model), (0, 0)), ExportOptions())
    panel = page.sheet.placed[0]
    assert isinstance(panel.figure, LargeMap)
    assert page.sheet.size.height() <= layout(panel.figure, panel.rect, page.theme).map.bottom() + 3


def test_no_map_on_a_narrow_page_is_more_than_twice_as_high_as_wide() -> None:
    thin = large_map(np.ones((4096, 64), dtype=np.float32), signed=False, follows=("rows", None))
    page = page_of(thin, ExportOptions(format="pdf", width=80, unit="mm"))
    assert page.size.height() < 2 * page.size.width()


@pytest.mark.parametrize("options", [{"font_points": 4.0}, {"font_points": 20.0}, {}])
@pytest.mark.parametrize("kind", ["svg", "pdf"])
def test_300_points_an_inch_are_meant_at_the_size_that_the_file_has(kind: str, options: dict[str, float]) -> None:
    data = export_bytes(random(4000), ExportOptions(format=kind, width=400, unit="mm", **options))  # type: ignore[arg-type]
    page = page_of(random(4000), ExportOptions(format=kind, width=400, unit="mm", **options))  # type: ignore[arg-type]
    assert isinstance(page.sheet.figure, LargeMap)
    ground = layout(page.sheet.figure, QRectF(QPointF(0, 0), page.sheet.size), page.theme)
    inches = ground.map.width() * page.zoom / 96
    if kind == "svg":
        wide = images_in(data.decode())[0].shape[1]
    else:
        wide = max(int(found) for found in re.findall(rb"/Width (\d+)", data))
    assert wide >= 4000 or 299 <= wide / inches <= 330


@pytest.mark.parametrize(
    "options",
    [{}, {"scale": 2.0}, {"format": "svg"}, {"format": "pdf", "width": 80, "unit": "mm"}, {"cell": 1}],
    ids=["png", "scaled", "svg", "page", "cells"],
)
def test_a_preview_says_of_points_what_the_file_says(options: dict[str, object]) -> None:
    model, asked = random(2600), ExportOptions(**options)  # type: ignore[arg-type]
    said = []
    for scale in (0.3, 1.7):
        sketch = replace(asked, format="png", dpi=96, scale=scale, cell=None)
        with meant_for(asked, scale):
            said.append(painted_words(model, sketch))
    own = painted_words(model, asked) if asked.format == "png" else None
    file = export_bytes(model, replace(asked, format="svg")).decode()
    expected = own if own is not None else " ".join(texts_in(file))
    found = [POINT.findall(words) for words in (*said, expected)]
    assert found[0] == found[1] == found[2]
    assert len(found[2]) == (0 if asked.cell else 1)


def painted_words(model: LargeMap, options: ExportOptions) -> str:
    """All that is written in a PNG."""
    page, scale = page_of(model, options), 1.0 if options.cell else options.scale
    image = QImage(page.size.toSize() * scale, QImage.Format.Format_RGB32)
    painter = Listening(image)
    painter.scale(scale, scale)
    page.paint(painter, background=True)
    painter.end()
    return " ".join(painter.texts)


@pytest.mark.parametrize("options", [ExportOptions(), PAGE])
def test_two_maps_side_by_side_fill_their_page(options: ExportOptions) -> None:
    model = random(1000, formula="softmax")
    page = page_of(side_by_side_of(model, model), options)
    for _, half in page.sheet.halves:
        panel = half.placed[0]
        assert isinstance(panel.figure, LargeMap)
        area = layout(panel.figure, panel.rect, page.theme).map
        assert area.width() > 0.75 * half.size.width()
        assert half.size.height() <= area.bottom() + 3
