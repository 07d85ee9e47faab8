"""The foot of the import: what each of the two buttons will do, or why it cannot, and what had to be made up."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from attnviz.app.controls.marking import mark
from attnviz.app.importing.consequences import Outcome, filled_in
from attnviz.app.importing.draft import Draft
from attnviz.figures.theme import font

_LINES = (
    ("import.consequence", "Into this document"),
    ("import.consequence.new", "As a new document"),
    ("import.filled", "Made up"),
)


class Foot(QWidget):
    """Labelled lines; one that tells why something cannot be done is in the colour of faults."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        self._titles, self._words = [], []
        for row, (name, text) in enumerate(_LINES):
            title, words = QLabel(text, self), QLabel(self)
            title.setFont(font(self.font().pixelSize(), bold=True))
            title.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            words.setObjectName(name)
            words.setAccessibleName(text)
            words.setTextFormat(Qt.TextFormat.PlainText)
            words.setWordWrap(True)
            words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(title, row, 0)
            grid.addWidget(words, row, 1)
            self._titles.append(title)
            self._words.append(words)

    def show_outcomes(self, draft: Draft, into: Outcome, alone: Outcome | None) -> None:
        """Says what will happen; advice stands alone, without a title."""
        texts = (into.words, alone.words if alone is not None else "", "" if into.advice else filled_in(draft))
        bad = (not into.possible and not into.advice, alone is not None and not alone.possible, False)
        for title, words, text, is_bad in zip(self._titles, self._words, texts, bad, strict=True):
            words.setText(text)
            words.setVisible(bool(text))
            title.setVisible(bool(text) and not into.advice)
            mark(words, "bad", is_bad)
