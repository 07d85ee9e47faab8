"""The steps of a laboratory: buttons, keys, playing, and a page of which nothing is out of sight."""

from __future__ import annotations

from typing import Any

import pytest
from lab_rooms import roomy, settled, view
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QAbstractButton, QLabel, QPushButton
from pytestqt.qtbot import QtBot
from scripted import find

from attnviz.app.labs import lab_room
from attnviz.app.labs.lab_room import LabRoom
from attnviz.app.session import Session
from attnviz.content.attn_file import load
from attnviz.figures.labs.matrix import matrix_layout
from attnviz.figures.labs.table_sheet import table_layout
from attnviz.labs.catalogue import lab
from attnviz.labs.exhibits import Matrix

ONE_BY_ONE: dict[str, Any] = {"tile_rows": 1, "tile_columns": 1, "step": 1}


def button(room: LabRoom, name: str) -> QPushButton:
    return find(room, f"lab.step_{name}", QPushButton)


def test_a_button_goes_on_to_the_next_tile_and_back(room: LabRoom, qtbot: QtBot) -> None:
    room.open("tiles", ONE_BY_ONE)
    qtbot.mouseClick(button(room, "next"), Qt.MouseButton.LeftButton)
    qtbot.mouseClick(button(room, "next"), Qt.MouseButton.LeftButton)
    assert room.values["step"] == 3
    qtbot.mouseClick(button(room, "back"), Qt.MouseButton.LeftButton)
    assert room.values["step"] == 2
    assert find(room, "lab.step_words", QLabel).text() == "Step 2 of 9: query 1 on key 2"


def test_there_is_no_step_before_the_first_and_none_after_the_last(room: LabRoom) -> None:
    room.open("tiles", ONE_BY_ONE)
    assert not button(room, "back").isEnabled()
    room.set_value("step", 9)
    assert not button(room, "next").isEnabled()


@pytest.mark.parametrize(("on", "back"), [("Right", "Left"), ("PageDown", "PageUp")])
def test_arrows_and_a_clicker_go_on_and_back(room: LabRoom, qtbot: QtBot, on: str, back: str) -> None:
    room.open("tiles", ONE_BY_ONE)
    for key, step in ((on, 2), (on, 3), (back, 2)):
        qtbot.keyClick(room, getattr(Qt.Key, f"Key_{key}"))
        assert room.values["step"] == step


@pytest.mark.parametrize("name", ["lab.back", "lab.reset", "lab.step_next", "lab.step_play"])
@pytest.mark.parametrize(("on", "back"), [("Right", "Left"), ("PageDown", "PageUp")])
def test_a_button_that_has_the_keyboard_leaves_steps_to_the_page(
    room: LabRoom, qtbot: QtBot, on: str, back: str, name: str
) -> None:
    room.open("tiles", {**ONE_BY_ONE, "step": 4})
    pressed = find(room, name, QAbstractButton)
    pressed.setFocus()
    for key, step in ((on, 5), (on, 6), (back, 5)):
        qtbot.keyClick(pressed, getattr(Qt.Key, f"Key_{key}"))
        assert room.values["step"] == step
    assert pressed.hasFocus()


@pytest.mark.parametrize("key", ["Right", "PageDown"])
def test_an_exhibit_that_is_scrolled_leaves_steps_to_the_page(room: LabRoom, qtbot: QtBot, key: str) -> None:
    room.open("tiles", ONE_BY_ONE)
    room.resize(500, 260)
    settled(qtbot, room)
    qtbot.keyClick(room.page, getattr(Qt.Key, f"Key_{key}"))
    assert room.values["step"] == 2


def test_a_page_without_steps_scrolls_by_its_keys(room: LabRoom, qtbot: QtBot) -> None:
    room.open("mixture")
    room.resize(500, 260)
    settled(qtbot, room)
    bar = room.page.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    qtbot.keyClick(room.page, Qt.Key.Key_PageDown)
    assert bar.value() > 0


def test_playing_goes_on_until_the_last_step(room: LabRoom, qtbot: QtBot) -> None:
    room.open("tiles", {**ONE_BY_ONE, "step": 7})
    find(room.steps, "lab.step_pace", QTimer).setInterval(1)
    qtbot.mouseClick(button(room, "play"), Qt.MouseButton.LeftButton)
    assert button(room, "play").text() == "Pause"
    qtbot.waitUntil(lambda: not room.steps.plays)
    assert room.values["step"] == 9
    assert button(room, "play").text() == "Play"


def test_playing_stops_when_the_laboratory_is_left(room: LabRoom, qtbot: QtBot) -> None:
    room.open("tiles", ONE_BY_ONE)
    qtbot.mouseClick(button(room, "play"), Qt.MouseButton.LeftButton)
    room.hide()
    assert not room.steps.plays


def test_another_page_or_laboratory_stops_what_plays(room: LabRoom, qtbot: QtBot) -> None:
    for change in (lambda: room.set_value("show", "end"), lambda: room.open("mixture")):
        room.open("tiles", ONE_BY_ONE)
        qtbot.mouseClick(button(room, "play"), Qt.MouseButton.LeftButton)
        change()
        assert not room.steps.plays
        assert room.steps.isHidden()


def test_nothing_plays_by_itself_for_who_wants_less_motion(qtbot: QtBot) -> None:
    room = LabRoom(Session(load("by-hand")), moves=lambda: False)
    qtbot.addWidget(room, before_close_func=lambda widget: widget.close_down())
    room.show()
    room.open("tiles", ONE_BY_ONE)
    assert not button(room, "play").isEnabled()
    room.steps.toggle()
    assert not room.steps.plays
    assert button(room, "next").isEnabled()


def test_on_the_big_screen_keys_belong_to_the_slides(qtbot: QtBot) -> None:
    room = LabRoom(Session(load("by-hand")), scrolls=False)
    qtbot.addWidget(room, before_close_func=lambda widget: widget.close_down())
    room.show()
    room.open("tiles", ONE_BY_ONE)
    qtbot.mouseClick(button(room, "next"), Qt.MouseButton.LeftButton)
    assert room.values["step"] == 2
    qtbot.keyClick(room, Qt.Key.Key_PageDown)
    assert room.values["step"] == 2
    assert all(button(room, name).focusPolicy() == Qt.FocusPolicy.NoFocus for name in ("back", "next", "play"))


def test_the_buttons_have_names_for_screen_readers(room: LabRoom) -> None:
    room.open("tiles", ONE_BY_ONE)
    for name in ("back", "next", "play"):
        assert "tep" in button(room, name).accessibleName()


def test_the_step_is_kept_while_the_full_way_is_looked_at(room: LabRoom) -> None:
    room.open("tiles", {**ONE_BY_ONE, "step": 5})
    room.set_value("way", "full")
    room.set_value("way", "tiled")
    assert room.values["step"] == 5


@pytest.mark.parametrize("example", ["by-hand", "trophy", "cross-attention"])
@pytest.mark.parametrize("size", ["normal", "large", "projector"])
def test_all_of_a_step_is_in_sight_whole(qtbot: QtBot, example: str, size: str) -> None:
    room = roomy(qtbot)
    room.session.edit("Other", lambda _scenario: load(example))
    room.session.look(text_size=size)
    room.open("tiles")
    qtbot.waitUntil(lambda: room.page.isVisible())
    for show in ("step", "end"):
        room.set_value("show", show)
        sheet, seen = room.page.widget().size(), room.page.viewport().size()
        assert sheet.width() <= seen.width()
        assert sheet.height() <= seen.height()
        for own in room.page.views.values():
            assert room.page.widget().rect().contains(own.geometry())


def test_what_is_kept_is_in_letters_as_large_as_the_numbers_of_the_maps(room: LabRoom) -> None:
    room.open("tiles")
    own = view(room, "state")
    maps = [one for one in room.page.views.values() if getattr(one.drawing.exhibit, "alike", False)]
    sizes = {matrix_layout(one.drawing, one.place, one.theme)[2].number_px for one in maps}
    assert sizes == {table_layout(own.drawing, own.place, own.theme).theme.small_px}
    assert min(sizes) > own.theme.small_px


def test_the_letters_and_columns_of_what_is_kept_stay_from_step_to_step(room: LabRoom) -> None:
    room.open("tiles", ONE_BY_ONE)
    places = set()
    for step in (1, 2, 3):  # −∞, 0 and 0 at first, then numbers with decimals
        room.set_value("step", step)
        own = view(room, "state")
        grid = table_layout(own.drawing, own.place, own.theme)
        places.add((grid.theme.small_px, grid.xs, grid.ys))
    assert len(places) == 1


def test_outputs_that_are_compared_begin_at_one_height(room: LabRoom) -> None:
    room.open("tiles", {"show": "end"})
    rects = [view(room, name).cell_rect(0, 0) for name in ("tiles", "ordinary")]
    tops = [rect.top() + view(room, name).y() for rect, name in zip(rects, ("tiles", "ordinary"), strict=True)]
    assert tops[0] == tops[1]


def test_less_room_shows_fewer_rows_and_not_smaller_letters(qtbot: QtBot) -> None:
    room = roomy(qtbot)
    room.session.edit("Other", lambda _scenario: load("trophy"))
    room.open("tiles")
    usual = view(room, "scores").drawing.exhibit
    room.session.look(text_size="projector")
    fewer = view(room, "scores").drawing.exhibit
    assert isinstance(usual, Matrix)
    assert isinstance(fewer, Matrix)
    assert fewer.values.size < usual.values.size
    full = lab("tiles").run(room.values, room.session.state.scenario, lambda _part: True).exhibits[1]
    assert room.drawings()["scores"].exhibit.values.shape == full.values.shape  # files have the whole page


def test_a_long_run_marks_the_page_as_old_before_it_comes_to_an_end(qtbot: QtBot) -> None:
    room = roomy(qtbot)
    room.open("tiles")
    settled(qtbot, room)
    with qtbot.waitSignal(room._runs.lingers):
        find(room, "lab.patience", QTimer).start()
    assert view(room, "scores").old


@pytest.fixture
def slow(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> LabRoom:
    """A laboratory at the first of nine steps, each of which is computed beside the window from now on."""
    room = roomy(qtbot)
    room.open("tiles", ONE_BY_ONE)
    monkeypatch.setattr(lab_room, "takes_long", lambda _lab, _scenario: True)
    return room


def test_each_press_counts_while_a_step_is_still_computing(slow: LabRoom, qtbot: QtBot) -> None:
    for _ in range(3):
        qtbot.mouseClick(button(slow, "next"), Qt.MouseButton.LeftButton)
    assert slow.running
    assert slow.values["step"] == 4
    settled(qtbot, slow)
    assert find(slow, "lab.step_words", QLabel).text().startswith("Step 4 of 9")


def test_steps_are_counted_from_one_that_was_chosen_elsewhere_and_still_computes(slow: LabRoom, qtbot: QtBot) -> None:
    slow.set_value("step", 7)
    qtbot.keyClick(slow, Qt.Key.Key_Right)
    assert slow.values["step"] == 8


def test_there_is_no_step_after_the_last_that_was_asked_for(slow: LabRoom) -> None:
    slow.set_value("step", 9)
    assert slow.running
    assert not button(slow, "next").isEnabled()
    assert find(slow, "lab.step_words", QLabel).text().startswith("Step 1 of 9")
