"""The grid of heads on the screen: a click or Enter opens a head, hovering and arrow keys show its lines."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from attnviz.app.pipeline.figure_access import make_accessible
from attnviz.app.sources.overview_view import OverviewView
from attnviz.content.numerals import sure
from attnviz.content.sources.source import Place
from attnviz.figures.labels import quoted
from attnviz.figures.overview.head_grid import HeadGrid, grid_places

_STEPS = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}
_OPENS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class GridView(OverviewView):
    """`opened(place)` asks for a head as the document, `walked(place)` that the cursor is to go there.

    `hovered(place)` tells which head is under the pointer, None once none is. `added(place)` asks for one more head
    among the lines (Ctrl and a click, or Space).
    """

    opened = Signal(object)
    walked = Signal(object)
    hovered = Signal(object)
    added = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("grid", "Grid of heads", parent)
        self.setAccessibleDescription("Arrow keys walk from head to head, Enter opens one, Space adds one to the lines")
        self._over: Place | None = None

    @property
    def grid(self) -> HeadGrid | None:
        """The figure."""
        return self.figure if isinstance(self.figure, HeadGrid) else None

    def spoken_value(self) -> str:
        """The head that the cursor is on, and the weight between the two tokens that are followed."""
        grid = self.grid
        if grid is None or grid.cursor is None:
            return ""
        text = f"layer {grid.cursor.layer + 1}, head {(grid.cursor.head or 0) + 1}"
        if grid.query is None or grid.key is None or not grid.queries:
            return text
        weight = grid.weight(grid.cursor, grid.query, grid.key)
        words = "is being computed" if weight is None else sure(weight)
        pair = (
            f"{quoted(grid.query + 1, grid.queries[grid.query])} looks at {quoted(grid.key + 1, grid.keys[grid.key])}"
        )
        return f"{text}: {pair}: {words}"

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Opens the head under the pointer, or adds it to the lines."""
        self.show_ring(False)
        self.taken.emit(self.name)
        place = self._place_at(event.position())
        if place is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
        elif event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier):
            self.added.emit(place)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click is over: the head under the pointer is opened."""
        place = self._place_at(event.position())
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if place is not None and event.button() == Qt.MouseButton.LeftButton and plain:
            self.opened.emit(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tells which head is under the pointer."""
        self._hover(self._place_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """No head is under the pointer any more."""
        self._hover(None)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walks from head to head; Home and End go along a layer."""
        grid = self.grid
        if grid is None or grid.cursor is None:
            super().keyPressEvent(event)
            return
        key, here = Qt.Key(event.key()), grid.cursor
        layer, head = here.layer, here.head or 0
        if key in _STEPS:
            down, across = _STEPS[key]
            places = grid_places(grid, self.place, self.theme)
            if places.wrapped:
                down, across = 0, across + down * places.columns
                across = across if 0 <= head + across < grid.heads else 0
            layer = min(max(layer + down, 0), len(grid.layers) - 1)
            head = min(max(head + across, 0), grid.heads - 1)
        elif key == Qt.Key.Key_Home:
            head = 0
        elif key == Qt.Key.Key_End:
            head = grid.heads - 1
        elif key in _OPENS:
            self.opened.emit(here)
            return
        elif key == Qt.Key.Key_Space:
            self.added.emit(here)
            return
        else:
            super().keyPressEvent(event)
            return
        self.show_ring(True)
        if Place(layer, head) != here:
            self.walked.emit(Place(layer, head))
            self.announce()

    def _place_at(self, point: QPointF) -> Place | None:
        return None if self.grid is None else grid_places(self.grid, self.place, self.theme).place_at(point)

    def _hover(self, place: Place | None) -> None:
        if place != self._over:
            self._over = place
            self.setCursor(Qt.CursorShape.ArrowCursor if place is None else Qt.CursorShape.PointingHandCursor)
            self.hovered.emit(place)


make_accessible(GridView)
