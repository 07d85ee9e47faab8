"""Maps of very many columns that are no tokens are zoomed along these, by wheel, keys, signs and menu."""

from __future__ import annotations

import numpy as np
import pytest
from figure_scenarios import figure
from large_maps import map_in, opened_large, place_at, point_of, shown_large, viewport, wheel
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot
from scripted import find, trigger

from attnviz.app.dialogs.crop_dialog import Crop, CropDialog
from attnviz.app.pipeline.figure_view import FigureView
from attnviz.app.pipeline.pipeline_panel import PipelinePanel
from attnviz.engine.inputs import Direct, Projected
from attnviz.engine.scenario import Scenario
from attnviz.figures.viewport import LEAST, Viewport

WIDE = 4000


def wide(queries: int = 1, values: int = WIDE) -> Scenario:
    """Few tokens of very many numbers."""
    numbers = np.random.default_rng(5)
    Q, K, V = (numbers.normal(size=shape) for shape in ((queries, WIDE), (3, WIDE), (3, values)))
    return Scenario(Direct(Q, K, V))


def queries_of(qtbot: QtBot, scenario: Scenario) -> tuple[PipelinePanel, FigureView]:
    """A panel with the queries large, and their map."""
    panel = shown_large(qtbot, scenario)
    panel.session.look(focus="queries", layout="focus")
    return panel, figure(panel, "queries")


@pytest.mark.parametrize("queries", [1, 3])
def test_the_wheel_comes_to_single_numbers_and_back(qtbot: QtBot, queries: int) -> None:
    panel, view = queries_of(qtbot, wide(queries))
    at = point_of(view, 0.5, 1000.5)
    for _ in range(20):
        wheel(view, at)
    assert place_at(view, at)[1] == pytest.approx(1000.5, abs=0.01)
    for _ in range(20):
        wheel(view, at)
    assert map_in(view).seen == Viewport(0, pytest.approx(1000, abs=4), queries, LEAST)
    for _ in range(60):
        wheel(view, at, -120)
    assert panel.session.state.view.viewport is None


def test_queries_and_keys_stay_as_they_are(qtbot: QtBot) -> None:
    panel, view = queries_of(qtbot, wide())
    wheel(view, point_of(view, 0.5, 10.5))
    seen = viewport(panel)
    assert (seen.top, seen.left, seen.rows, seen.columns) == (0, 0, 1, 3)


def test_all_maps_of_as_many_numbers_show_the_same_of_them_and_narrow_ones_stay_whole(qtbot: QtBot) -> None:
    panel, view = queries_of(qtbot, wide(values=300))
    for _ in range(20):
        wheel(view, point_of(view, 0.5, map_in(view).seen.left + 1))
    seen = map_in(view).seen
    panel.session.look(focus="keys")
    keys = map_in(figure(panel, "keys")).seen
    assert (keys.left, keys.columns) == (seen.left, seen.columns)
    panel.session.look(focus="weights")
    assert not hasattr(figure(panel, "weights").figure, "viewport")  # one row of three, drawn cell by cell
    panel.session.look(focus="values")
    assert map_in(figure(panel, "values")).seen.columns == seen.columns


def test_the_arrows_take_along_what_is_seen(qtbot: QtBot) -> None:
    panel, view = queries_of(qtbot, wide())
    view.setFocus()
    for _ in range(40):
        QTest.keyClick(view, Qt.Key.Key_Plus)
    assert map_in(view).seen.columns == LEAST
    for _ in range(30):
        QTest.keyClick(view, Qt.Key.Key_Right)
    cell = panel.session.state.selection.cell
    assert cell is not None
    assert cell.name == "queries"
    assert map_in(view).seen.holds(0, cell.column)
    QTest.keyClick(view, Qt.Key.Key_0)
    assert map_in(view).seen.columns == WIDE


def test_the_signs_and_the_menu_mean_the_map_in_front(qtbot: QtBot) -> None:
    window = opened_large(qtbot, wide())
    assert not find(window, "action.map_in", QAction).isEnabled()  # one query and three keys are seen at once
    window.session.look(focus="queries", layout="focus")
    view = find(window, "figure.queries", FigureView)
    nearer = find(window, "map.zoom_in", QWidget)
    assert nearer.isVisible()
    QTest.mouseClick(nearer, Qt.MouseButton.LeftButton)
    once = map_in(view).seen.columns
    assert once < WIDE
    trigger(window, "map_in")
    assert map_in(view).seen.columns < once
    assert not find(window, "action.go_to_token", QAction).isEnabled()
    trigger(window, "map_whole")
    assert map_in(view).seen.columns == WIDE


def test_columns_are_chosen_by_number(qtbot: QtBot) -> None:
    window = opened_large(qtbot, wide(), crop=Crop((0, 1), (0, 3), (1199, 1220)))
    window.session.look(focus="queries", layout="focus")
    trigger(window, "crop")
    assert map_in(find(window, "figure.queries", FigureView)).seen == Viewport(0, 1199, 1, 21)
    (_, about) = window.questions.asked[-1]
    assert about[2] == (WIDE, (0, WIDE))
    dialog = CropDialog(*about[:2], None, about[2])
    qtbot.addWidget(dialog)
    show = find(dialog, "crop.columns.last")
    assert show.text() == str(WIDE)
    show.setText("4001")
    assert not dialog.findChild(QPushButton).isEnabled()
    assert find(dialog, "crop.reason").text() == "There are 4000 columns. Type a number from 1 to 4000."
    show.setText("30")
    assert dialog.choice() == Crop((0, 1), (0, 3), (0, 30))


def test_x_of_one_row_is_zoomed_along_d_model(qtbot: QtBot) -> None:
    numbers = np.random.default_rng(5)
    projections = [numbers.normal(size=(WIDE, 8)) for _ in range(3)]
    window = opened_large(qtbot, Scenario(Projected(numbers.normal(size=(1, WIDE)), *projections)))
    window.session.look(focus="X", layout="focus")
    view = find(window, "figure.X", FigureView)
    for _ in range(60):
        wheel(view, point_of(view, 0.5, map_in(view).seen.left + 1))
    assert map_in(view).seen.columns == LEAST
    assert find(window, "map.zoom_out", QWidget).isEnabled()
    window.session.look(focus="W_Q")
    assert map_in(find(window, "figure.W_Q", FigureView)).seen.rows == WIDE  # none of its sides are tokens


def test_many_queries_come_nearer_together_with_their_many_numbers(qtbot: QtBot) -> None:
    numbers = np.random.default_rng(5)
    panel, view = queries_of(qtbot, Scenario(Direct(*(numbers.normal(size=(80, 400)) for _ in range(3)))))
    for _ in range(12):
        wheel(view, point_of(view, 40.5, 200.5))
    seen = map_in(view).seen
    assert seen.rows < 40
    assert seen.columns < 200
    panel.session.look(focus="weights")
    assert map_in(figure(panel, "weights")).seen.columns == 80  # keys, which were not zoomed
