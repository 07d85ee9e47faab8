"""What every painted figure outside the pipeline does alike: a focus ring, words under the pointer, a menu."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QHelpEvent, QPainter
from PySide6.QtWidgets import QToolTip, QWidget

from attnviz.app.pipeline.figure_access import announce
from attnviz.figures.theme import Theme


class PaintedView(QWidget):
    """`taken(name)` tells that this figure is the one in use, `menu_asked(place)` asks for what can be done with it."""

    taken = Signal(str)
    menu_asked = Signal(object)

    margin: ClassVar[float]  # around the figure, for the focus ring
    brings_no_ring: ClassVar[frozenset[Qt.FocusReason]] = frozenset({Qt.FocusReason.MouseFocusReason})

    def __init__(self, name: str, look: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self.theme = look
        self._ring = False
        self._tip: tuple[QPoint, QPoint, str] | None = None  # under the pointer: where on the screen, where here, what
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    @property
    def place(self) -> QRectF:
        """Where the figure is painted in this widget."""
        return QRectF(self.rect()).adjusted(self.margin, self.margin, -self.margin, -self.margin)

    def tooltip_at(self, _point: QPointF) -> str:
        """The words for a point, none here."""
        return ""

    def tell_anew(self) -> None:
        """Says under a pointer that rests what is true now, as where a number was still being computed."""
        if self._tip is None or not QToolTip.isVisible() or QToolTip.text() != self._tip[2]:
            return
        there, here, _ = self._tip
        self._say_at(there, here)

    def _say_at(self, there: QPoint, here: QPoint) -> None:
        words = self.tooltip_at(QPointF(here))
        self._tip = (there, here, words) if words else None
        QToolTip.showText(there, words, self)  # "" hides it

    def spoken_value(self) -> str:
        """What the keyboard is at, in words, nothing here."""
        return ""

    def announce(self) -> None:
        """Tells a screen reader what the keyboard is at now."""
        announce(self, self.spoken_value())

    @property
    def has_ring(self) -> bool:
        """True while the keyboard is here and in use: a click shows where it went by itself."""
        return self._ring and self.hasFocus()

    def show_ring(self, on: bool) -> None:
        """Whether the keyboard is in use here, rather than the mouse."""
        if on != self._ring:
            self._ring = on
            self.update()

    def paint_ring(self, painter: QPainter) -> None:
        """The ring; the painter keeps its pen."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(self.theme.pen(self.theme.palette.accent, 2.0))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1.0, 1.0, -1.0, -1.0), 4, 4)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Whatever has the keyboard is what is exported; the ring appears unless a click brought it."""
        if event.reason() != Qt.FocusReason.ActiveWindowFocusReason:
            self.show_ring(event.reason() not in self.brings_no_ring)
        self.taken.emit(self.name)
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The ring goes."""
        self.update()
        super().focusOutEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What can be done with this figure."""
        self.taken.emit(self.name)
        self.menu_asked.emit(event.globalPos())

    def event(self, event: QEvent) -> bool:
        """Says in full what is under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._say_at(event.globalPos(), event.pos())
            return True
        return super().event(event)
