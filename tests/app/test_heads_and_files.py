"""A head opened from a source never takes the place of the learner's own file unasked, nor is an import lost."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot
from scripted import opened, trigger
from source_rooms import StoredSource

from attnviz.content.attn_file import load, save
from attnviz.content.presets import preset
from attnviz.content.sources.source import Place
from attnviz.engine.edits import set_cell


def test_saving_an_opened_head_asks_where_and_leaves_the_own_file_alone(qtbot: QtBot, tmp_path: Path) -> None:
    own, other = tmp_path / "own.attn", tmp_path / "head.attn"
    save(preset("two-heads"), own)
    window = opened(qtbot, own, file_to_save=other, shown=False)
    window.session.put_beside(StoredSource())
    window.session.open_head(Place(1, 0))
    assert window.windowTitle() == "layer-2-head-1.attn[*] — attnviz"
    trigger(window, "save")
    assert load(own) == preset("two-heads")
    assert load(other) == window.session.state.scenario
    assert window.windowTitle() == "head.attn[*] — attnviz"


def test_undoing_the_opened_head_leads_back_to_the_own_file(qtbot: QtBot, tmp_path: Path) -> None:
    own = tmp_path / "own.attn"
    save(preset("two-heads"), own)
    window = opened(qtbot, own, shown=False)
    window.session.put_beside(StoredSource())
    window.session.open_head(Place(1, 0))
    trigger(window, "undo")
    assert window.windowTitle() == "own.attn[*] — attnviz"
    assert not window.document.modified


def test_an_imported_document_is_not_let_go_without_a_question(qtbot: QtBot) -> None:
    window = opened(qtbot, shown=False, unsaved="keep")
    window.document.begin(preset("two-heads"), unsaved=True)
    assert window.isWindowModified()
    assert not window.document.open_preset("by-hand")


def test_an_edit_undone_behind_the_room_of_a_source_is_shown(qtbot: QtBot) -> None:
    window = opened(qtbot, shown=False)
    window.session.edit("Edit X[1,1]", lambda scenario: set_cell(scenario, "X", 0, 0, 7.0))
    window.rooms.show_source()
    assert window.rooms.in_source
    trigger(window, "undo")
    assert not window.rooms.in_source
    assert window.session.state.scenario == preset("by-hand")
