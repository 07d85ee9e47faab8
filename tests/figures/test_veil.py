"""Veiled numbers: no figure shows, draws, names or exports them, whatever kind it is."""

from __future__ import annotations

import re
from dataclasses import replace
from time import process_time

import numpy as np
import pytest
from figure_scenes import DARK, LIGHT, by_hand, painted, random_layer
from PySide6.QtCore import QPointF, QRectF

from attnviz import Mask, Projected, Scenario, Trace, trace
from attnviz.engine.cells import Cell, Region
from attnviz.engine.errors import FieldError
from attnviz.engine.stages import BY_NAME
from attnviz.figures.bars import Bars, bars_layout
from attnviz.figures.compose import FIGURES, bars_of, components_of, figure_of, heads_of, heatmap_of, vectors_of
from attnviz.figures.export import ExportOptions, export_bytes
from attnviz.figures.figure import cell_rect, tooltip
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.vectors import Vectors
from attnviz.figures.veil import blank_of, blanks, refuse_veiled, veiled
from attnviz.figures.view import Entry, Selection, Veil, View

ROW = Region("weights", 0, (1, 2), (0, 3))
WEIGHTS = View(veil=Veil((ROW,)))
QUERY = Selection(0, 1, None)
PLACE = QRectF(0, 0, 640, 480)


def unit_2() -> Trace:
    """Row 2: scores 2, 1, 3; weights 0.284, 0.140, 0.576; output (1.720, 0.716)."""
    return trace(by_hand())


def svg_texts(figure: object) -> set[str]:
    """Every piece of text in the exported file."""
    svg = export_bytes(figure, ExportOptions(format="svg")).decode()  # type: ignore[arg-type]
    return set(re.findall(r">([^<>\n]+)</text>", svg))


def entered(text: str, verdict: str = "typed", column: int = 0) -> View:
    """The veil over row 2 with one answer."""
    entry = Entry(Cell("weights", 0, 1, column), text, verdict, "Too high.")  # type: ignore[arg-type]
    return View(veil=Veil((ROW,), (entry,)))


@pytest.mark.parametrize("name", ["weights", "board", "heads", "bars", "vectors"])
def test_no_exported_text_holds_a_veiled_number(name: str) -> None:
    plain = svg_texts(figure_of(name, unit_2(), QUERY, View()))
    shown = svg_texts(figure_of(name, unit_2(), QUERY, WEIGHTS))
    secret = {"0.284", "0.140", "0.576"}
    assert any(number in text for text in plain for number in secret)
    assert not any(number in text for text in shown for number in secret)


def test_a_veiled_cell_says_a_question_mark() -> None:
    face = heatmap_of("weights", unit_2(), QUERY, WEIGHTS).face
    assert face is not None
    assert face.texts[1] == ("?", "?", "?")
    assert face.texts[0] == ("0.401", "0.198", "0.401")


def test_what_was_typed_stands_in_the_cell() -> None:
    face = heatmap_of("weights", unit_2(), QUERY, entered("0.3")).face
    assert face is not None
    assert face.texts[1] == ("0.3", "?", "?")


@pytest.mark.parametrize("look", [LIGHT, DARK])
def test_veiled_cells_have_one_colour_whatever_their_numbers(look: object) -> None:
    view = replace(WEIGHTS, theme=look.name, numbers=False)  # type: ignore[attr-defined]
    model = heatmap_of("weights", unit_2(), QUERY, view)
    image = painted(model, 640, 480, look)
    middles = [cell_rect(model, QRectF(4, 4, 632, 472), Cell("weights", 0, 1, key), look) for key in range(3)]  # type: ignore[arg-type]
    colours = {image.pixelColor(middle.center().toPoint()).name() for middle in middles if middle is not None}
    assert colours == {look.palette.hover.name()}  # type: ignore[attr-defined]


def test_other_numbers_change_no_pixel_of_a_veiled_figure() -> None:
    scenario = by_hand()
    other = replace(scenario, inputs=replace(scenario.inputs, X=np.array([[1.0, 0], [0, 3], [1, 1]])))
    view = View(veil=Veil((Region("queries", 0, (0, 3), (0, 2)),)))
    one, two = (heatmap_of("queries", trace(each), QUERY, view) for each in (scenario, other))
    assert painted(one, 400, 300) == painted(two, 400, 300)


def test_a_legend_ends_at_numbers_that_are_shown() -> None:
    row = View(veil=Veil((Region("scores", 0, (2, 3), (0, 3)),)))  # 3, 1, 4: the others end at 0 and 3
    assert heatmap_of("scores", unit_2(), QUERY, row).legend_texts == ("0", "3")


def test_a_wholly_veiled_map_has_no_legend() -> None:
    whole = View(veil=Veil((Region("scores", 0, (0, 3), (0, 3)),)))
    assert heatmap_of("scores", unit_2(), QUERY, whole).legend_texts == ()


def test_heads_share_a_scale_of_shown_numbers_only() -> None:
    layer = random_layer(4, 8, heads=2)
    largest = float(layer.scores.max())
    head = int(np.argmax([layer.at("scores", own).max() for own in range(2)]))
    veil = Veil((Region("scores", head, (0, 4), (0, 4)),))
    board = heads_of(layer, QUERY, View(veil=veil), "scores")
    ends = [panel.scale_ends for panel in board.panels if isinstance(panel, Heatmap)]
    assert all(end is not None and end[1] < largest for end in ends)


def test_a_veiled_bar_has_no_length_and_no_number() -> None:
    bars = bars_of(unit_2(), QUERY, WEIGHTS)
    assert bars.texts == ("?", "?", "?")
    assert {row.bar.width() for row in bars_layout(bars, PLACE, LIGHT).rows} == {0.0}


def test_bars_of_an_own_scale_end_at_shown_weights() -> None:
    view = View(shared_scale=False, veil=Veil((Region("weights", 0, (1, 2), (2, 3)),)))
    assert bars_of(unit_2(), QUERY, view).limits[1] == pytest.approx(0.283995, abs=1e-6)


def test_a_sum_of_bars_with_a_veiled_one_is_not_said() -> None:
    bars = bars_of(unit_2(), QUERY, View(veil=Veil((Region("weights", 0, (1, 2), (2, 3)),))))
    assert bars.text_of((1, 2)) == "?"


def test_veiled_weights_draw_no_shares() -> None:
    plane = vectors_of(unit_2(), QUERY, WEIGHTS)
    assert isinstance(plane, Vectors)
    assert {arrow.kind for arrow in plane.arrows} == {"value", "output"}


def test_a_veiled_output_is_no_arrow() -> None:
    plane = vectors_of(unit_2(), QUERY, View(veil=Veil((Region("output", None, (1, 2), (1, 2)),))))
    assert isinstance(plane, Vectors)
    assert "output" not in {arrow.kind for arrow in plane.arrows}


@pytest.mark.parametrize("columns", [(0, 1), (0, 2)])
def test_no_path_of_shares_leads_to_a_veiled_output(columns: tuple[int, int]) -> None:
    plane = vectors_of(unit_2(), QUERY, View(veil=Veil((Region("output", None, (1, 2), columns),))))
    assert isinstance(plane, Vectors)
    assert {arrow.kind for arrow in plane.arrows} == {"value"}


def test_veiled_components_show_neither_number_nor_scale() -> None:
    layer = random_layer(4, 8)
    veil = Veil((Region("output", None, (1, 2), (0, 8)),))
    bars = components_of(layer, QUERY, View(veil=veil), of_layer=True)
    assert isinstance(bars, Bars)
    assert set(bars.texts) == {"?"}
    assert bars.limits == (0.0, 1.0)


def test_the_tooltip_of_a_veiled_cell_asks_for_it() -> None:
    model = heatmap_of("weights", unit_2(), QUERY, WEIGHTS)
    place = cell_rect(model, PLACE, Cell("weights", 0, 1, 2), LIGHT)
    assert place is not None
    assert tooltip(model, PLACE, place.center(), LIGHT) == "query 2 “b”, key 3 “c”: not shown: type what you expect"


def test_the_tooltip_of_an_answer_gives_its_verdict() -> None:
    model = heatmap_of("weights", unit_2(), QUERY, entered("0.6", "wrong"))
    place = cell_rect(model, PLACE, Cell("weights", 0, 1, 0), LIGHT)
    assert place is not None
    assert tooltip(model, PLACE, place.center(), LIGHT).endswith("you typed 0.6, wrong. Too high.")


def test_the_tooltip_of_a_veiled_bar_gives_nothing_away() -> None:
    bars = bars_of(unit_2(), QUERY, WEIGHTS)
    row = bars_layout(bars, PLACE, LIGHT).rows[2]
    assert "0.57" not in tooltip(bars, PLACE, QPointF(row.track.center()), LIGHT)


def test_a_mask_does_not_show_through_the_veil() -> None:
    causal = trace(by_hand(mask=Mask(causal=True)))
    face = heatmap_of("weights", causal, QUERY, WEIGHTS).face
    assert face is not None
    assert face.hidden is not None
    assert not face.hidden[1].any()
    assert face.hidden[0, 2]


def test_an_output_is_veiled_under_each_of_its_names() -> None:
    veil = Veil((Region("output", None, (1, 2), (0, 1)),))
    cells = (Cell("head_output", 0, 1, 0), Cell("concatenated", None, 1, 0), Cell("output", None, 1, 0))
    assert [veiled(unit_2(), veil, cell) is not None for cell in cells] == [True, True, True]


def test_a_score_that_is_handed_on_stays_veiled_but_not_the_one_before() -> None:
    veil = Veil((Region("scaled", 0, (1, 2), (0, 1)),))
    assert veiled(unit_2(), veil, Cell("masked", 0, 1, 0)) is not None
    assert veiled(unit_2(), veil, Cell("scores", 0, 1, 0)) is None


def test_a_hidden_score_does_not_stay_veiled_when_its_mask_is_shown() -> None:
    veil = Veil((Region("scaled", 0, (1, 2), (0, 3)),))
    causal = trace(by_hand(mask=Mask(causal=True)))
    assert veiled(causal, veil, Cell("masked", 0, 1, 2)) is None


def test_what_is_not_reached_yet_is_empty_and_cannot_be_typed_into() -> None:
    veil = Veil(unseen=(ROW,))
    face = heatmap_of("weights", unit_2(), QUERY, View(veil=veil)).face
    assert face is not None
    assert face.texts[1] == ("", "", "")
    assert blanks(unit_2(), veil) == ()


def test_blanks_come_in_reading_order() -> None:
    assert blanks(unit_2(), WEIGHTS.veil) == tuple(Cell("weights", 0, 1, key) for key in range(3))


def test_a_copy_stands_for_the_blank_that_is_asked_for() -> None:
    veil = Veil((Region("output", None, (1, 2), (0, 1)),))
    assert blank_of(unit_2(), veil, Cell("head_output", 0, 1, 0)) == Cell("output", None, 1, 0)


def test_numbers_with_a_veiled_one_are_not_handed_out() -> None:
    with pytest.raises(FieldError, match="not shown yet"):
        refuse_veiled(unit_2(), WEIGHTS.veil, "weights", 0)


def test_numbers_beside_a_veil_are_handed_out() -> None:
    refuse_veiled(unit_2(), WEIGHTS.veil, "scores", 0)


def test_typing_moves_no_cell() -> None:
    place = Cell("weights", 0, 1, 1)
    models = [heatmap_of("weights", unit_2(), QUERY, view) for view in (WEIGHTS, entered("0.123456789"))]
    assert cell_rect(models[0], PLACE, place, LIGHT) == cell_rect(models[1], PLACE, place, LIGHT)


def test_every_figure_can_be_drawn_when_everything_is_veiled() -> None:
    layer = random_layer(4, 4, heads=2)
    regions = tuple(
        Region(name, head, (0, 4), (0, 8))
        for name in layer.stages
        for head in ((0, 1) if BY_NAME[name].per_head else (None,))
    )
    view = View(veil=Veil(regions))
    for name in (*FIGURES, *layer.stages):
        assert export_bytes(figure_of(name, layer, QUERY, view), ExportOptions(format="svg"))


def test_right_and_wrong_are_told_by_shape() -> None:
    right, wrong = (svg_of(entered("0.3", verdict)) for verdict in ("right", "wrong"))
    assert right.count("<polyline") - wrong.count("<polyline") in (1, -1)


def svg_of(view: View) -> str:
    """The weights as a file."""
    return export_bytes(heatmap_of("weights", unit_2(), QUERY, view), ExportOptions(format="svg")).decode()


def test_an_asked_output_is_asked_though_its_later_names_are_not_reached() -> None:
    later = tuple(Region(name, None, (0, 3), (0, 2)) for name in ("concatenated", "output"))
    veil = Veil((Region("head_output", 0, (1, 2), (0, 2)),), unseen=later)
    marks = [veiled(unit_2(), veil, Cell(name, None, 1, 0)) for name in ("head_output", "output")]
    assert [mark.verdict for mark in marks if mark is not None] == ["asked", "asked"]


def test_a_wholly_covered_scenario_of_512_tokens_is_drawn_at_once() -> None:
    numbers = np.random.default_rng(3)
    X, W = numbers.normal(size=(512, 8)), numbers.normal(size=(8, 8))
    traced = trace(Scenario(Projected(X, W, W, W), heads=2))
    square = Region("weights", 0, (0, 512), (0, 512))
    veil = Veil(unseen=(square, replace(square, name="scores"), replace(square, name="masked")))
    began = process_time()

    for name in ("X", "scores", "masked", "weights"):
        heatmap_of(name, traced, Selection(), View(veil=veil))

    assert process_time() - began < 2.0


@pytest.mark.parametrize("name", ["board", "heads", "bars", "vectors", "concat", "weights", "output"])
@pytest.mark.parametrize("mask", [Mask(), Mask(causal=True)])
@pytest.mark.parametrize("shared", [True, False])
def test_two_scenarios_that_differ_in_veiled_numbers_only_make_the_same_file(
    name: str, mask: Mask, shared: bool
) -> None:
    numbers = np.random.default_rng(3)
    W_O = numbers.normal(size=(4, 4))
    traces = []
    for scale in (1.0, 2.0):
        X = scale * numbers.normal(size=(3, 4))
        W_Q, W_K, W_V = (numbers.normal(size=(4, 4)) for _ in range(3))
        traces.append(trace(Scenario(Projected(X, W_Q, W_K, W_V, W_O), heads=2, mask=mask)))
    regions = tuple(
        Region(stage, head, (0, 3), (0, 4))
        for stage in traces[0].stages
        for head in ((0, 1) if BY_NAME[stage].per_head else (None,))
    )
    for veil in (Veil(regions), Veil(unseen=regions)):
        view = View(veil=veil, shared_scale=shared)
        files = [export_bytes(figure_of(name, each, QUERY, view), ExportOptions(format="svg")) for each in traces]
        assert files[0] == files[1]
