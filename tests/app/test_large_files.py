"""A file that takes long is read beside the window, after what is being saved; the document stays until it is there."""

from __future__ import annotations

from pathlib import Path

import pytest
from gates import Gate
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot
from scripted import find, opened, trigger
from slow_files import edit, said, take_long

from attnviz.app.window import MainWindow
from attnviz.content.attn_file import load, save
from attnviz.content.presets import preset
from attnviz.engine.edits import set_cell


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Gate:
    """Every file takes long."""
    return take_long(monkeypatch)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.attn"
    save(preset("two-heads"), path)
    return path


def title(window: MainWindow) -> str:
    return window.session.state.scenario.title


def test_the_document_stays_until_the_file_is_there(qtbot: QtBot, slow: Gate, file: Path) -> None:
    window = opened(qtbot, shown=False)
    assert window.document.open(file)
    before = window.session.state
    assert slow.entered.wait(10)
    assert window.session.state is before
    slow.open.set()
    qtbot.waitUntil(lambda: title(window) == preset("two-heads").title)
    assert slow.threads == ["attnviz"]
    assert window.windowTitle().startswith("mine.attn")
    assert not window.document.modified


def test_stopping_the_opening_leaves_the_document(qtbot: QtBot, slow: Gate, file: Path) -> None:
    window = opened(qtbot)
    before = window.session.state.scenario
    window.document.open(file)
    assert slow.entered.wait(10)
    qtbot.waitUntil(lambda: find(window, "progress").isVisible())
    assert find(window, "progress.words").text() == "Opening mine.attn"
    find(window, "progress.cancel", QToolButton).click()
    slow.open.set()
    qtbot.wait(50)
    assert window.session.state.scenario is before


def test_of_two_files_the_newer_is_opened(qtbot: QtBot, slow: Gate, file: Path, tmp_path: Path) -> None:
    newer = tmp_path / "newer.attn"
    save(preset("rotary"), newer)
    window = opened(qtbot, shown=False)
    titles: list[str] = []
    window.session.changed.connect(lambda old, new: titles.append(new.scenario.title))
    window.document.open(file)
    window.document.open(newer)
    slow.open.set()
    qtbot.waitUntil(lambda: title(window) == preset("rotary").title)
    assert preset("two-heads").title not in titles


def test_a_file_that_cannot_be_read_says_why_and_changes_nothing(qtbot: QtBot, slow: Gate, file: Path) -> None:
    file.write_bytes(b"no scenario")
    window = opened(qtbot, shown=False)
    before = window.session.state.scenario
    slow.open.set()
    window.document.open(file)
    qtbot.waitUntil(lambda: "mine.attn" in said(window))
    assert window.session.state.scenario is before


def test_edits_made_meanwhile_are_asked_about(qtbot: QtBot, slow: Gate, file: Path) -> None:
    window = opened(qtbot, shown=False, unsaved="keep")
    window.document.open(file)
    edit(window)
    slow.open.set()
    qtbot.waitUntil(lambda: window.questions.names == ["unsaved"])
    assert window.session.state.scenario.matrix("X")[0, 0] == 7.25


def test_a_file_that_is_being_opened_comes_after_the_saving(
    qtbot: QtBot, slow: Gate, tmp_path: Path, file: Path
) -> None:
    path = tmp_path / "saved.attn"
    window = opened(qtbot, file_to_save=path, shown=False)
    window.document.open(file)
    assert slow.entered.wait(10)
    trigger(window, "save_as")
    slow.open.set()
    qtbot.waitUntil(lambda: title(window) == preset("two-heads").title)
    assert load(path) == preset("by-hand")
    assert window.document.path == file


def test_a_file_that_is_being_opened_is_not_lost_where_the_saving_is_stopped(
    qtbot: QtBot, slow: Gate, tmp_path: Path, file: Path
) -> None:
    window = opened(qtbot, file_to_save=tmp_path / "saved.attn", shown=False)
    window.document.open(file)
    assert slow.entered.wait(10)
    trigger(window, "save_as")
    find(window, "progress.cancel", QToolButton).click()
    slow.open.set()
    qtbot.waitUntil(lambda: title(window) == preset("two-heads").title)
    assert not (tmp_path / "saved.attn").exists()


def test_what_was_to_be_saved_is_asked_about_before_a_file_takes_its_place(
    qtbot: QtBot, slow: Gate, tmp_path: Path, file: Path
) -> None:
    window = opened(qtbot, file_to_save=tmp_path / "saved.attn", unsaved="discard", shown=False)
    window.session.edit("Edit", lambda scenario: set_cell(scenario, "X", 0, 0, 5.0))
    window.document.open(file)
    assert slow.entered.wait(10)
    trigger(window, "save_as")
    window.questions.answers["unsaved"] = "cancel"
    find(window, "progress.cancel", QToolButton).click()
    slow.open.set()
    qtbot.waitUntil(lambda: window.questions.names.count("unsaved") == 2)
    assert window.session.state.scenario.matrix("X")[0, 0] == 5


def test_whether_edits_may_be_lost_is_asked_once_after_saving_them_was_stopped(
    qtbot: QtBot, slow: Gate, tmp_path: Path, file: Path
) -> None:
    window = opened(qtbot, file_to_save=tmp_path / "saved.attn", unsaved="discard", shown=False)
    edit(window)
    trigger(window, "save")
    assert slow.entered.wait(10)
    find(window, "progress.cancel", QToolButton).click()
    window.document.open(file)
    slow.open.set()
    qtbot.waitUntil(lambda: title(window) == preset("two-heads").title)
    assert window.questions.names == ["file_to_save", "unsaved"]


@pytest.mark.parametrize("goes", ["before it begins", "while it is written"])
def test_what_could_not_be_saved_is_not_replaced_by_what_is_being_opened(
    qtbot: QtBot, slow: Gate, tmp_path: Path, file: Path, goes: str
) -> None:
    folder = tmp_path / "folder"
    if goes == "while it is written":
        folder.mkdir()
    window = opened(qtbot, file_to_save=folder / "saved.attn", shown=False)
    window.document.open(file)
    assert slow.entered.wait(10)
    trigger(window, "save_as")
    if folder.exists():
        folder.rmdir()
    slow.open.set()
    qtbot.waitUntil(lambda: said(window).endswith("Opening mine.attn was stopped."))
    assert "folder does not exist" in said(window)
    qtbot.wait(50)
    assert title(window) == preset("by-hand").title


def test_reverting_a_large_file_is_one_undo_step(qtbot: QtBot, slow: Gate, file: Path) -> None:
    slow.open.set()
    window = opened(qtbot, file, shown=False)
    edit(window)
    trigger(window, "revert")
    qtbot.waitUntil(lambda: window.session.state.scenario == load(file))
    assert window.session.undo_stack.count() == 2
    assert not window.document.modified
