"""A label that goes on in a second line where one has no room, and only then leaves something out."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStylePainter, QWidget


class TwoLines(QLabel):
    """Plain text in one line or two, as wide as it is given room; all of it on hover where "…" ends it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def setText(self, text: str) -> None:
        """Replaces the text."""
        if text != self.text():
            super().setText(text)
            self._explain()

    def shown_lines(self, width: int) -> list[str]:
        """What stands in that many pixels, line by line."""
        measure, text = self.fontMetrics(), self.text()
        if measure.horizontalAdvance(text) <= width:
            return [text]
        first, words = "", text.split(" ")
        while words and measure.horizontalAdvance(f"{first} {words[0]}".strip()) <= width:
            first = f"{first} {words.pop(0)}".strip()
        rest = " ".join(words)
        lines = [first, rest] if first else [rest]
        return [measure.elidedText(line, Qt.TextElideMode.ElideRight, width) for line in lines]

    def fits(self, width: int) -> bool:
        """True if nothing is left out in that many pixels."""
        return " ".join(self.shown_lines(width)) == self.text()

    def hasHeightForWidth(self) -> bool:
        """A narrow one is higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """One line or two."""
        return len(self.shown_lines(width)) * self.fontMetrics().lineSpacing()

    def sizeHint(self) -> QSize:
        """The text in one line."""
        return QSize(self.fontMetrics().horizontalAdvance(self.text()), self.fontMetrics().lineSpacing())

    def minimumSizeHint(self) -> QSize:
        """A line high, and as narrow as need be."""
        return QSize(40, self.fontMetrics().lineSpacing())

    def changeEvent(self, event: QEvent) -> None:
        """Other letters have another room."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()
            self._explain()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Offers the full text on hover exactly where it does not fit."""
        super().resizeEvent(event)
        self._explain()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The lines, in the middle of the height."""
        lines, step = self.shown_lines(self.width()), self.fontMetrics().lineSpacing()
        top = (self.height() - step * len(lines)) // 2
        # The style draws it, so that the colours of the style sheet hold here too.
        painter = QStylePainter(self)
        with painter:
            for number, line in enumerate(lines):
                place = QRect(0, top + number * step, self.width(), step)
                painter.drawItemText(
                    place,
                    int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter),
                    self.palette(),
                    self.isEnabled(),
                    line,
                    self.foregroundRole(),
                )

    def _explain(self) -> None:
        self.setToolTip("" if self.fits(self.width()) else self.text())
