"""Enter presses the button that has the keyboard, as Space does: by itself Qt does so in dialogs only."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class EnterKey(QObject):
    """Sees the keys that nothing inside of a widget took for itself. A key that is held down presses once."""

    def __init__(self, around: QWidget) -> None:
        super().__init__(around)
        around.installEventFilter(self)

    def eventFilter(self, around: QObject, event: QEvent) -> bool:
        """Takes Enter while a button has the keyboard."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent) or not isinstance(around, QWidget):
            return False
        button = around.window().focusWidget()
        if event.key() not in _ENTER or event.modifiers() not in _PLAIN or not isinstance(button, QAbstractButton):
            return False
        if not event.isAutoRepeat():
            press(button)
        return True


def press(button: QAbstractButton) -> None:
    """Does what a click does."""
    button.click()
