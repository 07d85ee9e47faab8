"""Very many heads side by side in one view: a widget for each would hold the window for as long as they are made."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QKeyEvent, QNativeGestureEvent, QPainter, QPaintEvent, QSinglePointEvent

from attnviz.app.explaining.pinned_view import PinnedView
from attnviz.app.pipeline.figure_looks import quiet
from attnviz.app.pipeline.figure_places import Sheet
from attnviz.app.pipeline.figure_view import OLD, FigureView
from attnviz.app.pipeline.figure_words import figure_sentence
from attnviz.app.pipeline.focus_ring import paint_ring
from attnviz.app.pipeline.heads_picture import HeadsPicture, Maps, Wanted
from attnviz.app.session import Session, State
from attnviz.content.wording import head_name
from attnviz.engine.cells import Cell
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.theme import Theme

__all__ = ["HeadsSheet", "PinnedSheet"]

_POINTS = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick, QEvent.Type.Wheel)
_HOVERS = (*_POINTS, QEvent.Type.MouseMove, QEvent.Type.NativeGesture)
_STEPS = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}


class HeadsSheet(FigureView):
    """Is at each time the view of one of its maps, that in hand: the one under the pointer, or of the selected head.

    So it does with it what a view of that head alone does. An arrow key at the edge of a map goes on in the next one.
    """

    def __init__(self, session: Session, name: str, parent: FigureView | None = None) -> None:
        super().__init__(session, name, parent)
        self._maps: Maps = ()
        self._picture = HeadsPicture(self)
        for drawn in (self._picture.painted, self._picture.grown):
            drawn.connect(self.update)

    @property
    def busy(self) -> bool:
        """True while its picture is on the way."""
        return self._picture.busy

    @property
    def maps(self) -> Maps:
        """The map of each head with its place in this view."""
        return self._maps

    def set_session(self, session: Session) -> None:
        """Sends gestures to another session."""
        self.session = session

    def show_state(self, _old: State | None, _new: State) -> None:
        """Nothing: its owner composes what it shows."""

    def show_heads(self, sheet: Sheet, look: Theme, place: QRectF, *, old: bool = False) -> None:
        """Shows these maps from now on, that of the sheet's corner at the corner of `place`."""
        corner = place.topLeft()
        self._maps = tuple((rect.translated(corner), figure) for rect, figure in sheet.maps)
        if old != self._old:
            self._old = old
            self.update()
        self.theme = look
        if self._gestures is None and any(isinstance(figure, LargeMap) for _, figure in self._maps):
            from attnviz.app.pipeline.map_gestures import MapGestures

            self._gestures = MapGestures(self)
        name = f"{len(self._maps)} heads" if not self.name.startswith("pinned") else f"{len(self._maps)} pinned heads"
        words = figure_sentence(self._maps[0][1], old=old)
        if (self.accessibleName(), self.accessibleDescription()) != (name, words):
            self.setAccessibleName(name)
            self.setAccessibleDescription(words)
        self.tell_anew()
        self._take_head(self.session.state.selection.head)
        self._point_out()
        self._follow_place()
        painted = tuple((rect, _as_painted(figure)) for rect, figure in self._maps)
        self._picture.want(Wanted(painted, look, self.size(), self.devicePixelRatioF()))

    def show_part(self, part: float | None) -> None:
        """Nothing: very many bars would say the same."""

    def cell_at(self, point: QPointF) -> Cell | None:
        """The cell under a point, of whichever head."""
        self._take_at(point)
        return super().cell_at(point)

    def cell_rect_of(self, cell: Cell) -> QRectF | None:
        """Where that cell of any head is painted."""
        self._take_head(cell.head)
        return super().cell_rect_of(cell)

    def cursor_cell(self) -> Cell | None:
        """The selected cell, or where the arrow keys will start in the selected head.

        The selection itself, since the maps with its mark come a turn later than a key may.
        """
        chosen = self.session.state.selection
        self._take_head(chosen.head)
        cell = chosen.cell
        if cell is not None and isinstance(self.figure, Heatmap | LargeMap) and cell.name == self.figure.key:
            return cell
        return super().cursor_cell()

    def spoken_value(self) -> str:
        """The cell under the cursor in words, with its head."""
        cell, words = self.cursor_cell(), super().spoken_value()
        return words if cell is None or cell.head is None else f"{head_name(cell.head)}: {words}"

    def tooltip_at(self, point: QPointF) -> str:
        """The words for a point in whichever map, with its head, whose title may have had no room."""
        words = super().tooltip_at(point) if self._take_at(point) else ""
        head = getattr(self.figure, "head", None)
        if not words or head is None:
            return words
        rest = words.removeprefix("<qt>")
        return f"{words[: len(words) - len(rest)]}{head_name(head)}: {rest}"

    def event(self, event: QEvent) -> bool:
        """Takes the map that it is about in hand."""
        point = event.position() if isinstance(event, QNativeGestureEvent | QSinglePointEvent) else None
        dragged = isinstance(event, QSinglePointEvent) and event.buttons()  # a drag moves the map that it began in
        if point is not None and event.type() in (_POINTS if dragged else _HOVERS):
            self._take_at(point)
        elif isinstance(event, QHelpEvent):
            self._take_at(QPointF(event.pos()))
        elif isinstance(event, QKeyEvent):
            self._take_head(self.session.state.selection.head)
        done = super().event(event)
        if event.type() == QEvent.Type.Hide and any(isinstance(figure, LargeMap) for _, figure in self._maps):
            self._maps, self.figure = (), None  # their pictures would be kept beyond their budget
            self._picture.forget()
        return done

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """From map to map at their edges, else as in one map."""
        cell, away = self.cursor_cell(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        step = _STEPS.get(Qt.Key(event.key()))
        if cell is not None and step is not None and not away:
            beyond = self._beyond(cell, *step)
            if beyond is not None:
                self.show_ring(True)
                self._take_head(beyond.head)
                self._go_to(beyond)
                return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The picture as far as it is there; one in other colours than the window's is not shown."""
        with QPainter(self) as painter:
            painter.setClipRect(event.rect())
            painter.fillRect(self.rect(), self.theme.palette.panel)
            seen = self._picture.seen
            if seen is not None and seen[1].look.palette is self.theme.palette:
                image, shown = seen
                large = any(isinstance(figure, LargeMap) for _, figure in shown.maps[:1])
                painter.setOpacity(OLD if self._old and not large else 1.0)  # large maps know how faint they are
                painter.drawImage(QPointF(0, 0), image)
                painter.setOpacity(1.0)
            if self.has_ring:
                paint_ring(painter, self)

    def _take_at(self, point: QPointF) -> bool:
        """Takes the map under a point in hand; False where there is none."""
        found = next(((rect, figure) for rect, figure in self._maps if rect.contains(point)), None)
        return self._take(found)

    def _take_head(self, head: int | None) -> bool:
        """The same with that of a head."""
        if head is not None and head < len(self._maps) and self._maps[head][1].head == head:
            return self._take(self._maps[head])
        return self._take(next((one for one in self._maps if one[1].head == head), None))

    def _take(self, one: tuple[QRectF, Heatmap | LargeMap] | None) -> bool:
        if one is not None:
            self._given_place, self.figure = one
        return one is not None

    def _beyond(self, cell: Cell, down: int, right: int) -> Cell | None:
        """The cell over the edge of the map in hand, in that beside or under it; None within the map or at the end."""
        figure, head = self.figure, cell.head
        if not isinstance(figure, Heatmap | LargeMap) or head is None:
            return None
        rows, columns = figure.shape
        row, column = cell.row + down, cell.column + right
        if 0 <= row < rows and 0 <= column < columns:
            return None
        other = head + right + down * self._across()
        if not 0 <= other < len(self._maps):
            return None
        return replace(cell, head=other, row=row % rows, column=column % columns)

    def _across(self) -> int:
        """How many maps stand beside each other."""
        top = self._maps[0][0].top()
        return sum(rect.top() == top for rect, _ in self._maps)


class PinnedSheet(HeadsSheet, PinnedView):
    """The same of the pinned numbers."""


def _as_painted(figure: Heatmap | LargeMap) -> Heatmap | LargeMap:
    """Without the reason why it is dimmed, which the message bar gives once for all."""
    shown = quiet(figure)
    assert isinstance(shown, Heatmap | LargeMap)
    return shown
