"""What is to be known of saved weights: how they were read, which way they lie, and rows that do not sum to one."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from attnviz.app.sources.about import file_note
from attnviz.app.sources.gathered import Gathered
from attnviz.content.sources.row_sums import row_sums
from attnviz.content.sources.saved import TensorSource
from attnviz.content.sources.source import Source
from attnviz.engine.arrays import Array
from attnviz.figures.theme import Theme


class SavedBar(QWidget):
    """`wanted(source)` asks for another reading of the same file. Seen for saved weights only."""

    wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("source.saved")
        self._source: TensorSource | None = None
        self._told: Array | None = None  # the weights that the words are of
        self.turn = QCheckBox("Queries on the columns of the file", self)
        self.turn.setObjectName("source.turned")
        self.turn.setToolTip("Reads the file the other way round: its columns are queries, its rows keys")
        self.turn.clicked.connect(self._turn)
        self._batch_label = QLabel("E&xample", self)
        self.batch = QSpinBox(self)
        self.batch.setObjectName("source.batch")
        self.batch.setAccessibleName("Example of the batch")
        self.batch.valueChanged.connect(self._choose)
        self._batch_label.setBuddy(self.batch)
        self.note = QLabel(self)
        self.note.setObjectName("source.note")
        self.note.setWordWrap(True)
        self.note.setProperty("part", "soft")
        self.words = QLabel(self)
        self.words.setObjectName("source.sums")
        self.words.setWordWrap(True)
        self._settings = QWidget(self)
        row = QHBoxLayout(self._settings)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        row.addWidget(self.turn)
        row.addWidget(self._batch_label)
        row.addWidget(self.batch)
        row.addWidget(self.note, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 2, 12, 8)
        column.setSpacing(4)
        column.addWidget(self._settings)
        column.addWidget(self.words)

    def show_source(
        self, source: Source | None, gathered: Gathered | None, layer: int, look: Theme, *, folded: bool = False
    ) -> None:
        """Shows how the file is read, and a warning if rows of a layer do not sum to 1. folded: the warning alone."""
        self._source = None
        saved = source if isinstance(source, TensorSource) else None
        note = file_note(source)
        self.note.setText(note)
        self._settings.setVisible(not folded and (saved is not None or bool(note)))
        self.turn.setVisible(saved is not None)
        several = saved is not None and saved.batches > 1
        for widget in (self._batch_label, self.batch):
            widget.setVisible(several)
        if saved is not None:
            self.turn.setChecked(saved.turned)
            self.batch.setRange(1, saved.batches)
            self.batch.setValue(saved.batch + 1)
        self._source = saved
        weights = None if gathered is None or saved is None else gathered.weights(layer)
        if weights is None or self._told is not weights:
            self._told = weights
            sums = "" if weights is None else row_sums(weights).sentence
            self.words.setText(f"⚠ Layer {layer + 1}: {sums}" if sums else "")
            self.words.setVisible(bool(sums))
        sheet = f"color: {look.palette.error.name()}"
        if self.words.styleSheet() != sheet:
            self.words.setStyleSheet(sheet)
        self.setVisible(not self._settings.isHidden() or not self.words.isHidden())

    def _turn(self) -> None:
        if self._source is not None:
            self.wanted.emit(self._source.turn())

    def _choose(self, number: int) -> None:
        if self._source is not None and number - 1 != self._source.batch:
            self.wanted.emit(self._source.with_batch(number - 1))
