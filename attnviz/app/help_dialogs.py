"""What Help shows: all keys in one table, and the versions that this program runs on."""

from __future__ import annotations

import platform

import numpy as np
import PySide6
from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from attnviz import __version__
from attnviz.app.commands import Commands, plain

# Keys that belong to a place in the window rather than to a menu.
PLACES = (
    ("Move in a table or figure", "← → ↑ ↓"),
    ("Edit a number", "F2, or just type"),
    ("Step a number", "Alt+↑  Alt+↓"),
    ("Next cell below, to the right", "Enter, Tab"),
    ("Set to 0", "Delete"),
    ("Go to the explanation of a cell", "Enter in a figure"),
    ("Bring the old number back", "Esc"),
)


class ShortcutsDialog(QDialog):
    """Every command that has a key, and the keys of tables and figures."""

    def __init__(self, commands: Commands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("shortcuts")
        self.setWindowTitle("Keyboard Shortcuts")
        rows = [*PLACES, *_of_commands(commands)]
        table = QTableWidget(len(rows), 2, self)
        table.setObjectName("shortcuts.table")
        table.setAccessibleName("Keyboard shortcuts")
        table.setHorizontalHeaderLabels(["What", "Keys"])
        table.verticalHeader().hide()
        table.setShowGrid(False)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        for row, texts in enumerate(rows):
            for column, text in enumerate(texts):
                item = QTableWidgetItem(text)
                item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
                table.setItem(row, column, item)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        table.horizontalHeader().setStretchLastSection(True)
        buttons = QDialogButtonBox(self)
        buttons.addButton("&Close", QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        column_of_widgets = QVBoxLayout(self)
        column_of_widgets.addWidget(table)
        column_of_widgets.addWidget(buttons)
        unit = self.fontMetrics().height()
        self.resize(34 * unit, 32 * unit)


def about_text() -> str:
    """The program and what it stands on, each with its version."""
    return (
        f"A laboratory for attention: every number can be edited, seen, explained and exported.\n\n"
        f"attnviz {__version__}\n"
        f"Python {platform.python_version()}\n"
        f"Qt {qVersion()}, PySide6 {PySide6.__version__}\n"
        f"NumPy {np.__version__}\n\n"
        "MIT licence. The file NOTICE names what comes from others."
    )


def _of_commands(commands: Commands) -> list[tuple[str, str]]:
    rows = []
    for name in commands:
        action = commands[name]
        keys = [key.toString(QKeySequence.SequenceFormat.NativeText) for key in action.shortcuts()]
        if keys:
            rows.append((plain(action.text()), ", ".join(keys)))
    return rows
