"""The room of a source: what a gesture asks for, and what of it is seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLineEdit, QSlider, QSpinBox, QTabBar, QToolButton
from pytestqt.qtbot import QtBot
from scripted import click, find, trigger
from source_rooms import (
    BEST,
    IT,
    SUITCASE,
    TROPHY,
    choose,
    click_map,
    click_token,
    found,
    grid,
    in_window,
    lines,
    lines_drawn,
    settled,
    stored,
)

from attnviz.app.sources.source_room import SourceRoom
from attnviz.app.window import MainWindow
from attnviz.content.sources.source import Place
from attnviz.engine.cells import Cell
from attnviz.engine.inputs import GivenWeights
from attnviz.figures.overview.head_grid import HeadGrid


def test_the_grid_shows_every_head_of_the_source(qtbot: QtBot) -> None:
    _, room = in_window(qtbot)
    figure = grid(room).figure
    assert isinstance(figure, HeadGrid)
    assert len(figure.layers) == 6
    np.testing.assert_array_equal(figure.layers[3][1], stored()["attentions_0"][3, 1])


def test_a_click_on_a_map_opens_that_head_as_one_undo_step(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    before = window.session.state.scenario
    click_map(room, BEST)
    assert window.session.state.scenario.title == "stored: layer 4, head 2"
    assert not window.rooms.in_source
    assert window.session.undo_stack.count() == 1
    trigger(window, "undo")
    assert window.session.state.scenario == before


def test_the_way_back_leads_to_the_grid_where_the_head_is_framed(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    click_map(room, BEST)
    button = find(window, "source.way_back")
    assert button.isVisible()
    assert "Layer 4, head 2" in button.toolTip()
    click(qtbot, window, "source.way_back")
    assert window.rooms.in_source
    assert grid(room).grid.opened == BEST  # type: ignore[union-attr]


def test_the_tab_of_an_opened_head_has_its_number_in_the_model(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    click_map(room, BEST)
    tabs = find(window, "tabs.heads", QTabBar)
    assert tabs.tabText(0) == "Head 2 of layer 4"


def test_f3_leads_back_to_the_grid(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    click_map(room, BEST)
    trigger(window, "grid")
    assert window.rooms.in_source


def test_without_a_source_there_is_no_way_back(qtbot: QtBot) -> None:
    from scripted import opened

    assert not find(opened(qtbot), "source.way_back").isVisible()


def test_heads_are_found_by_two_tokens_in_the_order_of_their_weight(qtbot: QtBot) -> None:
    _, room = in_window(qtbot)
    choose(room, "source.find.query", IT)
    choose(room, "source.find.key", TROPHY)
    assert found(room)[0] == "1 ★ layer 4, head 2:  0.574"
    assert grid(room).grid.found[0] == BEST  # type: ignore[union-attr]


def test_a_found_head_shows_its_lines(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    choose(room, "source.find.query", IT)
    choose(room, "source.find.key", TROPHY)
    click(qtbot, window, "source.find.1")
    figure = lines_drawn(room)
    assert figure.title == "Layer 4, head 2"
    assert figure.number_texts(IT, TROPHY) == ((0, "0.574"),)
    assert figure.number_texts(IT, SUITCASE) == ((0, "0.252"),)


def test_the_button_opens_the_best_head_that_was_found(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    choose(room, "source.find.query", IT)
    choose(room, "source.find.key", TROPHY)
    click(qtbot, window, "source.open")
    assert window.session.state.opened == BEST


def test_a_head_that_somebody_chose_stays_when_heads_are_found(qtbot: QtBot) -> None:
    _, room = in_window(qtbot)
    room.point_at(Place(1, 4))
    choose(room, "source.find.query", IT)
    choose(room, "source.find.key", TROPHY)
    assert room.looks.place == Place(1, 4)


def test_another_search_leads_from_a_found_head_to_its_own_best(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    choose(room, "source.find.query", IT)
    choose(room, "source.find.key", TROPHY)
    click(qtbot, window, "source.find.2")
    choose(room, "source.find.key", SUITCASE)
    assert room.found is not None
    assert room.looks.place == room.found.best


def test_opening_a_head_selects_the_weight_between_the_tokens_that_are_followed(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    room.look(query=IT, key=TROPHY)
    click_map(room, BEST)
    assert window.session.state.selection.cell == Cell("weights", 0, IT, TROPHY)


def test_a_query_selected_on_the_board_is_lit_in_the_room(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    click_map(room, BEST)
    window.session.select(query=SUITCASE)
    assert room.looks.query == SUITCASE


def test_a_token_followed_in_the_room_is_selected_on_the_board(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    click_map(room, BEST)
    window.rooms.show_source()
    click_token(room, "query", IT)
    assert window.session.state.selection.query == IT


def test_a_document_of_its_own_is_not_touched_by_what_is_followed(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    before = window.session.state.selection
    click_token(room, "query", 2)
    assert window.session.state.selection == before


def test_keys_walk_along_the_grid_and_enter_opens(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    grid(room).setFocus()
    for key in (*[Qt.Key.Key_Down] * 3, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
        QTest.keyClick(grid(room), key)
    assert grid(room).spoken_value() == "layer 4, head 2"
    QTest.keyClick(grid(room), Qt.Key.Key_Return)
    assert window.session.state.opened == BEST


def test_colours_reach_to_the_largest_weight_on_demand(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    assert grid(room).grid.ends == (0.0, 1.0)  # type: ignore[union-attr]
    find(window, "source.scale", QCheckBox).click()
    largest = float(stored()["attentions_0"].max())
    assert grid(room).grid.ends == (0.0, pytest.approx(largest))  # type: ignore[union-attr]


def test_the_room_rests_the_controls_of_the_document(qtbot: QtBot) -> None:
    window, _ = in_window(qtbot)
    assert not find(window, "mask.causal").isEnabled()
    click(qtbot, window, "source.back")
    assert find(window, "mask.causal").isEnabled()


def test_numbers_of_the_grid_are_copied_for_the_tokens_that_are_followed(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    room.look(query=IT, key=TROPHY)
    trigger(window, "copy_numbers")
    rows = QApplication.clipboard().text().splitlines()
    assert rows[0].split("\t") == ["layer", "head", "query", "key", "weight"]
    assert len(rows) == 1 + 72
    assert next(row for row in rows if row.startswith("4\t2\t")).split("\t")[4].startswith("0.57")


def test_the_figure_in_use_is_what_is_exported(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    assert window.exports._shown_lab() is room
    assert room.shown() == "grid"
    lines(room).setFocus()
    assert room.shown() == "lines"
    trigger(window, "copy_figure")
    assert not QApplication.clipboard().image().isNull()


def test_tab_goes_from_the_sentence_along_the_grid_to_the_lines(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    qtbot.waitUntil(lambda: not room._tab_timer.isActive())
    find(window, "source.sentence", QLineEdit).setFocus()
    seen = []
    for _ in range(45):
        seen.append(QApplication.focusWidget().objectName())
        QTest.keyClick(window.windowHandle(), Qt.Key.Key_Tab)
    wanted = ["sentence", "compute", "open_file", "back", "hide_special", "token.1", "token.16", "grid", "scale",
              "find.query", "find.key", "show_lines", "open", "layer", "threshold", "head.1", "head.12",
              "lines"]  # fmt: skip
    places = [seen.index(f"source.{name}") for name in wanted]
    assert places == sorted(places)


def test_every_control_has_a_name_for_people_who_do_not_see_it(qtbot: QtBot) -> None:
    _, room = in_window(qtbot)
    room.look(query=IT, key=TROPHY)
    kinds = (QComboBox, QLineEdit, QSlider, QSpinBox, QToolButton, QCheckBox)
    silent = [
        widget.objectName()
        for kind in kinds
        for widget in room.findChildren(kind)
        if not widget.objectName().startswith("qt_") and not (widget.accessibleName() or getattr(widget, "text", str)())
    ]
    assert silent == []


def test_an_edited_head_is_no_longer_framed_as_the_one_of_the_grid(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    click_map(room, BEST)
    window.rooms.show_source()
    assert grid(room).grid.opened == BEST  # type: ignore[union-attr]
    changed = stored()["attentions_0"][3, 2:3]
    window.session.edit("x", lambda scenario: replace(scenario, inputs=GivenWeights(changed)))
    assert grid(room).grid.opened is None  # type: ignore[union-attr]


def test_several_heads_are_framed_in_the_colours_of_their_lines(qtbot: QtBot) -> None:
    _, room = in_window(qtbot)
    room.look(heads=(0, 4))
    assert grid(room).grid.lined == (Place(0, 0), Place(0, 4))  # type: ignore[union-attr]


def _another_sentence(qtbot: QtBot, window: MainWindow, room: SourceRoom) -> None:
    """Has the room compute another sentence behind an opened head, and leaves it."""
    trigger(window, "grid")
    room.enter(str(stored()["text_2"]))
    settled(qtbot, room)
    room.left.emit()


def test_an_opened_head_keeps_its_name_and_tab_when_another_sentence_is_computed(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    click_map(room, BEST)
    _another_sentence(qtbot, window, room)
    assert window.windowTitle().startswith("layer-4-head-2.attn")
    assert find(window, "tabs.heads", QTabBar).tabText(0) == "Head 2 of layer 4"


def test_a_head_that_undo_brings_back_has_its_name_whatever_sentence_is_beside_it(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    click_map(room, BEST)
    trigger(window, "grid")
    click_map(room, Place(0, 4))
    _another_sentence(qtbot, window, room)
    trigger(window, "undo")
    assert window.document.name == "layer-4-head-2.attn"


def test_an_opened_head_keeps_its_name_when_the_source_is_put_away(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    click_map(room, BEST)
    room.begin()
    assert window.document.name == "layer-4-head-2.attn"


def test_a_document_begun_after_a_head_has_its_own_name(qtbot: QtBot) -> None:
    window, room = in_window(qtbot, unsaved="discard")
    click_map(room, BEST)
    _another_sentence(qtbot, window, room)
    window.document.open_preset("two-heads")
    assert window.document.name == "two-heads.attn"
    assert find(window, "tabs.heads", QTabBar).tabText(0) == "Head 1"
