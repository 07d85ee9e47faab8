"""Where the planes of vectors stand in the inspector."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

BETWEEN = 10  # pixels


class Planes(QWidget):
    """The planes side by side; under each other where they would be too narrow."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._narrowest = 0
        self._planes: list[QWidget] = []
        self.line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self.line.setContentsMargins(0, 0, 0, 0)
        self.line.setSpacing(BETWEEN)

    def add(self, plane: QWidget) -> None:
        """Takes one more plane in."""
        self._planes.append(plane)
        self.line.addWidget(plane, 1)

    def stand(self, *, narrowest: int) -> None:
        """Takes on the width that one plane needs; out of the way where none is shown."""
        self._narrowest = narrowest
        shown = any(not plane.isHidden() for plane in self._planes)
        if self.isHidden() == shown:
            self.setVisible(shown)
        self._turn()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may need the other direction."""
        super().resizeEvent(event)
        self._turn()

    def _turn(self) -> None:
        beside = self.width() >= 2 * self._narrowest + BETWEEN
        direction = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if self.line.direction() != direction:
            self.line.setDirection(direction)
