"""The plane of vectors: arrows whose numbers are inputs can be dragged by their tips or moved with the keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from math import hypot
from typing import Literal

from PySide6.QtCore import QPointF, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from attnviz.app.explaining.shown import shown
from attnviz.app.inspection.arrow_edits import angle_of, drawn_query, input_of, moved, settled, turned
from attnviz.app.pipeline.figure_access import announce, make_accessible
from attnviz.app.pipeline.figure_looks import Themed
from attnviz.app.pipeline.figure_view import FigureView
from attnviz.app.pipeline.figure_words import dated
from attnviz.app.pipeline.pending_marks import is_old
from attnviz.app.session import Session, State
from attnviz.content.numerals import told
from attnviz.engine.cells import Cell
from attnviz.figures.compose_vectors import vectors_of
from attnviz.figures.vector_ticks import Bounds
from attnviz.figures.vectors import Arrow, Plane, Point, Vectors, plane_layout

_TURNS = {
    Qt.Key.Key_Left: 1.0, Qt.Key.Key_Right: -1.0, Qt.Key.Key_Up: 5.0, Qt.Key.Key_Down: -5.0,
}  # fmt: skip
_NUDGES = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1),
}  # fmt: skip
_ROOM = 0.15  # of the plane of a query, on every side beyond what is in it

_gestures = count()


class VectorView(FigureView):
    """Values, their shares and the output; or, for what="keys", the query among the keys.

    A tip is dragged with the mouse. With the keyboard, arrow keys turn the query by 1° and 5°; among values they walk
    from one to the next, and with Alt they move it. One drag or one held key is one undo step. `held` tells when a
    drag begins and ends, so that nothing moves under the pointer meanwhile.
    """

    held = Signal(bool)

    def __init__(
        self,
        session: Session,
        name: str,
        parent: QWidget | None = None,
        *,
        what: Literal["values", "keys"] = "values",
        themed: Themed | None = None,
    ) -> None:
        super().__init__(session, name, parent, themed=themed)
        self._what = what
        self._held: Arrow | None = None
        self._before: Point = (0.0, 0.0)
        self._bounds: Bounds | None = None
        self._gesture: tuple[str, int] = ("arrow", next(_gestures))

    def show_state(self, _old: State | None, new: State) -> None:
        """Composes the plane; while an arrow is dragged the plane stays where it is."""
        if not self.isVisible():
            return
        figure = shown(new, partial(vectors_of, what=self._what, bounds=self._bounds))
        if isinstance(figure, Vectors) and self._what == "keys" and self._bounds is None:
            figure = replace(figure, bounds=_whole_turn((*figure.arrows, *figure.ghosts)))
        self.show_figure(figure, self.themed(self, new), old=is_old(new))

    def cursor_cell(self) -> Cell | None:
        """The first number of the chosen arrow, the query's where queries are turned."""
        if not isinstance(self.figure, Vectors):
            return super().cursor_cell()
        arrow = self._chosen()
        return Cell(*arrow.cell) if arrow is not None and arrow.cell is not None else None

    def spoken_value(self) -> str:
        """The chosen arrow with its two numbers, and the query's angle."""
        if not isinstance(self.figure, Vectors):
            return super().spoken_value()
        arrow = self._chosen()
        if arrow is None:
            return ""
        angle = f", {angle_of(arrow.tip):.4g} degrees" if arrow.kind == "query" else ""
        return dated(self.session.state, f"{arrow.label}: ({told(arrow.tip[0])}, {told(arrow.tip[1])}){angle}")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Takes an arrow by its tip, or selects what is under the pointer."""
        arrow = self._handle(event.position())
        if arrow is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        assert isinstance(self.figure, Vectors)
        self.show_ring(False)
        self._held, self._before, self._bounds = arrow, arrow.tip, self.figure.reach
        self._gesture = ("arrow", next(_gestures))
        self.held.emit(True)
        self._point_out()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Draws the held arrow to the pointer."""
        plane = self._plane()
        if self._held is not None and plane is not None and event.buttons() & Qt.MouseButton.LeftButton:
            tip = plane.to_data(event.position())
            query = self._held.kind == "query"
            self._move(self._held, drawn_query(tip, self._before, plane.scale) if query else settled(tip, plane.scale))
        else:
            super().mouseMoveEvent(event)
        self._point_out(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Lets the arrow go, and the plane fits itself to it again; an arrow that did not move is only selected."""
        if self._held is not None:
            arrow, moved_to = self._held, self._tip_of(self._held)
            self._held = self._bounds = None
            self.held.emit(False)
            if arrow.cell is not None and moved_to == self._before:
                self.choose(Cell(*arrow.cell))
            self.show_state(None, self.session.state)
            self._point_out(event.position())
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A second click is one more click: this figure has no larger form."""
        self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Turns the query; walks along the values, or moves one with Alt."""
        self.show_ring(True)
        arrow, key = self._chosen(), Qt.Key(event.key())
        if arrow is None or key not in _TURNS:
            super().keyPressEvent(event)
            return
        if not event.isAutoRepeat():
            self._gesture = ("arrow", next(_gestures))
        if self._what == "keys":
            self._move(arrow, turned(arrow.tip, _TURNS[key]))
        elif event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._nudge(arrow, _NUDGES[key])
        else:
            self._walk(arrow, 1 if key in (Qt.Key.Key_Right, Qt.Key.Key_Down) else -1)
        announce(self, self.spoken_value())

    def paint_all(self, area: QRect, painter: QPainter) -> None:
        """The plane, with a ring around the tip that the keyboard moves."""
        super().paint_all(area, painter)
        plane, arrow = self._plane(), self._chosen()
        if plane is None or arrow is None or not self.has_ring:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(self.theme.pen(self.theme.palette.accent, 2.0))
        painter.drawEllipse(plane.to_point(*arrow.tip), 8.0, 8.0)

    def tooltip_at(self, point: QPointF) -> str:
        """What is under the pointer, and that it can be dragged."""
        text = super().tooltip_at(point)
        return f"{text}. Drag its tip to change it." if self._handle(point) is not None and "<qt>" not in text else text

    def _point_out(self, point: QPointF | None = None) -> None:
        """A hand over a tip that can be taken."""
        if self._held is not None:
            shape = Qt.CursorShape.ClosedHandCursor
        elif point is not None and self._handle(point) is not None:
            shape = Qt.CursorShape.OpenHandCursor
        else:
            shape = Qt.CursorShape.ArrowCursor
        if self.cursor().shape() != shape:
            self.setCursor(shape)

    def _plane(self) -> Plane | None:
        return plane_layout(self.figure, self.place, self.theme) if isinstance(self.figure, Vectors) else None

    def _handle(self, point: QPointF) -> Arrow | None:
        """The arrow whose tip is under a point and can be dragged."""
        plane = self._plane()
        if plane is None or not isinstance(self.figure, Vectors):
            return None
        arrow = plane.handle_at(self.figure, point)
        query = self._chosen() if self._what == "keys" else None
        if query is not None and plane.handle_at(replace(self.figure, arrows=(query,)), point) is not None:
            arrow = query  # which may lie on a key
        return arrow if arrow is not None and input_of(self.session.state.trace, arrow) is not None else None

    def _chosen(self) -> Arrow | None:
        """The query among keys; among values the one whose cell is selected, else the first."""
        if not isinstance(self.figure, Vectors):
            return None
        if self._what == "keys":
            return next((arrow for arrow in self.figure.arrows if arrow.kind == "query"), None)
        values = self._values()
        cell = self.session.state.selection.cell
        own = (
            arrow
            for arrow in values
            if cell is not None and arrow.cell is not None and arrow.cell[:3] == (cell.name, cell.head, cell.row)
        )
        return next(own, values[0] if values else None)

    def _tip_of(self, arrow: Arrow) -> Point | None:
        """Where that arrow points now."""
        arrows = self.figure.arrows if isinstance(self.figure, Vectors) else ()
        return next((own.tip for own in arrows if (own.kind, own.index) == (arrow.kind, arrow.index)), None)

    def _values(self) -> list[Arrow]:
        return (
            [arrow for arrow in self.figure.arrows if arrow.kind == "value"] if isinstance(self.figure, Vectors) else []
        )

    def _walk(self, arrow: Arrow, by: int) -> None:
        values = self._values()
        target = values[(values.index(arrow) + by) % len(values)]
        if target.cell is not None:
            self.choose(Cell(*target.cell))

    def _nudge(self, arrow: Arrow, by: tuple[int, int]) -> None:
        """Moves the tip by a tenth of a grid line."""
        plane = self._plane()
        if plane is not None:
            step = plane.step / 10
            self._move(arrow, (_added(arrow.tip[0], by[0] * step), _added(arrow.tip[1], by[1] * step)))

    def _move(self, arrow: Arrow, tip: Point) -> None:
        place = input_of(self.session.state.trace, arrow)
        if place is not None:
            label = f"Move {place.name}[{place.row + 1}]"
            self.session.edit(label, lambda scenario: moved(scenario, place, tip), gesture=self._gesture)


make_accessible(VectorView)


def _whole_turn(arrows: Sequence[Arrow]) -> Bounds:
    """The part of the plane that holds every arrow, and the query wherever it is turned to."""
    turn = max((hypot(*arrow.tip) for arrow in arrows if arrow.kind == "query"), default=0.0)
    across = [number for arrow in arrows for number in (arrow.start[0], arrow.tip[0])] + [-turn, turn]
    up = [number for arrow in arrows for number in (arrow.start[1], arrow.tip[1])] + [-turn, turn]
    air = _ROOM * (max(max(across) - min(across), max(up) - min(up)) or 1.0)
    return min(across) - air, min(up) - air, max(across) + air, max(up) + air


def _added(value: float, by: float) -> float:
    """The sum without binary noise: 0.1 + 0.2 is 0.3."""
    return round(value + by, 12) + 0.0
