"""A checkpoint that has nothing to attend from: what it needs, and meanwhile the matrices of a layer and head."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSpinBox, QVBoxLayout, QWidget

from attnviz.app.labs.lab_page import LabPage
from attnviz.content.sources.source import Place, Source
from attnviz.engine.arrays import Array
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.theme import Theme
from attnviz.labs.exhibits import Matrix

_ROLES = {"W_Q": "queries", "W_K": "keys", "W_V": "values", "W_O": "output"}


class MatricesPanel(QWidget):
    """`wanted(place)` asks for the matrices of a head, `x_asked` for a file with X."""

    wanted = Signal(object)
    x_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("source.matrices")
        self._shows = False
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
        above = QHBoxLayout()
        above.setSpacing(8)
        for word, box in (("La&yer", self.layer), ("&Head", self.head)):
            label = QLabel(word, self)
            label.setBuddy(box)
            above.addWidget(label)
            above.addWidget(box)
        above.addStretch(1)
        above.addWidget(self._give)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(8)
        column.addWidget(self._words)
        column.addLayout(above)
        column.addWidget(self.page, 1)

    @property
    def place(self) -> Place:
        """Which head is chosen."""
        return Place(self.layer.value() - 1, self.head.value() - 1)

    def show_source(self, source: Source) -> None:
        """Says what it needs, and offers its layers and heads."""
        self._shows = True
        self._words.setText(source.missing)
        self.layer.setRange(1, source.layers)
        self.head.setRange(1, source.heads)
        self._shows = False

    def show_matrices(self, matrices: Mapping[str, Array], look: Theme, decimals: int) -> None:
        """Shows the projections of the chosen head; biases are one row each."""
        drawings = tuple(
            Drawing(
                Matrix(
                    name, name, values if values.ndim == 2 else values[None], role=_ROLES.get(name, "input"),
                    subtitle=" × ".join(map(str, values.shape)),
                ),
                decimals,
            )
            for name, values in matrices.items()
            if name.startswith("W_")
        )  # fmt: skip
        self.page.show_drawings(drawings, look, (), {})

    def _box(self, name: str, title: str) -> QSpinBox:
        box = QSpinBox(self)
        box.setObjectName(f"source.matrices.{name}")
        box.setAccessibleName(title)
        box.setMinimum(1)
        box.valueChanged.connect(self._want)
        return box

    def _want(self) -> None:
        if not self._shows:
            self.wanted.emit(self.place)
