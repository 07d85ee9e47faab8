"""Very many heads are one view: painted some at a time, and pointed into as a view of each head."""

from __future__ import annotations

import gc
from weakref import ref

import numpy as np
import pytest
from figure_scenarios import figure, shown_names, shown_panel
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QPainter, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnviz import Direct, Scenario
from attnviz.app.pipeline import heads_picture, in_turns
from attnviz.app.pipeline.figure_area import FigureArea
from attnviz.app.pipeline.heads_sheet import HeadsSheet
from attnviz.app.pipeline.in_turns import InTurns
from attnviz.app.pipeline.pipeline_panel import PipelinePanel
from attnviz.content.colours import Limits
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_cell
from attnviz.engine.tracing import Trace
from attnviz.figures import compose, side_by_side
from attnviz.figures.figure import paint_figure
from attnviz.figures.view import Selection, View

MANY = 40


def many(heads: int = MANY, tokens: int = 6) -> Scenario:
    numbers = np.random.default_rng(3)
    return Scenario(Direct(*(numbers.normal(size=(tokens, 2 * heads)) for _ in range(3))), heads=heads)


def sheet_of(panel: PipelinePanel) -> HeadsSheet:
    found = figure(panel, "heads")
    assert isinstance(found, HeadsSheet)
    return found


def settled(qtbot: QtBot, panel: PipelinePanel) -> HeadsSheet:
    qtbot.waitUntil(lambda: shown_names(panel) == ("heads",), timeout=20_000)
    QApplication.processEvents()
    sheet = sheet_of(panel)
    qtbot.waitUntil(lambda: not (sheet.busy or panel.area.busy or panel.session.busy), timeout=20_000)
    return sheet


def shown_sheet(qtbot: QtBot, scenario: Scenario) -> tuple[PipelinePanel, HeadsSheet]:
    panel = shown_panel(qtbot, scenario)
    panel.session.look(tab="heads")
    return panel, settled(qtbot, panel)


def middle(sheet: HeadsSheet, cell: Cell) -> QPoint:
    place = sheet.cell_rect_of(cell)
    assert place is not None
    return place.center().toPoint()


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The heads that were painted, in order."""
    heads: list[int] = []

    def paint(painter: object, place: object, model: object, look: object) -> None:
        heads.append(model.head)  # type: ignore[attr-defined]
        paint_figure(painter, place, model, look)  # type: ignore[arg-type]

    monkeypatch.setattr(heads_picture, "paint_figure", paint)
    return heads


def test_no_turn_of_the_event_loop_paints_more_heads_than_it_has_time_for(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, painted: list[int]
) -> None:
    turns: list[int] = []
    go_on = InTurns._go_on

    def counted(one: InTurns) -> None:
        before = len(painted)
        go_on(one)
        turns.append(len(painted) - before)

    monkeypatch.setattr(in_turns, "TURN", 0.0)
    monkeypatch.setattr(InTurns, "_go_on", counted)
    shown_sheet(qtbot, many())
    assert sorted(set(painted)) == list(range(MANY))
    assert max(turns) == 1


def test_no_turn_composes_more_heads_than_it_has_time_for(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    panel, _ = shown_sheet(qtbot, many())
    composed: list[int] = []
    turns: list[int] = []
    go_on, among_heads = InTurns._go_on, compose.among_heads

    def counted(one: InTurns) -> None:
        before = len(composed)
        go_on(one)
        turns.append(len(composed) - before)

    def composing(
        name: str, trace: Trace, selection: Selection, view: View, head: int, limits: Limits | None
    ) -> object:
        composed.append(head)
        return among_heads(name, trace, selection, view, head, limits)

    monkeypatch.setattr(in_turns, "TURN", 0.0)
    monkeypatch.setattr(InTurns, "_go_on", counted)
    monkeypatch.setattr(compose, "among_heads", composing)
    panel.session.look(colour_map="greys")
    settled(qtbot, panel)
    assert composed == list(range(MANY))
    assert max(turns) == 1


def test_another_size_of_the_panel_composes_no_head_again(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    panel, _ = shown_sheet(qtbot, many())
    monkeypatch.setattr(compose, "among_heads", None)
    panel.resize(panel.width() - 60, panel.height() - 40)
    settled(qtbot, panel)


def test_painting_looks_for_no_places_while_heads_are_composed_in_another_size(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel, _ = shown_sheet(qtbot, many())
    sought: list[object] = []
    named = side_by_side._named
    monkeypatch.setattr(side_by_side, "_named", lambda *about: sought.append(about) or named(*about))
    panel.session.look(text_size="large")
    assert panel.area.busy
    panel.area.repaint()
    assert sought == []
    settled(qtbot, panel)
    assert len(sought) == 1


def test_of_all_heads_nobody_asks_whether_the_board_of_one_is_legible(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel, _ = shown_sheet(qtbot, many())
    monkeypatch.setattr(FigureArea, "board_is_legible", None)
    panel.session.look(colour_map="greys")
    settled(qtbot, panel)


def painted_at_once(sheet: HeadsSheet) -> QImage:
    """Each map painted by itself, on one sheet."""
    image = sheet._picture.image
    assert image is not None
    alone = QImage(image.size(), image.format())
    alone.fill(sheet.theme.palette.panel)
    with QPainter(alone) as painter:
        for place, model in sheet.maps:
            paint_figure(painter, place, model, sheet.theme)
    return alone


def test_the_picture_is_that_of_each_map_painted_by_itself(qtbot: QtBot) -> None:
    _, sheet = shown_sheet(qtbot, many())
    assert sheet._picture.image == painted_at_once(sheet)


def test_of_a_frame_that_went_nothing_stays(qtbot: QtBot) -> None:
    panel, sheet = shown_sheet(qtbot, many())
    for head, query in ((0, 2), (1, 4), (7, 1), (3, 3)):
        panel.session.select(head=head, query=query)
        settled(qtbot, panel)
    assert sheet._picture.image == painted_at_once(sheet)


def test_a_picture_stays_until_the_next_is_whole(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    panel, sheet = shown_sheet(qtbot, many())
    monkeypatch.setattr(in_turns, "TURN", 0.0)
    before, seen = sheet._picture.image, []
    sheet._picture.painted.connect(lambda: seen.append(sheet._picture.image))
    panel.session.look(colour_map="greys")
    qtbot.waitUntil(lambda: sheet.busy, timeout=5_000)
    assert sheet._picture.image is before
    settled(qtbot, panel)
    assert len(seen) == 1
    assert seen[0] is not before


def test_an_edit_of_one_head_paints_that_head_alone(qtbot: QtBot, painted: list[int]) -> None:
    panel, _ = shown_sheet(qtbot, many())
    painted.clear()
    panel.session.edit("a number", lambda scenario: set_cell(scenario, "Q", 0, 2 * 7, 2.5))
    settled(qtbot, panel)
    assert painted == [7]


def test_of_several_changes_on_the_way_the_newest_is_painted(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    panel, sheet = shown_sheet(qtbot, many())
    monkeypatch.setattr(in_turns, "TURN", 0.0)
    for colours in ("greys", "viridis", "magma"):
        panel.session.look(colour_map=colours)
        qtbot.waitUntil(lambda: sheet.busy, timeout=5_000)
    settled(qtbot, panel)
    shown = sheet._picture.shown
    assert shown is not None
    assert [model for _, model in shown.maps] == [model for _, model in sheet.maps]


def test_a_click_selects_the_cell_of_the_head_under_it(qtbot: QtBot) -> None:
    panel, sheet = shown_sheet(qtbot, many())
    cell = Cell("weights", 30, 4, 2)
    qtbot.mouseClick(sheet, Qt.MouseButton.LeftButton, pos=middle(sheet, cell))
    assert panel.session.state.selection.cell == cell
    assert panel.session.state.selection.head == 30


def test_an_arrow_key_at_the_edge_of_a_map_goes_on_in_the_next_head(qtbot: QtBot) -> None:
    panel, sheet = shown_sheet(qtbot, many())
    panel.session.select(cell=Cell("weights", 3, 2, 5), head=3, query=2)
    settled(qtbot, panel)
    qtbot.keyClick(sheet, Qt.Key.Key_Right)
    assert panel.session.state.selection.cell == Cell("weights", 4, 2, 0)
    qtbot.keyClick(sheet, Qt.Key.Key_Right)
    assert panel.session.state.selection.cell == Cell("weights", 4, 2, 1)
    qtbot.keyClick(sheet, Qt.Key.Key_Left)
    qtbot.keyClick(sheet, Qt.Key.Key_Left)
    assert panel.session.state.selection.cell == Cell("weights", 3, 2, 5)


def test_an_arrow_down_from_the_last_row_comes_to_the_head_below(qtbot: QtBot) -> None:
    panel, sheet = shown_sheet(qtbot, many())
    panel.session.select(cell=Cell("weights", 1, 5, 3), head=1, query=5)
    settled(qtbot, panel)
    qtbot.keyClick(sheet, Qt.Key.Key_Down)
    cell = panel.session.state.selection.cell
    assert cell is not None
    assert (cell.row, cell.column) == (0, 3)
    places = [place for place, _ in sheet.maps]
    assert places[cell.head or 0].top() > places[1].top()
    assert abs(places[cell.head or 0].right() - places[1].right()) < 2


def test_the_pointer_tells_the_exact_number_of_each_head(qtbot: QtBot) -> None:
    panel, sheet = shown_sheet(qtbot, many())
    value = panel.session.state.trace.at("weights", 21)[1, 3]
    told = sheet.tooltip_at(QPointF(middle(sheet, Cell("weights", 21, 1, 3))))
    assert repr(float(value)) in told
    assert told.startswith("Head 22: ")


def test_a_double_click_opens_the_head_under_it(qtbot: QtBot) -> None:
    panel, sheet = shown_sheet(qtbot, many())
    at = middle(sheet, Cell("weights", 12, 3, 3))
    qtbot.mouseClick(sheet, Qt.MouseButton.LeftButton, pos=at)
    qtbot.mouseDClick(sheet, Qt.MouseButton.LeftButton, pos=at)
    state = panel.session.state
    assert (state.view.tab, state.selection.head) == ("head", 12)


def test_the_wheel_over_one_of_many_large_maps_zooms_them_all(qtbot: QtBot) -> None:
    panel, sheet = shown_sheet(qtbot, many(20, tokens=80))
    qtbot.waitUntil(lambda: all(model.picture is not None for _, model in sheet.maps), timeout=20_000)
    at = QPointF(sheet.maps[14][0].center())
    none = Qt.KeyboardModifier.NoModifier
    wheel = QWheelEvent(
        at, sheet.mapToGlobal(at), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton, none,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(sheet, wheel)
    assert panel.session.state.view.viewport is not None
    settled(qtbot, panel)
    assert {model.seen for _, model in sheet.maps} == {panel.session.state.view.viewport}


def test_many_large_maps_fill_in_as_their_numbers_come(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many(18, tokens=520))
    assert panel.session.state.trace.defers
    panel.session.look(tab="heads")
    sheet = settled(qtbot, panel)
    qtbot.waitUntil(lambda: all(model.picture is not None for _, model in sheet.maps), timeout=30_000)
    settled(qtbot, panel)
    shown = sheet._picture.shown
    assert shown is not None
    assert all(model.picture is not None for _, model in shown.maps)


def test_heads_out_of_sight_keep_no_old_trace(qtbot: QtBot) -> None:
    panel, _ = shown_sheet(qtbot, many())
    old = ref(panel.session.state.trace)
    panel.hide()
    panel.session.open(many(2))
    gc.collect()
    assert old() is None


def test_few_heads_have_a_view_each(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many(8))
    panel.session.look(tab="heads")
    assert shown_names(panel) == tuple(f"heads.{head}" for head in range(1, 9))


def test_pinned_heads_beside_the_present_ones_are_a_sheet_each(qtbot: QtBot) -> None:
    panel, _ = shown_sheet(qtbot, many())
    panel.session.pin()
    panel.session.edit("a number", lambda scenario: set_cell(scenario, "Q", 0, 2 * 7, 2.5))
    panel.session.look(compare="side")
    qtbot.waitUntil(lambda: set(shown_names(panel)) == {"pinned.heads", "heads"}, timeout=5_000)
    pinned = figure(panel, "pinned.heads")
    assert isinstance(pinned, HeadsSheet)
    assert pinned.accessibleName() == f"{MANY} pinned heads"
