"""A label that goes on in a second line where one has no room, and only then leaves something out."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QWidget

from attnviz.app.controls.elided_label import ElidedLabel


class TwoLines(ElidedLabel):
    """Plain text in one line or two, as wide as it is given room; all of it on hover where "…" ends it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def shown_lines(self, width: int) -> list[str]:
        """What stands in that many pixels, line by line; two whole ones are about equally long."""
        measure, text = self.fontMetrics(), self.text()
        if measure.horizontalAdvance(text) <= width:
            return [text]
        first, words = "", text.split(" ")
        while words and measure.horizontalAdvance(f"{first} {words[0]}".strip()) <= width:
            first = f"{first} {words.pop(0)}".strip()
        rest = " ".join(words)
        lines = [first, rest] if first else [rest]
        if first and measure.horizontalAdvance(rest) <= width:
            lines = self._even(first.split(" "), words)
        return [measure.elidedText(line, Qt.TextElideMode.ElideRight, width) for line in lines]

    def _even(self, first: list[str], rest: list[str]) -> list[str]:
        """The two lines, to whose second one words of the first go as long as the longer one becomes shorter."""
        across = self.fontMetrics().horizontalAdvance
        while len(first) > 1:
            before, after = (" ".join(first), " ".join(rest)), (" ".join(first[:-1]), " ".join((first[-1], *rest)))
            if max(map(across, after)) >= max(map(across, before)):
                break
            first, rest = first[:-1], [first[-1], *rest]
        return [" ".join(first), " ".join(rest)]

    def hasHeightForWidth(self) -> bool:
        """A narrow one is higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """One line or two."""
        return len(self.shown_lines(width)) * self.fontMetrics().lineSpacing()

    def sizeHint(self) -> QSize:
        """The text in one line."""
        return QSize(self.fontMetrics().horizontalAdvance(self.text()), self.fontMetrics().lineSpacing())

    def changeEvent(self, event: QEvent) -> None:
        """Other letters have another room."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()
            self._explain()
