"""How panes look: nothing clipped, no needless scroll bars, tints and frames in both themes and all text sizes."""

from __future__ import annotations

import numpy as np
import pytest
from pane_scenarios import at, by_hand, given_weights, line, shown, two_heads
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPalette
from PySide6.QtTest import QTest
from scripted import opened, trigger

from attnviz import Direct, Projected, Scenario
from attnviz.app.palette import dress_window
from attnviz.app.panes import pane_frames
from attnviz.app.panes.cell_sizes import cell_size
from attnviz.app.panes.inputs_panel import InputsPanel
from attnviz.content.numerals import format_number
from attnviz.content.presets import preset
from attnviz.engine.edits import set_cell, set_token
from attnviz.figures.colour_maps import colour_map
from attnviz.figures.labels import ruler
from attnviz.figures.theme import PALETTES, font, theme

SIZES = ["normal", "large", "projector"]


@pytest.mark.parametrize("text_size", SIZES)
@pytest.mark.parametrize("largest", [0.0, 0.1, 9.9999, 99.9999, 123456.789, 1.5e6, 9.87654e22, 1.2345e300])
def test_every_number_fits_its_cell(qapp, text_size, largest):
    worn = theme("light", text_size)
    width = cell_size(largest, 3, worn).width()
    for value in (largest, -largest, largest / 3, -largest / 3):
        assert ruler(font(worn.number_px)).width(format_number(value, 3)) + 4 <= width


@pytest.mark.parametrize("decimals", [0, 3, 8])
@pytest.mark.parametrize("text_size", SIZES)
def test_a_small_matrix_shows_all_its_cells_without_scroll_bars(qtbot, decimals, text_size):
    panel = shown(
        qtbot, set_cell(by_hand(), "X", 0, 0, -1 / 3), width=700, height=900, decimals=decimals, text_size=text_size
    )
    for pane in panel.panes.values():
        view = pane.view
        qtbot.waitUntil(
            lambda view=view: not view.verticalScrollBar().isVisible() and not view.horizontalScrollBar().isVisible()
        )
        last = view.visualRect(view.numbers.index(view.numbers.rowCount() - 1, view.numbers.columnCount() - 1))
        assert view.viewport().rect().contains(last)


def test_four_columns_give_up_air_before_they_scroll(qtbot):
    panel = shown(qtbot, two_heads(), width=262)
    view = panel.pane("W_Q").view
    qtbot.waitUntil(lambda: not view.horizontalScrollBar().isVisible())
    widest = max(
        ruler(view.painter_of_cells.font).width(view.numbers.look(r, c).text) for r in range(4) for c in range(4)
    )
    assert view.columnWidth(0) >= widest + 4


def test_a_wide_matrix_in_a_narrow_panel_scrolls_below_its_last_row(qtbot):
    panel = shown(qtbot, Scenario(Projected(np.ones((2, 30)), np.eye(30), np.eye(30), np.eye(30))))
    view = panel.pane("X").view
    qtbot.waitUntil(
        lambda: view.horizontalScrollBar().isVisible() and view.viewport().height() >= 2 * view.rowHeight(0)
    )


def test_panes_never_stick_out_of_the_panel(qtbot):
    panel = shown(qtbot, set_token(two_heads(), "tokens", 0, "a very long token " * 20), width=220)
    for pane in panel.panes.values():
        qtbot.waitUntil(lambda pane=pane: pane.mapTo(panel, QPoint(pane.width(), 0)).x() <= panel.width())


@pytest.mark.parametrize("name", ["light", "dark"])
def test_zero_has_the_panels_colour_and_the_largest_number_does_not(qtbot, name):
    panel = shown(qtbot, by_hand(), theme=name)
    view = panel.pane("W_V").view
    picture = view.viewport().grab().toImage()
    corner = [view.visualRect(view.numbers.index(*cell)).topLeft() + QPoint(4, 4) for cell in ((0, 1), (0, 0))]
    assert picture.pixelColor(corner[0]) == PALETTES[name].panel
    assert picture.pixelColor(corner[1]) != PALETTES[name].panel


def test_the_current_cell_has_a_frame_in_the_accent_colour(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "W_V", 1, 0)
    picture = view.viewport().grab().toImage()
    assert (
        picture.pixelColor(view.visualRect(view.numbers.index(1, 0)).topLeft() + QPoint(0, 10))
        == PALETTES["light"].accent
    )


def test_a_selected_block_takes_on_the_accent_and_stays_readable(qtbot):
    panel = shown(qtbot, by_hand())
    view = at(panel, "X", 0, 0)
    view.selectAll()
    zero = view.visualRect(view.numbers.index(0, 1))
    before = PALETTES["light"].panel
    assert view.viewport().grab().toImage().pixelColor(zero.topLeft() + QPoint(8, 6)) != before


@pytest.mark.parametrize("text_size", SIZES)
def test_an_open_line_shows_its_text_unclipped_in_height(qtbot, text_size):
    panel = shown(qtbot, by_hand(), text_size=text_size, height=900)
    view = at(panel, "W_Q", 0, 0)
    QTest.keyClick(view, Qt.Key.Key_F2)
    editor = line(view)
    assert editor.height() - 4 >= QFontMetricsF(editor.font()).ascent() + QFontMetricsF(editor.font()).descent() - 2


def test_titles_have_the_colour_of_their_role(qtbot):
    panel = shown(qtbot, by_hand())
    for name, role in {"W_Q": "queries", "W_K": "keys", "W_V": "values"}.items():
        ink = panel.pane(name).title.name.palette().color(QPalette.ColorRole.WindowText)
        assert ink == PALETTES["light"].roles[role]


def test_another_theme_dresses_everything_at_once(qtbot):
    panel = shown(qtbot, by_hand())
    dress_window(panel, theme("dark", "large"))
    panel.session.look(theme="dark", text_size="large")
    view = panel.pane("X").view
    assert view.theme is theme("dark", "large")
    place = panel.rect().bottomLeft() + QPoint(6, -6)
    assert panel.grab().toImage().pixelColor(place) == QColor(PALETTES["dark"].panel)


def test_the_headers_of_heads_mark_the_selected_one(qtbot):
    panel = shown(qtbot, two_heads())
    header = panel.pane("W_Q").view.columns_header
    qtbot.waitUntil(header.isVisible)

    def bars():
        picture = header.viewport().grab().toImage()
        y = header.viewport().height() - 3
        return [picture.pixelColor(header.sectionViewportPosition(column) + 8, y) for column in (0, 3)]

    own = PALETTES["light"].roles["queries"]
    assert [colour == own for colour in bars()] == [True, False]
    panel.session.select(head=1)
    assert [colour == own for colour in bars()] == [False, True]


def test_small_matrices_have_no_column_numbers(qtbot):
    assert shown(qtbot, by_hand()).pane("W_Q").view.columns_header.isHidden()


def test_a_long_label_is_whole_in_its_tooltip(qtbot):
    label = "x" * 200
    panel = shown(qtbot, set_token(by_hand(), "tokens", 0, label))
    view = panel.pane("X").view
    assert label in view.numbers.headerData(0, Qt.Orientation.Vertical, Qt.ItemDataRole.ToolTipRole)
    assert view.rows_header.width() <= 100


def test_a_column_of_a_second_head_says_so_on_hover(qtbot):
    panel = shown(qtbot, two_heads())
    tip = panel.pane("W_Q").model.headerData(2, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert "Column 3: column 1 of head 2" in tip


def test_short_numbers_move_together_before_they_scroll(qtbot):
    wide = np.arange(18.0).reshape(2, 9) % 3
    panel = shown(qtbot, Scenario(Projected(wide, np.eye(9), np.eye(9), np.eye(9))), width=300)
    view = panel.pane("X").view
    qtbot.waitUntil(lambda: not view.horizontalScrollBar().isVisible())
    assert view.columnWidth(0) >= ruler(view.painter_of_cells.font).width("2") + 4


def test_four_columns_beside_names_are_all_in_sight_in_the_column_that_projector_size_leaves(qtbot):
    panel = shown(qtbot, preset("two-heads"), text_size="projector", width=230, height=768)
    for name in ("X", "W_Q", "W_O"):
        view = panel.pane(name).view
        qtbot.waitUntil(lambda view=view: not view.horizontalScrollBar().isVisible())
        widest = ruler(view.painter_of_cells.font).widest(panel.pane(name).model.texts())
        assert view.columnWidth(0) >= widest + 4
    names = panel.pane("X").view.rows_header
    assert names.width() > ruler(names._theme.small_font).width("drinks") + 3


@pytest.mark.parametrize("height", [600, 768, 1080])
def test_names_beside_numbers_have_seventeen_pixels_at_least_in_projector_size(qtbot, height):
    panel = shown(qtbot, by_hand(), text_size="projector", width=230, height=height)
    assert panel.pane("X").view.rows_header._theme.small_px >= 17


@pytest.mark.parametrize("text_size", SIZES)
def test_a_short_name_beside_a_row_is_never_shortened(qtbot, text_size):
    names = ("v1", "bois", "three")
    scenario = by_hand()
    for row, name in enumerate(names):
        scenario = set_token(scenario, "tokens", row, name)
    panel = shown(qtbot, scenario, text_size=text_size)
    header = panel.pane("X").view.rows_header
    measure, room = ruler(header._theme.small_font), header.needed() - 6
    assert [measure.shortened(name, room) for name in names] == list(names)


def test_columns_of_given_weights_are_named_after_the_keys_and_rows_after_the_queries(qtbot):
    view = shown(qtbot, preset("mixture")).pane("weights").view
    assert [view.columns_header.shown_label(place) for place in range(3)] == ["v1", "v2", "v3"]
    assert view.rows_header.shown_label(0) == "blend"


def test_given_weights_are_tinted_as_weights_are(qtbot):
    panel = shown(qtbot, given_weights())
    model = panel.pane("weights").model
    # From nothing (the map's first colour) to all (its last); 0.25 stands at a quarter.
    sequential = colour_map("auto", "light", signed=False)
    assert model.colours is sequential
    panel.session.select(head=1)
    assert [model.look(0, column).entry for column in range(3)] == [0, 0, 255]


def test_numbers_grow_with_the_window(qtbot):
    panel = shown(qtbot, by_hand(), width=1366, height=768)
    before = panel.pane("X").view.theme.number_px
    panel.resize(1920, 1080)
    qtbot.waitUntil(lambda: panel.pane("X").view.theme.number_px >= 1.4 * before)


def test_projected_inputs_are_smaller_than_the_board_and_read_from_the_last_row(qtbot):
    panel = shown(qtbot, by_hand(), width=1366, height=768, text_size="projector")
    assert 768 / 40 <= panel.pane("X").view.theme.number_px < 24


def test_a_narrow_title_keeps_the_shape_and_says_the_rest_on_hover(qtbot):
    panel = shown(qtbot, by_hand(), width=150)
    shape = panel.pane("W_Q").title.shape
    assert shape.fitting(60) == "2×2"
    assert shape.fitting(600) == "2×2, d_model × d_k"
    assert shape.toolTip() == "2×2, d_model × d_k"


def test_no_number_of_a_shape_is_cut_in_a_narrow_title(qtbot):
    shape = shown(qtbot, by_hand(), width=150).pane("W_Q").title.shape
    shape.setText("1500×48, S × d_source")
    shown_in = [shape.fitting(width) for width in range(200)]
    assert set(shown_in) == {"", "1500×48", "1500×48, S × d_source"}


def test_a_shape_gets_smaller_letters_before_it_is_left_out(qtbot):
    shape = shown(qtbot, by_hand(), width=150, text_size="projector").pane("W_Q").title.shape
    shape.setText("1500×48")
    usual = shape.font().pixelSize()
    sizes = {shape.letters(width).pixelSize() for width in range(200) if shape.fitting(width)}
    assert max(sizes) == usual > min(sizes) >= 0.75 * usual


@pytest.mark.parametrize("text_size", SIZES)
@pytest.mark.parametrize("width", [240, 283, 331])
def test_a_wide_matrix_shows_whole_columns(qtbot, width, text_size):
    wide = Scenario(Projected(X=np.ones((3, 40)), W_Q=np.ones((40, 2)), W_K=np.ones((40, 2)), W_V=np.ones((40, 2))))
    view = shown(qtbot, wide, width=width, height=700, text_size=text_size).panes["X"].view
    qtbot.waitUntil(lambda: view.horizontalScrollBar().isVisible())
    column, room = view.columnWidth(0), view.viewport().width()
    assert room % column < room // column  # less than a pixel for each is left


def test_the_selected_query_is_brought_to_sight_in_a_tall_matrix(qtbot):
    tall = Scenario(Projected(X=np.ones((40, 2)), W_Q=np.eye(2), W_K=np.eye(2), W_V=np.eye(2)))
    panel = shown(qtbot, tall, width=300, height=700)
    view = panel.panes["X"].view
    panel.session.select(query=30)
    qtbot.waitUntil(lambda: view.viewport().rect().contains(view.visualRect(view.model().index(30, 0))))


def test_larger_letters_leave_no_scroll_bar_that_nothing_needs(qtbot):
    window = opened(qtbot, "two-heads")
    trigger(window, "large")
    view = window.findChild(InputsPanel).pane("X").view
    qtbot.waitUntil(lambda: view.viewport().width() >= view.horizontalHeader().length())
    assert view.horizontalScrollBar().maximum() == 0


def test_no_line_is_painted_between_heads_out_of_sight(qtbot, monkeypatch):
    numbers = np.random.default_rng(2)
    scenario = Scenario(Direct(*(numbers.normal(size=(3, 600)) for _ in range(3))), heads=300)
    view = shown(qtbot, scenario, theme="light").pane("Q").view
    line, cell = QColor(PALETTES["light"].soft), view.visualRect(view.numbers.index(2, 2))
    image, edge = view.viewport().grab().toImage(), cell.left() - 1
    assert [image.pixelColor(x, cell.center().y()) == line for x in range(edge - 2, edge + 3)].count(True) == 1
    asked = []
    real = pane_frames.cells_rect
    monkeypatch.setattr(pane_frames, "cells_rect", lambda *about: asked.append(about) or real(*about))
    for start in (0, 299, 598):
        view.scrollTo(view.numbers.index(0, start))
        asked.clear()
        view.viewport().grab()
        assert 0 < len(asked) < 12
