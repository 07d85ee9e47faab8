"""Of what leaves a window for one place the latest stays there, and what cannot be written is refused at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from gates import Gate
from leaving import said, settled
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from scripted import opened, trigger

from attnviz.app import copying, exports
from attnviz.app.dialogs.numbers_dialog import NumbersChoice
from attnviz.content.documents.export import Order, export_bytes
from attnviz.content.presets import preset
from attnviz.engine.tracing import trace

pytestmark = pytest.mark.usefixtures("deferring")


def test_of_two_exports_to_one_file_the_later_one_stays(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, write, gate = tmp_path / "w.csv", NumbersChoice.write_into, Gate()
    window = opened(qtbot, "two-heads", file_to_save=path, replace=True)
    settled(qtbot, window)
    window.questions.answers["export_numbers"] = NumbersChoice("weights", 0, "csv")
    monkeypatch.setattr(NumbersChoice, "write_into", gate.around(write))
    trigger(window, "export_numbers")
    assert gate.entered.wait(10)
    monkeypatch.setattr(NumbersChoice, "write_into", write)
    monkeypatch.setattr(exports, "takes_long", lambda _state: False)  # as of a small document that was opened meanwhile
    window.questions.answers["export_numbers"] = NumbersChoice("weights", 1, "csv")
    trigger(window, "export_numbers")
    gate.open.set()
    settled(qtbot, window)
    assert path.read_bytes() == export_bytes(trace(preset("two-heads")), Order("csv", ("weights",), 1))


def test_a_file_that_is_still_to_be_written_is_replaced_only_when_asked_for(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate()
    choice = NumbersChoice("weights", 0, "csv")
    window = opened(qtbot, "two-heads", export_numbers=choice, file_to_save=tmp_path / "w.csv", replace=False)
    settled(qtbot, window)
    monkeypatch.setattr(NumbersChoice, "write_into", gate.around(NumbersChoice.write_into))
    trigger(window, "export_numbers")
    trigger(window, "export_numbers")
    gate.open.set()
    settled(qtbot, window)
    assert window.questions.names.count("replace") == 1
    assert len(gate.threads) == 1


def test_of_two_copies_the_later_one_stays_on_the_clipboard(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate()
    window = opened(qtbot, "by-hand-causal")
    settled(qtbot, window)
    monkeypatch.setattr(copying, "_beside", gate.around(copying._beside))
    window.exports.copy_figure()
    assert gate.entered.wait(10)
    monkeypatch.setattr(copying, "takes_long", lambda _state: False)  # as of a small document that was opened meanwhile
    window.exports.copy_numbers()
    gate.open.set()
    settled(qtbot, window)
    assert "0.669" in QGuiApplication.clipboard().text()
    assert said(window).startswith("Copied as numbers")


def test_an_export_into_a_folder_that_is_gone_is_refused_before_anything_is_computed(
    qtbot: QtBot, tmp_path: Path
) -> None:
    choice = NumbersChoice("weights", None, "npz")
    window = opened(qtbot, "two-heads", export_numbers=choice, file_to_save=tmp_path / "gone" / "w.npz")
    trigger(window, "export_numbers")
    assert "folder does not exist" in said(window)
    assert not window.exports._errand.what
