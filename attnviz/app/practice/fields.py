"""The fields of an exercise whose answer stands in no figure: a word, a line to type in, and its verdict."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget

from attnviz.app.controls.marking import mark
from attnviz.app.lessons.checks import Tick
from attnviz.app.practice.player import Practice
from attnviz.content.numerals import BadNumber, grouped
from attnviz.figures.theme import Theme, font

_DIGITS = 10  # that a line shows at once


class FieldLine(QLineEdit):
    """Keeps Enter to itself, which would else press the button that gets the keyboard next."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """As any line, but Enter ends here."""
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()


class Fields(QWidget):
    """One line for each field; Enter judges it and goes on to the next, and `finished` fires after the last one."""

    finished = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("practice.fields")
        self._practice: Practice | None = None
        self._around = QHBoxLayout(self)
        self._around.setContentsMargins(0, 4, 0, 0)
        self._inside = QWidget(self)
        self._labels: list[QLabel] = []
        self._lines: list[FieldLine] = []
        self._ticks: list[Tick] = []

    def show_exercise(self, practice: Practice) -> None:
        """Makes the lines of the present exercise."""
        self._practice = practice
        self._inside.hide()
        self._inside.deleteLater()
        self._inside = inside = QWidget(self)
        self._around.addWidget(inside)
        row = QHBoxLayout(inside)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self._labels, self._lines, self._ticks = [], [], []
        for place, field in enumerate(practice.exercise.fields):
            line, label, tick = FieldLine(inside), QLabel(field.label, inside), Tick(inside, boxed=False)
            line.setObjectName(f"practice.field.{field.label}")
            line.setAccessibleName(f"{field.label}: your answer")
            line.setMaxLength(20)
            line.returnPressed.connect(lambda place=place: self._enter(place))
            label.setBuddy(line)
            for widget in (line, label, tick):
                row.addWidget(widget)
            row.addSpacing(8)
            self._labels.append(label)
            self._lines.append(line)
            self._ticks.append(tick)
        row.addStretch(1)
        self.setVisible(bool(practice.exercise.fields))

    def show_state(self, look: Theme, px: int) -> None:
        """The verdict of each line; after the answer was shown, the answer."""
        practice = self._practice
        if practice is None:
            return
        for place, (line, label, tick) in enumerate(zip(self._lines, self._labels, self._ticks, strict=True)):
            for widget in (line, label):
                widget.setFont(font(px))
            line.setFixedWidth(round(_DIGITS * 0.7 * px))
            tick.show_look(look, px)
            answer = practice.fields.get(place)
            verdict = answer.judgement.verdict if answer is not None else "typed"
            tick.show_sign("yes" if verdict == "right" else "no" if verdict == "wrong" else "open")
            line.setReadOnly(practice.done)
            if practice.attempt.shown:
                line.setText(grouped(practice.exercise.fields[place].answer))
                tick.show_sign("open")

    def take_keyboard(self) -> None:
        """Puts the keyboard into the first line."""
        if self._lines:
            self._lines[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _enter(self, place: int) -> None:
        practice, line = self._practice, self._lines[place]
        if practice is None or practice.done or not line.text().strip():
            return
        try:
            judgement = practice.answer(place, line.text())
        except BadNumber as error:
            mark(line, "bad", True)
            line.setAccessibleDescription(str(error))
            line.setToolTip(str(error))
        else:
            mark(line, "bad", judgement.verdict == "wrong")
            line.setAccessibleDescription(judgement.note)
            line.setToolTip(judgement.note)
            if judgement.verdict == "right":
                self._go_on(place)
            else:
                line.selectAll()

    def _go_on(self, place: int) -> None:
        if place + 1 < len(self._lines):
            self._lines[place + 1].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            self.finished.emit()
