"""Lines of a board: kept in denser cells, alike in words, columns under each other; many heads fill it."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from figure_scenes import LIGHT, VIEW, by_hand, causal, random_layer, selected
from large_scenes import listened
from PySide6.QtCore import QBuffer, QRectF
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtSvg import QSvgGenerator

from attnviz import Mask, trace
from attnviz.content.presets import preset
from attnviz.figures import board as board_module
from attnviz.figures.board import place
from attnviz.figures.compose import board_of, concat_of, heads_of
from attnviz.figures.figure import paint_figure
from attnviz.figures.grid import layout
from attnviz.figures.heatmap import FORMULA_ALONE, SHAPE_ALONE, Heatmap
from attnviz.figures.theme import theme

TWINS = {
    "queries": "keys", "keys": "queries", "rotated_queries": "rotated_keys", "rotated_keys": "rotated_queries",
}  # fmt: skip
BLIND = Mask(custom=[[True] * 3, [False] * 3, [True] * 3])  # query 2 sees no key
MIDDLE = QRectF(0, 0, 696, 612)  # what a window of 1366 × 768 leaves for the board


def lines_of(layer, room=MIDDLE):
    """The stages of each line from top to bottom."""
    lines: dict[float, list[str]] = {}
    for part in place(board_of(layer, selected(1), VIEW), room, LIGHT):
        lines.setdefault(part.rect.top(), []).append(part.figure.key)
    return list(lines.values())


def test_two_heads_keep_the_lines_of_the_blackboard():
    assert lines_of(trace(preset("two-heads"))) == [
        ["queries", "keys", "values"],
        ["scores", "scaled", "masked"],
        ["exponentials", "weights"],
        ["head_output", "output", "weights"],
    ]


def test_a_temperature_adds_its_stage_to_its_line_and_moves_no_other():
    lines = lines_of(trace(by_hand(temperature=2.0)))
    assert lines[1] == ["scores", "scaled", "tempered", "masked"]
    assert [line for line in lines if "tempered" not in line] == [
        line for line in lines_of(trace(by_hand())) if "scaled" not in line
    ]


def test_a_mask_moves_nothing():
    before, after = (
        place(board_of(layer, selected(1), VIEW), MIDDLE, LIGHT)
        for layer in (
            trace(by_hand()),
            causal(),
        )
    )
    assert [part.rect for part in before] == [part.rect for part in after]


def test_a_query_that_sees_no_key_leaves_cells_as_large_as_they_are():
    before, after = (
        place(board_of(layer, selected(1), VIEW), MIDDLE, LIGHT)[0].figure.fit
        for layer in (trace(by_hand()), trace(by_hand(mask=BLIND)))
    )
    assert (before.cell_width, before.cell_height) == (after.cell_width, after.cell_height)


def test_maps_of_one_column_begin_under_each_other():
    placed = place(board_of(trace(by_hand()), selected(1), VIEW), MIDDLE, LIGHT)
    lefts = {part.figure.key: layout(part.figure, part.rect, LIGHT).map.left() for part in placed[:-1]}
    assert lefts["keys"] == lefts["scaled"] == lefts["weights"]
    assert lefts["values"] == lefts["masked"]


@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
@pytest.mark.parametrize("name", ["by-hand", "two-heads", "cross-attention"])
def test_a_line_of_figures_says_as_much_after_each_title(name, text_size):
    words: dict[float, set[int]] = {}
    placed = place(board_of(trace(preset(name)), selected(), VIEW), MIDDLE, theme("light", text_size))
    for part in placed[:-1]:
        words.setdefault(part.rect.top(), set()).add(part.figure.fit.words)
    for levels in words.values():
        assert len(levels) == 1 or min(levels) >= FORMULA_ALONE  # where one has no room for its formula, no shapes


@pytest.mark.parametrize("size", [(696, 612), (797, 590), (794, 700), (1180, 900)])
@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
@pytest.mark.parametrize("name", ["by-hand", "two-heads", "by-hand-causal", "rotary"])
def test_a_figure_without_its_formula_has_no_room_for_it_or_its_twin_has_none(name, text_size, size):
    look, crowded = theme("light", text_size), {}
    for part in place(board_of(trace(preset(name)), selected(), VIEW), QRectF(0, 0, *size), look):
        if isinstance(part.figure, Heatmap) and part.figure.fit.words >= SHAPE_ALONE:
            grid = layout(part.figure, part.rect, look)
            title, small = QFontMetricsF(grid.theme.title_font), QFontMetricsF(grid.theme.small_font)
            needed = max(map(small.horizontalAdvance, (part.figure.words[SHAPE_ALONE - 1], *part.figure.other_briefs)))
            crowded[part.figure.key] = title.horizontalAdvance(part.figure.title) + 8 + needed > grid.title.width()
    assert all(known or crowded.get(TWINS.get(key)) for key, known in crowded.items())


@pytest.mark.parametrize("size", [(696, 612), (797, 590), (794, 700), (1180, 900)])
@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
@pytest.mark.parametrize("name", ["by-hand", "grouped-query", "rotary"])
def test_queries_and_keys_have_both_their_formula_or_neither(name, text_size, size):
    board = board_of(trace(preset(name)), selected(), VIEW)
    placed = place(board, QRectF(0, 0, *size), theme("light", text_size))
    told = {part.figure.key: part.figure.fit.words < SHAPE_ALONE for part in placed[:-1]}
    assert all(told[key] == told[twin] for key, twin in TWINS.items() if key in told)


@pytest.mark.parametrize("size", [(696, 612), (792, 581), (794, 581), (1180, 900)])
@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_a_formula_keeps_clear_of_the_title_behind_it(text_size, size):
    look = theme("light", text_size, 768)
    placed = place(board_of(trace(preset("rotary")), selected(), VIEW), QRectF(0, 0, *size), look)
    maps = [part for part in placed if isinstance(part.figure, Heatmap)]
    for part, following in pairwise(maps):
        told, grid = part.figure.words[part.figure.fit.words :][:1], layout(part.figure, part.rect, look)
        begins = layout(following.figure, following.rect, look).title.left()
        if part.rect.top() == following.rect.top() and any(told):
            title, small = QFontMetricsF(grid.theme.title_font), QFontMetricsF(grid.theme.small_font)
            end = grid.title.left() + title.horizontalAdvance(part.figure.title) + 8 + small.horizontalAdvance(told[0])
            assert begins - end >= 0.75 * grid.theme.small_px - 1


@pytest.mark.parametrize(
    ("name", "text_size", "size", "stage", "formula"),
    [
        ("two-heads", "normal", (696, 612), "output", "concatenated · W_O"),
        ("by-hand", "projector", (797, 590), "weights", "softmax"),
        ("by-hand-causal", "projector", (797, 590), "masked", "causal"),
    ],
)
def test_a_formula_that_has_room_stands_beside_figures_that_have_none(name, text_size, size, stage, formula):
    placed = place(board_of(trace(preset(name)), selected(), VIEW), QRectF(0, 0, *size), theme("light", text_size))
    told = next(part.figure for part in placed if part.figure.key == stage)
    assert told.words[told.fit.words] == formula


@pytest.mark.parametrize("size", [(696, 612), (797, 590)])
def test_no_figure_of_a_board_says_its_shape_alone(size):
    drawn = QBuffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(drawn)
    with QPainter(generator) as painter:
        look = theme("light", "projector")
        paint_figure(painter, QRectF(0, 0, *size), board_of(trace(preset("by-hand")), selected(1), VIEW), look)
    assert not re.search(r">\s*3×[23]\s*<", bytes(drawn.data()).decode())


def test_the_formula_that_an_example_is_about_has_room():
    placed = place(board_of(trace(preset("softcap")), selected(), VIEW), MIDDLE, LIGHT)
    capped = next(part.figure for part in placed if part.figure.key == "capped")
    assert capped.words[capped.fit.words].startswith("2 tanh(scaled ÷ 2)")


@pytest.mark.parametrize("size", [(900, 800), (696, 612), (1100, 900)])
def test_concatenation_keeps_its_numbers_and_narrow_columns_for_short_ones(size):
    board = concat_of(trace(preset("uneven-heads")), selected(1), VIEW)
    fits = {part.figure.key: part.figure.fit for part in place(board, QRectF(0, 0, *size), LIGHT)}
    assert min(fit.number_px for fit in fits.values()) >= 11
    assert fits["W_O"].cell_width < fits["output"].cell_width


@pytest.mark.parametrize("size", [(794, 580), (1000, 860)])
@pytest.mark.parametrize("text_size", ["normal", "projector"])
def test_twelve_heads_fill_their_room_in_a_lattice(size, text_size):
    board, look = heads_of(random_layer(16, 24, heads=12), selected(), VIEW), theme("light", text_size)
    room = QRectF(0, 0, *size)
    placed = place(board, room, look)
    maps = [layout(part.figure, part.rect, look).map for part in placed]
    assert len({one.left() for one in maps}) in (3, 4)
    assert max(part.rect.bottom() for part in placed) > 0.93 * room.height()
    assert min(one.width() for one in maps) > 0.19 * room.width()


@pytest.mark.parametrize("name", ["two-heads", "trophy-layer"])
def test_in_projector_size_it_is_still_said_what_the_numbers_of_all_heads_are(name):
    board, look = heads_of(trace(preset(name)), selected(), VIEW), theme("light", "projector", 768)
    texts = listened(board, (790, 590), look).texts
    assert "softmax" in texts
    assert {"0", "1"} <= set(texts)  # and the legend


def test_very_many_heads_are_placed_without_trying_sizes_of_numbers(monkeypatch):
    with monkeypatch.context() as tried:
        tried.setattr(board_module, "_LEAST_CELL", 0.0)
        usual = place(heads_of(random_layer(16, 24, heads=12), selected(), VIEW), MIDDLE, LIGHT)
    monkeypatch.setattr(board_module, "best_plan", None)
    board = heads_of(random_layer(16, 24, heads=12), selected(), VIEW)
    assert [(part.rect, part.figure.fit) for part in place(board, MIDDLE, LIGHT)] == [
        (part.rect, part.figure.fit) for part in usual
    ]
    assert len(place(heads_of(random_layer(16, 128, heads=128), selected(), VIEW), MIDDLE, LIGHT)) == 128


def test_labels_stand_at_the_edges_of_many_heads_only():
    placed = place(heads_of(random_layer(16, 24, heads=12), selected(), VIEW), QRectF(0, 0, 1000, 860), LIGHT)
    beside = [part.rect.left() for part in placed if part.figure.fit.beside]
    over = [part.rect.top() for part in placed if part.figure.fit.over]
    assert set(beside) <= {placed[0].rect.left()}
    assert set(over) <= {placed[0].rect.top()}


def test_many_heads_keep_at_least_every_second_name_where_rows_are_low():
    placed = place(heads_of(random_layer(16, 24, heads=12), selected(), VIEW), QRectF(0, 0, 1330, 320), LIGHT)
    first = layout(placed[0].figure, placed[0].rect, LIGHT)
    assert placed[0].figure.fit.beside
    assert first.row_step == 2


def test_the_numbers_of_a_dimmed_figure_are_expected_as_wide_as_they_would_be():
    blind = board_of(trace(by_hand(mask=BLIND)), selected(1), VIEW)
    dimmed = next(panel for panel in blind.panels if panel.key == "exponentials")
    assert dimmed.face is None
    assert dimmed.blind_rows == (1,)
    assert replace(dimmed, expected=("1",)).widths == ("1",)
