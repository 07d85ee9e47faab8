"""An overview on the screen: painted by the shared painter, or a sentence where there is none."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from attnviz.app.pipeline.painted_view import PaintedView
from attnviz.figures.figure import paint_figure, tooltip
from attnviz.figures.overview.overview import Overview
from attnviz.figures.theme import Theme, theme
from attnviz.figures.titles import paint_sentence

MARGIN = 6.0


class OverviewView(PaintedView):
    """`title` is what a screen reader calls it."""

    margin = MARGIN
    brings_no_ring = frozenset({Qt.FocusReason.MouseFocusReason, Qt.FocusReason.OtherFocusReason})

    def __init__(self, name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(name, theme(), parent)
        self.figure: Overview | None = None
        self._sentence = ""
        self.setObjectName(f"source.{name}")
        self.setAccessibleName(title)

    def show_figure(self, figure: Overview | None, look: Theme, sentence: str = "") -> None:
        """Paints that figure from now on, or a sentence where there is none."""
        self.figure, self.theme, self._sentence = figure, look, sentence
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The figure as far as it is in sight, or the sentence; a ring while the keyboard is in use here."""
        with QPainter(self) as painter:
            painter.setClipRect(event.rect())
            painter.fillRect(event.rect(), self.theme.palette.panel)
            if self.figure is not None:
                paint_figure(painter, self.place, self.figure, self.theme)
            elif self._sentence:
                paint_sentence(painter, self.place.adjusted(8, 8, -8, -8), self._sentence, self.theme)
            if self.has_ring:
                self.paint_ring(painter)

    def tooltip_at(self, point: QPointF) -> str:
        """The words for a point."""
        return "" if self.figure is None else tooltip(self.figure, self.place, point, self.theme)

    def sizeHint(self) -> QSize:
        """Room to be read in; it takes what there is."""
        return QSize(520, 420)
