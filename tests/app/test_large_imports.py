"""What takes long to read or to work out is imported beside the window, and the newest choice is what counts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from gates import Gate
from import_dialogs import answering, dialog_over, press
from PySide6.QtWidgets import QComboBox, QSpinBox
from pytestqt.qtbot import QtBot
from scripted import find, opened

from attnviz.app.importing import draft as drafts
from attnviz.app.importing import reading_in
from attnviz.app.importing.draft import Draft
from attnviz.app.window import MainWindow
from attnviz.content.attn_file import load
from attnviz.engine.errors import FieldError, Where


@pytest.fixture
def long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file takes long to read, and every import to be worked out."""
    monkeypatch.setattr(reading_in, "_LONG", 0)
    monkeypatch.setattr(drafts, "_LARGE", 0)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "x.csv"
    path.write_text("1,2\n3,4\n5,6\n", encoding="utf-8")
    return path


def said(window: MainWindow) -> str:
    return str(find(window, "message.text").text())


@pytest.mark.usefixtures("long")
def test_a_long_table_is_read_beside_the_window_and_then_asked_about(qtbot: QtBot, table: Path) -> None:
    window = opened(qtbot, shown=False)
    before = window.session.state.scenario
    seen = answering(window, lambda dialog: press(dialog, "import.new"))
    window.imports.open(table)
    assert not seen
    assert window.session.state.scenario is before
    qtbot.waitUntil(lambda: bool(seen))
    np.testing.assert_array_equal(window.session.state.scenario.matrix("X"), [[1, 2], [3, 4], [5, 6]])


@pytest.mark.usefixtures("long")
def test_a_long_file_that_cannot_be_read_says_why(qtbot: QtBot, table: Path) -> None:
    table.write_bytes(b"\x80\x04pickle")
    window = opened(qtbot, shown=False)
    window.imports.open(table)
    qtbot.waitUntil(lambda: "pickle" in said(window))


@pytest.mark.usefixtures("long")
def test_stopping_the_reading_asks_nothing(qtbot: QtBot, table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate()
    window = opened(qtbot, shown=False)
    seen = answering(window, lambda dialog: press(dialog, "import.new"))
    monkeypatch.setattr(reading_in, "read_in", gate.around(reading_in.read_in))
    window.imports.open(table)
    assert gate.entered.wait(10)
    window.imports._errand.stop()
    gate.open.set()
    qtbot.wait(50)
    assert not seen


@pytest.mark.usefixtures("long")
def test_choices_made_meanwhile_all_count(qtbot: QtBot, tmp_path: Path) -> None:
    draw = np.random.default_rng(4)
    np.savez(tmp_path / "a.npz", X=draw.normal(size=(3, 4)), **{f"W_{one}": draw.normal(size=(4, 4)) for one in "QKV"})
    dialog = dialog_over(qtbot, tmp_path / "a.npz", load("by-hand"))
    find(dialog, "import.heads", QSpinBox).setValue(2)
    dialog._become(lambda draft: draft.looking_at(2))
    assert not find(dialog, "import.new").isEnabled()
    qtbot.waitUntil(find(dialog, "import.new").isEnabled)
    assert (dialog.draft.heads, dialog.draft.selected) == (2, 2)


@pytest.mark.usefixtures("long")
def test_a_reading_that_fails_is_said_and_the_one_before_stays(qtbot: QtBot, table: Path) -> None:
    dialog = dialog_over(qtbot, table, load("by-hand"))
    before = dialog.draft

    def fail(_draft: Draft) -> Draft:
        raise FieldError("This is not read.", Where("block"))

    dialog._become(fail)
    qtbot.waitUntil(lambda: find(dialog, "import.trouble").isVisible())
    assert dialog.draft is before


def test_the_number_format_is_offered_for_very_many_numbers_only(qtbot: QtBot, tmp_path: Path) -> None:
    for tokens, offered in ((4, False), (1024, True)):
        np.savez(tmp_path / "a.npz", **{name: np.full((tokens, 2), 0.1) for name in "QKV"})
        dialog = dialog_over(qtbot, tmp_path / "a.npz", load("by-hand"))
        assert find(dialog, "import.dtype", QComboBox).isVisible() is offered


def test_choosing_float64_keeps_all_digits(qtbot: QtBot, tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", **{name: np.full((1024, 2), 0.1) for name in "QKV"})
    dialog = dialog_over(qtbot, tmp_path / "a.npz", load("by-hand"))
    box = find(dialog, "import.dtype", QComboBox)
    assert box.currentText() == "float32"
    box.setCurrentText("float64")
    box.activated.emit(box.currentIndex())
    qtbot.waitUntil(find(dialog, "import.new").isEnabled)
    press(dialog, "import.new")
    answer = dialog.answer()
    assert answer is not None
    assert answer.scenario.matrix("Q")[0, 0] == 0.1
