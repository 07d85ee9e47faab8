"""The tick for one scale of all heads, written as large as the tabs beside it."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QCheckBox, QStyle, QStyleOptionButton, QStylePainter, QWidget

from attnviz.figures.labels import ruler
from attnviz.figures.theme import font


class ScaleBox(QCheckBox):
    """Keeps the room of its largest letters, in which the tabs find theirs; in smaller ones it ends where it ended."""

    def __init__(self, name: str, text: str, parent: QWidget) -> None:
        super().__init__(text, parent)
        self.setObjectName(name)
        self._room = 0  # pixels of the letters that it has room for, 0 for those that it is written in

    def show_letters(self, pixels: int, room: int) -> None:
        """Writes its words in letters of that size, with room for those of another."""
        wanted = font(min(pixels, room))
        if self.font() != wanted:
            self.setFont(wanted)
        if room != self._room:
            self._room = room
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """With room for the largest letters."""
        return super().sizeHint() + QSize(self._spare, 0)

    def minimumSizeHint(self) -> QSize:
        """The same: it is never cut."""
        return self.sizeHint()

    def hitButton(self, point: QPoint) -> bool:
        """Anywhere on it."""
        return self.rect().contains(point)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Box and words at the right of the room."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.rect = self.rect().adjusted(self._spare, 0, 0, 0)
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_CheckBox, option)
        painter.end()

    @property
    def _spare(self) -> int:
        """The width that smaller letters leave."""
        if not self._room:
            return 0
        across = ruler(font(self._room)).width(self.text()) - ruler(self.font()).width(self.text())
        return max(0, ceil(across))
