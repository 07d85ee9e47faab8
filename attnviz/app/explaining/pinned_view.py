"""The pinned figure beside the present one: it can be looked at and pointed into, and nothing in it changes."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from attnviz.app.pipeline.figure_cursor import moved
from attnviz.app.pipeline.figure_view import FigureView
from attnviz.app.pipeline.figure_words import cell_in_words, tooltip_for
from attnviz.app.session import State
from attnviz.figures.bars import Bars
from attnviz.figures.heatmap import Heatmap

PREFIX = "pinned."


class PinnedView(FigureView):
    """A cell chosen here selects its twin among the present numbers, where there is one."""

    def spoken_value(self) -> str:
        """The pinned number under the cursor in words."""
        cell = self.cursor_cell()
        return "" if cell is None else f"Pinned: {cell_in_words(self.told(), cell)}"

    def tooltip_at(self, point: QPointF) -> str:
        """The pinned number in full."""
        if self.figure is None:
            return ""
        reason = getattr(self.figure, "dim_reason", "")
        if reason and isinstance(self.figure, Heatmap | Bars) and self.place.contains(point):
            return str(reason)
        text = tooltip_for(self.told(), self.figure, self.place, point, self.theme)
        return text if "<qt>" in text or not text else f"Pinned: {text}"

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Moves the cursor, and asks for the twin's arithmetic."""
        self.show_ring(True)
        cell = self.cursor_cell()
        target = moved(self.figure, cell, event) if cell is not None and self.figure is not None else None
        if target is not None:
            self.choose(target)
        elif cell is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.choose(cell)
            self.inspect_asked.emit()
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Selects the twin; no mask is painted here."""
        self.show_ring(False)
        cell = self.cell_at(event.position())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self.choose(cell)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """One more click."""
        self.mousePressEvent(event)

    def told(self) -> State:
        """The state as far as words need it, with the pinned trace."""
        state = self.session.state
        view = replace(state.view, changes=False, compare="off")
        return state if state.pinned is None else replace(state, trace=state.pinned, view=view, pending=None)
