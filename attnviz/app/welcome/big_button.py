"""A button with a title and a sentence under it, for the few things that one can begin with."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from attnviz.app.welcome.welcome_button import WelcomeButton
from attnviz.figures.labels import ruler
from attnviz.figures.theme import font

AIR = 14
RADIUS = 6


class BigButton(WelcomeButton):
    """primary: in the accent colour, for the one thing to begin with."""

    def __init__(self, name: str, parent: QWidget, *, primary: bool = False) -> None:
        super().__init__(name, parent)
        self._primary = primary
        self._sentence = ""

    def say(self, title: str, sentence: str) -> None:
        """What it begins, and what that is."""
        self.setText(title)
        self._sentence = sentence
        self.setAccessibleName(title)
        self.setAccessibleDescription(sentence)
        self.update()

    def stand_out(self, primary: bool) -> None:
        """Whether it is the one thing to begin with."""
        self._primary = primary
        self.update()

    def sizeHint(self) -> QSize:
        """Two lines with air around them."""
        return QSize(26 * self._px, round(2.6 * self._px + 2 * AIR * self._air))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A field with a thin edge; the edge is thicker while it has the keyboard."""
        palette, area = self._look.palette, QRectF(self.rect()).adjusted(2, 2, -2, -2)
        lively = self.underMouse() or self.isDown()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            edge = palette.accent if self._primary or lively or self.hasFocus() else palette.border
            painter.setPen(self._look.pen(edge, 1.0))
            painter.setBrush(palette.accent if self._primary else palette.hover if lively else palette.panel)
            painter.drawRoundedRect(area, RADIUS, RADIUS)
            if self.hasFocus():
                painter.setBrush(Qt.BrushStyle.NoBrush)
                inner = palette.panel if self._primary else palette.accent
                painter.setPen(self._look.pen(inner, 1.5))
                painter.drawRoundedRect(area.adjusted(3, 3, -3, -3), RADIUS - 2, RADIUS - 2)
            self._paint_words(painter, area)

    def _paint_words(self, painter: QPainter, area: QRectF) -> None:
        palette = self._look.palette
        title, sentence = ruler(font(round(self._px * 1.1), bold=True)), ruler(font(self._px - 1))
        room = area.width() - 2 * AIR
        painter.setFont(title.font)
        painter.setPen(palette.accent_text if self._primary else palette.text)
        top = area.center().y() - (title.height + 4 + sentence.height) / 2
        painter.drawText(QPointF(area.left() + AIR, top + title.ascent), title.shortened(self.text(), room))
        painter.setFont(sentence.font)
        painter.setPen(palette.accent_text if self._primary else palette.soft)
        base = top + title.height + 4 + sentence.ascent
        painter.drawText(QPointF(area.left() + AIR, base), sentence.shortened(self._sentence, room))
