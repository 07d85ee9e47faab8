"""Geometry: labels beside the map, numbers inside their cells, points back to cells."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from figure_scenes import HARD_LABELS, LIGHT, VIEW, causal, random_layer, selected
from large_scenes import listened
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF

from attnviz import Projected, Scenario, trace
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell
from attnviz.figures.compose import heatmap_of
from attnviz.figures.figure import cell_rect, hit, tooltip
from attnviz.figures.grid import layout
from attnviz.figures.heatmap import Fit
from attnviz.figures.labels import ruler
from attnviz.figures.theme import font, theme
from attnviz.figures.view import View

SIZES = [(120, 90), (300, 200), (750, 550), (1300, 900)]
SHAPES = [(1, 1), (1, 9), (3, 2), (16, 16), (16, 384), (384, 32)]


def matrix(rows: int, columns: int) -> object:
    numbers = np.random.default_rng(1).normal(size=(rows, columns)) * 10
    return trace(Scenario(Projected(numbers, *(np.ones((columns, 1)),) * 3)))


def hard() -> object:
    return random_layer(len(HARD_LABELS), 3, labels=HARD_LABELS)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_every_number_lies_inside_its_cell(size, shape, text_size):
    figure, rect = heatmap_of("X", matrix(*shape), selected(), VIEW), QRectF(0, 0, *size)
    grid = layout(figure, rect, theme("light", text_size))
    if not grid.number_px:
        return
    measure = ruler(font(grid.number_px))
    for row, texts in enumerate(figure.face.texts):
        for column, text in enumerate(texts):
            cell = grid.cell_rect(row, column)
            assert measure.width(text) + 2 <= cell.width()
            assert measure.figure_height + 2 <= cell.height()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_no_label_touches_the_map_or_another_label(size, text_size):
    figure, rect = heatmap_of("weights", hard(), selected(), VIEW), QRectF(0, 0, *size)
    grid = layout(figure, rect, theme("light", text_size))
    rows = [grid.row_label_rect(row) for row in grid.labelled_rows(figure)]
    columns = [grid.column_label_rect(column) for column in grid.labelled_columns(figure)]
    assert not any(grid.map.intersects(label) for label in rows + columns)
    shrunk = [label.adjusted(1, 1, -1, -1) for label in rows]  # lines may share a pixel, letters may not
    assert not any(one.intersects(other) for one, other in itertools.pairwise(shrunk))


@pytest.mark.parametrize("size", [(300, 200), (750, 550), (1300, 900)])
def test_labels_lie_inside_the_figure(size):
    figure, rect = heatmap_of("weights", hard(), selected(), VIEW), QRectF(0, 0, *size)
    grid = layout(figure, rect, LIGHT)
    measure = ruler(grid.theme.small_font)
    for row in grid.labelled_rows(figure):
        text = measure.shortened(figure.shown_row_labels[row], grid.row_labels.width() + 0.5)
        assert grid.row_labels.right() - measure.width(text) >= rect.left() - 0.5
    assert grid.column_labels.top() >= grid.title.bottom()


@pytest.mark.parametrize("size", [(200, 150), (300, 200), (750, 550), (1300, 900)])
@pytest.mark.parametrize("shape", SHAPES)
def test_the_map_and_its_legend_stay_inside_the_rectangle(size, shape):
    rect = QRectF(10, 20, *size)
    grid = layout(heatmap_of("X", matrix(*shape), selected(), VIEW), rect, LIGHT)
    assert rect.adjusted(0, 0, 1, 1).contains(grid.map)
    assert grid.legend.isEmpty() or rect.adjusted(0, 0, 1, 1).contains(grid.legend)
    assert not grid.legend.intersects(grid.map)


def test_numbers_grow_with_the_window():
    figure = heatmap_of("weights", causal(), selected(), VIEW)
    small, large = (layout(figure, QRectF(0, 0, *size), LIGHT).number_px for size in ((300, 200), (1300, 900)))
    assert 11 <= small < large


def test_cells_that_are_too_small_have_no_numbers_rather_than_cut_ones():
    assert layout(heatmap_of("X", matrix(16, 16), selected(), VIEW), QRectF(0, 0, 300, 200), LIGHT).number_px == 0


def test_text_is_never_smaller_than_11_pixels():
    for size, shape in itertools.product(SIZES, SHAPES):
        grid = layout(heatmap_of("X", matrix(*shape), selected(), VIEW), QRectF(0, 0, *size), LIGHT)
        assert grid.theme.small_px >= 11
        assert grid.number_px == 0 or grid.number_px >= 11


@pytest.mark.parametrize("height", [768, 1080, 2160])
def test_projector_numbers_are_at_least_a_fortieth_of_the_window(height):
    look = theme("light", "projector", height)
    grid = layout(heatmap_of("weights", causal(), selected(), VIEW), QRectF(0, 0, height, height * 0.6), look)
    assert grid.number_px >= height / 40


def test_a_point_in_a_cell_finds_that_cell():
    figure, rect = heatmap_of("weights", causal(), selected(), VIEW), QRectF(5, 5, 500, 400)
    grid = layout(figure, rect, LIGHT)
    for row, column in itertools.product(range(3), range(3)):
        cell = Cell("weights", 0, row, column)
        assert hit(figure, rect, grid.cell_rect(row, column).center(), LIGHT) == cell
        assert cell_rect(figure, rect, cell, LIGHT) == grid.cell_rect(row, column)


def test_a_point_beside_the_map_finds_no_cell():
    figure, rect = heatmap_of("weights", causal(), selected(), VIEW), QRectF(0, 0, 500, 400)
    grid = layout(figure, rect, LIGHT)
    for point in (grid.map.topLeft() - QPointF(2, 2), grid.map.bottomRight() + QPointF(2, 2), QPointF(-9, -9)):
        assert hit(figure, rect, point, LIGHT) is None


def test_a_point_finds_its_cell_in_a_map_of_cells_smaller_than_a_pixel():
    figure, rect = heatmap_of("X", matrix(16, 384), selected(), VIEW), QRectF(0, 0, 300, 200)
    grid = layout(figure, rect, LIGHT)
    assert hit(figure, rect, grid.map.center(), LIGHT).column == pytest.approx(192, abs=2)


def test_rows_too_low_for_labels_name_some_and_say_how_many():
    figure = heatmap_of("X", matrix(384, 32), selected(), VIEW)
    grid = layout(figure, QRectF(0, 0, 400, 600), LIGHT)
    assert grid.row_step == 10
    assert list(grid.labelled_rows(figure))[:3] == [0, 9, 19]


def test_no_label_is_cut_at_the_lower_edge_of_rows_too_low_for_all():
    figure = heatmap_of("X", matrix(16, 384), selected(), VIEW, compact=True)
    figure = replace(figure, fit=Fit(0, 1.2, 2.5, legend=False))
    grid = layout(figure, QRectF(0, 0, 500, 65), LIGHT)
    assert grid.row_step > 1
    assert grid.map.bottom() <= grid.bounds.bottom()
    small = QFontMetricsF(font(grid.row_px))
    low = [grid.row_label_rect(row).center().y() + small.height() / 2 for row in grid.labelled_rows(figure)]
    assert len(low) > 1
    assert max(low) <= grid.bounds.bottom() + 0.5


def test_the_tooltip_of_a_cell_has_its_labels_and_all_its_digits():
    figure, rect = heatmap_of("weights", causal(), selected(), VIEW), QRectF(0, 0, 500, 400)
    point = layout(figure, rect, LIGHT).cell_rect(1, 0).center()
    assert tooltip(figure, rect, point, LIGHT).replace("\u2068", "").replace("\u2069", "") == (
        "query 2 “b”, key 1 “a”: 0.6697615493266569"
    )


def test_the_tooltip_of_a_label_has_the_whole_label_and_no_markup():
    figure, rect = heatmap_of("weights", hard(), selected(), VIEW), QRectF(0, 0, 900, 700)
    grid = layout(figure, rect, LIGHT)
    long, bold = (tooltip(figure, rect, grid.row_label_rect(row).center(), LIGHT) for row in (9, 10))
    assert "Donaudampfschifffahrtsgesellschaftskapitän" in long
    assert "&lt;b&gt;x&lt;/b&gt;" in bold or "<b>" not in bold.replace("'\u2068<b>x</b>\u2069'", "")


def test_figures_without_numbers_title_and_legend_have_none():
    figure = heatmap_of("weights", causal(), selected(), View(numbers=False, legend=False))
    grid = layout(figure, QRectF(0, 0, 500, 400), LIGHT)
    assert grid.number_px == 0
    assert grid.legend.isEmpty()


@pytest.mark.parametrize("size", [(700, 290), (1300, 300), (1300, 240)])
def test_what_the_rows_are_called_never_touches_their_names(size):
    figure, rect = heatmap_of("weights", random_layer(6, 3), selected(), VIEW), QRectF(0, 0, *size)
    grid = layout(figure, rect, LIGHT)
    assert grid.row_caption.width() >= ruler(grid.theme.small_font).height
    assert grid.row_caption.right() + 3 <= grid.row_labels.left()


def test_cells_of_a_map_alone_are_as_broad_as_the_room_allows_up_to_a_limit():
    figure = heatmap_of("weights", causal(), selected(), VIEW)
    wide, narrow = (layout(figure, QRectF(0, 0, width, 300), LIGHT) for width in (900, 420))
    cell = wide.cell_rect(0, 0)
    assert 2.3 < cell.width() / cell.height() < 2.7
    assert narrow.legend.right() > 400


def test_every_row_of_sixteen_words_is_named_beside_a_lesson():
    figure = heatmap_of("weights", random_layer(16, 8), selected(), VIEW)
    grid = layout(figure, QRectF(0, 0, 1300, 320), LIGHT)
    assert list(grid.labelled_rows(figure)) == list(range(16))
    assert grid.map.width() > 700


def test_the_legend_is_as_long_as_its_map():
    figure = heatmap_of("weights", causal(), selected(1), VIEW)
    grid = layout(figure, QRectF(0, 0, 1000, 860), theme("light", "projector"))
    assert grid.legend.height() == grid.map.height()


def test_what_columns_are_stands_in_the_title_line_where_the_formula_leaves_room():
    figure = heatmap_of("weights", causal(), selected(1), VIEW)
    assert layout(figure, QRectF(0, 0, 700, 600), theme("light", "projector")).joined


def test_what_columns_are_may_end_over_the_legend_so_that_it_costs_no_line():
    figure = heatmap_of("weights", trace(preset("two-heads")), selected(1), VIEW)
    grid = layout(figure, QRectF(0, 0, 792, 475), theme("light", "projector", 768))
    assert grid.joined
    assert not grid.legend.isEmpty()


@pytest.mark.parametrize("width", range(330, 800, 30))
def test_no_shape_stands_over_what_the_columns_are(width):
    figure, look = heatmap_of("weights", trace(preset("two-heads")), selected(1), VIEW), theme("light", "large")
    heard = listened(figure, (width, 475), look)
    shape = next((end for text, end in heard.ends.items() if text.endswith("4×4")), 0.0)
    assert "keys" in heard.texts
    assert layout(figure, QRectF(0, 0, width, 475), look).joined or shape < heard.ends["keys"] - 20


@pytest.mark.parametrize("size", [(330, 300), (560, 400), (750, 550)])
@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_what_the_columns_are_ends_where_the_map_ends_in_the_title_s_line_or_below(size, text_size):
    look = theme("light", text_size)
    for model in (heatmap_of("weights", causal(), selected(), VIEW), heatmap_of("scores", causal(), selected(), VIEW)):
        painter = listened(model, size, look)
        grid = layout(model, QRectF(0, 0, *size), look)
        assert painter.ends["keys"] == pytest.approx(grid.map.right(), abs=2)


@pytest.mark.parametrize("height", [720, 768, 1080])
@pytest.mark.parametrize("size", SIZES[1:])
def test_names_over_columns_on_a_stage_are_read_from_the_last_row_or_read_upward(height, size):
    look = theme("light", "projector", height)
    for labels in (("the", "cat", "drinks", "milk"), tuple(f"suitcase{n}" for n in range(16))):
        layer = random_layer(len(labels), 2, labels=labels)
        grid = layout(heatmap_of("scores", layer, selected(), VIEW), QRectF(0, 0, *size), look)
        assert grid.upright or grid.column_px >= 0.9 * height / 40 - 1


@pytest.mark.parametrize("width", range(150, 420, 30))
def test_no_number_over_columns_is_cut_at_the_end_of_the_figure(width):
    figure = heatmap_of("weights", random_layer(100, 4), selected(), VIEW, compact=True)
    numbered = replace(figure, column_labels=tuple(str(n) for n in range(1, 101)), legend=False)
    painter = listened(numbered, (width, 300), LIGHT)
    numbers = [(text, end) for text, end in painter.ends.items() if text.isdigit()]
    assert numbers
    assert max(end for _, end in numbers) <= width


@pytest.mark.parametrize("height", range(180, 460, 20))
def test_what_the_rows_are_is_said_whole_or_without_which_of_them_are_named(height):
    model = heatmap_of("values", trace(preset("trophy-layer")), selected(), VIEW)
    texts = listened(model, (1330, height), theme("light", "projector")).texts
    assert any(text == "keys" or (text.startswith("keys, every ") and text.endswith(" named")) for text in texts)
