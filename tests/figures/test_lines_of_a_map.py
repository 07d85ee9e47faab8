"""Lines of a map: a row's name with its numbers, and the title with what the columns are at its end."""

from __future__ import annotations

from dataclasses import replace

import pytest
from figure_scenes import selected, traced
from large_scenes import listened
from PySide6.QtCore import QRectF

from attnviz.content.presets import preset
from attnviz.engine.edits import set_cell
from attnviz.figures.changes import marked
from attnviz.figures.compose import heatmap_of
from attnviz.figures.grid import layout
from attnviz.figures.heatmap import Fit, Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.theme import font, theme
from attnviz.figures.view import View

pytestmark = pytest.mark.usefixtures("qapp")


def test_names_of_rows_are_level_with_numbers_that_made_room_for_old_ones() -> None:
    scenarios = set_cell(preset("by-hand"), "W_Q", 0, 0, 2), preset("by-hand")
    model = marked(*(heatmap_of("scaled", traced(one), selected(1), View(), compact=True) for one in scenarios))
    assert isinstance(model, Heatmap)
    painter = listened(replace(model, fit=Fit(15, 68, 34, False)), (400, 300))
    lines = [(text, y) for text, (_, _, y) in zip(painter.texts, painter.flat, strict=True)]
    assert any(text.startswith("was ") for text, _ in lines)
    name = max(y for text, y in lines if text == "c")  # the one over the columns is higher up
    number = next(y for text, y in lines if text == "2.828")
    middles = name - ruler(font(11)).figure_height / 2, number - ruler(font(15)).figure_height / 2
    assert middles[0] == pytest.approx(middles[1], abs=0.5)


@pytest.mark.parametrize("name", ["by-hand", "two-heads", "grouped-query"])
@pytest.mark.parametrize("width", [380, 400, 600, 792, 900])
def test_a_whole_formula_stands_apart_from_what_the_columns_are_in_projector_size(name: str, width: int) -> None:
    look = theme("light", "projector", 768)
    model = heatmap_of("weights", traced(preset(name)), selected(1), View())
    painter, grid = listened(model, (width, 475), look), layout(model, QRectF(0, 0, width, 475), look)
    whole = next((end for text, end in painter.ends.items() if text.startswith("softmax, rows sum to 1")), None)
    begins = painter.ends["keys"] - ruler(grid.theme.small_font).width("keys")
    assert not grid.joined or whole is None or begins - whole >= 2 * look.small_px


def test_where_only_part_of_the_formula_has_room_the_caption_costs_no_line() -> None:
    model = heatmap_of("weights", traced(preset("by-hand")), selected(1), View())
    look = theme("light", "projector", 768)
    assert "softmax" in listened(model, (400, 430), look).texts
    assert layout(model, QRectF(0, 0, 400, 430), look).joined
