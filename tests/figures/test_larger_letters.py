"""Letters of a map without numbers beside the pinned one grow with the window, as those of the panes do."""

from __future__ import annotations

from dataclasses import replace

import pytest
from figure_scenes import selected, traced
from PySide6.QtCore import QRectF

from attnviz.content.presets import preset
from attnviz.engine.edits import set_cell
from attnviz.figures.board import Placed, place
from attnviz.figures.comparison import halves, side_by_side_of
from attnviz.figures.compose import heatmap_of
from attnviz.figures.grid import layout, sole_fit
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.theme import Theme, theme
from attnviz.figures.view import View

pytestmark = pytest.mark.usefixtures("qapp")

SMALL, LARGE = QRectF(0, 0, 694, 520), QRectF(0, 0, 1000, 800)  # windows of 1366 × 768 and 1920 × 1080 leave so much


def sides(look: Theme, room: QRectF) -> list[Placed]:
    """The weights of sixteen tokens before and after an edit, beside each other."""
    before = preset("trophy")
    now = set_cell(before, "W_Q", 0, 0, 1.0)
    both = side_by_side_of(*(heatmap_of("weights", traced(one), selected(10), View()) for one in (now, before)))
    parts = zip((both.left, both.right), halves(room, both.above(look)), strict=True)
    return [place(board, half, look)[0] for board, half in parts]


@pytest.mark.parametrize("text_size", ["normal", "large"])
def test_letters_beside_a_pinned_map_are_larger_in_a_larger_window(text_size: str) -> None:
    look = theme("light", text_size)
    small, large = (sides(look, room)[0] for room in (SMALL, LARGE))
    pixels = [
        layout(part.figure, part.rect, look).row_px for part in (small, large) if isinstance(part.figure, Heatmap)
    ]
    assert pixels[1] >= 1.2 * pixels[0]


@pytest.mark.parametrize("text_size", ["normal", "large"])
@pytest.mark.parametrize("room", [SMALL, LARGE])
def test_larger_letters_cost_no_name_and_little_of_the_cells_and_both_sides_have_them(
    text_size: str, room: QRectF
) -> None:
    look = theme("dark", text_size)
    before, now = (part.figure.fit for part in sides(look, room) if isinstance(part.figure, Heatmap))
    assert before == now
    for part in sides(look, room):
        assert isinstance(part.figure, Heatmap)
        assert part.figure.fit is not None
        usual = sole_fit(replace(part.figure, fit=None), part.rect, look)
        assert part.figure.fit.cell_width >= 0.85 * usual.cell_width
        assert part.figure.fit.cell_height >= 0.85 * usual.cell_height
        steps = [layout(model, part.rect, look).row_step for model in (part.figure, part.figure.fitted(usual))]
        assert steps[0] <= steps[1]
