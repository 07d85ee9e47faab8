"""Buttons that bring further numbers into an import: from files, or from the clipboard."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget


class AddButtons(QWidget):
    """`asked("files")` or `asked("clipboard")`: matrices whose sizes belong together come in at once."""

    asked = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.buttons = [
            self._button("files", "Add &Files…", "Import other matrices together with these"),
            self._button("clipboard", "Add Clip&board", "Import what the clipboard holds together with these"),
        ]
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        for button in self.buttons:
            line.addWidget(button)
        line.addStretch(1)

    def _button(self, where: str, text: str, tip: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName(f"import.add_{where}")
        button.setAccessibleName(text.replace("&", "").rstrip("…"))
        button.setToolTip(tip)
        button.setAutoDefault(False)
        button.clicked.connect(partial(self._ask, where))
        return button

    def _ask(self, where: str) -> None:
        self.asked.emit(where)
