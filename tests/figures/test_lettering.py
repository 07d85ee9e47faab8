"""A larger text size makes letters larger and never numbers smaller."""

import pytest
from figure_scenes import VIEW, causal, random_layer, selected
from PySide6.QtCore import QRectF

from attnviz.content.presets import preset
from attnviz.engine.tracing import trace
from attnviz.figures.board import place
from attnviz.figures.compose import board_of, heatmap_of
from attnviz.figures.grid import layout
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.legible_board import numbers_are_legible
from attnviz.figures.theme import font, theme

SIZES = [(640, 560), (696, 610), (1000, 860)]


@pytest.mark.parametrize("size", SIZES)
def test_numbers_on_the_board_are_no_smaller_than_at_normal_size(size):
    board, room = board_of(causal(), selected(1), VIEW), QRectF(0, 0, *size)
    normal, larger = (place(board, room, theme("light", name)) for name in ("normal", "large"))
    assert min(part.figure.fit.number_px for part in larger) >= min(part.figure.fit.number_px for part in normal)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("tokens", [3, 16])
def test_numbers_in_focus_are_no_smaller_than_at_normal_size(size, tokens):
    figure, room = heatmap_of("weights", random_layer(tokens, 4), selected(1), VIEW), QRectF(0, 0, *size)
    normal, larger = (layout(figure, room, theme("light", name)) for name in ("normal", "large"))
    assert larger.number_px >= normal.number_px


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("tokens", [3, 8, 16, 40])
def test_in_projector_size_numbers_are_read_from_the_last_row_or_left_out(size, tokens):
    figure, look = heatmap_of("weights", random_layer(tokens, 4), selected(1), VIEW), theme("light", "projector", 1080)
    number_px = layout(figure, QRectF(0, 0, *size), look).number_px
    assert number_px == 0 or number_px >= 1080 / 40


@pytest.mark.parametrize("tokens", [3, 16])
def test_in_projector_size_titles_and_labels_keep_most_of_theirs(tokens):
    figure, look = heatmap_of("weights", random_layer(tokens, 4), selected(1), VIEW), theme("light", "projector", 768)
    grid = layout(figure, QRectF(0, 0, 800, 600), look)
    assert grid.theme.small_px >= 0.69 * look.small_px
    assert grid.theme.title_px >= 0.69 * look.title_px


def test_letters_are_larger_also_where_numbers_have_no_room_to_grow():
    figure, room = heatmap_of("weights", trace(preset("trophy")), selected(1), VIEW), QRectF(0, 0, 700, 500)
    normal, larger = (layout(figure, room, theme("light", name)) for name in ("normal", "large"))
    assert larger.number_px == normal.number_px > 0
    assert larger.theme.small_px > 1.15 * normal.theme.small_px


def test_letters_are_larger_where_there_is_room():
    figure, room = heatmap_of("weights", causal(), selected(1), VIEW), QRectF(0, 0, 1000, 860)
    normal, larger = (layout(figure, room, theme("light", name)) for name in ("normal", "projector"))
    assert larger.theme.small_px >= normal.theme.small_px


@pytest.mark.parametrize("name", ["two-heads", "uneven-heads", "sliding-window", "grouped-query", "alibi"])
def test_a_board_that_somebody_asks_for_in_projector_size_has_numbers_for_those_who_sit_near(name):
    board, look = board_of(trace(preset(name)), selected(1), VIEW), theme("light", "projector", 768)
    parts = place(board, QRectF(0, 0, 792, 581), look)
    assert min(part.figure.fit.number_px for part in parts) >= 11
    assert not numbers_are_legible(board, QRectF(0, 0, 792, 581), look)  # so nobody gets it without asking


@pytest.mark.parametrize("name", ["two-heads", "uneven-heads", "sliding-window", "grouped-query", "alibi"])
def test_names_over_the_columns_of_such_a_board_have_the_room_that_they_need(name):
    board, look = board_of(trace(preset(name)), selected(1), VIEW), theme("light", "projector", 768)
    for part in place(board, QRectF(0, 0, 792, 581), look):
        if isinstance(part.figure, Heatmap) and part.figure.column_labels:
            grid = layout(part.figure, part.rect, look)
            widest = ruler(font(grid.column_px)).widest(part.figure.shown_column_labels)
            room = grid.column_labels.height() if grid.upright else grid.cell_rect(0, 0).width()
            assert widest <= room + 1, part.figure.key


def test_a_board_without_room_for_any_number_in_projector_size_still_shows_all_its_maps():
    board, look = board_of(trace(preset("trophy")), selected(1), VIEW), theme("light", "projector", 768)
    parts = place(board, QRectF(0, 0, 792, 581), look)
    assert {part.figure.fit.number_px for part in parts if isinstance(part.figure, Heatmap)} == {0}
