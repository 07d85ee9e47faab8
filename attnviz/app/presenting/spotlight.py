"""A circle of light around the pointer; all else is dark, also what stands on the stage with a life of its own."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QCursor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QWidget

RADIUS_PART = 6.0  # the screen's height over the radius
_DARK = QColor(0, 0, 0, 170)
_FRAME = 16  # milliseconds between two looks at where the pointer is


class Spotlight(QWidget):
    """Lies over the stage while it is on, and lets the mouse through to what is under it.

    at: where the light is. A laboratory keeps the moves of the mouse over it to itself, so the pointer is looked for.
    """

    def __init__(self, stage: QWidget) -> None:
        super().__init__(stage)
        self.setObjectName("presenter.spotlight")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.at = QPointF()
        self._pointer = QPointF()
        self._timer = QTimer(self)
        self._timer.setInterval(_FRAME)
        self._timer.timeout.connect(self._follow)
        self.hide()

    @property
    def on(self) -> bool:
        """True while all but the circle is dark."""
        return not self.isHidden()

    def turn(self, *, on: bool) -> None:
        """Darkens all but the circle, or no longer."""
        self._pointer = QPointF(self.mapFromGlobal(QCursor.pos()))
        self.setVisible(on)
        self._timer.start() if on else self._timer.stop()

    def show_at(self, place: QPointF) -> None:
        """Moves the light."""
        self.at = place
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Darkens what lies outside the circle."""
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.OddEvenFill)
        path.addRect(QRectF(self.rect()))
        radius = self.height() / RADIUS_PART
        path.addEllipse(self.at, radius, radius)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillPath(path, _DARK)

    def _follow(self) -> None:
        pointer = QPointF(self.mapFromGlobal(QCursor.pos()))
        if pointer != self._pointer:
            self._pointer = pointer
            self.show_at(pointer)
