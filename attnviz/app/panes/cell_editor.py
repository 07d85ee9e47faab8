"""The line in which a cell is typed: what is valid so far takes effect with each keystroke."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QLineEdit, QWidget

from attnviz.app.controls.live_number import LiveNumber
from attnviz.app.panes.matrix_words import place
from attnviz.app.panes.scrubbing import stepped
from attnviz.content.expressions import LONGEST
from attnviz.content.numerals import BadNumber, full, parse_number
from attnviz.figures.theme import Palette

_ROOM = 14  # pixels beside the text: the frame, the cursor and a little air


class CellEditor(QLineEdit):
    """Edits one number. Unfinished text changes nothing and is never red while it is being typed.

    On commit, text that is no number gets a red outline and `refused` says why; the number from before the editing is
    back in the document and the line stays open. Esc gives that number back and closes without an undo step. Ctrl+Z
    takes the whole editing back as the one step that it is, and a redo brings it again.
    """

    refused = Signal(str)  # the reason in words; "" once it no longer applies

    def __init__(self, live: LiveNumber, text: str, palette: Palette, font: QFont, parent: QWidget) -> None:
        super().__init__(parent)
        self.live = live
        self.reason = ""
        self._palette = palette
        cell = place(live.name, live.row, live.column)
        self.setObjectName(f"pane.{live.name}.editor")
        self.setAccessibleName(f"{cell}, number")
        self.setFont(font)
        self.setFrame(False)
        self.setAcceptDrops(False)  # a dropped file is the window's to open, not text
        self.setMaxLength(10 * LONGEST)  # long enough to be told that it is too long
        self.setText(text)
        self.selectAll()
        self._untouched = text
        self._outline(palette.accent.name())
        self.textEdited.connect(self._typed)

    def commit(self) -> bool:
        """Puts the typed number in for good; False if it is none, and then the line stays open."""
        if self.text() == self._untouched:
            self._tell("")
            return True
        error = self.live.finish(self.text())
        self._tell("" if error is None else str(error))
        return error is None

    def restore(self) -> None:
        """Gives back the number from before the editing."""
        self.live.restore()
        self._tell("")

    def take_back(self) -> None:
        """Undoes the editing as a step, which can be redone."""
        self.live.take_back()
        self._tell("")

    def step(self, up: bool, modifiers: Qt.KeyboardModifier) -> None:
        """Alt+↑/↓: the typed number becomes a step larger or smaller."""
        try:
            value = parse_number(self.text())
        except BadNumber:
            return
        largest = max(abs(self.live.before), abs(value))
        text = full(stepped(value, up, largest, modifiers))
        self.setText(text.removesuffix(".0"))
        self._typed(self.text())

    def needed_width(self) -> int:
        """How wide the line must be to show all that is typed."""
        return QFontMetrics(self.font()).horizontalAdvance(self.text()) + _ROOM

    def _typed(self, text: str) -> None:
        self._tell("")
        self.live.put_text(text)

    def _tell(self, reason: str) -> None:
        if reason == self.reason:
            return
        self.reason = reason
        self.setAccessibleDescription(reason)
        self._outline((self._palette.error if reason else self._palette.accent).name())
        self.refused.emit(reason)

    def _outline(self, colour: str) -> None:
        panel, text = self._palette.panel.name(), self._palette.text.name()
        chosen, on_chosen = self._palette.accent.name(), self._palette.accent_text.name()
        self.setStyleSheet(
            f"QLineEdit {{ border: 2px solid {colour}; background: {panel}; color: {text}; padding: 0 2px; "
            f"selection-background-color: {chosen}; selection-color: {on_chosen}; }}"
        )
