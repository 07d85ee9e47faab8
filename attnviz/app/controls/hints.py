"""A line at the foot of a column that says what can be done there, until it is put away for good."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from attnviz.app.controls.two_lines import TwoLines

# What clicks and drags do in the figures is said by the inspector itself, where their answer appears.
HINTS = {"inputs": "Click a number here and type."}


class Hint(QWidget):
    """One sentence and a button that dismisses it; `dismissed(name)` tells of it."""

    dismissed = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(f"hint.{name}")
        self.setProperty("part", "hint")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.name = name
        label = TwoLines(self)
        label.setText(HINTS[name])
        close = QToolButton(self)
        close.setObjectName(f"hint.{name}.dismiss")
        close.setText("✕")
        close.setProperty("flat", True)
        close.setToolTip("Do not show this again")
        close.setAccessibleName("Dismiss the hint")
        close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        close.clicked.connect(self.put_away)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 1, 4, 1)
        row.addWidget(label, 1)
        row.addWidget(close)

    def put_away(self) -> None:
        """It has been read, or done: it goes if it is there, and does not come back by itself."""
        if not self.isHidden():
            self.hide()
            self.dismissed.emit(self.name)
