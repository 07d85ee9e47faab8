"""What Help shows: all keys, a group for each menu, and the versions that this program runs on."""

from __future__ import annotations

import platform

import numpy as np
import PySide6
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QSize, qVersion
from PySide6.QtGui import QAction, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from attnviz import __version__
from attnviz.app.controls.commands import Commands, plain

MENUS = ("File", "Edit", "View", "Attention", "Lab", "Lesson", "Present", "Window", "Help")
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
# The same, of a map of thousands of tokens, beside the commands of its menu.
MAP = (
    ("Zoom about the pointer", "Wheel, pinch"),
    ("Come to the numbers", "Double click"),
    ("See another part", "Drag"),
    ("Move the cell, and the map along", "← → ↑ ↓"),
    ("A page up, down; left, right", "Page keys, with Shift"),
)
MAP_KEYS = {"map_in": "+", "map_out": "−", "map_whole": "0"}  # which work in a map alone
CONSTANT = {"undo": "Undo", "redo": "Redo"}  # their texts say what would be undone

Group = tuple[str, list[tuple[str, str]]]


class ShortcutsDialog(QDialog):
    """Every command that has a key, by menus, and the keys of tables and figures; two lists side by side."""

    def __init__(self, commands: Commands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("shortcuts")
        self.setWindowTitle("Keyboard Shortcuts")
        groups = [*_of_commands(commands), ("In tables and figures", list(PLACES))]
        column = QVBoxLayout(self)
        lists = QHBoxLayout()
        column.addLayout(lists)
        for name, part in zip(("left", "right"), _halves(groups), strict=True):
            lists.addWidget(self._table(f"shortcuts.{name}", part))
        buttons = QDialogButtonBox(self)
        close = buttons.addButton("&Close", QDialogButtonBox.ButtonRole.RejectRole)
        close.setFocus()  # a list that has the keyboard would show one line as if it were chosen
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        unit = self.fontMetrics().height()
        self.resize(74 * unit, 40 * unit)
        self.resize(self.size().boundedTo(self.screen().availableSize() * 0.9))

    def _table(self, name: str, groups: list[Group]) -> QTableWidget:
        """A list with the names of its groups in bold."""
        table = QTableWidget(sum(1 + len(rows) for _, rows in groups), 2, self)
        table.setObjectName(name)
        table.setAccessibleName("Keyboard shortcuts: " + ", ".join(title for title, _ in groups))
        table.verticalHeader().hide()
        table.horizontalHeader().hide()
        table.setShowGrid(False)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        table.setItemDelegate(_Lines(table))
        table.verticalHeader().setMinimumSectionSize(round(1.5 * self.fontMetrics().height()))
        row = 0
        for title, rows in groups:
            heading = QTableWidgetItem(title)
            bold = heading.font()
            bold.setBold(True)
            heading.setFont(bold)
            table.setItem(row, 0, heading)
            for place, texts in enumerate(rows, start=row + 1):
                for column, text in enumerate(texts):
                    table.setItem(place, column, QTableWidgetItem(text))
            row += 1 + len(rows)
        table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        table.horizontalHeader().sectionResized.connect(table.resizeRowsToContents)  # a long name takes two lines
        return table


class _Lines(QStyledItemDelegate):
    """Draws names set in below the title of their group, in two lines where they are long; keys stay in one."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draws one."""
        super().paint(painter, _set_in(option, index), index)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Its lines with a little air."""
        unit = option.fontMetrics.height()
        return super().sizeHint(_set_in(option, index), index) + QSize(0, round(0.4 * unit))

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Keys are not wrapped: their column is as wide as they are."""
        super().initStyleOption(option, index)
        if index.column() == 1:
            option.features &= ~QStyleOptionViewItem.ViewItemFeature.WrapText


def _set_in(option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QStyleOptionViewItem:
    """The room of a name below a title, which has no keys."""
    own = QStyleOptionViewItem(option)
    if index.column() == 0 and index.sibling(index.row(), 1).data() is not None:
        own.rect = option.rect.adjusted(option.fontMetrics.horizontalAdvance("   "), 0, 0, 0)
    return own


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


def _of_commands(commands: Commands) -> list[Group]:
    """The commands with keys under the title of their menu, in the order of the menu bar."""
    groups: dict[str, list[tuple[str, str]]] = {title: [] for title in MENUS}
    for name in commands:
        action = commands[name]
        keys = [key.toString(QKeySequence.SequenceFormat.NativeText) for key in action.shortcuts()]
        if name in MAP_KEYS:
            keys.append(MAP_KEYS[name])
        if keys:
            line = CONSTANT.get(name, plain(action.text())), ", ".join(keys)
            groups.setdefault(_menu_of(action), []).append(line)
    groups.setdefault("Map", []).extend(MAP)
    return [(title, rows) for title, rows in groups.items() if rows]


def _menu_of(action: QAction) -> str:
    """The title of the menu in the bar under which an action stands."""
    place: QObject | None = next((one for one in action.associatedObjects() if isinstance(one, QMenu)), None)
    title = ""
    while isinstance(place, QMenu):
        title, place = plain(place.title()), place.parent()
    return title or "Everywhere"


def _halves(groups: list[Group]) -> tuple[list[Group], list[Group]]:
    """The groups in two lists that are about as long as each other."""
    whole = sum(1 + len(rows) for _, rows in groups)
    left: list[Group] = []
    count = 0
    for group in groups:
        if left and count + (1 + len(group[1])) / 2 > whole / 2:
            break
        left.append(group)
        count += 1 + len(group[1])
    return left, groups[len(left) :]
