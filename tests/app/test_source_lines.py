"""Lines beside the grid: which there are, whose they are, what is hidden, and the token that is followed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QSlider, QSpinBox, QToolButton
from pytestqt.qtbot import QtBot
from scripted import click, find
from source_rooms import (
    BEST,
    IT,
    TROPHY,
    StoredSource,
    click_map,
    click_token,
    grid,
    in_window,
    lines,
    lines_drawn,
    stored,
    tile_center,
    token_center,
)

from attnviz.content.sources.source import Place
from attnviz.engine.inputs import GivenWeights


def test_a_token_clicked_in_the_lines_is_followed_and_let_go_again(qtbot: QtBot) -> None:
    _, room = in_window(qtbot)
    click_token(room, "query", IT)
    assert (room.looks.query, lines_drawn(room).query) == (IT, IT)
    assert find(room, "source.find.query", QComboBox).currentData() == IT
    click_token(room, "query", IT)
    assert room.looks.query is None


@pytest.fixture
def unhurried(qapp: QApplication) -> Iterator[None]:
    """Letters belong together however slowly they are typed."""
    usual = qapp.keyboardInputInterval()
    qapp.setKeyboardInputInterval(600_000)
    yield
    qapp.setKeyboardInputInterval(usual)


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("opened", [False, True])
def test_a_token_is_found_by_its_letters_as_by_its_number(qtbot: QtBot, opened: bool) -> None:
    _, room = in_window(qtbot)
    box = find(room, "source.find.query", QComboBox)
    for typed, index in (("tr", TROPHY), ("it", IT), ("11", IT)):
        box.setCurrentIndex(0)
        box.view().keyboardSearch("")  # what is typed next begins anew
        if opened:
            box.showPopup()
        receiver = box.view() if opened else box
        QTest.keyClicks(receiver, typed)
        if opened:
            QTest.keyClick(receiver, Qt.Key.Key_Return)
        assert box.currentData() == index
    assert room.looks.query == IT


def test_hiding_special_tokens_says_what_share_of_each_row_is_hidden(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    room.point_at(BEST)
    click(qtbot, window, "source.hide_special")
    figure = lines_drawn(room)
    assert figure.shown_keys == tuple(range(1, 15))
    row = stored()["attentions_0"][3, 1, IT].astype(np.float64)
    assert figure.heads[0].hidden_share is not None
    assert figure.heads[0].hidden_share[IT] == pytest.approx(row[0] + row[15], abs=1e-6)
    assert figure.heads[0].weights[IT, TROPHY] == pytest.approx(0.574, abs=5e-4)  # not shared out anew


def test_any_token_is_hidden_by_its_chip_and_comes_back(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    click(qtbot, window, "source.token.3")
    assert room.looks.hidden == {TROPHY}
    assert find(window, "source.token.3", QToolButton).font().strikeOut()
    click(qtbot, window, "source.token.3")
    assert room.looks.hidden == frozenset()


def test_punctuation_is_hidden_at_once(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    click(qtbot, window, "source.hide_punctuation")
    assert room.looks.hidden == {14}


def test_the_threshold_decides_which_lines_there_are(qtbot: QtBot) -> None:
    _, room = in_window(qtbot)
    slider = find(room, "source.threshold", QSlider)
    slider.setValue(slider.maximum())
    assert lines_drawn(room).threshold == 0.5
    assert find(room, "source.threshold.value", QLabel).text() == "from 0.5 up"


def test_layer_and_heads_are_chosen_beside_the_lines(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    find(room, "source.layer", QSpinBox).setValue(4)
    click(qtbot, window, "source.head.2")
    click(qtbot, window, "source.head.1")
    click(qtbot, window, "source.head.7")
    assert (room.looks.layer, room.looks.heads) == (3, (1, 6))
    assert lines_drawn(room).title == "Layer 4, heads 2, 7"


def test_the_last_head_cannot_be_taken_away(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    click(qtbot, window, "source.head.1")
    assert room.looks.heads == (0,)
    assert find(window, "source.head.1", QToolButton).isChecked()


def test_ctrl_and_a_click_add_a_head_to_the_lines(qtbot: QtBot) -> None:
    window, room = in_window(qtbot)
    click_map(room, Place(0, 4), Qt.KeyboardModifier.ControlModifier)
    assert room.looks.heads == (0, 4)
    assert window.rooms.in_source


def test_the_head_under_the_pointer_shows_its_lines_for_as_long(qtbot: QtBot) -> None:
    _, room = in_window(qtbot)
    grid(room).hovered.emit(Place(4, 7))
    assert lines_drawn(room).title == "Layer 5, head 8"
    grid(room).hovered.emit(None)
    assert lines_drawn(room).title == "Layer 1, head 1"


def test_keys_follow_one_token_after_the_other(qtbot: QtBot) -> None:
    _, room = in_window(qtbot)
    lines(room).setFocus()
    for _ in range(3):
        QTest.keyClick(lines(room), Qt.Key.Key_Down)
    assert room.looks.query == 2
    assert lines(room).spoken_value().startswith("query 3 “trophy”, head 1: most at key ")
    QTest.keyClick(lines(room), Qt.Key.Key_Escape)
    assert room.looks.query is None


def test_a_hidden_token_leaves_the_maps_as_it_leaves_the_lines(qtbot: QtBot) -> None:
    _, room = in_window(qtbot)
    room.look(hidden=frozenset({0, 15}))
    figure = grid(room).grid
    assert figure is not None
    assert figure.shown_shape == (14, 14)
    assert figure.shown_keys == lines_drawn(room).shown_keys


def test_no_token_moves_when_one_is_chosen(qtbot: QtBot) -> None:
    _, room = in_window(qtbot)

    def places() -> tuple[object, ...]:
        QApplication.processEvents()
        tokens = [token_center(room, side, 4) for side in ("query", "key")]
        return *tokens, grid(room).geometry(), tile_center(room, BEST), room.parts.controls.geometry()

    before = places()
    for changes in ({"key": TROPHY}, {"query": IT}, {"key": None}):
        room.look(**changes)
        assert places() == before


def test_an_edited_head_with_more_tokens_lights_none_that_the_source_has_not(qtbot: QtBot) -> None:
    source = StoredSource()
    source.tokens = None  # type: ignore[assignment]  # as saved weights without labels have none
    window, room = in_window(qtbot, source)
    click_map(room, BEST)
    window.session.edit("x", lambda s: replace(s, inputs=GivenWeights(np.full((1, 20, 20), 0.05))))
    window.session.select(query=18)
    assert room.looks.query is None


def test_without_any_shown_token_a_sentence_says_what_to_do(qtbot: QtBot) -> None:
    _, room = in_window(qtbot)
    room.look(hidden=frozenset(range(16)))
    assert lines(room).figure is None
    assert "Show some of them above" in lines(room)._sentence
