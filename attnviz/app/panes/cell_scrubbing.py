"""Scrubbing in a pane: Alt and the mouse, the handle at a cell's edge, and Alt+↑/↓ from the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QTableView

from attnviz.app.controls.live_number import LiveNumber
from attnviz.app.panes.numbers_model import NumbersModel
from attnviz.app.panes.scrubbing import Drag, added, step_for, stepped

_HANDLE = 0.38  # of a cell's height: how wide its handle is


class Scrubber:
    """Turns mouse and key events of one table into numbers.

    Each drag is one undo step, and so are the steps by key on one cell until the keyboard goes to another.
    """

    def __init__(self, view: QTableView, model: NumbersModel) -> None:
        self._view = view
        self._model = model
        self._live: LiveNumber | None = None
        self._drag: Drag | None = None
        self._hovered: tuple[int, int] | None = None

    @property
    def hovered(self) -> QModelIndex:
        """The cell under the mouse, which shows its handle."""
        return self._model.index(*self._hovered) if self._hovered else QModelIndex()

    def hover(self, point: QPoint | None) -> None:
        """The mouse is there, or has left."""
        index = QModelIndex() if point is None else self._view.indexAt(point)
        grabs = self.is_dragging or (point is not None and on_handle(self._view, index, point))
        shape = Qt.CursorShape.SizeVerCursor if grabs else Qt.CursorShape.ArrowCursor
        if self._view.viewport().cursor().shape() != shape:
            self._view.viewport().setCursor(shape)
        before, now = self.hovered, (index.row(), index.column()) if index.isValid() else None
        if now != self._hovered:
            self._hovered = now
            self._view.update(before)
            self._view.update(index)

    @property
    def is_dragging(self) -> bool:
        """True between the press and the release of the mouse."""
        return self._drag is not None

    def press(self, event: QMouseEvent) -> bool:
        """Begins a drag if Alt is down or the handle is hit; True if the event is used up."""
        point = event.position().toPoint()
        index = self._view.indexAt(point)
        wanted = event.modifiers() & Qt.KeyboardModifier.AltModifier or on_handle(self._view, index, point)
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid() or not wanted:
            return False
        self._view.setCurrentIndex(index)
        self._live = self._new(index)
        place = event.position()
        start = self._model.values[index.row(), index.column()]
        self._drag = Drag(start, step_for(self._model.largest), place.x(), place.y())
        return True

    def move(self, event: QMouseEvent) -> bool:
        """Puts in the number under the mouse."""
        if self._drag is None or self._live is None:
            return False
        place = event.position()
        before, self._drag = self._drag, self._drag.to(place.x(), place.y(), event.modifiers())
        if self._drag.added != before.added:
            self._live.put(added(self._drag.start, self._drag.added))
        return True

    def release(self) -> bool:
        """Ends a drag."""
        dragged, self._drag, self._live = self._drag is not None, None, None if self._drag else self._live
        return dragged

    def key(self, event: QKeyEvent) -> bool:
        """Alt+↑/↓ steps the current cell; Esc takes a drag back."""
        if event.key() == Qt.Key.Key_Escape and self._drag is not None and self._live is not None:
            self._live.restore()
            return self.release()
        vertical = event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down)
        index = self._view.currentIndex()
        if not vertical or not event.modifiers() & Qt.KeyboardModifier.AltModifier or not index.isValid():
            return False
        live = self._live
        same_cell = live is not None and (live.row, live.column) == (index.row(), index.column())
        if live is None or not same_cell or live.is_elsewhere(self._model.session.state):
            live = self._live = self._new(index)
        number, up = self._model.values[live.row, live.column], event.key() == Qt.Key.Key_Up
        live.put(stepped(number, up, self._model.largest, event.modifiers()))
        return True

    def end(self) -> None:
        """The next step or drag is a new undo step: another cell is current, or another session is shown."""
        self._drag = self._live = None

    def _new(self, index: QModelIndex) -> LiveNumber:
        return LiveNumber(self._model.session, self._model.name, self._model.head, index.row(), index.column())


def handle_of(cell: QRect) -> QRect:
    """The part of a cell that can be dragged without Alt."""
    width = round(_HANDLE * cell.height())
    return QRect(cell.right() - width, cell.top(), width, cell.height())


def on_handle(view: QTableView, index: QModelIndex, point: QPoint) -> bool:
    """True if the mouse is on the handle of that cell."""
    return index.isValid() and handle_of(view.visualRect(index)).contains(point)
