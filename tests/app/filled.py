"""A widget that is seen to be painted."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget


class Filled(QWidget):
    """A part of one colour."""

    def __init__(self, parent: QWidget, colour: str) -> None:
        super().__init__(parent)
        self.colour = colour

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Fills all of it."""
        QPainter(self).fillRect(self.rect(), QColor(self.colour))
