"""What an edit of a small example leaves alone, for it would come out as it was."""

from __future__ import annotations

from functools import partial

import pytest
from figure_scenarios import by_hand, shown_inspector, shown_panel
from pytestqt.qtbot import QtBot

from attnviz.app import session as session_module
from attnviz.app.inspection import page_kept
from attnviz.app.pipeline.head_tabs import HeadTabs
from attnviz.engine.edits import set_cell


def test_where_a_board_fits_nobody_measures_what_room_the_tabs_leave(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = shown_panel(qtbot, by_hand())
    asked: list[HeadTabs] = []
    monkeypatch.setattr(HeadTabs, "least_room", property(lambda tabs: asked.append(tabs) or 0))
    panel.session.edit("Edit", partial(set_cell, name="X", row=0, column=0, value=0.5))
    assert asked == []
    assert panel.board.isVisible()


def test_after_an_edit_nobody_looks_whether_only_the_theme_is_another(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    before = inspector.session.state
    inspector.session.edit("Edit", partial(set_cell, name="X", row=0, column=0, value=0.5))
    monkeypatch.setattr(session_module, "replace", lambda *_about, **_named: pytest.fail("compared field by field"))
    assert not inspector.session.state.only_dressed(before)


def test_the_words_of_an_edit_are_written_once(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    written: list[object] = []
    usual = page_kept.written
    monkeypatch.setattr(page_kept, "written", lambda state: written.append(state) or usual(state))
    inspector.session.edit("Edit", partial(set_cell, name="X", row=0, column=0, value=0.5))
    assert len(written) == 1
