"""A checkpoint that has nothing to attend from: what it needs, and meanwhile the matrices of a layer and head."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSpinBox, QVBoxLayout, QWidget

from attnviz.app.controls.messages import Message
from attnviz.app.labs.lab_page import LabPage
from attnviz.app.sources.accent import accent_sheet
from attnviz.app.sources.checkpoints import Matrices, matrices_of
from attnviz.app.worker import Line, Told
from attnviz.content.sources.source import Place, Source
from attnviz.engine.arrays import Array
from attnviz.engine.errors import AttentionError
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.theme import Theme, theme
from attnviz.labs.exhibits import Matrix

_ROLES = {"Q": "queries", "K": "keys", "V": "values", "O": "output"}
_AXES = {"W_Q": "d_model × d_k", "W_K": "d_model × d_k", "W_V": "d_model × d_v", "W_O": "d_v × d_model"}


class MatricesPanel(QWidget):
    """`x_asked` asks for a file with X, `said` carries why matrices cannot be read."""

    x_asked = Signal()
    said = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source: Source | None = None
        self._look, self._decimals = theme(), 3
        self._reading = Line(self)
        self._reading.told.connect(self._hear)
        self.setObjectName("source.matrices")
        self._words = QLabel(self)
        self._words.setObjectName("source.matrices.words")
        self._words.setWordWrap(True)
        self._give = QPushButton("Open &X…", self)
        self._give.setObjectName("source.give_x")
        self._give.setAccessibleName("Open a file with X, the rows that enter the projections")
        self._give.setAutoDefault(False)
        self._give.clicked.connect(self.x_asked)
        self.layer, self.head = self._box("layer", "Layer"), self._box("head", "Head")
        self.page = LabPage()
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(8)
        asked = QHBoxLayout()
        column.addLayout(asked)
        asked.setSpacing(12)
        asked.addWidget(self._give)
        asked.addWidget(self._words, 1)
        above = QHBoxLayout()
        column.addLayout(above)
        above.setSpacing(8)
        for word, box in (("La&yer", self.layer), ("&Head", self.head)):
            label = QLabel(word, self)
            label.setBuddy(box)
            above.addWidget(label)
            above.addWidget(box)
        above.addStretch(1)
        column.addWidget(self.page, 1)

    @property
    def place(self) -> Place:
        """Which head is chosen."""
        return Place(self.layer.value() - 1, self.head.value() - 1)

    def show_source(self, source: Source, look: Theme, decimals: int) -> None:
        """Says what it needs, offers its layers and heads, and shows the matrices of the chosen one."""
        self._words.setText(source.missing)
        sheet = accent_sheet(look)
        if self._give.styleSheet() != sheet:
            self._give.setStyleSheet(sheet)
        self._look, self._decimals = look, decimals
        if source is self._source:
            return
        self._source = None
        self.layer.setRange(1, source.layers)
        self.head.setRange(1, source.heads)
        self._source = source
        self._read()

    def close_down(self) -> None:
        """Stops, and waits for the worker to end."""
        self._reading.close()

    def _read(self) -> None:
        source, place = self._source, self.place
        if source is not None:
            self._reading.start(lambda _: matrices_of(source, place))

    @Slot(object)
    def _hear(self, told: Told) -> None:
        if isinstance(told.error, AttentionError):
            self.said.emit(Message(str(told.error)))
        elif isinstance(told.result, Matrices) and told.result.source is self._source:
            self._show(told.result.matrices)

    def _show(self, matrices: Mapping[str, Array]) -> None:
        """The projections of the chosen head."""
        drawings = tuple(
            Drawing(_exhibit(name, np.atleast_2d(values)), self._decimals)
            for name, values in sorted(matrices.items(), key=lambda item: item[0].startswith("b_"))
        )
        self.page.show_drawings(drawings, self._look, (), {})

    def _box(self, name: str, title: str) -> QSpinBox:
        box = QSpinBox(self)
        box.setObjectName(f"source.matrices.{name}")
        box.setAccessibleName(title)
        box.setMinimum(1)
        box.valueChanged.connect(self._read)
        return box


def _exhibit(name: str, values: Array) -> Matrix:
    """A matrix or a bias with its shape, and what its axes are."""
    shape, axes = "×".join(map(str, values.shape)), _AXES.get(name, "")
    subtitle = f"{shape}, {axes}" if axes else shape
    return Matrix(name, name, values, role=_ROLES.get(name.rpartition("_")[2], "input"), subtitle=subtitle)
