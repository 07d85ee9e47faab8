"""What a heatmap holds: true ends, honest colours, hidden cells that are no numbers."""

import gc
import weakref
from dataclasses import fields, replace

import numpy as np
import pytest
from figure_scenes import LIGHT, VIEW, causal, given, painted, random_layer, selected
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from attnviz import Direct, Mask, Projected, Scenario, trace
from attnviz.engine.cells import Cell
from attnviz.figures.cells_painter import picture
from attnviz.figures.colour_maps import MIDDLE, colour_map, contrast
from attnviz.figures.compose import heatmap_of
from attnviz.figures.grid import layout
from attnviz.figures.heatmap import Fit, Heatmap, face_of
from attnviz.figures.matrix_figure import Frame
from attnviz.figures.view import View


@pytest.mark.parametrize("stage", ["queries", "keys", "values", "scores", "scaled", "head_output"])
def test_legend_ends_are_the_smallest_and_largest_number(stage):
    layer = random_layer(5, 4)
    values = layer.at(stage, 0)
    assert heatmap_of(stage, layer, selected(), VIEW).legend_ends == (values.min(), values.max())


def test_legend_of_masked_scores_leaves_minus_infinity_out():
    assert heatmap_of("masked", causal(), selected(), VIEW).legend_ends == pytest.approx((2**-0.5, 8**0.5))


def test_weights_stand_on_a_scale_from_0_to_1():
    assert heatmap_of("weights", causal(), selected(), VIEW).legend_ends == (0.0, 1.0)


def test_weights_get_their_own_scale_on_request():
    layer = random_layer(5, 4)
    own = heatmap_of("weights", layer, selected(), View(shared_scale=False))
    assert own.legend_ends == (layer.at("weights", 0).min(), layer.at("weights", 0).max())


def test_given_weights_beyond_0_and_1_widen_the_scale():
    assert heatmap_of("weights", given([[1.5, -0.5]]), selected(), VIEW).legend_ends == (-0.5, 1.5)


def test_zero_has_the_panel_colour_and_opposite_numbers_opposite_ends():
    scores = heatmap_of(
        "X", trace(Scenario(Projected([[-2.0, 0.0, 2.0]], [[1]] * 3, [[1]] * 3, [[1]] * 3))), selected(), VIEW
    )
    assert scores.face.entries.tolist() == [[0, MIDDLE, 255]]


@pytest.mark.parametrize(("value", "side"), [(3.0, 255), (-3.0, 0), (0.0, MIDDLE)])
def test_a_constant_matrix_has_the_colour_of_its_number(value, side):
    constant = trace(Scenario(Projected([[value]] * 2, [[1]], [[1]], [[1]])))
    figure = heatmap_of("X", constant, selected(), VIEW)
    assert set(figure.face.entries.ravel().tolist()) == {side}
    assert len(figure.legend_texts) == 1


def test_hidden_cells_say_minus_infinity_before_softmax_and_0_after():
    assert heatmap_of("masked", causal(), selected(), VIEW).face.texts[0] == ("0.707", "−∞", "−∞")
    assert heatmap_of("weights", causal(), selected(), VIEW).face.texts[1] == ("0.670", "0.330", "0")


@pytest.mark.parametrize("stage", ["masked", "exponentials", "weights"])
def test_hidden_cells_are_hatched_on_the_panel_and_never_coloured(stage):
    figure = heatmap_of(stage, causal(), selected(2), View(numbers=False))
    image = painted(figure, 400, 300, margin=0)
    cell = layout(figure, QRectF(0, 0, 400, 300), LIGHT).cell_rect(0, 2).adjusted(3, 3, -3, -3).toRect()
    found = {
        QColor(image.pixel(x, y)).name()
        for x in range(cell.left(), cell.right())
        for y in range(cell.top(), cell.bottom())
    }
    assert LIGHT.palette.panel.name() in found
    assert max(contrast(QColor(name), LIGHT.palette.panel) for name in found) >= 2.7  # the hatch, a little smoothed
    assert all(max(QColor(name).getRgb()[:3]) - min(QColor(name).getRgb()[:3]) < 40 for name in found)


def test_a_weight_that_is_0_without_a_mask_is_a_number_with_a_colour():
    figure = heatmap_of("weights", given([[1.0, 0.0]]), selected(), VIEW)
    assert figure.face.hidden_rows is None


def test_a_cell_is_painted_in_the_colour_of_its_number():
    figure = heatmap_of("weights", causal(), selected(2), View(numbers=False))
    image = painted(figure, 400, 300, margin=0)
    middle = layout(figure, QRectF(0, 0, 400, 300), LIGHT).cell_rect(1, 0).center().toPoint()
    entry = round(0.669761549326657 * 255)
    assert QColor(image.pixel(middle)) == colour_map("auto", "light", signed=False).colours[entry]


def test_colours_of_a_large_map_are_those_of_its_cells():
    rows = np.zeros((80, 80))
    rows[7, 63] = 5.0
    large = trace(Scenario(Projected(rows, np.ones((80, 1)), np.ones((80, 1)), np.ones((80, 1)))))
    figure = heatmap_of("X", large, selected(20), VIEW)
    image = painted(figure, 700, 700, margin=0)
    grid = layout(figure, QRectF(0, 0, 700, 700), LIGHT)
    diverging = colour_map("auto", "light", signed=True).colours
    assert QColor(image.pixel(grid.cell_rect(7, 63).center().toPoint())) == diverging[255]
    assert QColor(image.pixel(grid.cell_rect(7, 62).center().toPoint())) == diverging[MIDDLE]


def test_hidden_cells_smaller_than_a_line_of_the_hatch_are_no_grey_surface():
    values = np.tril(np.ones((300, 300)))
    face = face_of(values, 3, (0.0, 1.0), diverging=False, hidden=values == 0)
    palette = LIGHT.palette
    image = picture(face, colour_map("auto", "light", signed=False), palette, QRectF(0, 0, 267, 300))
    across, middle = image.width(), image.height() // 3
    row = [image.pixel(x, middle) for x in range(across // 2, across)]
    lines = row.count(palette.hatch.rgb())
    assert lines + row.count(palette.panel.rgb()) == len(row)
    assert 0.1 < lines / len(row) < 0.3


def test_one_strong_cell_among_many_is_not_lost_where_cells_are_smaller_than_a_pixel():
    rows = np.zeros((2, 5000))
    rows[1, 3210] = 5.0
    wide = trace(Scenario(Projected(rows, np.ones((5000, 1)), np.ones((5000, 1)), np.ones((5000, 1)))))
    image = painted(heatmap_of("X", wide, selected(), View(legend=False)), 400, 200)
    strongest = colour_map("auto", "light", signed=True).colours[255].name()
    assert any(QColor(image.pixel(x, y)).name() == strongest for x in range(400) for y in range(200))


def test_numbers_are_made_once_for_the_same_array():
    layer = causal()
    first, second = (heatmap_of("scores", layer, selected(query), VIEW) for query in (0, 1))
    assert first.face is second.face


def test_the_path_of_the_selected_query_is_framed_from_x_to_the_output():
    layer = causal()
    names = ("X", "queries", "scores", "scaled", "masked", "exponentials", "weights", "head_output", "output")
    for name in names:
        values = layer.at(name, 0)
        thin = [frame for frame in heatmap_of(name, layer, selected(1), VIEW).frames if not frame.strong]
        assert [(frame.rows, frame.columns) for frame in thin] == [((1, 2), (0, values.shape[1]))]


def test_what_a_selected_weight_came_from_is_framed_in_the_colours_of_its_role():
    choice = selected(1, cell=Cell("weights", 0, 1, 0))
    keys = heatmap_of("keys", causal(), choice, VIEW)
    assert Frame((0, 2), (0, 2), "keys", strong=True) in keys.frames  # key 3 is hidden and counts for nothing
    assert heatmap_of("weights", causal(), choice, VIEW).cursor == (1, 0)


def test_what_a_selected_weight_feeds_is_dashed():
    choice = selected(1, cell=Cell("weights", 0, 1, 0))
    output = heatmap_of("output", causal(), choice, VIEW)
    assert [frame.rows for frame in output.frames if frame.dashed] == [(1, 2)]


def test_a_query_without_a_key_dims_the_later_stages_and_says_which():
    blind = trace(Scenario(Projected([[1.0], [2.0]], [[1]], [[1]], [[1]]), mask=Mask(padding=(0, 1))))
    for stage in ("exponentials", "weights", "head_output", "output"):
        figure = heatmap_of(stage, blind, selected(), VIEW)
        assert figure.values is None
        assert "no key" in figure.dim_reason
    assert heatmap_of("masked", blind, selected(), VIEW).values is not None
    painted(heatmap_of("weights", blind, selected(), VIEW), 200, 150)


def test_figures_keep_no_trace_and_no_face_alive():
    layer = causal()
    figure = heatmap_of("weights", layer, selected(), VIEW)
    trace_left, face_left = weakref.ref(layer), weakref.ref(figure.face)
    del layer, figure
    gc.collect()
    assert trace_left() is None
    assert face_left() is None


def test_a_legend_spans_numbers_whose_difference_overflows():
    layer = trace(Scenario(Direct(Q=[[1.0]], K=[[1.0], [1.0]], V=[[1e308], [-1.7e308]])))
    painted(heatmap_of("V", layer, selected(), VIEW), 300, 200)  # a warning of numpy would fail the test


@pytest.mark.parametrize("stage", ["queries", "masked", "exponentials", "weights", "output"])
def test_short_of_room_the_shape_goes_before_the_formula(stage):
    figure = heatmap_of(stage, causal(), selected(), VIEW)
    assert figure.words[0] == f"{figure.formula}  {figure.shape_text}"
    assert figure.words[1] == figure.formula
    assert figure.words[-1] == figure.shape_text


def test_a_row_too_thin_for_a_frame_has_a_solid_line_over_it():
    frame = Frame((150, 151), (0, 4), "output", strong=True, dashed=True)
    one_key = given([[1.0]] * 300, [[0.0] * 4])
    figure = replace(heatmap_of("head_output", one_key, selected(), View(legend=False)), frames=(frame,))
    image = painted(figure, 320, 420, margin=0)
    row = layout(figure, QRectF(0, 0, 320, 420), LIGHT).region_rect(frame.rows, frame.columns)
    role, y = LIGHT.role("output").name(), round(row.center().y())
    across = range(round(row.left()) + 3, round(row.right()) - 3)
    assert all(role in (QColor(image.pixel(x, y)).name(), QColor(image.pixel(x, y - 1)).name()) for x in across)


def test_a_followed_row_of_a_few_pixels_keeps_its_colours_between_two_hair_lines():
    frame = Frame((80, 81), (0, 4), "output")
    one_key = given([[1.0]] * 160, [[5.0] * 4])
    plain = replace(heatmap_of("head_output", one_key, selected(), View(legend=False)), frames=())
    figure = replace(plain, frames=(frame,))
    row = layout(figure, QRectF(0, 0, 320, 420), LIGHT).region_rect(frame.rows, frame.columns)
    assert 2 < row.height() < 4
    images = [painted(each, 320, 420, margin=0) for each in (plain, figure)]
    x, inside = round(row.center().x()), round(row.center().y() - 0.5)
    assert images[0].pixel(x, inside) == images[1].pixel(x, inside)
    role = LIGHT.role("output").name()
    around = [QColor(images[1].pixel(x, y)).name() for y in range(round(row.top()) - 2, round(row.bottom()) + 3)]
    assert around.count(role) == 2


def test_a_projection_of_very_many_numbers_is_as_square_as_it_is():
    layer = random_layer(8, 48)
    figure = heatmap_of("W_O", layer, selected(), View())
    area = layout(figure, QRectF(0, 0, 210, 620), LIGHT).map
    assert area.width() == pytest.approx(area.height(), abs=1)


def test_a_map_in_other_sizes_is_the_same_map_and_keeps_what_was_found_out_of_it():
    usual = heatmap_of("weights", causal(), selected(), VIEW)
    texts, fit = usual.legend_texts, Fit(12, 40.0, 24.0, True)
    fitted = usual.fitted(fit)
    assert {
        field.name for field in fields(Heatmap) if getattr(fitted, field.name) is not getattr(usual, field.name)
    } == {"fit"}
    assert fitted.fit is fit
    assert fitted.legend_texts is texts
    assert usual.fit is None


def test_a_map_with_another_formula_keeps_nothing_that_was_said_with_the_one_before():
    usual = heatmap_of("weights", causal(), selected(), VIEW)
    assert usual.words
    other = usual.but(formula="other", legend=False)
    assert other.words == replace(usual, formula="other", legend=False).words
    assert [getattr(other, field.name) for field in fields(Heatmap) if field.name not in ("formula", "legend")] == [
        getattr(usual, field.name) for field in fields(Heatmap) if field.name not in ("formula", "legend")
    ]
