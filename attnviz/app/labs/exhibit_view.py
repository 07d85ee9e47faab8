"""One exhibit on the screen: painted by the shared painter; what can be dragged in it asks for new values."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from attnviz.app.labs.exhibit_keys import described, key_wish, next_movable, spoken, stepped_cursor
from attnviz.app.labs.exhibit_pictures import ExhibitPicture, Shown, takes_long
from attnviz.app.labs.gestures import Wish, dragged_mark, dragged_tip, visited
from attnviz.app.pipeline.figure_access import make_accessible
from attnviz.app.pipeline.painted_view import PaintedView
from attnviz.figures.figure import cell_rect, hit, paint_figure, tooltip
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.plane import handle_at, movable, plane_grid, vectors_of
from attnviz.figures.labs.plot import plot_layout
from attnviz.figures.theme import Theme
from attnviz.labs.exhibits import Mark, Plane, Plot, Sweep, Table
from attnviz.labs.parameters import Parameter, Values

MARGIN = 4.0  # around the exhibit, for the focus ring
_OLD = 0.5  # opacity of what is of values that no longer hold


class ExhibitView(PaintedView):
    """`wanted(name, value)` carries what a gesture asks for.

    `held` tells when a drag begins and ends. With the keyboard: arrow keys turn or move what can be dragged, or walk
    from cell to cell; Space goes on to the next thing that can be dragged. `picture_lacking`: what takes long to paint
    waits for a turn of its own, and what was there before stays until then.
    """

    wanted = Signal(str, object)
    held = Signal(bool)
    picture_lacking = Signal()

    margin = MARGIN

    def __init__(self, drawing: Drawing, look: Theme, parent: QWidget | None = None) -> None:
        super().__init__(drawing.key, look, parent)
        self.drawing = drawing
        self.old = False
        self._parameters: tuple[Parameter, ...] = ()
        self._values: Values = {}
        self._arrow: int | None = None  # the one held by the mouse
        self._mark: Mark | None = None
        self._picture = ExhibitPicture()
        self._chosen = 0  # which of the things that can be moved the keyboard moves
        self.setObjectName(f"exhibit.{drawing.key}")

    def show_drawing(
        self, drawing: Drawing, look: Theme, parameters: tuple[Parameter, ...], values: Values, *, old: bool = False
    ) -> None:
        """Paints that exhibit from now on; a plane keeps its part in sight while something in it is held."""
        if self._arrow is not None and isinstance(self.drawing.exhibit, Plane):
            drawing = drawing.within(vectors_of(self.drawing).reach)
        if drawing.cursor is None and self.drawing.cursor is not None:
            drawing = drawing.at(stepped_cursor(drawing, self.drawing.cursor, (0, 0)))
        self.drawing, self.theme, self.old = self._limited(drawing), look, old
        self._parameters, self._values = parameters, values
        if not takes_long(drawing):
            self._picture.forget()
        if self.accessibleName() != drawing.title:
            self.setAccessibleName(drawing.title)
        words = described(drawing)
        if self.accessibleDescription() != words:
            self.setAccessibleDescription(words)
        self.update()

    def limit(self, like: Drawing) -> None:
        """Cells no larger and a heading no lower than a drawing has them, columns as wide as those of its table."""
        stand_in = like.exhibit if isinstance(like.exhibit, Table) and like.exhibit.large else None
        if (like.most, like.lead, stand_in) != (self.drawing.most, self.drawing.lead, self.drawing.stand_in):
            self.drawing = self.drawing.like(most=like.most, lead=like.lead, stand_in=stand_in)
            self.update()

    def _limited(self, drawing: Drawing) -> Drawing:
        """The drawing with the limits that hold for this view."""
        own = self.drawing
        return drawing.like(most=own.most, lead=own.lead, stand_in=own.stand_in)

    def wear(self, look: Theme) -> None:
        """Paints with other letters or colours."""
        if look != self.theme or look.palette is not self.theme.palette:
            self.theme = look
            self.update()

    def set_old(self, old: bool) -> None:
        """Marks the picture as one of values that no longer hold, or takes that back."""
        if old != self.old:
            self.old = old
            self.update()

    def spoken_value(self) -> str:
        """What the keyboard is at, in words."""
        return spoken(self.drawing, self._chosen)

    def tip_at(self, index: int) -> QPointF:
        """Where the tip of an arrow is drawn, in this widget."""
        assert isinstance(self.drawing.exhibit, Plane)
        return plane_grid(self.drawing, self.place, self.theme).to_point(*self.drawing.exhibit.arrows[index].tip)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The exhibit, fainter where it is old as all old figures are, and a ring while the keyboard is in use here."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self.theme.palette.panel)
            painter.setOpacity(_OLD if self.old else 1.0)
            if takes_long(self.drawing):
                self._picture.paint(painter, self._wanted)
            else:
                paint_figure(painter, self.place, self.drawing, self.theme)
            painter.setOpacity(1.0)
            if self.has_ring:
                self.paint_ring(painter)
        if self.lacks_picture:
            self.picture_lacking.emit()

    @property
    def _wanted(self) -> Shown:
        return Shown(self.drawing, self.place, self.theme, self.size(), self.devicePixelRatioF())

    @property
    def lacks_picture(self) -> bool:
        """True while what takes long to paint is not painted yet as it is to be shown."""
        return takes_long(self.drawing) and self._picture.lacks(self._wanted)

    def make_picture(self) -> None:
        """Paints it."""
        self._picture.make(self._wanted)

    def turn_over(self) -> None:
        """Shows what was painted."""
        if self._picture.turn_over():
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Takes what is under the pointer: a tip, a mark, a cell."""
        self.show_ring(False)
        self.taken.emit(self.name)
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        point, exhibit = event.position(), self.drawing.exhibit
        if isinstance(exhibit, Plane):
            self._arrow = handle_at(self.drawing, self.place, point, self.theme)
            if self._arrow is not None:
                self._chosen = movable(exhibit).index(self._arrow)
        elif isinstance(exhibit, Plot):
            self._mark = plot_layout(self.drawing, self.place, self.theme).mark_at(exhibit, point)
        else:
            cell = hit(self.drawing, self.place, point, self.theme)
            step = visited(exhibit, cell.row, cell.column) if cell is not None and isinstance(exhibit, Sweep) else None
            if step is not None:
                self._want(step)
            elif cell is not None:
                self._put_cursor((cell.row, cell.column))
        if self._arrow is not None or self._mark is not None:
            self.held.emit(True)
        self._point_out(point)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Draws what is held to the pointer."""
        point, exhibit = event.position(), self.drawing.exhibit
        if self._arrow is not None and isinstance(exhibit, Plane):
            grid = plane_grid(self.drawing, self.place, self.theme)
            tip = grid.to_data(point)
            self._want(dragged_tip(exhibit, self._arrow, tip, grid.scale, self._parameters, self._values))
        elif self._mark is not None and isinstance(exhibit, Plot):
            grid_of_plot = plot_layout(self.drawing, self.place, self.theme)
            across = self._mark.axis == "x"
            scale = grid_of_plot.x if across else grid_of_plot.y
            value = scale.to_value(point.x() if across else point.y())
            self._want(dragged_mark(self._mark, value, scale.log, self._parameters))
        self._point_out(point)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Lets go; a plane fits itself to its arrows again."""
        if self._arrow is not None or self._mark is not None:
            self._arrow = self._mark = None
            self.drawing = self.drawing.within(None)
            self.update()
            self.held.emit(False)
        self._point_out(event.position())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Moves what can be moved, or the cursor; the rest goes on to the page."""
        self.show_ring(True)
        if event.key() == Qt.Key.Key_Space:
            self._chosen = next_movable(self.drawing, self._chosen)
            self.update()
        else:
            wish = key_wish(self.drawing, self._chosen, event, self._parameters, self._values)
            cursor = stepped_cursor(self.drawing, self.drawing.cursor, event)
            if wish is not None:
                self._want(wish)
            elif cursor is not None and cursor != self.drawing.cursor:
                self._put_cursor(cursor)
            else:
                super().keyPressEvent(event)
                return
        self.announce()

    def tooltip_at(self, point: QPointF) -> str:
        """The words for a point, and that it can be dragged."""
        text = tooltip(self.drawing, self.place, point, self.theme)
        if isinstance(self.drawing.exhibit, Sweep) and ", step " in text:
            return f"{text}. Click to go there."
        if self._handle_under(point):
            return f"{text}. Drag it." if text and "<qt>" not in text else text or "Drag it."
        return text

    def _handle_under(self, point: QPointF) -> bool:
        exhibit = self.drawing.exhibit
        if isinstance(exhibit, Plane):
            return handle_at(self.drawing, self.place, point, self.theme) is not None
        if isinstance(exhibit, Plot):
            return plot_layout(self.drawing, self.place, self.theme).mark_at(exhibit, point) is not None
        return False

    def _want(self, wish: Wish | None) -> None:
        if wish is not None:
            self.wanted.emit(*wish)

    def _put_cursor(self, cursor: tuple[int, int]) -> None:
        self.drawing = self.drawing.at(cursor)
        self.announce()
        self.update()

    def paint_ring(self, painter: QPainter) -> None:
        """Around the tip too that the keyboard moves."""
        super().paint_ring(painter)
        exhibit = self.drawing.exhibit
        if isinstance(exhibit, Plane) and movable(exhibit):
            tip = self.tip_at(movable(exhibit)[min(self._chosen, len(movable(exhibit)) - 1)])
            painter.drawEllipse(tip, 8.0, 8.0)

    def _point_out(self, point: QPointF) -> None:
        """A hand over what can be taken."""
        if self._arrow is not None or self._mark is not None:
            shape = Qt.CursorShape.ClosedHandCursor
        else:
            shape = Qt.CursorShape.OpenHandCursor if self._handle_under(point) else Qt.CursorShape.ArrowCursor
        if self.cursor().shape() != shape:
            self.setCursor(shape)

    def cell_rect(self, row: int, column: int) -> QRectF | None:
        """Where a cell of a matrix, or a bar, is painted in this widget."""
        from attnviz.engine.cells import Cell

        return cell_rect(self.drawing, self.place, Cell(self.drawing.key, None, row, column), self.theme)


make_accessible(ExhibitView)
