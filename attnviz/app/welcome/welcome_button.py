"""What all buttons of the first screen have in common: arrows go from one to the next."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from attnviz.figures.theme import Theme, theme


class WelcomeButton(QAbstractButton):
    """As wide as there is room, in letters of its own size; who derives from it paints it."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._look: Theme = theme()
        self._px = 14
        self._air = 1.0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_look(self, look: Theme, px: int, air: float = 1.0) -> None:
        """Takes on a theme and a size of letters, with that part of the air around them."""
        if (look, px, air) != (self._look, self._px, self._air):
            self._look, self._px, self._air = look, px, air
            self.updateGeometry()
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrows go to the button above or below."""
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        else:
            super().keyPressEvent(event)
