"""The sign at the foot of a text that goes on below: it covers the line that is cut, all of it; a click scrolls on."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from attnviz.figures.theme import Theme, theme

HEIGHT = 18


@runtime_checkable
class Lined(Protocol):
    """A scroll area that knows its lines."""

    def top_of_line(self, y: int) -> int:
        """Where the line begins that stands at that height of the viewport; `y` itself between lines."""
        ...


class MoreSign(QWidget):
    """Stands on a scroll area while something is left below."""

    def __init__(self, area: QAbstractScrollArea) -> None:
        super().__init__(area)
        self.setObjectName(f"{area.objectName()}.more")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip("There is more: scroll, or click")
        self._look: Theme = theme()
        bar = area.verticalScrollBar()
        bar.rangeChanged.connect(self._follow)
        bar.valueChanged.connect(self._follow)
        area.viewport().installEventFilter(self)
        self._area = area
        self.hide()

    def show_look(self, look: Theme) -> None:
        """Takes on a theme."""
        self._look = look
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stays at the foot."""
        if event.type() == QEvent.Type.Resize:
            self._follow()
        return super().eventFilter(watched, event)

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        """Scrolls on by what is in sight, less a line."""
        bar = self._area.verticalScrollBar()
        bar.setValue(bar.value() + bar.pageStep() - 2 * HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A line and an arrow downward on the panel."""
        palette = self._look.palette
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), palette.panel)
            painter.fillRect(0, 0, self.width(), 1, palette.border)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(self._look.pen(palette.accent, 2.0))
            x, y = self.width() / 2, self.height() - HEIGHT / 2
            painter.drawPolyline([QPointF(x - 6, y - 2.5), QPointF(x, y + 3.5), QPointF(x + 6, y - 2.5)])

    def _follow(self, *_: int) -> None:
        bar, room = self._area.verticalScrollBar(), self._area.viewport().geometry()
        self.setVisible(bar.value() < bar.maximum() and room.height() > 3 * HEIGHT)
        top = room.height() - HEIGHT
        if not self.isHidden() and isinstance(self._area, Lined):
            top = min(top, max(self._area.top_of_line(top), HEIGHT))
        self.setGeometry(room.left(), room.top() + top, room.width(), room.height() - top)
        self.raise_()
