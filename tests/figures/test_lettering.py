"""A larger text size makes letters larger and never numbers smaller."""

import pytest
from figure_scenes import VIEW, causal, random_layer, selected
from PySide6.QtCore import QRectF

from attnviz.figures.board import place
from attnviz.figures.compose import board_of, heatmap_of
from attnviz.figures.grid import layout
from attnviz.figures.theme import theme

SIZES = [(640, 560), (696, 610), (1000, 860)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text_size", ["large", "projector"])
def test_numbers_on_the_board_are_no_smaller_than_at_normal_size(size, text_size):
    board, room = board_of(causal(), selected(1), VIEW), QRectF(0, 0, *size)
    normal, larger = (place(board, room, theme("light", name)) for name in ("normal", text_size))
    assert min(part.figure.fit.number_px for part in larger) >= min(part.figure.fit.number_px for part in normal)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text_size", ["large", "projector"])
@pytest.mark.parametrize("tokens", [3, 16])
def test_numbers_in_focus_are_no_smaller_than_at_normal_size(size, text_size, tokens):
    figure, room = heatmap_of("weights", random_layer(tokens, 4), selected(1), VIEW), QRectF(0, 0, *size)
    normal, larger = (layout(figure, room, theme("light", name)) for name in ("normal", text_size))
    assert larger.number_px >= normal.number_px


def test_letters_are_larger_where_there_is_room():
    figure, room = heatmap_of("weights", causal(), selected(1), VIEW), QRectF(0, 0, 1000, 860)
    normal, larger = (layout(figure, room, theme("light", name)) for name in ("normal", "projector"))
    assert larger.theme.small_px >= normal.theme.small_px
