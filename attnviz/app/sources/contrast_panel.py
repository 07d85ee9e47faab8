"""A second sentence beside the first: what the same word looks at in each, and how far its vectors moved apart."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from attnviz.app.sources.overview_view import MARGIN, OverviewView
from attnviz.app.sources.token_list import offer, token_list
from attnviz.content.sources.source import Source
from attnviz.figures.overview.contrast_foot import line_ends, whole_lines
from attnviz.figures.overview.contrast_sheet import ContrastSheet, contrast_size
from attnviz.figures.theme import Theme

HINT = "A second sentence, then Enter"
ASK = "Type a second sentence that has a word of the first in it, and press Enter."
READY = (  # true wherever the keyboard is: each of the two sentences takes an Enter of its own
    "To compare with the second sentence, press Compute beside it, or Enter in it. "
    "Any other that has a word of the first in it will do."
)
_SUGGESTED = {"She sat by the river bank.": "He took the money to the bank."}


class ContrastPanel(QWidget):
    """`entered(text)` asks for a second sentence; `wanted(changes)` carries query and other_query of Looks."""

    entered = Signal(str)
    wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.edit = QLineEdit(self)
        self.edit.setObjectName("source.second")
        self.edit.setAccessibleName("Second sentence")
        self.edit.setPlaceholderText(HINT)
        self.edit.setMaxLength(4000)
        self.edit.returnPressed.connect(self._enter)
        self.compute = QPushButton("Compute", self)
        self.compute.setObjectName("source.second.compute")
        self.compute.setAccessibleName("Compute the second sentence (Enter)")
        self.compute.setAutoDefault(False)
        self.compute.clicked.connect(self._enter)
        self.first = self._box("source.second.first_query", "Token of the first sentence", "query")
        self.second = self._box("source.second.query", "Token of the second sentence", "other_query")
        self.view = OverviewView("contrast", "One token in two sentences", self)
        self.page = _Page(self.view)
        self._shows = False
        label = QLabel("Second se&ntence", self)
        label.setBuddy(self.edit)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 4, 12, 8)
        column.setSpacing(6)
        top = QHBoxLayout()
        column.addLayout(top)
        top.setSpacing(8)
        top.addWidget(label)
        top.addWidget(self.edit, 1)
        top.addWidget(self.compute)
        tokens = QHBoxLayout()
        column.addLayout(tokens)
        tokens.setSpacing(6)
        tokens.addWidget(QLabel("Compare", self))
        tokens.addWidget(self.first)
        tokens.addWidget(QLabel("with", self))
        tokens.addWidget(self.second)
        tokens.addStretch(1)
        column.addWidget(self.page, 1)

    def show_sources(self, left: Source | None, right: Source | None, queries: tuple[int, int] | None) -> None:
        """Offers the tokens of both sentences, and a second sentence that suits the first."""
        self._shows = True
        for box, source, place in ((self.first, left, 0), (self.second, right, 1)):
            tokens = () if source is None else source.tokens or ()
            if box.property("tokens") != tokens:
                box.setProperty("tokens", tokens)
                box.clear()
                offer(box, tokens)
            box.setEnabled(bool(tokens))
            if queries is not None:
                box.setCurrentIndex(queries[place])
        if left is not None and not self.edit.text() and not self.edit.hasFocus():
            self.edit.setText(_SUGGESTED.get(left.text, ""))
        self._shows = False

    def show_sheet(self, sheet: ContrastSheet | None, look: Theme, sentence: str = "") -> None:
        """Shows the comparison, or what is missing for it."""
        missing = sentence or (READY if self.edit.text().strip() else ASK)
        self.view.show_figure(sheet, look, missing)
        self.view.setAccessibleDescription(missing if sheet is None else "")
        self.page.fit()

    def _enter(self) -> None:
        text = self.edit.text().strip()
        if text:
            self.entered.emit(text)

    def _box(self, name: str, title: str, field: str) -> QComboBox:
        box = token_list(self, name, title)
        box.currentIndexChanged.connect(lambda _: self._want(field, box.currentData()))
        return box

    def _want(self, field: str, index: int | None) -> None:
        if not self._shows and index is not None:
            self.wanted.emit({field: index})


class _Page(QScrollArea):
    """The comparison as high as it needs to be."""

    def __init__(self, view: OverviewView) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._view = view
        self._foot = 0  # pixels at the lower end that stay empty, so that no line is cut
        self.setWidget(view)

    def fit(self) -> None:
        """As wide as the room, and as high as its bars and tables need."""
        room = self.maximumViewportSize()
        width, height, foot = room.width(), room.height() + self._foot, 0
        if isinstance(self._view.figure, ContrastSheet):
            needed = (
                contrast_size(self._view.figure, self._view.theme, width - 2 * MARGIN, airy=False).height() + 2 * MARGIN
            )
            if needed > height:
                width -= self.verticalScrollBar().sizeHint().width()
                inside = QRectF(MARGIN, MARGIN, width - 2 * MARGIN, needed - 2 * MARGIN)
                ends = line_ends(self._view.figure, inside, self._view.theme)
                foot = max(height - round(whole_lines(ends, height)) - 1, 0)
                height = round(needed)
        if foot != self._foot:
            self._foot = foot
            self.setViewportMargins(0, 0, 0, foot)
        self._view.resize(max(width, 1), max(height, 1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fits anew."""
        super().resizeEvent(event)
        self.fit()

    def sizeHint(self) -> QSize:
        """Room to be read in."""
        return QSize(520, 420)
