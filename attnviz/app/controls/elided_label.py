"""A label of one line that leaves out what has no room, and then shows all of it on hover."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStylePainter, QWidget


class ElidedLabel(QLabel):
    """Plain text, as wide as it is given room; "…" ends what has none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)

    def setText(self, text: str) -> None:
        """Replaces the text and the hover text with it."""
        if text != self.text():
            super().setText(text)
            self._explain()

    def shown_lines(self, width: int) -> list[str]:
        """What stands in that many pixels, line by line."""
        return [self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, width)]

    def fits(self, width: int) -> bool:
        """True if nothing is left out in that many pixels."""
        return " ".join(self.shown_lines(width)) == self.text()

    def minimumSizeHint(self) -> QSize:
        """A line high, and as narrow as need be."""
        return QSize(40, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Offers the full text on hover exactly where it does not fit."""
        super().resizeEvent(event)
        self._explain()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The lines, in the middle of the height."""
        room, step = self.contentsRect(), self.fontMetrics().lineSpacing()
        lines = self.shown_lines(room.width())
        top = room.top() + (room.height() - step * len(lines)) // 2
        # The style draws it, so that the colours of the style sheet hold here too.
        painter = QStylePainter(self)
        with painter:
            for number, line in enumerate(lines):
                place = QRect(room.left(), top + number * step, room.width(), step)
                painter.drawItemText(
                    place, int(self.alignment()), self.palette(), self.isEnabled(), line, self.foregroundRole()
                )

    def _explain(self) -> None:
        self.setToolTip("" if self.fits(self.contentsRect().width()) else self.text())
