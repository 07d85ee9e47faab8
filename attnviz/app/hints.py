"""A line at the foot of a column that says what can be done there, until it is put away for good."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

HINTS = {
    "inputs": "Click a number and type. Alt+↑ and Alt+↓ step it.",
    "pipeline": "Click a cell to see how it was computed.",
    "inspector": "Drag an arrow to change its numbers.",
}


class Hint(QWidget):
    """One sentence and a button that dismisses it; `dismissed(name)` tells of it."""

    dismissed = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("hint")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.name = name
        label = QLabel(HINTS[name], self)
        label.setWordWrap(True)
        close = QToolButton(self)
        close.setObjectName(f"hint.{name}.dismiss")
        close.setText("✕")
        close.setToolTip("Do not show this again")
        close.setAccessibleName("Dismiss the hint")
        close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        close.clicked.connect(self._dismiss)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 8, 4)
        row.addWidget(label, 1)
        row.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)

    def _dismiss(self) -> None:
        self.hide()
        self.dismissed.emit(self.name)
