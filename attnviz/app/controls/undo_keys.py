"""Ctrl+Z belongs to the window also where a field has the keyboard whose number is an edit of the document already."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QSpinBox


def is_undo_key(event: QEvent) -> bool:
    """True if Qt asks a field whether it wants Undo or Redo for itself."""
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    return event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)


class NumberBox(QSpinBox):
    """Keeps Ctrl+Z for itself only while a number is typed that is not entered yet."""

    def event(self, event: QEvent) -> bool:
        """Leaves it to the window else."""
        if is_undo_key(event) and self.cleanText() == self.textFromValue(self.value()):
            event.ignore()
            return True
        return super().event(event)
