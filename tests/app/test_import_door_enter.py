"""What the Enter key does in the import: a new document, or numbers into the present one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from dropped_files import drop, sheet
from import_dialogs import answering
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from scripted import find, opened

from attnviz.app.importing.import_dialog import ImportDialog
from attnviz.app.window import MainWindow


def first_offered(window: MainWindow, *paths: Path) -> list[str]:
    """What the Enter key does in the import of files that are dropped."""
    offered: list[str] = []

    def look(dialog: ImportDialog) -> None:
        buttons = (find(dialog, name, QPushButton) for name in ("import.ok", "import.new"))
        offered.extend(button.objectName() for button in buttons if button.isDefault())

    answering(window, look)
    drop(window, *paths)
    return offered


@pytest.mark.parametrize(("welcomed", "first"), [(False, "import.ok"), (True, "import.new")])
def test_the_enter_key_makes_a_new_document_where_none_is_looked_at(
    qtbot: QtBot, tmp_path: Path, welcomed: bool, first: str
) -> None:
    window = opened(qtbot, "by-hand-causal")
    if welcomed:
        window.show_welcome()
    assert first_offered(window, sheet(tmp_path)) == [first]


def test_the_enter_key_makes_a_new_document_in_the_place_of_the_example_that_nobody_chose(
    qtbot: QtBot, tmp_path: Path
) -> None:
    assert first_offered(opened(qtbot), sheet(tmp_path)) == ["import.new"]


def test_the_enter_key_imports_into_the_opening_example_once_somebody_edited_it(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot)
    window.session.edit("Temperature", lambda scenario: replace(scenario, temperature=2.0))
    assert first_offered(window, sheet(tmp_path)) == ["import.ok"]
