"""A line in which one number of a laboratory is typed, as in every cell of the program."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from attnviz.app.controls.marking import mark
from attnviz.content.numerals import BadNumber, full, parse_number

_LONGEST = 60


class NumberEdit(QLineEdit):
    """Each keystroke that makes a number sends it; text that is none turns red when it is finished, Esc brings back.

    Up and Down change the number by `step`, with Shift by a tenth of it. `said` carries numbers, `finished` the reason
    why a text is none.
    """

    said = Signal(float)

    def __init__(self, name: str, title: str, step: float = 0.1, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setMaxLength(_LONGEST)
        self.setAcceptDrops(False)
        self._title = title
        self._step = step
        self._value = 0.0
        self.setToolTip(title)
        self.textEdited.connect(self._try)
        self.editingFinished.connect(self._finish)

    @property
    def value(self) -> float:
        """The number that holds at present."""
        return self._value

    def show_number(self, value: float) -> None:
        """Writes the number unless the text says it already, in whatever way."""
        changed = value != self._value
        self._value = value
        if not self.hasFocus() or (changed and _said(self.text()) != value):
            self._write()

    def refuse(self, reason: str) -> None:
        """Turns red and says why; "" takes that back."""
        mark(self, "bad", bool(reason))
        self.setToolTip(reason or self._title)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc brings the number back, the arrow keys change it."""
        steps = {Qt.Key.Key_Up: 1.0, Qt.Key.Key_Down: -1.0}.get(Qt.Key(event.key()))
        if event.key() == Qt.Key.Key_Escape:
            self._write()
            self.selectAll()
        elif steps is not None:
            fine = 0.1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1.0
            self.said.emit(round(self._value + steps * fine * self._step, 12) + 0.0)
            self._write()
            self.selectAll()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows the whole number to be edited."""
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.MouseFocusReason:
            self.selectAll()

    def _try(self, text: str) -> None:
        value = _said(text)
        if value is not None:
            self.refuse("")
            self.said.emit(value)

    def _finish(self) -> None:
        try:
            parse_number(self.text())
        except BadNumber as error:
            self.refuse(str(error))
            return
        if not self.property("bad"):
            self._write()

    def _write(self) -> None:
        text = full(self._value).removesuffix(".0")
        if text != self.text():
            self.setText(text)
            self.setCursorPosition(0)
        self.refuse("")


def _said(text: str) -> float | None:
    try:
        return parse_number(text)
    except BadNumber:
        return None
