"""The mask buttons of the toolbar hide keys, open the list of tokens, paint, and follow undo."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListView
from pytestqt.qtbot import QtBot
from scripted import click, find, opened, scenario, trigger, undo

from attnviz.engine.edits import set_mask


def test_the_causal_button_hides_later_keys_and_undo_unticks_it(qtbot: QtBot) -> None:
    window = opened(qtbot)
    click(qtbot, window, "mask.causal")
    assert scenario(window).mask.causal
    assert find(window, "mask.causal").isChecked()
    # Curriculum, unit 7: row 2 becomes 0.669762, 0.330238, 0.
    assert window.session.state.trace.at("weights", 0)[1] == pytest.approx([0.669762, 0.330238, 0], abs=5e-7)
    undo(window)
    assert not scenario(window).mask.causal
    assert not find(window, "mask.causal").isChecked()


def test_ticking_a_token_hides_its_key_and_ticks_the_padding_button(qtbot: QtBot) -> None:
    window = opened(qtbot)
    click(qtbot, window, "mask.padding")
    assert not find(window, "mask.padding").isChecked()
    keys = find(window, "mask.padding.list", QListView)
    assert keys.isVisible()
    QTest.keyClick(keys, Qt.Key.Key_Down)
    QTest.keyClick(keys, Qt.Key.Key_Space)
    assert scenario(window).mask.padding == (1,)
    assert find(window, "mask.padding").isChecked()


def test_undo_takes_the_tick_of_a_hidden_key_back(qtbot: QtBot) -> None:
    window = opened(qtbot)
    click(qtbot, window, "mask.padding")
    keys = find(window, "mask.padding.list", QListView)
    third, role = keys.model().index(2, 0), Qt.ItemDataRole.CheckStateRole
    keys.model().setData(third, Qt.CheckState.Checked, role)
    assert keys.model().data(third, role) == Qt.CheckState.Checked
    undo(window)
    assert scenario(window).mask.padding == ()
    assert keys.model().data(third, role) == Qt.CheckState.Unchecked
    assert not window.session.undo_stack.canUndo()


def test_painting_is_on_while_the_custom_button_is_ticked_and_no_mask_is_painted(qtbot: QtBot) -> None:
    window = opened(qtbot)
    click(qtbot, window, "mask.custom")
    assert window.session.state.view.paint_mask
    assert find(window, "mask.custom").isChecked()
    click(qtbot, window, "mask.custom")
    assert not window.session.state.view.paint_mask
    assert not find(window, "mask.custom").isChecked()


def test_painting_begins_where_there_is_something_to_paint_on(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads")
    window.session.look(tab="concat", focus="queries")
    click(qtbot, window, "mask.custom")
    assert (window.session.state.view.tab, window.session.state.view.focus) == ("head", "masked")


def test_the_message_bar_says_how_to_paint_and_how_to_stop(qtbot: QtBot) -> None:
    window = opened(qtbot)
    click(qtbot, window, "mask.custom")
    assert "click cells" in find(window, "message.text").text()
    click(qtbot, window, "message.way_out")
    assert not window.session.state.view.paint_mask
    assert "click cells" not in find(window, "message.text").text()


def test_the_custom_button_stays_ticked_while_a_painted_mask_is_in_force(qtbot: QtBot) -> None:
    window = opened(qtbot)
    painted = np.array([[True, True, True], [True, True, False], [True, True, True]])
    window.session.edit("Paint", lambda now: set_mask(now, custom=painted))
    assert find(window, "mask.custom").isChecked()
    trigger(window, "clear_custom")
    assert scenario(window).mask.custom is None
    assert not find(window, "mask.custom").isChecked()
