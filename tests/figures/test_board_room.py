"""The room beside numbers on a board, and lines whose maps begin alike."""

import pytest
from figure_scenes import LIGHT, VIEW, by_hand, selected
from PySide6.QtCore import QRectF

from attnviz import Mask, trace
from attnviz.content.presets import preset
from attnviz.content.walks import pipeline_walk
from attnviz.figures import planning
from attnviz.figures.board import Board, place
from attnviz.figures.compose import board_of, concat_of, heads_of
from attnviz.figures.grid import layout
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.slide import slide_of
from attnviz.figures.theme import font, theme
from attnviz.figures.view import Selection, View

MIDDLE = QRectF(0, 0, 696, 612)  # what a window of 1366 × 768 leaves for the board
LOOKS = (LIGHT, theme("light", "large"), theme("light", "projector"))
NAMES = ("by-hand", "two-heads", "uneven-heads")


def maps_of(name, look, room=MIDDLE):
    """The maps of a preset's board with their geometry."""
    placed = place(board_of(trace(preset(name)), selected(1), VIEW), room, look)
    return [(part, layout(part.figure, part.rect, look)) for part in placed if isinstance(part.figure, Heatmap)]


@pytest.mark.parametrize(
    ("name", "look"), [("by-hand", look) for look in LOOKS] + [(name, LIGHT) for name in NAMES[1:]]
)
def test_every_number_has_air_on_both_sides_where_cells_need_not_be_tight(name, look):
    for part, grid in maps_of(name, look):
        widest = ruler(font(grid.number_px)).widest(part.figure.widths)
        assert grid.cell_rect(0, 0).width() - widest >= 0.6 * grid.number_px, part.figure.key


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.text_size)
@pytest.mark.parametrize("name", NAMES)
def test_the_first_rows_of_a_line_are_level(name, look):
    tops: dict[float, set[float]] = {}
    for part, grid in maps_of(name, look):
        tops.setdefault(part.rect.top(), set()).add(grid.map.top())
    assert [len(line) for line in tops.values()] == [1] * len(tops)


@pytest.mark.parametrize("name", NAMES)
def test_the_labels_of_tokens_over_a_line_are_all_turned_or_none_is(name):
    lines: dict[float, set[bool]] = {}
    for part, grid in maps_of(name, LIGHT):
        if part.figure.column_labels and not part.figure.counted_columns:
            lines.setdefault(part.rect.top(), set()).add(grid.upright)
    assert all(len(turned) == 1 for turned in lines.values())


def levels_of(mask, width):
    """How much each map says after its title, line by line."""
    lines: dict[float, set[int]] = {}
    for part in place(board_of(trace(by_hand(mask=mask)), selected(1), VIEW), QRectF(0, 0, width, 612), LIGHT):
        if isinstance(part.figure, Heatmap):
            lines.setdefault(part.rect.top(), set()).add(part.figure.fit.words)
    return list(lines.values())


@pytest.mark.parametrize("width", range(520, 1100, 60))
def test_a_click_on_causal_changes_no_other_words_of_its_line(width):
    before, after = levels_of(Mask(), width), levels_of(Mask(causal=True), width)
    assert before == after
    assert all(len(line) == 1 for line in before)


@pytest.mark.parametrize("name", ["two-heads", "uneven-heads"])
def test_few_heads_use_the_height_of_their_sheet(name):
    room = QRectF(0, 0, 692, 620)
    placed = place(heads_of(trace(preset(name)), selected(1), VIEW), room, LIGHT)
    assert len({(part.figure.fit.cell_width, part.figure.fit.cell_height) for part in placed}) == 1
    assert 0.9 * room.bottom() <= max(part.rect.bottom() for part in placed) <= room.bottom()


def test_numbers_of_few_heads_are_no_smaller_in_projector_size():
    board, room = heads_of(trace(preset("two-heads")), selected(1), VIEW), QRectF(0, 0, 692, 590)
    normal, larger = (
        {part.figure.fit.number_px for part in place(board, room, theme("light", size, 768))}
        for size in ("normal", "projector")
    )
    assert min(larger) >= max(normal)


@pytest.mark.parametrize("name", ["by-hand", "cross-attention"])
def test_wider_cells_leave_columns_in_line(name):
    lefts = {part.figure.key: grid.map.left() for part, grid in maps_of(name, LIGHT)}
    assert lefts["keys"] == lefts["scaled"] == lefts["weights"]
    assert lefts["values"] == lefts["masked"]


@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_the_output_stands_column_by_column_under_what_is_concatenated(text_size):
    board, look = concat_of(trace(preset("two-heads")), selected(1), VIEW), theme("light", text_size, 768)
    grids = {
        part.figure.key: layout(part.figure, part.rect, look) for part in place(board, QRectF(0, 0, 792, 590), look)
    }
    assert grids["output"].xs == grids["concatenated"].xs
    assert grids["output"].number_px == grids["concatenated"].number_px


@pytest.mark.parametrize("text_size", ["normal", "projector"])
def test_beside_a_large_projection_rows_of_few_queries_are_seen_and_maps_fill_the_page(text_size):
    board, look = concat_of(trace(preset("trophy-layer")), selected(10), VIEW), theme("light", text_size, 768)
    parts = place(board, QRectF(0, 0, 792, 600), look)
    grids = {part.figure.key: layout(part.figure, part.rect, look) for part in parts}
    assert {name for name, grid in grids.items() if grid.map.width() < 0.7 * 792} == set()
    assert min(grids[name].map.height() for name in ("concatenated", "output")) >= 16 * 4


@pytest.mark.parametrize(("text_size", "size"), [("normal", (900, 700)), ("projector", (992, 927))])
def test_names_over_columns_keep_their_letters_where_the_row_has_room(text_size, size):
    maps = maps_of("cross-attention", theme("light", text_size), QRectF(0, 0, *size))
    named = [grid.column_px for _, grid in maps if grid.column_step]
    assert len(set(named)) == 1


@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_a_board_in_the_dark_has_the_places_that_it_has_in_the_light_without_another_search(text_size, monkeypatch):
    board = board_of(trace(preset("trophy-layer")), selected(1), VIEW)
    room = QRectF(0, 0, 811, 607)
    light = place(board, room, theme("light", text_size))
    monkeypatch.setattr(planning, "Task", None)  # what a search begins with
    dark = place(board, room, theme("dark", text_size))
    assert [part.rect for part in dark] == [part.rect for part in light]


@pytest.mark.parametrize("name", ["sliding-window", "grouped-query", "padding", "alibi"])
def test_numbers_of_a_large_window_are_as_large_as_letters_around_its_board(name):
    room = QRectF(0, 0, 992, 927)  # what a window of 1920 × 1080 leaves, whose matrices have numbers of 20 pixels
    parts = place(board_of(trace(preset(name)), selected(1), VIEW), room, LIGHT)
    assert min(part.figure.fit.number_px for part in parts) >= 18


@pytest.mark.parametrize("name", ["sliding-window", "grouped-query", "padding"])
def test_larger_numbers_leave_the_lines_of_thought_as_they_are(name):
    parts = place(board_of(trace(preset(name)), selected(1), VIEW), QRectF(0, 0, 992, 927), LIGHT)
    lines: dict[float, list[str]] = {}
    for part in parts:
        lines.setdefault(part.rect.top(), []).append(getattr(part.figure, "key", "bars"))
    assert [line[0] for line in lines.values()][:3] == ["queries", "scores", "exponentials"]
    assert list(lines.values())[1] == ["scores", "scaled", "masked"]


def test_cells_of_a_slide_are_equally_wide_so_that_a_number_that_comes_widens_none():
    traced, look, room = trace(preset("by-hand")), theme("light", "projector", 768), QRectF(21, 59, 1323, 640)
    selection, view = Selection(query=1), View(text_size="projector")
    figures = [slide_of(beat, traced, selection, view).figure for beat in pipeline_walk(traced, query=1)]
    boards = [figure for figure in figures if isinstance(figure, Board) and figure.name == "board"]
    assert len(boards) > 10
    for board in boards:
        maps = [part.figure for part in place(board, room, look) if isinstance(part.figure, Heatmap)]
        assert len({figure.fit.cell_width for figure in maps}) == 1


def test_bars_have_a_line_of_their_own_where_that_gives_numbers_much_of_an_empty_page():
    room = QRectF(0, 0, 992, 927)
    parts = place(board_of(trace(preset("mixture")), selected(0), VIEW), room, LIGHT)
    assert len({part.rect.top() for part in parts}) == 3
    assert max(part.rect.bottom() for part in parts) > 0.75 * room.height()
