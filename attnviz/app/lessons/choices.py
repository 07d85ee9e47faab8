"""A question with its choices; each answers with its reason, and the first try stays known."""

from __future__ import annotations

from itertools import pairwise
from math import ceil

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from attnviz.app.lessons.words import PX, Words, plain
from attnviz.content.lessons.choice_order import shown_order
from attnviz.content.lessons.model import Question
from attnviz.figures.prose import Prose, prose
from attnviz.figures.theme import Theme, font, theme

AIR = 3
RIGHT, WRONG = "✓", "✗"


class ChoiceButton(QAbstractButton):
    """One answer: a ring, filled with ✓ or ✗ once it was taken, and the words beside it."""

    def __init__(self, name: str, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setText(text)
        self._text = text
        self._sign = ""
        self._look: Theme = theme()
        self._px = PX["normal"]
        self._prose: Prose | None = None
        self.setAccessibleName(plain(text))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_sign(self, sign: str) -> None:
        """ "" before it was taken, then whether it is right."""
        if sign != self._sign:
            self._sign = sign
            word = {"": "", RIGHT: "right", WRONG: "wrong"}[sign]
            self.setAccessibleDescription(word)
            self.update()

    def show_look(self, look: Theme, px: int) -> None:
        """Takes on a theme and a size of letters."""
        if (look, px) != (self._look, self._px):
            self._look, self._px, self._prose = look, px, None
            self.updateGeometry()
            self.update()

    def hasHeightForWidth(self) -> bool:
        """Lines break where the width ends."""
        return True

    def heightForWidth(self, width: int) -> int:
        """What the words need beside the ring."""
        document = self._document()
        document.setTextWidth(width - self._indent - AIR)
        return ceil(document.size().height()) + 2 * AIR

    def sizeHint(self) -> QSize:
        """A comfortable line."""
        return QSize(26 * self._px, self.heightForWidth(26 * self._px))

    def minimumSizeHint(self) -> QSize:
        """Narrow enough for a small window."""
        return QSize(10 * self._px, self._px + 2 * AIR)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width breaks lines elsewhere."""
        super().resizeEvent(event)
        self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The ring or sign, the words, and a frame while it has the keyboard."""
        palette, area = self._look.palette, QRectF(self.rect())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.underMouse() or self.isDown():
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(palette.hover)
                painter.drawRoundedRect(area, 4, 4)
            size = self._px
            ring = QRectF(AIR, AIR + 0.12 * size, size, size)
            painter.setPen(self._look.pen(self._colour, 1.3))
            painter.setBrush(Qt.BrushStyle.NoBrush if not self._sign else self._colour)
            painter.drawEllipse(ring)
            if self._sign:
                painter.setPen(palette.panel)
                painter.setFont(font(round(0.8 * size), bold=True))
                painter.drawText(ring, Qt.AlignmentFlag.AlignCenter, self._sign)
            if self.hasFocus():
                painter.setPen(self._look.pen(palette.accent, 1.5))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 4, 4)
            document = self._document()
            document.setTextWidth(self.width() - self._indent - AIR)
            painter.translate(QPointF(self._indent, AIR))
            document.drawContents(painter)

    @property
    def _colour(self) -> QColor:
        palette = self._look.palette
        return {"": palette.soft, RIGHT: self._look.role("values"), WRONG: palette.error}[self._sign]

    @property
    def _indent(self) -> int:
        return round(1.6 * self._px) + AIR

    def _document(self) -> Prose:
        if self._prose is None:
            self._prose = prose(self._text, self._look, self._px, self.width())
        return self._prose


class Reason(QWidget):
    """Why a choice is right or wrong, under the words of the choice."""

    def __init__(self, name: str, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._words = Words(text, self, soft=True)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._words)
        self.setAccessibleName(self._words.accessibleName())
        self.hide()

    def heightForWidth(self, width: int) -> int:
        """What the words need beside the indent."""
        return self._column.heightForWidth(width)

    def show_look(self, look: Theme, px: int) -> None:
        """Takes on a theme and a size of letters."""
        self._words.show_look(look, px)
        self._column.setContentsMargins(round(1.6 * px) + AIR, 0, AIR, AIR)


class QuestionView(QWidget):
    """The question, its choices in their shown order, and under a taken one why it is right or wrong.

    `chosen(choice)` tells of a click, by the choice's place in the file.
    """

    chosen = Signal(int)

    def __init__(self, number: int, question: Question, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(f"lesson.question.{number + 1}")
        self.setAccessibleName(plain(question.ask))
        self._question = question
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        self._ask = Words(question.ask, self)
        column.addWidget(self._ask)
        column.addSpacing(2)
        self._choices: list[tuple[ChoiceButton, Reason]] = []
        for place, choice in enumerate(question.choices):
            button = ChoiceButton(f"{self.objectName()}.choice.{place + 1}", choice.text, self)
            button.clicked.connect(lambda _=False, place=place: self.chosen.emit(place))
            why = Reason(f"{self.objectName()}.why.{place + 1}", choice.why, self)
            self._choices.append((button, why))
        for place in shown_order(question):
            for part in self._choices[place]:
                column.addWidget(part)
        buttons = [self._choices[place][0] for place in shown_order(question)]
        for before, after in pairwise(buttons):
            QWidget.setTabOrder(before, after)
        self._tries = Words("", self, soft=True)
        self._tries.setObjectName(f"{self.objectName()}.tries")
        self._tries.hide()
        column.addWidget(self._tries)

    def height_of_reason(self, width: int) -> int:
        """Room for the longest reason, 0 once one is shown."""
        if any(not why.isHidden() for _, why in self._choices):
            return 0
        return max(why.heightForWidth(width) for _, why in self._choices)

    def show_answer(self, first: int | None, last: int | None) -> None:
        """Signs the choices that were taken and says why the last one is right or wrong."""
        for place, (button, why) in enumerate(self._choices):
            taken = place in (first, last)
            right = self._question.choices[place].right
            button.show_sign("" if not taken else RIGHT if right else WRONG)
            why.setVisible(place == last)
        if first is None or last is None:
            return
        well = self._question.choices[first].right
        self._tries.say("Right at the first try." if well else "")
        self._tries.setVisible(well and first == last)

    def show_look(self, look: Theme, px: int) -> None:
        """Takes on a theme and a size of letters."""
        for words in (self._ask, self._tries):
            words.show_look(look, px)
        for button, why in self._choices:
            button.show_look(look, px)
            why.show_look(look, px)
