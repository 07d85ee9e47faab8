"""One figure on the screen: painted by the shared painter, its cells chosen by mouse and keyboard."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from attnviz.app.explaining.shown import shown
from attnviz.app.fitted_view import is_there
from attnviz.app.last_picture import LastPicture
from attnviz.app.pipeline.answering import Answering
from attnviz.app.pipeline.coming import paint_part
from attnviz.app.pipeline.figure_access import make_accessible
from attnviz.app.pipeline.figure_cursor import cursor_of, moved, rows_are_queries
from attnviz.app.pipeline.figure_looks import Themed, paint_ground, quiet, same, theme_for, titled
from attnviz.app.pipeline.figure_words import cell_in_words, figure_name, figure_sentence, tooltip_for
from attnviz.app.pipeline.focus_ring import paint_ring
from attnviz.app.pipeline.mask_painting import Painting, can_paint, toggle
from attnviz.app.pipeline.painted_view import PaintedView
from attnviz.app.pipeline.pending_marks import is_old, marked
from attnviz.app.session import Session, State
from attnviz.engine.cells import Cell
from attnviz.engine.stages import BY_NAME
from attnviz.figures.bars import Bars
from attnviz.figures.compose import figure_of
from attnviz.figures.figure import Figure, cell_rect, hit, paint_figure
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.theme import Theme, theme

if TYPE_CHECKING:
    from attnviz.app.pipeline.map_gestures import MapGestures

MARGIN = 5  # around the figure, for the focus ring
OLD = 0.45  # of its strength keeps a figure whose numbers are old


class FigureView(PaintedView):
    """Paints one figure. Click or arrow keys choose a cell, Enter asks to explain it, a double click to enlarge it.

    Home and End go to the ends of the row, with Ctrl to the first and last row. While the mask is being painted,
    clicks, strokes and Space hide and show keys. Its owner calls `show_figure`, or `show_state` for that of its name.
    """

    margin = MARGIN
    inspect_asked = Signal()
    chosen = Signal(object)  # a Cell, by mouse or keyboard
    enlarge_asked = Signal(str)
    _gestures: MapGestures | None = None  # from the first large map on

    def __init__(
        self, session: Session, name: str, parent: QWidget | None = None, *, themed: Themed | None = None
    ) -> None:
        super().__init__(name, theme(session.state.view.theme, session.state.view.text_size), parent)
        self.session = session
        self.figure: Figure | None = None
        self.themed = themed or theme_for
        self.theme = self.themed(self, session.state)
        self.brief_titles: tuple[str, ...] = ()
        self._given_place: QRectF | None = None
        self._quiet: Figure | None = None
        self._painting, self._last = Painting(), LastPicture(self)
        self._old = self._rests = False
        self._part: float | None = None
        self.answering = Answering(self)  # into cells that are veiled
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)  # the panel knows what can be done with figures
        self.setObjectName(f"figure.{name}")
        self.setAccessibleName(BY_NAME[name].title if name in BY_NAME else name.capitalize())  # until one is shown

    def set_session(self, session: Session) -> None:
        """Sends gestures to another session."""
        self.session = session
        self.show_state(None, session.state)

    def show_state(self, _old: State | None, new: State) -> None:
        """Composes the figure of its name; nothing while it is hidden."""
        if self.isVisible():
            figure = marked(shown(new, partial(figure_of, self.name)), new)
            self.show_figure(figure, self.themed(self, new), old=is_old(new))

    def show_figure(self, figure: Figure, look: Theme, place: QRectF | None = None, *, old: bool = False) -> None:
        """Paints that figure from now on, in `place` or in the whole widget; no repaint if it looks the same.

        With `brief_titles`, the first that has room stands where their own has none. old: its numbers are of before the
        last edit.
        """
        known = self.figure is not None and look == self.theme and (place, old) == (self._given_place, self._old)
        if known and self.figure is not None and same(figure, self.figure):
            self.tell_anew()
            return
        self.figure, self.theme, self._given_place, self._old = figure, look, place, old
        self._quiet = self._as_painted(figure)
        if isinstance(figure, LargeMap) and self._gestures is None:
            from attnviz.app.pipeline.map_gestures import MapGestures

            self._gestures = MapGestures(self)
        name, sentence = figure_name(figure), figure_sentence(figure, old=old)
        if (self.accessibleName(), self.accessibleDescription()) != (name, sentence):
            self.setAccessibleName(name)
            self.setAccessibleDescription(sentence)
        self._point_out()
        self._follow_place()
        self.tell_anew()
        self.update()

    def fade(self) -> None:
        """Its numbers are of before the last change until it is shown another figure."""
        self._old = True
        if self.figure is not None:
            self.setAccessibleDescription(figure_sentence(self.figure, old=True))
        self.update()

    def rest(self, on: bool) -> None:
        """Keeps its room and paints nothing, while its owner says in words that numbers are on their way."""
        if on != self._rests:
            self._rests = on
            self.update()

    def show_part(self, part: float | None) -> None:
        """How much is done of what an empty map waits for, 0 to 1; None where it is not to be said."""
        if part != self._part:
            self._part = part
            if isinstance(self._quiet, LargeMap) and self._quiet.picture is None:
                self.update()

    @property
    def place(self) -> QRectF:
        """Where the figure is painted: where its owner says, else in the whole widget."""
        return super().place if self._given_place is None else self._given_place

    def cell_rect(self, row: int, column: int) -> QRectF | None:
        """Where a cell is painted, in this widget's coordinates; None if it is not."""
        if not isinstance(self.figure, Heatmap | LargeMap | Bars):
            return None
        return self.cell_rect_of(Cell(self.figure.key, self.figure.head, row, column))

    def cell_rect_of(self, cell: Cell) -> QRectF | None:
        """Where that cell is painted, None if it is not in this figure."""
        return None if self.figure is None else cell_rect(self.figure, self.place, cell, self.theme)

    def cell_at(self, point: QPointF) -> Cell | None:
        """The cell under a point; None where the numbers are of before and there is no such cell any more."""
        return None if self.figure is None else self._there(hit(self.figure, self.place, point, self.theme))

    def spoken_value(self) -> str:
        """The cell under the cursor in words, with its exact value."""
        cell = self.cursor_cell()
        return "" if cell is None else cell_in_words(self.session.state, cell)

    def cursor_cell(self) -> Cell | None:
        """The selected cell if it is in this figure, else where the arrow keys will start."""
        return self._there(cursor_of(self.figure, self.session.state.selection.query))

    def told(self) -> State:
        """The state that its words tell of."""
        return self.session.state

    def choose(self, cell: Cell) -> None:
        """Selects a cell, with its query and head where it has them."""
        changes: dict[str, object] = {"cell": cell}
        if rows_are_queries(cell.name):
            changes["query"] = cell.row
        if cell.head is not None:
            changes["head"] = cell.head
        self.session.select(**changes)
        self.chosen.emit(cell)
        self.announce()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The figure, and around it a ring while it has the keyboard."""
        draw, keeps = partial(self.paint_all, event.rect()), self.session.state.trace.defers
        self._last.paint(event.rect(), self.theme.palette.panel, draw, keeps=keeps)

    def paint_all(self, area: QRect, painter: QPainter) -> None:
        """What lies in that area of it."""
        painter.setClipRect(area)  # so that what is long draws no more than what is seen
        shown = None if self._old or self._rests else self._quiet
        paint_ground(painter, self.rect(), self.place, shown, self.theme)
        if self._quiet is None or self._rests:
            return
        painter.setOpacity(OLD if self._old and not isinstance(self._quiet, LargeMap) else 1.0)
        paint_figure(painter, self.place, self._quiet, self.theme)
        painter.setOpacity(1.0)
        if self._part is not None and isinstance(self._quiet, LargeMap) and self._quiet.picture is None:
            paint_part(painter, self.place, self._quiet, self._part, self.theme)
        if self.has_ring:
            paint_ring(painter, self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Moves the cursor; what is not its own goes on to the panel."""
        self.show_ring(True)
        cell = self.cursor_cell()
        if self.answering.key(event, cell):
            return
        target = moved(self.figure, cell, event) if cell is not None and self.figure is not None else None
        if target is not None:
            self._go_to(target)
        elif cell is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.choose(cell)
            self.inspect_asked.emit()
        elif cell is not None and event.key() == Qt.Key.Key_Space:
            self.choose(cell)
            if can_paint(self.session.state, cell.name):
                toggle(self.session, cell)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Selects the cell, and begins a stroke where the mask is painted."""
        self.show_ring(False)
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        cell = self.cell_at(event.position())
        if cell is None:
            return
        self.choose(cell)
        if can_paint(self.session.state, cell.name) and isinstance(self.figure, Heatmap | LargeMap):
            self._painting.begin(self.session, cell, event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Continues a stroke through every cell on the way."""
        self._point_out()
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._painting.go_on(event.position(), self.cell_at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ends a stroke."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._painting.end()
        else:
            super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Opens a veiled cell, else enlarges the figure; while painting it is one more click."""
        cell = self.cell_at(event.position())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton and self.answering.takes(cell):
            self.answering.begin(cell)
        elif can_paint(self.session.state, self.name):
            self.mousePressEvent(event)
        elif event.button() == Qt.MouseButton.LeftButton:
            self.enlarge_asked.emit(self.name)

    def event(self, event: QEvent) -> bool:
        """What moves a large map; and says in full what is under the pointer."""
        if self._gestures is not None and self._gestures.takes(event):
            return True
        if event.type() == QEvent.Type.Hide:
            self._last.forget()
            if isinstance(self.figure, LargeMap):
                self.figure = self._quiet = self._part = None  # behind others it would keep numbers beyond their budget
        return super().event(event)

    def tooltip_at(self, point: QPointF) -> str:
        """The words for a point: a cell with its exact value, a whole label, a whole title."""
        if self.figure is None:
            return ""
        reason = getattr(self.figure, "dim_reason", "")
        if reason and isinstance(self.figure, Heatmap | LargeMap | Bars) and self.place.contains(point):
            return str(reason)
        return tooltip_for(self.session.state, self.figure, self.place, point, self.theme)

    def _as_painted(self, figure: Figure) -> Figure:
        return titled(quiet(figure), self.brief_titles, self.place.width(), self.theme)

    def _follow_place(self) -> None:
        """What lies over the figure goes where it belongs."""
        self.answering.follow()
        if self._gestures is not None:
            self._gestures.place()

    def _there(self, cell: Cell | None) -> Cell | None:
        return cell if cell is not None and is_there(cell, self.told().trace) else None

    def _go_to(self, cell: Cell) -> None:
        """Selects a cell that a key led to, and brings it to sight."""
        if self._gestures is not None:
            self._gestures.follow(cell)
        self.choose(cell)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width has room for another title."""
        super().resizeEvent(event)
        self._follow_place()
        if self.brief_titles and self.figure is not None:
            self._quiet = self._as_painted(self.figure)

    def _point_out(self) -> None:
        """A cross where a click paints, else the usual arrow."""
        shape = Qt.CursorShape.CrossCursor if can_paint(self.session.state, self.name) else Qt.CursorShape.ArrowCursor
        if self.cursor().shape() != shape:
            self.setCursor(shape)


make_accessible(FigureView)
