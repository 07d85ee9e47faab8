"""What a step asks to do and states: covered numbers to predict, tasks judged on the state, claims that tick live."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from attnviz.app.controls.marking import mark
from attnviz.app.lessons.words import PX, Words
from attnviz.content.lessons.claims import Verdict
from attnviz.content.lessons.model import Claim, Task
from attnviz.figures.theme import Theme, font, theme

Sign = Literal["open", "waits", "yes", "no"]
_SIGNS: dict[Sign, tuple[str, str]] = {
    "open": ("", "open"), "waits": ("…", "waiting"), "yes": ("✓", "yes"), "no": ("✗", "not now"),
}  # fmt: skip


class Tick(QWidget):
    """An empty box, ✓ or ✗: the sign says what the colour says. boxed: whether there is a box before a sign is."""

    def __init__(self, parent: QWidget, *, boxed: bool = True) -> None:
        super().__init__(parent)
        self._boxed = boxed
        self._sign: Sign = "open"
        self._look: Theme = theme()
        self._px = PX["normal"]
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def sign(self) -> Sign:
        """What it shows."""
        return self._sign

    def show_sign(self, sign: Sign) -> None:
        """Shows another sign."""
        if sign != self._sign:
            self._sign = sign
            self.setAccessibleName(_SIGNS[sign][1])
            self.update()

    def show_look(self, look: Theme, px: int) -> None:
        """Takes on a theme and a size of letters."""
        self._look, self._px = look, px
        self.setFixedSize(round(1.3 * px), round(1.3 * px))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The box or the sign."""
        palette = self._look.palette
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            area = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
            if self._sign == "open":
                if not self._boxed:
                    return
                painter.setPen(self._look.pen(palette.soft, 1.3))
                painter.drawRoundedRect(area, 3, 3)  # a box to tick: rings are what answers begin with
                return
            colours = {"yes": self._look.role("values"), "no": palette.error}
            painter.setPen(colours.get(self._sign, palette.soft))
            painter.setFont(font(round(1.05 * self._px), bold=True))
            painter.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignCenter, _SIGNS[self._sign][0])


class _Line(QWidget):
    """A tick with words beside it."""

    def __init__(self, name: str, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.tick = Tick(self)
        self.tick.setObjectName(f"{name}.tick")
        self.words = Words(text, self)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(6)
        self.row.addWidget(self.tick, 0, Qt.AlignmentFlag.AlignTop)
        self.below = QVBoxLayout()
        self.row.addLayout(self.below, 1)
        self.below.setSpacing(3)
        self.below.addWidget(self.words)

    def show_look(self, look: Theme, px: int) -> None:
        """Takes on a theme and a size of letters."""
        self.tick.show_look(look, px)
        self.words.show_look(look, px)


class TaskView(_Line):
    """A task: open until its goal is reached once, with a hint for those who ask."""

    def __init__(self, number: int, task: Task, parent: QWidget) -> None:
        super().__init__(f"lesson.task.{number + 1}", task.text, parent)
        self._hint = Words(task.hint, self, soft=True)
        self._hint.setObjectName(f"{self.objectName()}.hint.text")
        self._hint.hide()
        self._ask = button(f"{self.objectName()}.hint", "Hint", self)
        self._ask.setVisible(bool(task.hint))
        self._ask.clicked.connect(self._show_hint)
        self.row.addWidget(self._ask, 0, Qt.AlignmentFlag.AlignTop)
        self.below.addWidget(self._hint)

    def show_solved(self, solved: bool) -> None:
        """Done stays done; a screen reader says so when it happens."""
        if solved and self.tick.sign == "open" and self.isVisible():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, f"Done: {self.words.accessibleName()}"))
        self.tick.show_sign("yes" if solved else "open")
        self._ask.setVisible(not solved and self._hint.isHidden() and bool(self._hint.accessibleName()))

    def show_look(self, look: Theme, px: int) -> None:
        """Takes on a theme and a size of letters."""
        super().show_look(look, px)
        self._hint.show_look(look, px)

    def _show_hint(self) -> None:
        self._hint.show()
        self._ask.hide()


class ClaimView(_Line):
    """A statement of the lesson, true or not with the numbers of the moment."""

    def __init__(self, number: int, claim: Claim, parent: QWidget) -> None:
        super().__init__(f"lesson.claim.{number + 1}", claim.text, parent)
        self._text = claim.text

    def show_verdict(self, verdict: Verdict | None) -> None:
        """None: it waits, for the laboratory to have run."""
        if verdict is None:
            self.tick.show_sign("waits")
            self.words.say(self._text)
            return
        self.tick.show_sign("yes" if verdict.true else "no")
        now = f"Not with your numbers: {verdict.shown}." if verdict.value is not None else "Not with your numbers."
        self.words.say(self._text if verdict.true else f"{self._text} *{now}*")


class PredictView(QWidget):
    """Says how many numbers are covered, leads to the first, and uncovers them: `begun` and `asked` tell of that."""

    begun = Signal()
    asked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("lesson.predict")
        self._words = Words("", self)
        self._words.setObjectName("lesson.predict.text")
        self._told = Words("", self)
        self._told.setObjectName("lesson.predict.told")
        self._told.hide()
        self._begin = button("lesson.predict.begin", "Start Typing", self)
        self._begin.setToolTip("Go to the first covered number")
        self._begin.setProperty("primary", True)
        self._begin.clicked.connect(self.begun)
        self._begin.clicked.connect(self._stand_back)
        self._reveal = button("lesson.reveal", "Reveal", self)
        self._reveal.setToolTip("Show the covered numbers")
        self._reveal.clicked.connect(self.asked)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self._words)
        column.addWidget(self._told)
        buttons = QHBoxLayout()
        column.addLayout(buttons)
        buttons.setSpacing(8)
        buttons.addWidget(self._begin)
        buttons.addWidget(self._reveal)
        buttons.addStretch(1)

    @property
    def begin_button(self) -> QWidget | None:
        """What leads to the first covered number, until all are shown."""
        return None if self._begin.isHidden() else self._begin

    def show_count(self, covered: int, right: int, told: str) -> None:
        """How many are covered, how many of them are predicted rightly, and on a line of its own the last one."""
        what = "One number is" if covered == 1 else f"{covered} numbers are"
        done = f" {right} of {covered} right." if right else ""
        self._words.say(f"{what} covered with **?**. Click one, type what you expect, press Enter.{done}")
        self._tell(told)
        if told:
            self._stand_back()
        for made in (self._begin, self._reveal):
            made.show()

    def show_result(self, predicted: int, right: int, told: tuple[str, ...]) -> None:
        """Afterwards: how well it went, and where the table has another number than a right answer."""
        for made in (self._begin, self._reveal):
            made.hide()
        how = "Right." if predicted == right == 1 else f"{right} of {predicted} right."
        self._words.say(how if predicted else "The numbers are shown now.")
        self._tell("\n\n".join(told))

    def show_look(self, look: Theme, px: int) -> None:
        """Takes on a theme and a size of letters."""
        self._words.show_look(look, px)
        self._told.show_look(look, px)

    def _tell(self, told: str) -> None:
        self._told.say(told)
        self._told.setVisible(bool(told))

    def _stand_back(self) -> None:
        """Typing goes on by itself: the button is no longer the thing to click."""
        mark(self._begin, "primary", False)


def button(name: str, text: str, parent: QWidget) -> QToolButton:
    """A button of the panel."""
    made = QToolButton(parent)
    made.setObjectName(name)
    made.setText(text)
    made.setAccessibleName(text)
    made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return made
