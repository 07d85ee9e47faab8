"""Worksheet… in the Lesson menu: what can be chosen, and both files or none."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QPushButton, QSpinBox
from pytestqt.qtbot import QtBot
from scripted import opened, trigger

from attnviz import Projected, Scenario
from attnviz.app.practice.worksheet_dialog import WorksheetChoice, WorksheetDialog
from attnviz.content.practice.kinds import KINDS
from attnviz.content.presets import preset

CHOICE = WorksheetChoice(("score", "weight"), 2, 7, "a4", "Attention by hand", None)


@pytest.fixture
def dialog(qtbot: QtBot) -> WorksheetDialog:
    """The dialog over unit 2."""
    made = WorksheetDialog(preset("by-hand"), 7)
    qtbot.addWidget(made)
    return made


def part(dialog: WorksheetDialog, kind: type, name: str) -> object:
    """A widget of the dialog."""
    found = dialog.findChild(kind, f"worksheet.{name}")
    assert found is not None
    return found


def test_at_first_it_is_eight_exercises_of_every_kind(dialog: WorksheetDialog) -> None:
    choice = dialog.choice()
    assert (choice.kinds, choice.count, choice.seed) == (tuple(kind.name for kind in KINDS), 8, 7)


def test_kinds_number_and_seed_can_be_chosen(dialog: WorksheetDialog) -> None:
    for kind in KINDS[2:]:
        part(dialog, QCheckBox, f"kind.{kind.name}").setChecked(False)  # type: ignore[attr-defined]
    part(dialog, QSpinBox, "count").setValue(3)  # type: ignore[attr-defined]
    part(dialog, QSpinBox, "seed").setValue(42)  # type: ignore[attr-defined]
    choice = dialog.choice()
    assert (choice.kinds, choice.count, choice.seed) == (("projection", "score"), 3, 42)


def test_without_any_kind_nothing_can_be_saved(dialog: WorksheetDialog) -> None:
    for kind in KINDS:
        part(dialog, QCheckBox, f"kind.{kind.name}").setChecked(False)  # type: ignore[attr-defined]
    save = next(button for button in dialog.findChildren(QPushButton) if "Save" in button.text())
    assert not save.isEnabled()
    assert part(dialog, QLabel, "verdict").text() == "Choose at least one kind."  # type: ignore[attr-defined]


def test_ones_own_scenario_offers_only_the_kinds_that_suit_it(dialog: WorksheetDialog) -> None:
    part(dialog, QComboBox, "source").setCurrentIndex(1)  # type: ignore[attr-defined]
    assert "concatenation" not in dialog.choice().kinds
    assert dialog.choice().scenario is not None


def test_of_a_large_scenario_only_shapes_can_be_asked(qtbot: QtBot) -> None:
    made = WorksheetDialog(Scenario(Projected(*(np.ones((20, 20)) for _ in range(4)))), 7)
    qtbot.addWidget(made)
    part(made, QComboBox, "source").setCurrentIndex(1)  # type: ignore[attr-defined]
    assert made.choice().kinds == ("shape", "parameters")


def test_the_menu_writes_the_sheet_and_its_key(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot, worksheet=CHOICE, file_to_save=tmp_path / "class.pdf")
    trigger(window, "worksheet")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["class-key.pdf", "class.pdf"]


def test_a_key_that_is_to_be_kept_keeps_the_sheet_from_being_written(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "class-key.pdf").write_bytes(b"mine")
    window = opened(qtbot, worksheet=CHOICE, file_to_save=tmp_path / "class.pdf", replace=False)
    trigger(window, "worksheet")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("class-key.pdf", b"mine")]


def test_a_dialog_that_is_left_writes_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot, worksheet=None)
    trigger(window, "worksheet")
    assert list(tmp_path.iterdir()) == []
