"""Import dialogs as tests meet them: over a document, or in the place of a window's question."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QListWidget, QTableView
from pytestqt.qtbot import QtBot

from attnviz import Scenario
from attnviz.app.importing.draft import Brought, Draft
from attnviz.app.importing.import_dialog import ImportAnswer, ImportDialog
from attnviz.app.window import MainWindow
from attnviz.content.importing import Reading, read, read_path
from attnviz.figures.theme import theme


def dialog_over(qtbot: QtBot, source: str | Path, into: Scenario) -> ImportDialog:
    """The dialog for a file, or for a text as the clipboard holds it."""

    def again(reading: Reading) -> Any:
        return read_path(source, reading) if isinstance(source, Path) else read(source, "the clipboard", reading)

    dialog = ImportDialog(Draft.of([Brought(again(Reading()), again)], into), theme())
    qtbot.addWidget(dialog)
    with qtbot.waitActive(dialog):
        dialog.show()
        dialog.activateWindow()
    return dialog


def answering(window: MainWindow, person: Callable[[ImportDialog], object]) -> list[Draft]:
    """Has a person's clicks answer the window's question; comes back with the drafts that were asked about."""
    seen: list[Draft] = []

    def imported(draft: Draft, view: Any, more: Any, *, unseen: bool) -> ImportAnswer | None:
        seen.append(draft)
        dialog = ImportDialog(draft, theme(view.theme, view.text_size), more=more, unseen=unseen)
        person(dialog)
        answer = dialog.answer()
        dialog.done(0)
        dialog.deleteLater()
        return answer

    window.questions.imported = imported  # type: ignore[method-assign]
    return seen


def press(dialog: ImportDialog, name: str) -> None:
    """Clicks a button by its name."""
    button = dialog.findChild(QAbstractButton, name)
    assert button is not None, name
    assert button.isEnabled(), name
    button.click()


def become(dialog: ImportDialog, target: str) -> None:
    """Says what the part becomes."""
    box = dialog.findChild(QComboBox, "import.target")
    box.setCurrentIndex(box.findData(target))


def say(dialog: ImportDialog, key: str, value: str) -> None:
    """Says a convention, by its button or in its list."""
    button = dialog.findChild(QAbstractButton, f"import.convention.{key}.{value}")
    if button is not None:
        button.click()
        return
    box = dialog.findChild(QComboBox, f"import.convention.{key}")
    box.setCurrentIndex(box.findData(value))


def words(dialog: ImportDialog, name: str) -> str:
    """The text of a label."""
    return str(dialog.findChild(QLabel, name).text())


def shown(dialog: ImportDialog, name: str = "import.preview") -> list[list[str]]:
    """The texts in a preview table."""
    model = dialog.findChild(QTableView, name).model()
    return [
        [model.index(row, column).data() for column in range(model.columnCount())] for row in range(model.rowCount())
    ]


def lines(dialog: ImportDialog) -> list[str]:
    """The list of what was found."""
    found = dialog.findChild(QListWidget, "import.arrays")
    return [found.item(row).text() for row in range(found.count())]
