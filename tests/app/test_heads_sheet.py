"""Very many heads are one view: painted some at a time, and pointed into as a view of each head."""

from __future__ import annotations

import gc
from weakref import ref

import pytest
from figure_scenarios import figure, shown_names, shown_panel
from heads_on_a_sheet import MANY, many, settled, sheet_of, shown_sheet
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnviz.app import bit_by_bit
from attnviz.app.bit_by_bit import InTurns
from attnviz.app.pipeline import heads_picture
from attnviz.app.pipeline.figure_area import FigureArea
from attnviz.app.pipeline.heads_sheet import HeadsSheet
from attnviz.content.colours import Limits
from attnviz.engine.edits import set_cell
from attnviz.engine.tracing import Trace
from attnviz.figures import compose, side_by_side
from attnviz.figures.figure import paint_figure
from attnviz.figures.view import Selection, View


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

    monkeypatch.setattr(bit_by_bit, "A_TURN", 0.0)
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

    monkeypatch.setattr(bit_by_bit, "A_TURN", 0.0)
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


def test_of_a_first_picture_each_map_is_seen_as_soon_as_it_is_painted(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, painted: list[int]
) -> None:
    monkeypatch.setattr(bit_by_bit, "A_TURN", 0.0)
    panel = shown_panel(qtbot, many())
    panel.session.look(tab="heads")
    while len(painted) < 3:  # a turn each time
        QApplication.processEvents()
    assert len(painted) < MANY
    sheet = sheet_of(panel)
    seen, whole = sheet.grab().toImage(), settled(qtbot, panel)._picture.image
    assert whole is not None
    first, last = (sheet.maps[head][0].toRect() for head in (0, MANY - 1))
    assert seen.copy(first) == whole.copy(first)
    assert seen.pixelColor(last.center()) == sheet.theme.palette.panel


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
    monkeypatch.setattr(bit_by_bit, "A_TURN", 0.0)
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
    monkeypatch.setattr(bit_by_bit, "A_TURN", 0.0)
    for colours in ("greys", "viridis", "magma"):
        panel.session.look(colour_map=colours)
        qtbot.waitUntil(lambda: sheet.busy, timeout=5_000)
    settled(qtbot, panel)
    shown = sheet._picture.shown
    assert shown is not None
    assert [model for _, model in shown.maps] == [model for _, model in sheet.maps]


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
