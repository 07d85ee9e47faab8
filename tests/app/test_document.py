"""Opening, saving, reverting and closing a document never loses an edit without asking."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDropEvent
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot
from scripted import click, find, opened, trigger

from attnviz.app.settings import Settings
from attnviz.app.window import MainWindow
from attnviz.content.attn_file import load, save
from attnviz.content.fresh import fresh_scenario
from attnviz.content.presets import PRESETS, preset
from attnviz.engine.edits import set_cell


def edit(window: MainWindow) -> None:
    window.session.edit("Edit X[1,1]", lambda scenario: set_cell(scenario, "X", 0, 0, 7.25))


def said(window: MainWindow) -> str:
    return str(find(window, "message.text").text())


def drop(window: MainWindow, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    window.dropEvent(event)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.attn"
    save(preset("two-heads"), path)
    return path


def test_the_title_names_the_document_and_marks_it_when_edited(qtbot: QtBot) -> None:
    window = opened(qtbot, shown=False)
    assert window.windowTitle() == "by-hand.attn[*] — attnviz"
    assert not window.isWindowModified()
    edit(window)
    assert window.isWindowModified()
    trigger(window, "undo")
    assert not window.isWindowModified()


def test_what_is_saved_comes_back_identical(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "by-hand.attn"
    window = opened(qtbot, file_to_save=path, shown=False)
    edit(window)
    trigger(window, "save")
    saved = window.session.state.scenario
    assert not window.document.modified
    window.document.open_preset("two-heads")
    window.document.open(path)
    assert window.session.state.scenario == saved == load(path)


def test_saving_a_preset_asks_where_and_saving_again_does_not(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot, file_to_save=tmp_path / "mine.attn", shown=False)
    trigger(window, "save")
    trigger(window, "save")
    assert window.questions.names == ["file_to_save"]
    assert window.windowTitle().startswith("mine.attn")


def test_a_failing_save_keeps_the_document_modified_and_says_why(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot, file_to_save=tmp_path / "missing" / "mine.attn")
    edit(window)
    trigger(window, "save")
    assert window.document.modified
    assert window.document.path is None
    assert "folder does not exist" in said(window)


def test_a_save_that_works_takes_the_complaint_back(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot, file_to_save=tmp_path / "missing" / "mine.attn")
    trigger(window, "save")
    window.questions.answers["file_to_save"] = tmp_path / "mine.attn"
    trigger(window, "save")
    assert window._message_bar.message is None


def test_save_as_asks_before_it_replaces_another_file(qtbot: QtBot, file: Path) -> None:
    window = opened(qtbot, file_to_save=file, replace=False, shown=False)
    before = file.read_bytes()
    trigger(window, "save_as")
    assert window.questions.names == ["file_to_save", "replace"]
    assert file.read_bytes() == before
    window.questions.answers["replace"] = True
    trigger(window, "save_as")
    assert load(file) == preset("by-hand")


def test_a_file_that_cannot_be_read_says_why_and_leaves_the_document(qtbot: QtBot, tmp_path: Path) -> None:
    bad = tmp_path / "bad.attn"
    bad.write_text('{"attnviz": 1, "inputs": {"kind": "projected", "X": [[1, "2"]]}}', encoding="utf-8")
    window = opened(qtbot)
    window.document.open(bad)
    assert "bad.attn" in said(window)
    assert window.session.state.scenario == preset("by-hand")
    assert window.windowTitle().startswith("by-hand.attn")


def test_closing_without_edits_asks_nothing(qtbot: QtBot) -> None:
    window = opened(qtbot)
    assert window.close()
    assert window.questions.asked == []


def test_closing_with_unsaved_edits_can_be_called_off(qtbot: QtBot) -> None:
    window = opened(qtbot, unsaved="keep")
    edit(window)
    assert not window.close()
    assert window.isVisible()
    assert window.document.modified


def test_closing_with_unsaved_edits_can_let_them_go(qtbot: QtBot, file: Path) -> None:
    window = opened(qtbot, file, unsaved="discard")
    edit(window)
    assert window.close()
    assert load(file) == preset("two-heads")


def test_closing_with_unsaved_edits_can_save_them(qtbot: QtBot, file: Path) -> None:
    window = opened(qtbot, file, unsaved="save")
    edit(window)
    assert window.close()
    assert load(file).matrix("X")[0, 0] == 7.25


def test_a_window_stays_open_if_saving_on_the_way_out_fails(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot, unsaved="save", file_to_save=tmp_path / "missing" / "mine.attn")
    edit(window)
    assert not window.close()
    assert window.isVisible()


@pytest.mark.parametrize("way", ["open", "gallery", "new", "recent", "drop"])
def test_no_way_to_another_document_loses_edits_unasked(qtbot: QtBot, file: Path, way: str) -> None:
    answers = {"file_to_open": file, "preset": "padding", "new_scenario": preset("padding")}
    window = opened(qtbot, unsaved="keep", **answers)
    edit(window)
    edited = window.session.state.scenario
    if way == "drop":
        drop(window, file)
    elif way == "recent":
        window.document.open(file)
    else:
        trigger(window, way)
    assert window.questions.names[-1] == "unsaved"
    assert window.session.state.scenario is edited


def test_opening_clears_undo_so_that_no_step_leads_into_another_document(qtbot: QtBot, file: Path) -> None:
    window = opened(qtbot, unsaved="discard", file_to_open=file)
    edit(window)
    trigger(window, "open")
    assert window.session.state.scenario == preset("two-heads")
    assert not find(window, "action.undo", QAction).isEnabled()
    assert not window.isWindowModified()


def test_a_file_dropped_on_the_window_is_opened(qtbot: QtBot, file: Path) -> None:
    window = opened(qtbot)
    drop(window, file)
    assert window.document.path == file


def test_two_files_dropped_at_once_are_refused_in_words(qtbot: QtBot, file: Path) -> None:
    window = opened(qtbot)
    drop(window, file, file)
    assert "Drop one at a time" in said(window)
    assert window.document.path is None


def test_new_begins_with_what_was_asked_for(qtbot: QtBot) -> None:
    wanted = fresh_scenario(("x", "y"), d_model=3, d_k=2, d_v=1, heads=2, seed=5)
    window = opened(qtbot, new_scenario=wanted, shown=False)
    trigger(window, "new")
    assert window.session.state.scenario is wanted
    assert window.windowTitle().startswith("untitled.attn")


def test_an_example_chosen_in_the_gallery_is_opened(qtbot: QtBot) -> None:
    window = opened(qtbot, preset="padding", shown=False)
    trigger(window, "gallery")
    assert window.session.state.scenario == preset("padding")
    assert window.windowTitle().startswith("padding.attn")


@pytest.mark.parametrize("name", [one.name for one in PRESETS])
def test_every_preset_opens_in_the_window(qtbot: QtBot, name: str) -> None:
    window = opened(qtbot)
    assert window.document.open_preset(name)
    qtbot.wait(1)
    assert window.session.state.problem is None
    assert window._message_bar.message is None


def test_revert_goes_back_to_the_file_and_undo_leads_forward_again(qtbot: QtBot, file: Path) -> None:
    window = opened(qtbot, file, shown=False)
    edit(window)
    edited = window.session.state.scenario
    trigger(window, "revert")
    assert window.session.state.scenario == preset("two-heads")
    assert not window.document.modified
    trigger(window, "undo")
    assert window.session.state.scenario == edited
    assert window.document.modified


def test_revert_of_a_preset_goes_back_to_the_preset(qtbot: QtBot) -> None:
    window = opened(qtbot, shown=False)
    edit(window)
    trigger(window, "revert")
    assert window.session.state.scenario == preset("by-hand")


def test_revert_is_offered_only_where_something_changed(qtbot: QtBot) -> None:
    window = opened(qtbot, shown=False)
    revert = find(window, "action.revert", QAction)
    assert not revert.isEnabled()
    assert "Nothing has changed" in revert.toolTip()
    edit(window)
    assert revert.isEnabled()


def test_recent_files_are_listed_latest_first_and_opened_from_there(qtbot: QtBot, file: Path, tmp_path: Path) -> None:
    other = tmp_path / "a & b.attn"
    save(preset("padding"), other)
    window = opened(qtbot, shown=False)
    window.document.open(file)
    window.document.open(other)
    texts = [action.text() for action in find(window, "menu.recent", QMenu).actions()]
    assert texts[:2] == ["&1  a && b.attn", "&2  mine.attn"]
    find(window, "action.recent.2", QAction).trigger()
    assert window.document.path == file


def test_at_most_ten_recent_files_are_kept(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "settings.ini")
    for number in range(12):
        settings.remember_file(tmp_path / f"{number}.attn")
    assert [path.stem for path in Settings(tmp_path / "settings.ini").recent] == [str(n) for n in range(11, 1, -1)]


def test_a_recent_file_that_is_gone_is_taken_off_the_list_with_words(qtbot: QtBot, file: Path) -> None:
    window = opened(qtbot)
    window.document.open(file)
    window.document.open_preset("by-hand")
    file.unlink()
    find(window, "action.recent.1", QAction).trigger()
    assert "mine.attn is no longer" in said(window)
    assert window.settings.recent == ()
    assert not find(window, "menu.recent", QMenu).isEnabled()


def test_a_document_keeps_its_session_while_the_window_shows_another(qtbot: QtBot) -> None:
    from attnviz.app.session import Session

    window = opened(qtbot)
    lesson = Session(preset("padding"))
    window.show_session(lesson)
    click(qtbot, window, "mask.causal")
    assert lesson.state.scenario.mask.causal
    assert not window.document.modified
    assert find(window, "action.undo", QAction).isEnabled()
    window.show_session(window.document.session)
    assert not find(window, "mask.causal").isChecked()
    assert not find(window, "action.undo", QAction).isEnabled()


def test_a_name_that_is_too_long_is_refused_in_words(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot, shown=False, file_to_save=tmp_path / f"{'x' * 300}.attn")
    trigger(window, "save_as")
    assert "too long" in find(window, "message.text").text()


def test_an_example_opens_on_the_query_that_it_names(qtbot: QtBot) -> None:
    window = opened(qtbot, "trophy")
    state = window.session.state
    assert state.scenario.query_labels[state.selection.query] == "it"
    window.document.open_preset("by-hand")
    assert window.session.state.selection.query == 1
    window.document.open_preset("trophy-layer")
    state = window.session.state
    assert state.scenario.query_labels[state.selection.query] == "it"
