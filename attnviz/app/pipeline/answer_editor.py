"""The line in which a veiled number is typed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QToolTip, QWidget

from attnviz.content.expressions import LONGEST
from attnviz.figures.theme import Palette, Theme, font

_ROOM = 18.0  # pixels beside the digits: frame, cursor and a little air
_LEAST = 2.5  # letters' sizes that a line for digits needs
_WIDE = 5.5  # digits that are seen at once, in letters' sizes
_STAYS_OPEN = (
    Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason, Qt.FocusReason.MenuBarFocusReason,
)  # fmt: skip
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class AnswerEditor(QLineEdit):
    """One answer. Enter and Tab commit and go on, Shift+Tab goes back, Esc leaves; a click elsewhere commits.

    committed(text, step, checks): what was typed and where to go on: 1 to the next, −1 to the one before, 0 nowhere;
    checks is True for Enter, which wants to know whether it is right.
    left: Esc. Text that is no number stays with a red outline and the reason, told through `refuse`.
    """

    committed = Signal(str, int, bool)
    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("answer")
        self.setFrame(False)
        self.setAcceptDrops(False)
        self.setMaxLength(10 * LONGEST)
        self._palette: Palette | None = None
        self.textEdited.connect(lambda _: self._outline(error=False))
        self.hide()

    def open(self, name: str, text: str, place: QRectF, look: Theme, *, chosen: bool) -> None:
        """Stands at `place` with that text, all of it selected if it was there before; `name` says for whom."""
        self._palette = look.palette
        self.setAccessibleName(f"{name}: your answer")
        self.setAccessibleDescription("")
        self.setText(text)
        self.put(place, look)
        self._outline(error=False)
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.selectAll() if chosen else self.end(False)

    def put(self, place: QRectF, look: Theme) -> None:
        """Moves over its cell, as wide as that; where digits have no room it reaches to the right, over no name."""
        if look.palette is not self._palette:
            self._palette = look.palette
            self._outline(error=False)
        parent = self.parentWidget()
        assert parent is not None
        narrow = int(place.width() / _LEAST)  # smaller letters rather than a line over the next cell
        pixels = max(look.number_px, min(round(0.5 * place.height()), 3 * look.number_px, narrow))
        self.setFont(font(pixels))
        width = min(place.width(), 2 * _WIDE * pixels)
        if width < _LEAST * pixels:
            width = 0.62 * _WIDE * pixels + _ROOM
        height = max(place.height(), 1.5 * pixels + 4)
        start = place.left() if width > place.width() else place.center().x() - width / 2
        left = min(max(start, 0.0), max(parent.width() - width, 0.0))
        top = min(max(place.center().y() - height / 2, 0.0), max(parent.height() - height, 0.0))
        self.setGeometry(QRectF(left, top, width, height).toAlignedRect())

    def stay(self, note: str) -> None:
        """Keeps a wrong answer, all of it selected, so that the next one takes its place."""
        self.setAccessibleDescription(note)
        self._outline(error=True)
        self.selectAll()

    def refuse(self, reason: str) -> None:
        """Keeps what was typed and says why it is no number."""
        self.setAccessibleDescription(reason)
        self._outline(error=True)
        QToolTip.showText(self.mapToGlobal(self.rect().bottomLeft()), reason, self)

    def event(self, event: QEvent) -> bool:
        """Tab is a step here, and Esc no shortcut of the window."""
        if isinstance(event, QKeyEvent):
            key = event.key()
            if event.type() == QEvent.Type.ShortcutOverride and key == Qt.Key.Key_Escape:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                self.committed.emit(self.text(), 1 if key == Qt.Key.Key_Tab else -1, False)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter, Esc; all other keys are the line's own."""
        if event.key() in _ENTER:
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.committed.emit(self.text(), -1 if back else 1, True)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            event.accept()  # not the figure's: the line is still open
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """A click elsewhere commits; another window leaves the line open."""
        super().focusOutEvent(event)
        if event.reason() not in _STAYS_OPEN and self.isVisible():
            self.committed.emit(self.text(), 0, False)

    def _outline(self, *, error: bool) -> None:
        look = self._palette
        if look is None:
            return
        colour, panel, text = (look.error if error else look.accent).name(), look.panel.name(), look.text.name()
        chosen, on_chosen = look.accent.name(), look.accent_text.name()
        self.setStyleSheet(
            f"QLineEdit {{ border: 2px solid {colour}; background: {panel}; color: {text}; padding: 0 2px; "
            f"selection-background-color: {chosen}; selection-color: {on_chosen}; }}"
        )
