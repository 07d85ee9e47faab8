"""What is marked and told beside what was pinned: what moved since then, and only where the figures are in sight."""

from __future__ import annotations

import pytest
from explain_gestures import edited
from figure_scenarios import figure
from pytestqt.qtbot import QtBot
from scripted import find, opened, trigger

from attnviz.app.explaining.changes_words import SAME
from attnviz.app.panes.pane_overlay import overlay_of
from attnviz.app.window import MainWindow
from attnviz.figures.heatmap import Heatmap


@pytest.fixture
def beside(qtbot: QtBot) -> MainWindow:
    """An edit whose marks are on was pinned just after, and Now stands beside it."""
    window = opened(qtbot, "by-hand")
    window.session.look(layout="board")
    trigger(window, "changes")
    window.session.edit("Edit W_Q", edited("W_Q", 0, 0, 2.0))
    trigger(window, "pin")
    trigger(window, "compare_side")
    return window


def marked(window: MainWindow, name: str) -> bool:
    shown = figure(window, name).figure
    assert isinstance(shown, Heatmap)
    return shown.changes is not None


def test_the_last_edit_is_not_marked_beside_a_pin_that_came_after_it(beside: MainWindow) -> None:
    assert find(beside, "message.text").text() == SAME
    assert not any(marked(beside, name) for name in ("queries", "scores", "weights", "output"))
    assert overlay_of(beside.session.state, "W_Q") is None


def test_what_moved_since_the_pin_is_marked_beside_it(beside: MainWindow) -> None:
    beside.session.edit("Edit W_V", edited("W_V", 0, 0, 5.0))
    assert marked(beside, "values")
    assert not marked(beside, "weights")


def test_the_last_edit_is_marked_again_when_nothing_is_compared_any_more(beside: MainWindow) -> None:
    beside.session.look(compare="off")
    assert marked(beside, "queries")
    assert overlay_of(beside.session.state, "W_Q") is not None


def test_a_laboratory_in_front_has_no_words_of_what_was_pinned_under_it(beside: MainWindow) -> None:
    beside.rooms.show_lab("mistakes")
    assert SAME not in find(beside, "message.text").text()
    beside.rooms.show_document()
    assert find(beside, "message.text").text() == SAME
