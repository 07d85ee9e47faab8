"""A button with a title and a sentence under it, for the few things that one can begin with."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.app.welcome.welcome_button import WelcomeButton
from attnviz.figures.labels import Ruler, ruler
from attnviz.figures.theme import font

AIR = 14
EDGE = 2  # pixels that the field keeps clear of its neighbours
BELOW = 4  # between title and sentence
RADIUS = 6


class BigButton(WelcomeButton):
    """Title and sentence go on in a second line where one has no room.

    primary: in the accent colour, for the one thing to begin with.
    """

    def __init__(self, name: str, parent: QWidget, *, primary: bool = False) -> None:
        super().__init__(name, parent)
        policy = self.sizePolicy()
        policy.setVerticalPolicy(QSizePolicy.Policy.Minimum)  # Fixed would keep it at the height of the hint
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._primary = primary
        self._sentence = ""

    def say(self, title: str, sentence: str) -> None:
        """What it begins, and what that is."""
        self.setText(title)
        self._sentence = sentence
        self.setAccessibleName(title)
        self.setAccessibleDescription(sentence)
        self.updateGeometry()
        self.update()

    def stand_out(self, primary: bool) -> None:
        """Whether it is the one thing to begin with."""
        self._primary = primary
        self.update()

    def whole_width(self) -> int:
        """The pixels in which its title and its sentence have a line each."""
        words = max(self._title.width(self.text()), self._small.width(self._sentence))
        return ceil(words) + 2 * (AIR + EDGE)

    def shown_lines(self, width: int) -> tuple[list[str], list[str]]:
        """Title and sentence as they stand in a button that is so many pixels wide."""
        room = width - 2 * (AIR + EDGE)
        return _lines(self.text(), self._title, room), _lines(self._sentence, self._small, room)

    def sizeHint(self) -> QSize:
        """Two lines with air around them."""
        return QSize(26 * self._px, round(2.6 * self._px + 2 * AIR * self._air))

    def hasHeightForWidth(self) -> bool:
        """A narrow one is higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """As the hint says, and more for what needs a second line."""
        title, sentence = self.shown_lines(width)
        more = (len(title) - 1) * self._title.height + (len(sentence) - 1) * self._small.height
        return self.sizeHint().height() + ceil(more)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A field with a thin edge; the edge is thicker while it has the keyboard."""
        palette, area = self._look.palette, QRectF(self.rect()).adjusted(EDGE, EDGE, -EDGE, -EDGE)
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
        palette, title, small = self._look.palette, self._title, self._small
        above, below = self.shown_lines(self.width())
        middle = len(above) * title.height + BELOW
        top = area.center().y() - (middle + len(below) * small.height) / 2
        for measure, lines, first, colour in (
            (title, above, top, palette.text), (small, below, top + middle, palette.soft),
        ):  # fmt: skip
            painter.setFont(measure.font)
            painter.setPen(palette.accent_text if self._primary else colour)
            for number, line in enumerate(lines):
                base = first + number * measure.height + measure.ascent
                painter.drawText(QPointF(area.left() + AIR, base), line)

    @property
    def _title(self) -> Ruler:
        return ruler(font(round(self._px * 1.1), bold=True))

    @property
    def _small(self) -> Ruler:
        return ruler(font(self._px - 1))


def _lines(text: str, measure: Ruler, room: float) -> list[str]:
    """The text in one line or two; what is too long for these is shortened in the second."""
    first, *rest = measure.lines(text, room) or [""]
    return [first, measure.shortened(" ".join(rest), room)] if rest else [first]
