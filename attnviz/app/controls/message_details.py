"""All of a message that the strip at the window's foot has no room for, to read and to copy."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from attnviz.app.controls.enter_key import EnterKey

_WIDTH = 52  # at most, in heights of the text


class MessageDetails(QFrame):
    """Stands above a widget until something else is clicked, or Esc is pressed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("message.details")
        EnterKey(self)
        self.setAccessibleName("The whole message")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._words = QLabel(self)
        self._words.setObjectName("message.details.text")
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setWordWrap(True)
        self._words.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._copy = QPushButton("&Copy", self)
        self._copy.setObjectName("message.details.copy")
        self._copy.setAccessibleName("Copy the message")
        self._copy.clicked.connect(self._copied)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        column.addWidget(self._words)
        line = QHBoxLayout()
        column.addLayout(line)
        line.addStretch(1)
        line.addWidget(self._copy)

    def show_above(self, beside: QWidget, text: str) -> None:
        """Shows the text over the widget, as wide as it needs and the window has room for."""
        self._words.setText(text)
        room = beside.window().width() - 32
        wide = min(room, _WIDTH * self.fontMetrics().height())
        self._words.setFixedSize(wide, self._words.heightForWidth(wide))
        self.adjustSize()
        corner = beside.mapToGlobal(QPoint(beside.width() - self.width(), -self.height() - 4))
        self.move(corner)
        self.show()
        self._copy.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes it."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def _copied(self) -> None:
        QGuiApplication.clipboard().setText(self._words.text())
        self.close()
