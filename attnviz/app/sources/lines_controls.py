"""What the lines are of: a layer, one head or several, and the weight from which on there is a line."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSpinBox, QToolButton, QVBoxLayout, QWidget

from attnviz.app.labs.number_controls import Track, TrackSlider
from attnviz.app.pipeline.flow import Flow
from attnviz.app.sources.looks import Looks
from attnviz.app.sources.side_by_side import beside
from attnviz.content.numerals import format_number
from attnviz.content.sources.source import Source
from attnviz.figures.overview.head_colours import MOST_HEADS, head_colour
from attnviz.figures.theme import Theme

_MOST_THRESHOLD = 0.5
_GAP = 2  # pixels between heads


class LinesControls(QWidget):
    """`wanted(changes)` carries fields of Looks by name."""

    wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.layer = QSpinBox(self)
        self.layer.setObjectName("source.layer")
        self.layer.setAccessibleName("Layer")
        self.layer.valueChanged.connect(self._want_layer)
        self._shows = False
        self._looks = Looks()
        self._heads: list[QToolButton] = []
        self._threshold_words = QLabel(self)
        self._threshold_words.setObjectName("source.threshold.value")
        self.threshold = TrackSlider("source.threshold", "Threshold", Track(0.0, _MOST_THRESHOLD, 0.005, False), self)
        self.threshold.setAccessibleName("Threshold: the least weight that gets a line")
        self.threshold.setToolTip("Lines from this weight up")
        self.threshold.slid.connect(lambda value: self.wanted.emit({"threshold": value}))
        layer_label = QLabel("La&yer", self)
        layer_label.setBuddy(self.layer)
        self._heads_label = QLabel("Heads", self)
        self._heads_label.setContentsMargins(0, 0, 6, 0)
        above, below, heads = QWidget(self), QWidget(self), QWidget(self)
        first = Flow(above, margin=12, gap=4)
        first.addWidget(beside(layer_label, self.layer, after=12))
        self._threshold_row = self._slider_row()
        kept = self._threshold_row.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self._threshold_row.setSizePolicy(kept)
        first.addWidget(self._threshold_row)
        self._flow = Flow(heads, margin=0, gap=_GAP)
        self._below = heads
        line = QHBoxLayout(below)
        line.setContentsMargins(12, 6, 12, 6)
        line.setSpacing(_GAP)
        line.addWidget(self._heads_label, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(heads, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(above)
        column.addWidget(below)

    def show_looks(self, source: Source | None, looks: Looks, look: Theme) -> None:
        """Shows what is chosen."""
        self._shows, self._looks = True, looks
        count = 0 if source is None else source.heads
        if count != len(self._heads):
            self._rebuild(count)
        if source is not None:
            self.layer.setRange(1, source.layers)
        self.layer.setValue(looks.layer + 1)
        self._shows = False
        shown = looks.shown_heads
        several = len(shown) > 1
        for head, button in enumerate(self._heads):
            on = head in shown
            button.setChecked(on)
            colour = head_colour(shown.index(head) if on else 0, look.name) if several else look.palette.accent
            button.setStyleSheet(_head_sheet(look, colour.name() if on else ""))
        full = f"No more than {MOST_HEADS} at once." if len(shown) >= MOST_HEADS else "Choose one or several"
        self._heads_label.setToolTip("Choose the one to compare in" if looks.comparing else full)
        self.threshold.show_number(looks.threshold)
        words = f"from {format_number(looks.threshold, 3)} up" if looks.threshold else "all of them"
        self._threshold_words.setText(words)
        self._even()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """More or fewer heads stand in a line."""
        super().resizeEvent(event)
        self._even()

    def _even(self) -> None:
        """Breaks the heads into lines of as many, each under another, where one line has no room for them."""
        if not self._heads:
            return
        for button in (*self._heads, self._heads_label):
            button.ensurePolished()
        wide = max(button.sizeHint().width() for button in self._heads)
        high = max(button.sizeHint().height() for button in self._heads)
        for button in self._heads:
            button.setMinimumWidth(wide)
        self._heads_label.setMinimumHeight(high)
        room = max(self.width() - 24 - self._heads_label.sizeHint().width() - _GAP, wide)
        most = max((room + _GAP) // (wide + _GAP), 1)
        lines = -(-len(self._heads) // most)
        each = -(-len(self._heads) // lines)
        spare = room - each * (wide + _GAP) + _GAP
        self._flow.setContentsMargins(0, 0, max(spare, 0) if lines > 1 else 0, 0)

    def show_threshold(self, on: bool) -> None:
        """Whether there are lines to which a threshold applies."""
        self._threshold_row.setVisible(on)  # its room is kept: nothing moves

    def _want_layer(self, number: int) -> None:
        if not self._shows:
            self.wanted.emit({"layer": number - 1})

    def _want_head(self, head: int) -> None:
        self._heads[head].setChecked(head in self._looks.shown_heads)  # a click asks; only what is chosen checks it
        self.wanted.emit({"heads": self._looks.with_head(head).heads})

    def _rebuild(self, count: int) -> None:
        for button in self._heads:
            self._flow.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._heads = []
        for head in range(count):
            button = QToolButton(self._below)
            button.setText(str(head + 1))
            button.setCheckable(True)
            button.setObjectName(f"source.head.{head + 1}")
            button.setAccessibleName(f"Lines of head {head + 1}")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(partial(self._want_head, head))
            self._heads.append(button)
            self._flow.addWidget(button)
            button.show()

    def _slider_row(self) -> QWidget:
        label = QLabel("&Threshold", self)
        label.setBuddy(self.threshold)
        self.threshold.setMinimumWidth(140)
        self._threshold_words.setMinimumWidth(self.fontMetrics().horizontalAdvance("from 0.555 up "))
        return beside(label, self.threshold, self._threshold_words, after=12)


def _head_sheet(look: Theme, colour: str) -> str:
    """A chosen head is underlined in the colour of its lines, and bold."""
    palette = look.palette
    line = (
        f"border-bottom: 3px solid {colour}; font-weight: bold;" if colour else "border-bottom: 3px solid transparent;"
    )
    ground = f"background: {palette.hover.name()};" if colour else "background: transparent;"
    return (
        f"QToolButton {{ border: 1px solid transparent; padding: 1px 4px; color: {palette.text.name()};"
        f" {ground} {line} }}"
        f"QToolButton:focus, QToolButton:hover {{ border: 1px solid {palette.accent.name()};"
        f" border-bottom: 3px solid {colour or palette.accent.name()}; }}"
    )
