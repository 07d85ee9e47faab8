"""A file that takes long is written beside the window: what is edited meanwhile is not taken for saved."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest
from gates import Gate
from pytestqt.qtbot import QtBot
from scripted import opened, trigger
from slow_files import edit, said, take_long

from attnviz import Projected, Scenario
from attnviz.app import scenario_files, what_changed
from attnviz.app.window import MainWindow
from attnviz.content.attn_file import load, save
from attnviz.content.presets import preset


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Gate:
    """Every file takes long."""
    return take_long(monkeypatch)


def test_saving_beside_the_window_writes_the_same_file(qtbot: QtBot, slow: Gate, tmp_path: Path) -> None:
    path = tmp_path / "saved.attn"
    window = opened(qtbot, "two-heads", file_to_save=path, shown=False)
    edit(window)
    trigger(window, "save")
    assert window.document.modified
    slow.open.set()
    qtbot.waitUntil(lambda: not window.document.modified)
    assert load(path) == window.session.state.scenario
    assert slow.threads == ["attnviz"]


def edit_amid_a_save(window: MainWindow, slow: Gate) -> None:
    edit(window)
    trigger(window, "save")
    assert slow.entered.wait(10)
    edit(window, 1.5)


def test_an_edit_while_it_is_saved_is_not_taken_for_saved(qtbot: QtBot, slow: Gate, tmp_path: Path) -> None:
    path = tmp_path / "saved.attn"
    window = opened(qtbot, file_to_save=path, shown=False)
    edit(window)
    saved = window.session.state.scenario
    trigger(window, "save")
    assert slow.entered.wait(10)
    edit(window, 1.5)
    slow.open.set()
    qtbot.waitUntil(path.exists)
    qtbot.waitUntil(lambda: window.document.path == path)
    assert load(path) == saved
    assert window.document.modified


def test_an_edit_and_its_undo_while_it_is_saved_leave_nothing_unsaved(
    qtbot: QtBot, slow: Gate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(what_changed, "SNAPSHOT_LIMIT", 0)  # steps keep their cells alone, as of large matrices
    path = tmp_path / "saved.attn"
    window = opened(qtbot, file_to_save=path, shown=False)
    edit_amid_a_save(window, slow)
    trigger(window, "undo")
    slow.open.set()
    qtbot.waitUntil(lambda: window.document.path == path)
    assert not window.document.modified


def test_undoing_an_edit_that_was_made_while_it_was_saved_leaves_nothing_unsaved(
    qtbot: QtBot, slow: Gate, tmp_path: Path
) -> None:
    path = tmp_path / "saved.attn"
    window = opened(qtbot, file_to_save=path, shown=False)
    edit_amid_a_save(window, slow)
    slow.open.set()
    qtbot.waitUntil(lambda: window.document.path == path)
    assert window.document.modified
    trigger(window, "undo")
    assert not window.document.modified
    trigger(window, "redo")
    assert window.document.modified


def test_of_two_savings_under_way_both_files_are_written(qtbot: QtBot, slow: Gate, tmp_path: Path) -> None:
    window = opened(qtbot, file_to_save=tmp_path / "one.attn", shown=False)
    trigger(window, "save_as")
    window.questions.answers["file_to_save"] = tmp_path / "two.attn"
    trigger(window, "save_as")
    slow.open.set()
    qtbot.waitUntil(lambda: window.document.path == tmp_path / "two.attn")
    assert load(tmp_path / "one.attn") == load(tmp_path / "two.attn")


def test_stopping_the_saving_leaves_no_file(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    draw = np.random.default_rng(3)
    wide = Scenario(Projected(draw.normal(size=(400, 400)), *(draw.normal(size=(400, 4)) for _ in range(3))))
    monkeypatch.setattr(scenario_files, "takes_long_to_save", lambda _scenario: True)
    gate = Gate()
    monkeypatch.setattr(scenario_files, "save", gate.around(save))
    window = opened(qtbot, file_to_save=tmp_path / "saved.attn", shown=False)
    window.document.begin(wide)
    trigger(window, "save")
    assert gate.entered.wait(10)
    window.document._files.stop()
    gate.open.set()
    qtbot.wait(50)
    assert list(tmp_path.iterdir()) == []
    assert window.document.path is None


@pytest.mark.parametrize("command", ["save", "save_as"])
def test_saving_into_a_folder_that_is_gone_is_refused_before_it_begins(
    qtbot: QtBot, slow: Gate, tmp_path: Path, command: str
) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    path = folder / "mine.attn"
    save(preset("two-heads"), path)
    window = opened(qtbot, path, file_to_save=path, shown=False)
    edit(window)
    path.unlink()
    folder.rmdir()
    trigger(window, command)
    assert "mine.attn: its folder does not exist." in said(window)
    assert not slow.threads
    assert window.document.modified


def test_closing_waits_for_the_file_that_is_written(qtbot: QtBot, slow: Gate, tmp_path: Path) -> None:
    path = tmp_path / "saved.attn"
    window = opened(qtbot, file_to_save=path, shown=False)
    edit(window)
    trigger(window, "save")
    threading.Timer(0.05, slow.open.set).start()
    assert window.document.may_close()
    assert load(path) == window.session.state.scenario
