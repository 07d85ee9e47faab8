"""The menus: every command has a name, a key that is its own, and does what it says."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot
from scripted import actions, find, keys, opened, trigger

from attnviz.app.controls import adjust
from attnviz.content.presets import preset


def test_no_two_commands_share_a_key(qtbot: QtBot) -> None:
    window = opened(qtbot, shown=False)
    used = Counter(key for action in actions(window) for key in keys(action))
    assert [key for key, times in used.items() if times > 1] == []


def test_keys_that_buttons_and_tables_need_are_left_alone(qtbot: QtBot) -> None:
    window = opened(qtbot, shown=False)
    used = {key for action in actions(window) for key in keys(action)}
    assert used.isdisjoint({"Space", "Right", "Left", "Up", "Down", "Home", "End", "Return", "PgDown", "PgUp", "Del"})


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("undo", "Ctrl+Z"), ("redo", "Ctrl+Shift+Z"), ("open", "Ctrl+O"), ("save", "Ctrl+S"), ("quit", "Ctrl+Q"),
        ("copy_figure", "Ctrl+Shift+C"), ("full_screen", "F11"), ("normal", "Ctrl+1"), ("large", "Ctrl+2"),
        ("projector", "Ctrl+3"), ("zoom_in", "Ctrl++"), ("zoom_out", "Ctrl+-"), ("next_area", "F6"),
    ],
)  # fmt: skip
def test_the_usual_keys_are_bound(qtbot: QtBot, name: str, key: str) -> None:
    assert key in keys(find(opened(qtbot, shown=False), f"action.{name}", QAction))


def test_every_command_is_in_a_menu_once_and_explains_itself(qtbot: QtBot) -> None:
    window = opened(qtbot, shown=False)
    listed = Counter(
        action.objectName()
        for menu in window.menuBar().findChildren(QMenu) + window.findChildren(QMenu)
        for action in {id(menu): menu}.popitem()[1].actions()
        if action.objectName()
    )
    for action in actions(window):
        assert listed[action.objectName()] >= 1, action.objectName()
        assert action.toolTip(), action.objectName()


def test_no_menu_is_empty(qtbot: QtBot) -> None:
    window = opened(qtbot, shown=False)
    for top in window.menuBar().actions():
        assert top.menu().actions(), top.text()


def test_zoom_steps_through_the_three_text_sizes(qtbot: QtBot) -> None:
    window = opened(qtbot)
    trigger(window, "zoom_in")
    trigger(window, "zoom_in")
    assert window.session.state.view.text_size == "projector"
    assert not find(window, "action.zoom_in", QAction).isEnabled()
    trigger(window, "zoom_out")
    assert window.session.state.view.text_size == "large"


def test_tabs_are_turned_from_the_keyboard(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads")
    seen = []
    for _ in range(4):
        trigger(window, "next_tab")
        seen.append((window.session.state.view.tab, window.session.state.selection.head))
    assert seen == [("head", 1), ("heads", 1), ("concat", 1), ("head", 0)]


def test_a_tab_command_ticks_itself_and_leads_back(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads")
    trigger(window, "all_heads")
    assert find(window, "action.all_heads", QAction).isChecked()
    trigger(window, "all_heads")
    assert window.session.state.view.tab == "head"


def test_matrices_are_added_and_removed_without_changing_the_output(qtbot: QtBot) -> None:
    window = opened(qtbot)
    before = window.session.state.trace.at("output")
    for name in ("W_O", "b_Q", "b_K", "b_V", "b_O"):
        trigger(window, name)
        assert adjust.has(window.session.state.scenario, name)
        assert find(window, f"action.{name}", QAction).isChecked()
    assert window.session.state.trace.at("output") == pytest.approx(before)
    for name in ("b_O", "W_O", "b_V", "b_K", "b_Q"):
        trigger(window, name)
    assert window.session.state.scenario == preset("by-hand")


def test_heads_are_added_and_removed(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads")
    trigger(window, "add_head")
    assert window.session.state.scenario.sizes.heads == 3
    window.session.select(head=2)
    trigger(window, "remove_head")
    assert window.session.state.scenario == preset("two-heads")


def test_float32_is_a_choice_that_undo_takes_back(qtbot: QtBot) -> None:
    window = opened(qtbot)
    trigger(window, "float32")
    assert window.session.state.trace.at("weights", 0).dtype == "float32"
    trigger(window, "undo")
    assert find(window, "action.float64", QAction).isChecked()


def test_full_screen_is_ticked_while_it_lasts(qtbot: QtBot) -> None:
    window = opened(qtbot)
    trigger(window, "full_screen")
    assert window.isFullScreen()
    assert find(window, "action.full_screen", QAction).isChecked()
    trigger(window, "full_screen")
    assert not window.isFullScreen()
