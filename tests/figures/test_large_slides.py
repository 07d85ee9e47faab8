"""Large maps and bars of many keys as pictures for a slide: letters, lines, legends and how many bars there are."""

from __future__ import annotations

import re

import numpy as np
import pytest
from large_scenes import LIGHT, large_map, part, pixels_of
from page_scenes import random, texts_in
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from attnviz.figures.arrange import natural_sheet
from attnviz.figures.bars import Bars, bars_layout
from attnviz.figures.export import ExportOptions, export_bytes
from attnviz.figures.export_page import page_of
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.layout import layout
from attnviz.figures.large.named import row_names
from attnviz.figures.restyle import restyled
from attnviz.figures.theme import theme


def bars(values: np.ndarray) -> Bars:
    count = len(values)
    return Bars(
        key="weights", head=0, row=0, title="Query 9 looks at", role="weights", values=values,
        labels=tuple(f"t{place}" for place in range(count)), hidden=(False,) * count, limits=(0.0, float(values.max())),
        decimals=5,
    )  # fmt: skip


@pytest.mark.parametrize("options", [{}, {"width": 80, "unit": "mm"}])
def test_a_file_lists_a_dozen_of_a_thousand_bars_and_the_others_as_one(options: dict[str, object]) -> None:
    values = 0.5 ** np.arange(1, 1025)
    svg = export_bytes(bars(values), ExportOptions(format="svg", **options)).decode()  # type: ignore[arg-type]
    told = texts_in(svg)
    assert {"12 t11", "1012 other keys", f"{0.5**12:.5f}"} <= set(told)
    assert "13 t12" not in told
    wide, high = (float(re.search(rf'<svg[^>]*{side}="([0-9.]+)', svg)[1]) for side in ("width", "height"))  # type: ignore[index]
    assert high < 1.5 * wide


def test_few_bars_in_a_file_stand_as_far_apart_as_many() -> None:
    few, many = np.zeros(1024), 0.5 ** np.arange(1, 1025)
    few[:2] = 0.75, 0.25
    grids = []
    for values in (few, many):
        sheet = natural_sheet(restyled(bars(values), ExportOptions()), LIGHT)
        assert isinstance(sheet.figure, Bars)
        grids.append(bars_layout(sheet.figure, QRectF(QPointF(0, 0), sheet.size), LIGHT))
    pitches = [grid.rows[1].track.top() - grid.rows[0].track.top() for grid in grids]
    assert pitches[0] == pytest.approx(pitches[1], abs=1)


@pytest.mark.parametrize(("side", "cell"), [(4096, 1), (1024, 3), (300, 8)])
def test_letters_and_lines_grow_with_a_map_that_has_pixels_for_each_cell(side: int, cell: int) -> None:
    model = large_map(np.zeros((side, side), dtype=np.float32), signed=False)
    page = page_of(model, ExportOptions(cell=cell))
    assert page.theme.small_px * page.zoom > page.size.height() / 52
    assert page.theme is theme("light")  # so that lines and hatches are painted as much larger as the letters
    small = page_of(model, ExportOptions(cell=cell, font_points=8.25))
    assert small.zoom == 1


def test_hatches_can_be_seen_where_a_map_with_a_pixel_for_each_cell_is_shrunk() -> None:
    hidden = np.ones((3000, 3000), dtype=bool)
    hidden[0, 0] = False
    model = large_map(np.zeros((3000, 3000), dtype=np.float32), signed=False, hidden=hidden, legend=False)
    image = QImage.fromData(export_bytes(model, ExportOptions(cell=1)))
    pixels = pixels_of(image.scaledToHeight(600, Qt.TransformationMode.SmoothTransformation))
    middle = pixels[200:400, 200:400, 0].astype(int)
    assert middle.max() - middle.min() > 20


def test_letters_grow_no_further_than_cells_keep_their_numbers_and_files_can_be() -> None:
    values = np.random.default_rng(1).random((300, 300))
    near = large_map(values, signed=False, viewport=part(0, 0, 40, 40))
    celled = page_of(near, ExportOptions(cell=48))
    assert isinstance(celled.sheet.figure, LargeMap)
    assert celled.zoom > 1
    assert layout(celled.sheet.figure, QRectF(QPointF(0, 0), celled.sheet.size), celled.theme).number_px > 0
    huge = large_map(np.zeros((4096, 4096), dtype=np.float32), signed=False)
    page = page_of(huge, ExportOptions(cell=4))
    assert max(page.size.width(), page.size.height()) <= 20_000
    assert page.zoom > 10


@pytest.mark.parametrize("powers", [True, False])
def test_the_steps_of_a_legend_have_no_seams_however_a_file_is_enlarged(powers: bool) -> None:
    limits = (0.001, 1.0) if powers else (0.0, 1.0)
    svg = export_bytes(random(300, limits=limits, powers=powers), ExportOptions(format="svg"))
    renderer = QSvgRenderer(svg)
    zoom = 2.37
    image = QImage(renderer.defaultSize() * zoom, QImage.Format.Format_RGB32)
    image.fill(0xFFFF00FF)
    with QPainter(image) as painter:
        renderer.render(painter)
    steps = re.findall(r'<rect x="([0-9.]+)" y="([0-9.]+)" width="([0-9.]+)"', svg.decode())
    left, wide = max((float(x), float(width)) for x, _, width in steps)
    column = pixels_of(image)[:, round((left + wide / 2) * zoom)].astype(int).sum(axis=1)
    start = np.flatnonzero(column < 600)[0] + 6  # within the dark end above
    inside = column[start : start + np.flatnonzero(column[start:] > 700)[0]]
    assert len(inside) > 1000
    assert (np.diff(inside) >= 0).all()


def test_letters_of_a_wide_map_are_those_of_a_slide_that_it_fills() -> None:
    model = large_map(np.zeros((300, 1500), dtype=np.float32), signed=False)
    page = page_of(model, ExportOptions(cell=2))
    assert 1 / 60 < page.theme.small_px * page.zoom / (page.size.width() * 9 / 16) < 1 / 40
    assert isinstance(page.sheet.figure, LargeMap)
    ground = layout(page.sheet.figure, QRectF(QPointF(0, 0), page.sheet.size), page.theme)
    assert len(row_names(page.sheet.figure, ground).names) >= 4
