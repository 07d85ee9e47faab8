"""Laboratories in the window: from the menu, in every look, and gone without a trace."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from lab_rooms import in_window, settled
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSpinBox, QWidget
from pytestqt.qtbot import QtBot
from scripted import find, opened, trigger

from attnviz.app.centre import Centre
from attnviz.app.labs.lab_room import LabRoom
from attnviz.content.attn_file import load, save
from attnviz.engine.edits import set_cell
from attnviz.figures.view import View


def test_the_menu_opens_a_laboratory_and_back_leaves_it(qtbot: QtBot) -> None:
    window, room = in_window(qtbot, "mixture")
    assert room.isVisible()
    assert room.name == "mixture"
    qtbot.mouseClick(find(window, "lab.back"), Qt.MouseButton.LeftButton)
    assert not room.isVisible()


def test_a_laboratory_out_of_sight_catches_up_when_it_is_seen(qtbot: QtBot) -> None:
    window, room = in_window(qtbot, "circuits")
    qtbot.mouseClick(find(window, "lab.back"), Qt.MouseButton.LeftButton)
    before = room.result
    window.session.edit("Other", lambda scenario: load("two-heads"))
    assert room.result is before
    trigger(window, "lab.circuits")
    assert room.result is not before


@pytest.mark.parametrize("view_of", [View(theme="dark"), View(text_size="projector"), View()])
def test_every_laboratory_is_shown_in_every_look(qtbot: QtBot, view_of: View) -> None:
    from attnviz.labs.catalogue import LABS

    window = opened(qtbot, view=view_of)
    for lab in LABS:
        window.show_lab(lab.name)
        room = find(window, "lab", LabRoom)
        settled(qtbot, room)
        assert room.page.views
        window.grab()


def test_the_keyboard_is_in_the_laboratory_once_it_is_opened(qtbot: QtBot) -> None:
    window, room = in_window(qtbot, "turn-the-query")
    assert room.isAncestorOf(window.focusWidget())


def test_windows_that_had_a_laboratory_go_whole(qtbot: QtBot) -> None:
    import gc
    import threading
    import weakref

    from scripted import flush

    gone = []
    for _ in range(2):
        window, room = in_window(qtbot, "root-d-k")
        settled(qtbot, room)
        gone += [weakref.ref(room), weakref.ref(room.page), *map(weakref.ref, room.page.views.values())]
        window.document.session.undo_stack.setClean()
        window.close()
        window.deleteLater()
        del window, room
        flush()
    gc.collect()
    assert not [thread for thread in threading.enumerate() if thread.name == "attnviz"]
    assert [reference for reference in gone if reference() is not None] == []


def test_what_a_forgotten_mask_does_is_one_command(qtbot: QtBot) -> None:
    window = opened(qtbot)
    trigger(window, "forget_mask")
    assert find(window, "lab", LabRoom).values["mistake"] == "no-mask"


def test_the_menu_counts_the_laboratories_in_the_order_in_which_it_lists_them(qtbot: QtBot) -> None:
    window = opened(qtbot)
    listed = [action.text() for action in window.menus.lab.actions() if ".lab." in action.objectName()]
    # The last figure is the access key, which no two share.
    assert [text.split()[0] for text in listed] == [*(f"&{number}" for number in range(1, 10)), "1&0", "11"]


@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
@pytest.mark.parametrize("token", [2, 16])
def test_no_part_of_a_decoding_step_leaves_the_sheet(qtbot: QtBot, text_size: str, token: int) -> None:
    window = opened(qtbot, "trophy", view=View(text_size=text_size))
    window.show_lab("decode")
    room = find(window, "lab", LabRoom)
    find(room, "lab.token", QSpinBox).setValue(token)
    qtbot.waitUntil(lambda: room.numbers["last"] == token)

    def fits() -> bool:
        sheet, seen = room.page.widget(), room.page.maximumViewportSize()
        return sheet.height() <= seen.height() and sheet.width() <= seen.width()

    qtbot.waitUntil(fits)


def test_a_laboratory_is_made_where_it_stands_so_that_it_is_dressed_once(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened(qtbot)
    parents: list[QWidget | None] = []
    show = Centre.show_in_front

    def shown(centre: Centre, thing: QWidget) -> None:
        parents.append(thing.parentWidget())
        show(centre, thing)

    monkeypatch.setattr(Centre, "show_in_front", shown)
    window.show_lab("mixture")
    assert parents == [find(window, "centre.above")]


def test_a_scenario_without_a_title_is_called_by_its_file(qtbot: QtBot, tmp_path: Path) -> None:
    save(replace(load("two-heads"), title=""), tmp_path / "long.attn")
    window = opened(qtbot, tmp_path / "long.attn", file_to_save=tmp_path / "mine.attn")
    trigger(window, "lab.mistakes")
    label = find(window, "lab.scenario", QLabel)
    assert label.text() == "On “long.attn”, the scenario that is shown."
    trigger(window, "save_as")
    assert label.text() == "On “mine.attn”, the scenario that is shown."


def test_a_scenario_with_a_title_is_called_by_it(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads")
    trigger(window, "lab.mistakes")
    assert find(window, "lab.scenario", QLabel).text() == f"On “{load('two-heads').title}”, the scenario that is shown."


def test_in_a_lesson_a_scenario_without_a_title_has_not_the_name_of_the_document(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads")
    window.start_lesson(1)
    window.session.edit("x", lambda scenario: replace(scenario, title=""))
    window.show_lab("mistakes")
    assert find(window, "lab.scenario", QLabel).text() == "On “Untitled”, the scenario that is shown."


def test_controls_stay_where_they_are_when_the_scenario_is_edited(qtbot: QtBot) -> None:
    window = opened(qtbot)
    trigger(window, "forget_mask")
    room = find(window, "lab", LabRoom)
    choice = find(room, "lab.mistake")
    qtbot.wait(10)  # until the controls have their places
    place = choice.mapTo(window, choice.rect().topLeft())
    assert not find(room, "lab.sentence").isVisible()

    window.session.edit("Q", lambda scenario: set_cell(scenario, "W_Q", 0, 1, 0.5))
    qtbot.wait(10)

    assert not find(room, "lab.sentence").isVisible()
    assert choice.mapTo(window, choice.rect().topLeft()) == place
