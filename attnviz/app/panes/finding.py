"""The line in which a row of a large matrix is looked for, by its number or by its token."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget

from attnviz.app.panes.numbers_model import NumbersModel
from attnviz.figures.theme import Theme

_PLACE = re.compile(r"\s*(\d{1,9})(?:\s*[,;×x ]\s*(\d{1,9}))?\s*")
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


@dataclass(frozen=True)
class Hit:
    """Where to go: a row, and a column where one was named. words: what was found, or why nothing."""

    row: int | None
    column: int | None
    words: str


def find(text: str, shape: tuple[int, int], labels: tuple[str, ...] | None, start: int, step: int = 0) -> Hit:
    """The row that a text speaks of: "128", "128, 5" with a column, both from 1, or a token.

    Tokens are compared without regard to case; a token that is the text comes before one that holds it. With several,
    step 0 is the one at or after row `start`, 1 the next and −1 the one before; after the last comes the first.
    """
    rows, columns = shape
    if not text.strip():
        return Hit(None, None, "")
    place = _PLACE.fullmatch(text)
    if place is not None and int(place[1]) in range(1, rows + 1):
        column = None if place[2] is None else int(place[2])
        if column is not None and not 1 <= column <= columns:
            return Hit(None, None, f"There are {columns} columns.")
        return Hit(int(place[1]) - 1, None if column is None else column - 1, f"of {rows}")
    found = _matches(text, labels or ())
    if found:
        at = _next(found, start, step)
        return Hit(found[at], None, f"{at + 1} of {len(found)}")
    if place is not None:
        return Hit(None, None, f"There are {rows} rows.")
    return Hit(None, None, "No such token." if labels is not None else "Type a row’s number.")


def _matches(text: str, labels: tuple[str, ...]) -> list[int]:
    """Where the token is that text, else where it holds it."""
    wanted = text.strip().casefold()
    folded = [label.casefold() for label in labels]
    same = [row for row, label in enumerate(folded) if label.strip() == wanted]
    return same or [row for row, label in enumerate(folded) if wanted in label]


def _next(found: list[int], start: int, step: int) -> int:
    if step < 0:
        return next((at for at in reversed(range(len(found))) if found[at] < start), len(found) - 1)
    return next((at for at, row in enumerate(found) if row >= start + step), 0)


class FindLine(QWidget):
    """Goes to the row while one types; Enter to the next match, Shift+Enter to the one before, Esc closes.

    go(row, column): shows that cell, in the present column where it is None. done: what Esc gives the keyboard back to.
    """

    def __init__(
        self, model: NumbersModel, go: Callable[[int, int | None], None], done: Callable[[], None], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._go = go
        self._done = done
        self._start = 0
        self.line = QLineEdit(self)
        self.words = QLabel(self)
        self.line.setObjectName("pane.find")
        self.words.setObjectName("pane.find.words")
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.line.textEdited.connect(lambda _text: self._look(0))
        self.line.installEventFilter(self)
        room = QHBoxLayout(self)
        room.setContentsMargins(0, 0, 0, 2)
        room.setSpacing(8)
        room.addWidget(self.line, 1)
        room.addWidget(self.words)

    def begin(self, row: int, labelled: bool) -> None:
        """Shows the line, to look from that row on."""
        self._start = max(row, 0)
        asked = "Row, or token" if labelled else "Row, or row, column"
        self.line.setPlaceholderText(asked)
        self.line.setAccessibleName(f"Find in {self._model.name}: {asked.lower()}")
        self.line.setToolTip("A row’s number, “128, 5” with a column, or a token. Enter goes to the next, Esc closes.")
        self._say("")
        self.show()
        self.line.selectAll()
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def dress(self, worn: Theme) -> None:
        """Takes on the fonts and colours of a theme."""
        self.line.setFont(worn.small_font)
        self.words.setFont(worn.small_font)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Enter, Esc and the arrows up and down are this line's own, whatever shortcuts the window has."""
        if watched is not self.line or not isinstance(event, QKeyEvent):
            return False
        if event.type() == QEvent.Type.ShortcutOverride and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        if event.type() != QEvent.Type.KeyPress:
            return False
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
            self._done()
        elif event.key() in _ENTER or event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._look(-1 if back or event.key() == Qt.Key.Key_Up else 1)
        else:
            return False
        return True

    def _look(self, step: int) -> None:
        shape = self._model.rowCount(), self._model.columnCount()
        hit = find(self.line.text(), shape, self._model.tokens, self._start, step)
        self._say(hit.words)
        if hit.row is not None:
            self._start = hit.row
            self._go(hit.row, hit.column)

    def _say(self, words: str) -> None:
        if words == self.words.text():
            return
        self.words.setText(words)
        if words:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.line, words))
