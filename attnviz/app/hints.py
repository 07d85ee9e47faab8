"""A line at the foot of a column that says what can be done there, until it is put away for good."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from attnviz.app.message_bar import ElidedLabel
from attnviz.app.session import State
from attnviz.engine.inputs import Projected

# What a click does is said by the inspector itself, where its answer appears.
HINTS = {
    "inputs": "Click and type.",
    "inspector": "Drag an arrow's tip.",
}


def holds(name: str, state: State) -> bool:
    """True if what the hint says can be done now: arrows can be dragged where their two numbers are given."""
    inputs, size = state.scenario.inputs, state.trace.sizes
    if name != "inspector" or isinstance(inputs, Projected):
        return name != "inspector"
    given = {key for key, _ in inputs.items()}
    return ("V" in given and size.d_v == 2) or ("K" in given and size.d_k == 2)


class Hint(QWidget):
    """One sentence and a button that dismisses it; `dismissed(name)` tells of it."""

    dismissed = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(f"hint.{name}")
        self.setProperty("part", "hint")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.name = name
        label = ElidedLabel(self)
        label.setText(HINTS[name])
        close = QToolButton(self)
        close.setObjectName(f"hint.{name}.dismiss")
        close.setText("✕")
        close.setProperty("flat", True)
        close.setToolTip("Do not show this again")
        close.setAccessibleName("Dismiss the hint")
        close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        close.clicked.connect(self._dismiss)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 1, 4, 1)
        row.addWidget(label, 1)
        row.addWidget(close)

    def _dismiss(self) -> None:
        self.hide()
        self.dismissed.emit(self.name)
