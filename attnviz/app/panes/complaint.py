"""The reason, in words and below the table, why what was typed is no number."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from attnviz.figures.theme import Theme


class Complaint(QLabel):
    """Has room of its own under the numbers: it covers nothing, and the line that is being typed in stays put."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(f"pane.{name}.problem")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.hide()

    def say(self, reason: str, width: int) -> None:
        """Shows the reason in lines of that width, and has a screen reader say it without moving the focus."""
        if self.isVisible() and self.text() == reason:
            return
        self.setText(reason)
        self.setFixedHeight(self.heightForWidth(width))
        self.show()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, reason))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width breaks the lines elsewhere."""
        super().resizeEvent(event)
        height = self.heightForWidth(self.width())
        if height not in (-1, self.height()):  # -1: no text yet
            self.setFixedHeight(height)

    def dress(self, worn: Theme) -> None:
        """Takes on the fonts and colours of a theme."""
        self.setFont(worn.small_font)
