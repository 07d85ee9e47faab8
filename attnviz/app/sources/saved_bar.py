"""What is to be known of saved weights: how they were read, which way they lie, and rows that do not sum to one."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QSpinBox, QWidget

from attnviz.app.sources.gathered import Gathered
from attnviz.content.sources.row_sums import row_sums
from attnviz.content.sources.saved import TensorSource
from attnviz.content.sources.source import Source
from attnviz.engine.arrays import Array


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
        self.words = QLabel(self)
        self.words.setObjectName("source.sums")
        self.words.setWordWrap(True)
        self.words.setProperty("part", "soft")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 12, 8)
        row.setSpacing(12)
        row.addWidget(self.turn)
        row.addWidget(self._batch_label)
        row.addWidget(self.batch)
        row.addWidget(self.words, 1)

    def show_source(self, source: Source | None, gathered: Gathered | None, layer: int) -> None:
        """Shows how the file is read, and what the rows of that layer sum to."""
        self._source = None
        saved = source if isinstance(source, TensorSource) else None
        note = str(getattr(source, "note", ""))
        self.setVisible(saved is not None or bool(note))
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
            sums = f"Layer {layer + 1}: {sums}" if sums else ""
            self.words.setText(" ".join(filter(None, (note, sums))))

    def _turn(self) -> None:
        if self._source is not None:
            self.wanted.emit(self._source.turn())

    def _choose(self, number: int) -> None:
        if self._source is not None and number - 1 != self._source.batch:
            self.wanted.emit(self._source.with_batch(number - 1))
