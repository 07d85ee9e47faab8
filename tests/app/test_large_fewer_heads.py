"""Heads taken away from a large scenario, while one of those that go is looked at."""

from __future__ import annotations

from large_maps import LONG, large, settled, shown_large
from pytestqt.qtbot import QtBot

from attnviz.app.controls import adjust
from attnviz.engine.cells import Cell


def test_no_number_is_asked_of_a_head_that_is_gone(qtbot: QtBot) -> None:
    panel = shown_large(qtbot, large(LONG, heads=8))
    panel.session.select(head=6, query=5, cell=Cell("weights", 6, 5, 3))
    settled(qtbot, panel)
    adjust.heads(panel.session, 4)
    settled(qtbot, panel)
    state = panel.session.state
    assert (state.problem, state.refused) == (None, None)
    assert state.selection.head == 3
