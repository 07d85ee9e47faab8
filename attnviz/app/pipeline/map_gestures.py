"""What hands do to a large map on the screen: wheel and pinch zoom, drags pan, a double click comes to the numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QInputDevice, QKeyEvent, QMouseEvent, QNativeGestureEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QGestureEvent, QPinchGesture

from attnviz.app.pipeline.map_moving import (
    NOTCH,
    fit,
    follow,
    page,
    pan,
    part_with_numbers,
    show_part,
    shows_part,
    zoom,
)
from attnviz.app.pipeline.map_overview import MapOverview
from attnviz.app.pipeline.mask_painting import can_paint
from attnviz.engine.cells import Cell
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.layout import Ground, layout
from attnviz.figures.viewport import Viewport

if TYPE_CHECKING:
    from attnviz.app.pipeline.figure_view import FigureView

_NOTCH = 120.0  # eighths of a degree
_MOST_NOTCHES = 30.0  # of one event: from the whole to single cells and back
_NOTCH_PANS = 60.0  # pixels by which a notch moves the map sideways
_BUTTONS = (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton)
_KEYS = {
    Qt.Key.Key_Plus: NOTCH, Qt.Key.Key_Equal: NOTCH, Qt.Key.Key_Minus: 1 / NOTCH, Qt.Key.Key_Underscore: 1 / NOTCH,
}  # fmt: skip
_AWAY = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class MapGestures(QObject):
    """Belongs to one FigureView. `takes` is told of every event while a large map is shown; True: it was for it."""

    def __init__(self, view: FigureView) -> None:
        super().__init__(view)
        self._pressed: QPointF | None = None  # where a button went down that may become a drag
        self._grabbed: Viewport | None = None  # what was seen when a drag began
        self._pinched: tuple[Viewport, tuple[float, float]] | None = None  # what was seen, and what was between fingers
        self._overview = MapOverview(view)
        view.grabGesture(Qt.GestureType.PinchGesture)

    def place(self) -> None:
        """What lies over the map follows it."""
        self._overview.follow()

    def takes(self, event: QEvent) -> bool:
        """Does what the event asks of the map."""
        if not shows_part(self._view.figure):
            return False
        if isinstance(event, QWheelEvent):
            return self._wheel(event)
        if isinstance(event, QMouseEvent):
            return self._mouse(event)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._key(event)
        if isinstance(event, QNativeGestureEvent):
            return self._native(event)
        return isinstance(event, QGestureEvent) and self._pinch(event)

    @property
    def _view(self) -> FigureView:
        """The figure; asked for each time, since a reference to it would make a cycle."""
        return cast("FigureView", self.parent())

    @property
    def _map(self) -> LargeMap:
        return cast(LargeMap, self._view.figure)

    @property
    def _ground(self) -> Ground:
        return layout(self._map, self._view.place, self._view.theme)

    def _wheel(self, event: QWheelEvent) -> bool:
        """The wheel zooms about the pointer, with Shift it pans sideways; a touchpad pans, with Ctrl it zooms."""
        ground = self._ground
        about = ground.place_at(event.position())
        if about is None:
            return False
        turned, moved = event.angleDelta(), event.pixelDelta()
        sideways = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        zooms = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if _is_touchpad(event) and not moved.isNull() and not zooms:
            x, y = (moved.x() or moved.y(), 0) if sideways else (moved.x(), moved.y())
            pan(self._view.session, self._map, -y / ground.cell_height, -x / ground.cell_width)
        elif sideways or (turned.x() and not turned.y()):
            notches = (turned.x() or turned.y()) / _NOTCH
            pan(self._view.session, self._map, 0.0, -notches * _NOTCH_PANS / ground.cell_width)
        elif turned.y():
            zoom(
                self._view.session,
                self._map,
                NOTCH ** max(-_MOST_NOTCHES, min(turned.y() / _NOTCH, _MOST_NOTCHES)),
                about,
            )
        event.accept()
        return True

    def _mouse(self, event: QMouseEvent) -> bool:
        match event.type():
            case QEvent.Type.MouseButtonPress:
                return self._press(event)
            case QEvent.Type.MouseMove:
                return self._move(event)
            case QEvent.Type.MouseButtonRelease:
                return self._release(event)
            case QEvent.Type.MouseButtonDblClick:
                return self._come_near(event)
        return False

    def _press(self, event: QMouseEvent) -> bool:
        """A press may become a drag; the left button paints instead where the mask is painted."""
        paints = event.button() == Qt.MouseButton.LeftButton and can_paint(self._view.session.state, self._map.key)
        if event.button() not in _BUTTONS or paints or self._ground.place_at(event.position()) is None:
            return False
        self._view.show_ring(False)
        self._pressed = event.position()
        return True

    def _move(self, event: QMouseEvent) -> bool:
        if self._pressed is None:
            return False
        if not event.buttons():  # the release went elsewhere
            self._pressed = self._grabbed = None
            self._view.setCursor(Qt.CursorShape.ArrowCursor)
            return False
        by = event.position() - self._pressed
        if self._grabbed is None:
            if by.manhattanLength() < QApplication.startDragDistance():
                return True
            self._grabbed = self._map.seen
            self._view.setCursor(Qt.CursorShape.ClosedHandCursor)
        ground = self._ground
        rows, columns = -by.y() / ground.cell_height, -by.x() / ground.cell_width
        show_part(self._view.session, self._map, self._grabbed.panned(self._map.shape, rows, columns))
        return True

    def _release(self, event: QMouseEvent) -> bool:
        """A press that moved nothing was a click: it selects."""
        if self._pressed is None:
            return False
        start, dragged = self._pressed, self._grabbed is not None
        self._pressed = self._grabbed = None
        if dragged:
            self._view.setCursor(Qt.CursorShape.ArrowCursor)
        elif event.button() == Qt.MouseButton.LeftButton:
            cell = self._view.cell_at(start)
            if cell is not None:
                self._view.choose(cell)
        return True

    def _come_near(self, event: QMouseEvent) -> bool:
        """To numbers around the cell; a map among others is opened instead, and a painted one is clicked once more."""
        cell = self._view.cell_at(event.position())
        paints = can_paint(self._view.session.state, self._map.key)
        if event.button() != Qt.MouseButton.LeftButton or cell is None or paints or self._map.compact:
            return False
        near = part_with_numbers(self._map, cell, self._view.place.size(), self._view.theme)
        show_part(self._view.session, self._map, near)
        return True

    def _key(self, event: QKeyEvent) -> bool:
        """+ and − zoom about the cursor, 0 and F show the whole; arrows and pages take what is seen along."""
        view, session, key = self._view, self._view.session, Qt.Key(event.key())
        if key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown) and not event.modifiers() & _AWAY:
            return self._page(-1 if key == Qt.Key.Key_PageUp else 1, event)
        if event.modifiers() & _AWAY:
            return False
        if key in _KEYS:
            cell = view.cursor_cell()
            seen = cell is not None and self._map.seen.holds(cell.row, cell.column)
            about = (cell.row + 0.5, cell.column + 0.5) if cell is not None and seen else None
            zoom(session, self._map, _KEYS[key], about)
        elif key in (Qt.Key.Key_0, Qt.Key.Key_F):
            fit(session, self._map)
        else:
            return False
        view.show_ring(True)
        return True

    def _page(self, step: int, event: QKeyEvent) -> bool:
        cell = self._view.cursor_cell()
        if cell is None:
            return False
        aside = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._view.show_ring(True)
        target = page(self._map, cell, 0 if aside else step, step if aside else 0)
        self.follow(target)
        self._view.choose(target)
        return True

    def follow(self, cell: Cell) -> None:
        """Brings a cell to sight where only a part of the map is seen."""
        if shows_part(self._view.figure):
            follow(self._view.session, self._map, cell)

    def _native(self, event: QNativeGestureEvent) -> bool:
        """Two fingers on a touchpad, where the system tells."""
        about = self._ground.place_at(event.position())
        if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture and about is not None:
            zoom(self._view.session, self._map, max(1.0 + event.value(), 0.1), about)
            return True
        return False

    def _pinch(self, event: QGestureEvent) -> bool:
        """Two fingers on the screen: what was between them at first stays between them."""
        gesture = event.gesture(Qt.GestureType.PinchGesture)
        if not isinstance(gesture, QPinchGesture):
            return False
        middle = QPointF(self._view.mapFromGlobal(gesture.centerPoint()))
        ground = self._ground
        if self._pinched is None or gesture.state() == Qt.GestureState.GestureStarted:
            self._pinched = self._map.seen, ground.place_near(middle)
        start, (row, column) = self._pinched
        seen = start.zoomed(self._map.shape, max(gesture.totalScaleFactor(), 0.01), (row, column))
        down = (middle.y() - ground.map.top()) / ground.map.height()
        across = (middle.x() - ground.map.left()) / ground.map.width()
        moved = replace(seen, top=row - down * seen.rows, left=column - across * seen.columns)
        show_part(self._view.session, self._map, moved)
        if gesture.state() in (Qt.GestureState.GestureFinished, Qt.GestureState.GestureCanceled):
            self._pinched = None
        self._pressed = self._grabbed = None  # the first finger was no drag
        event.accept(gesture)
        return True


def _is_touchpad(event: QWheelEvent) -> bool:
    """True for fingers on a pad; a wheel that tells pixels too has no phases."""
    fingers = event.pointingDevice() is not None and event.pointingDevice().type() == QInputDevice.DeviceType.TouchPad
    return fingers or event.phase() != Qt.ScrollPhase.NoScrollPhase
