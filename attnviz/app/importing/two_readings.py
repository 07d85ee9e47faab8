"""The question which of two readings of a pasted text is meant, with both of them in sight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QLabel,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from attnviz.app.dialogs.act_or_cancel import ActOrCancel
from attnviz.app.importing.preview_cells import preview_of
from attnviz.app.importing.preview_table import PreviewTable
from attnviz.content.blocks import Block
from attnviz.figures.theme import Theme


@dataclass(frozen=True, eq=False)
class TextReading:
    """One way to read a text: its name in programs, its words, and the numbers that it gives."""

    name: str
    words: str
    block: Block


class TwoReadingsDialog(QDialog):
    """Nothing is taken for granted: the button waits until one reading is chosen."""

    def __init__(self, text: str, readings: Sequence[TextReading], look: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("readings")
        self.setWindowTitle("Paste")
        self._readings = tuple(readings)
        asked = QLabel(text, self)
        asked.setObjectName("readings.question")
        asked.setTextFormat(Qt.TextFormat.PlainText)
        asked.setWordWrap(True)
        buttons = ActOrCancel("&Paste", self)
        self._paste = buttons.act
        self._paste.setObjectName("readings.ok")
        self._paste.setEnabled(False)
        buttons.cancel.setObjectName("readings.cancel")
        whole = QVBoxLayout(self)
        whole.setSpacing(8)
        whole.addWidget(asked)
        grid = QGridLayout()
        whole.addLayout(grid, 1)
        grid.setHorizontalSpacing(16)
        self._buttons = []
        for column, reading in enumerate(self._readings):
            rows, columns = reading.block.shape
            button = QRadioButton(f"{reading.words}: {rows}×{columns}", self)
            button.setObjectName(f"readings.{reading.name}")
            button.toggled.connect(lambda _on: self._paste.setEnabled(self.chosen() is not None))
            table = PreviewTable(f"readings.{reading.name}.table", look, self)
            table.setAccessibleName(f"Preview: {reading.words}")
            table.show_cells(preview_of(reading.block))
            grid.addWidget(button, 0, column)
            grid.addWidget(table, 1, column)
            grid.setColumnStretch(column, 1)
            self._buttons.append(button)
        self._buttons[0].setFocus()
        whole.addWidget(buttons)
        unit = self.fontMetrics().height()
        self.resize(38 * unit, 20 * unit)

    def chosen(self) -> TextReading | None:
        """The reading that is meant."""
        pairs = zip(self._buttons, self._readings, strict=True)
        return next((reading for button, reading in pairs if button.isChecked()), None)
