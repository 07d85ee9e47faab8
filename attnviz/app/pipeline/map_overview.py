"""What hands do to the small map of the whole: it lies over its picture and draws only a ring."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from attnviz.app.pipeline.map_moving import centre, pan, shows_part
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.layout import layout

if TYPE_CHECKING:
    from attnviz.app.pipeline.figure_view import FigureView

_STEP = 0.25  # of what is seen, by which an arrow key moves it
_MOVES = {
    Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0),
}  # fmt: skip


class MapOverview(QWidget):
    """A click or a drag shows the part that it points at, arrow keys move on."""

    def __init__(self, view: FigureView) -> None:
        super().__init__(view)
        self.setObjectName("map.minimap")
        self.setAccessibleName("The whole map")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setToolTip("Click or drag to see another part of the map")
        self._dragging = False
        self.hide()

    def follow(self) -> None:
        """Lies where the small map is painted, if one is."""
        view = cast("FigureView", self.parentWidget())
        figure = view.figure
        area = layout(figure, view.place, view.theme).minimap if isinstance(figure, LargeMap) else QRectF()
        if area.isEmpty() or not shows_part(figure):
            if self.isVisibleTo(view):
                self.hide()
            return
        assert isinstance(figure, LargeMap)
        place = area.toAlignedRect().adjusted(-3, -3, 3, 3)
        if self.geometry() != place:
            self.setGeometry(place)
        if not self.isVisibleTo(view):
            self.show()
        rows, columns = figure.seen.seen_rows, figure.seen.seen_columns
        self.setAccessibleDescription(
            f"Seen are {figure.row_words} {rows[0] + 1} to {rows[1]} and "
            f"{figure.column_words} {columns[0] + 1} to {columns[1]}."
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Shows the part under the pointer."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._dragging = True
            self._point_at(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Goes on to do so."""
        if self._dragging:
            self._point_at(event.position())

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Ends it."""
        self._dragging = False

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """One more click."""
        self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys; all others are the map's."""
        view = cast("FigureView", self.parentWidget())
        figure, move = view.figure, _MOVES.get(Qt.Key(event.key()))
        if move is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or not isinstance(figure, LargeMap):
            super().keyPressEvent(event)
            return
        down, right = move
        pan(view.session, figure, _STEP * down * figure.seen.rows, _STEP * right * figure.seen.columns)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The ring comes."""
        self.update()
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The ring goes."""
        self.update()
        super().focusOutEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A ring while it has the keyboard."""
        if self.hasFocus():
            look = cast("FigureView", self.parentWidget()).theme
            with QPainter(self) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(look.pen(look.palette.accent, 2.0))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 3, 3)

    def _point_at(self, point: QPointF) -> None:
        view = cast("FigureView", self.parentWidget())
        figure = view.figure
        if isinstance(figure, LargeMap):
            place = layout(figure, view.place, view.theme).minimap_place(point + QPointF(self.pos()))
            centre(view.session, figure, place)
