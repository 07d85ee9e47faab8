"""Maps of few cells in very long rows or columns: one step of a decoder, or thousands of queries over a few keys."""

from __future__ import annotations

import numpy as np
import pytest
from figure_scenarios import figure
from large_maps import opened_large, settled
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot
from scripted import find, trigger

from attnviz import Direct, Scenario
from attnviz.app.dialogs.crop_dialog import Crop
from attnviz.app.dialogs.token_dialog import Going, TokenDialog
from attnviz.app.pipeline.figure_view import FigureView
from attnviz.app.pipeline.map_moving import has_map
from attnviz.app.window import MainWindow
from attnviz.figures.bars import Bars
from attnviz.figures.large.captions import captions
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.layout import layout

SHAPES = [(1, 4096), (4096, 1), (1, 300), (2, 2000), (4, 1000), (8, 400)]


def thin(rows: int, columns: int, heads: int = 1) -> Scenario:
    """So many queries that look at so many keys."""
    rng = np.random.default_rng(8)
    Q, K, V = (rng.normal(size=(count, 4 * heads)) for count in (rows, columns, columns))
    return Scenario(inputs=Direct(Q=Q, K=K, V=V), heads=heads)


def opened(qtbot: QtBot, rows: int, columns: int, heads: int = 1, **answers: object) -> MainWindow:
    """A window with the weights of such a scenario in focus."""
    window = opened_large(qtbot, thin(rows, columns, heads), **answers)
    window.session.look(layout="focus", focus="weights")
    settled(qtbot, window)
    return window


def map_of(view: FigureView) -> LargeMap:
    """The large map that a view shows."""
    assert isinstance(view.figure, LargeMap)
    return view.figure


@pytest.mark.parametrize(("rows", "columns"), SHAPES)
@pytest.mark.parametrize("name", ["scores", "weights"])
def test_a_thin_matrix_is_a_large_map(qtbot: QtBot, rows: int, columns: int, name: str) -> None:
    window = opened(qtbot, rows, columns)
    window.session.look(focus=name)
    settled(qtbot, window)
    assert map_of(figure(window, name)).shape == (rows, columns)


@pytest.mark.parametrize(("rows", "columns"), [(1, 256), (16, 256), (256, 16), (64, 64)])
def test_a_matrix_whose_cells_are_seen_is_no_map(qtbot: QtBot, rows: int, columns: int) -> None:
    assert not has_map(opened(qtbot, rows, columns).session.state)


@pytest.mark.parametrize(("rows", "columns"), SHAPES)
def test_a_thin_map_comes_nearer_until_its_numbers_are_read(qtbot: QtBot, rows: int, columns: int) -> None:
    window = opened(qtbot, rows, columns)
    nearer, view = find(window, "map.zoom_in", QAbstractButton), figure(window, "weights")
    steps = 0
    while nearer.isEnabled():
        nearer.click()
        steps += 1
        assert steps < 40
    place = layout(map_of(view), view.place, view.theme)
    assert place.number_px >= view.theme.least_number
    assert max(place.viewport.rows, place.viewport.columns) <= 8


def test_a_thin_map_that_was_brought_near_is_shown_whole_again(qtbot: QtBot) -> None:
    window = opened(qtbot, 1, 4096)
    for _ in range(9):
        find(window, "map.zoom_in", QAbstractButton).click()
    for _ in range(9):
        find(window, "map.zoom_out", QAbstractButton).click()
    assert window.session.state.view.viewport is None


@pytest.mark.parametrize("name", ["map_in", "crop", "go_to_token", "map_powers"])
def test_the_commands_of_maps_can_be_had_for_a_thin_one(qtbot: QtBot, name: str) -> None:
    assert opened(qtbot, 1, 3000).menus.commands[name].isEnabled()


def test_going_to_a_key_of_one_query_shows_its_number(qtbot: QtBot) -> None:
    window = opened(qtbot, 1, 4096, token=Going("key", 2999))
    trigger(window, "go_to_token")
    view = figure(window, "weights")
    assert map_of(view).seen.holds(0, 2999)
    assert layout(map_of(view), view.place, view.theme).number_px >= 0.9 * view.theme.number_px


def test_rows_and_columns_of_a_thin_map_can_be_shown_alone(qtbot: QtBot) -> None:
    window = opened(qtbot, 2, 2000, crop=Crop((0, 2), (1200, 1250)))
    trigger(window, "crop")
    seen = map_of(figure(window, "weights")).seen
    assert (seen.seen_rows, seen.seen_columns) == ((0, 2), (1200, 1250))


def test_one_row_is_called_by_its_singular(qtbot: QtBot) -> None:
    view = figure(opened(qtbot, 1, 4096), "weights")
    place = layout(map_of(view), view.place, view.theme)
    assert captions(map_of(view), place, "", 400.0, 400.0) == ("keys 1–4096", "query 1")


def test_the_pointer_says_that_it_tells_the_strongest_of_several_cells(qtbot: QtBot) -> None:
    view = figure(opened(qtbot, 4, 1000), "weights")
    place = layout(map_of(view), view.place, view.theme)
    words = view.tooltip_at(QPointF(place.map.left() + 300.5, place.map.top() + 5.5))
    assert words.startswith("strongest of 1×")
    assert " under this point: query 1 looks at key " in words


def test_the_pointer_tells_a_cell_that_stands_by_itself_without_more_words(qtbot: QtBot) -> None:
    window = opened(qtbot, 4, 1000, crop=Crop((0, 4), (500, 520)))
    trigger(window, "crop")
    view = figure(window, "weights")
    place = layout(map_of(view), view.place, view.theme)
    assert view.tooltip_at(place.region_rect((1, 2), (507, 508)).center()).startswith("query 2 looks at key 508: ")


def test_bars_of_small_weights_say_where_their_scale_ends(qtbot: QtBot) -> None:
    window = opened(qtbot, 2, 2000)
    bars = next(view.figure for view in window.findChildren(FigureView) if isinstance(view.figure, Bars))
    row = window.session.state.trace.row("weights", window.session.state.selection.query, 0)
    assert bars.axis
    assert bars.limits == (0.0, pytest.approx(float(row.max())))
    assert bars.limits[1] < 0.25


def test_of_a_single_query_the_dialog_goes_to_a_key_first(qtbot: QtBot) -> None:
    dialog = TokenDialog(thin(1, 300))
    qtbot.addWidget(dialog)
    assert dialog.sides["key"].isChecked()
