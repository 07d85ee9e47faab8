"""An overview on the screen: painted by the shared painter, with hover words, a focus ring and a menu."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from attnviz.app.pipeline.figure_access import announce
from attnviz.figures.figure import paint_figure, tooltip
from attnviz.figures.overview.overview import Overview
from attnviz.figures.theme import Theme, theme
from attnviz.figures.titles import paint_sentence

MARGIN = 6.0


class OverviewView(QWidget):
    """`taken(name)` tells that this figure is the one in use, `menu_asked(place)` asks for what can be done with it."""

    taken = Signal(str)
    menu_asked = Signal(object)

    def __init__(self, name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self.figure: Overview | None = None
        self.theme: Theme = theme()
        self._sentence = ""
        self._ring = False
        self.setObjectName(f"source.{name}")
        self.setAccessibleName(title)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def show_figure(self, figure: Overview | None, look: Theme, sentence: str = "") -> None:
        """Paints that figure from now on, or a sentence where there is none."""
        self.figure, self.theme, self._sentence = figure, look, sentence
        self.update()

    @property
    def place(self) -> QRectF:
        """Where the figure is painted in this widget."""
        return QRectF(self.rect()).adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)

    def spoken_value(self) -> str:
        """What the keyboard is at, in words."""
        return ""

    def announce(self) -> None:
        """Tells a screen reader what the keyboard is at now."""
        announce(self, self.spoken_value())

    def paintEvent(self, event: QPaintEvent) -> None:
        """The figure as far as it is in sight, or the sentence; a ring while the keyboard is in use here."""
        with QPainter(self) as painter:
            painter.setClipRect(event.rect())
            painter.fillRect(event.rect(), self.theme.palette.panel)
            if self.figure is not None:
                paint_figure(painter, self.place, self.figure, self.theme)
            elif self._sentence:
                paint_sentence(painter, self.place.adjusted(8, 8, -8, -8), self._sentence, self.theme)
            if self._ring and self.hasFocus():
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(self.theme.pen(self.theme.palette.accent, 2.0))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Whatever has the keyboard is what is exported; the ring appears unless a click brought it."""
        if event.reason() != Qt.FocusReason.ActiveWindowFocusReason:
            self.show_ring(event.reason() not in (Qt.FocusReason.MouseFocusReason, Qt.FocusReason.OtherFocusReason))
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
            text = self.tooltip_at(QPointF(event.pos()))
            if text:
                QToolTip.showText(event.globalPos(), text, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def tooltip_at(self, point: QPointF) -> str:
        """The words for a point."""
        return "" if self.figure is None else tooltip(self.figure, self.place, point, self.theme)

    def show_ring(self, on: bool) -> None:
        """Shows that keys act here."""
        if on != self._ring:
            self._ring = on
            self.update()

    def sizeHint(self) -> QSize:
        """Room to be read in; it takes what there is."""
        return QSize(520, 420)
