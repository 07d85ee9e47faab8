"""Lines between tokens on the screen: hovering a token shows its lines alone, a click keeps it, many tokens scroll."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from attnviz.app.pipeline.figure_access import make_accessible
from attnviz.app.sources.overview_view import MARGIN, OverviewView
from attnviz.content.numerals import sure
from attnviz.figures.labels import quoted
from attnviz.figures.overview.overview import Overview
from attnviz.figures.overview.token_lines import TokenLines, lines_places, lines_size
from attnviz.figures.theme import Theme

QUERY, KEY = "query", "key"


class LinesView(OverviewView):
    """`chosen(side, index)` asks for a token to be followed, None to let it go; side is "query" or "key".

    Up and Down walk along the queries, with Shift along the keys; Esc lets both go.
    """

    chosen = Signal(str, object)
    row_shown = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("lines", "Lines from tokens to what they look at", parent)
        self.setAccessibleDescription("Up and Down follow one query after the other, with Shift the keys; Esc lets go")
        self._own: TokenLines | None = None
        self._over: tuple[str, int] | None = None

    def show_figure(self, figure: Overview | None, look: Theme, sentence: str = "") -> None:
        """Paints these lines, of the hovered token alone while one is hovered."""
        self._own = figure if isinstance(figure, TokenLines) else None
        super().show_figure(self._hovered_figure() if self._own is not None else figure, look, sentence)

    @property
    def lines(self) -> TokenLines | None:
        """The figure as it is without the pointer."""
        return self._own

    def spoken_value(self) -> str:
        """The token that is followed, and what it looks at most."""
        own = self._own
        if own is None or own.query is None:
            return ""
        text = f"query {quoted(own.query + 1, own.queries[own.query])}"
        if not own.shown_keys or not own.heads:
            return text
        head = own.heads[0]
        key = max(own.shown_keys, key=lambda index: float(head.weights[own.query, index]))
        weight = sure(float(head.weights[own.query, key]))
        return f"{text}, head {head.number}: most at key {quoted(key + 1, own.keys[key])}: {weight}"

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Follows the token under the pointer, or lets it go."""
        self.show_ring(False)
        self.taken.emit(self.name)
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        found = self._token_at(event.position())
        if found is not None and self._own is not None:
            side, index = found
            self.chosen.emit(side, None if getattr(self._own, side) == index else index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Shows the lines of the token under the pointer."""
        self._hover(self._token_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """The lines are as they were."""
        self._hover(None)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walks along the tokens."""
        own, key = self._own, event.key()
        if own is None or key not in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Escape):
            super().keyPressEvent(event)
            return
        if key == Qt.Key.Key_Escape:
            if own.query is None and own.key is None:
                super().keyPressEvent(event)
                return
            self.chosen.emit(QUERY, None)
            self.chosen.emit(KEY, None)
            return
        self.show_ring(True)
        side = KEY if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else QUERY
        shown, at = (own.shown_keys, own.key) if side == KEY else (own.shown_queries, own.query)
        if not shown:
            return
        step = 1 if key == Qt.Key.Key_Down else -1
        row = 0 if at is None or at not in shown else min(max(shown.index(at) + step, 0), len(shown) - 1)
        self.chosen.emit(side, shown[row])
        places = lines_places(own, self.place, self.theme)
        self.row_shown.emit((places.key_ys if side == KEY else places.query_ys)[row])
        self.announce()

    def _token_at(self, point: QPointF) -> tuple[str, int] | None:
        own = self._own
        if own is None:
            return None
        places = lines_places(own, self.place, self.theme)
        if point.x() <= places.left:
            row = places.row_at(point, places.query_ys)
            return None if row is None else (QUERY, own.shown_queries[row])
        if point.x() >= places.right:
            row = places.row_at(point, places.key_ys)
            return None if row is None else (KEY, own.shown_keys[row])
        return None

    def _hover(self, found: tuple[str, int] | None) -> None:
        if found != self._over:
            self._over = found
            self.setCursor(Qt.CursorShape.ArrowCursor if found is None else Qt.CursorShape.PointingHandCursor)
            if self._own is not None:
                self.figure = self._hovered_figure()
                self.update()

    def _hovered_figure(self) -> TokenLines | None:
        own, over = self._own, self._over
        if own is None or over is None:
            return own
        side, index = over
        if index not in (own.shown_queries if side == QUERY else own.shown_keys):
            return own
        return replace(own, query=index, key=own.key) if side == QUERY else replace(own, query=None, key=index)


class LinesPage(QScrollArea):
    """The lines as high as their tokens need, scrolled where that is more than there is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("source.lines.page")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view = LinesView()
        self.view.row_shown.connect(self._reveal)
        self.setWidget(self.view)

    def show_lines(self, figure: TokenLines | None, look: Theme, sentence: str = "") -> None:
        """Shows these lines; they scroll before tokens stand too close."""
        self.view.show_figure(figure, look, sentence)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As wide as the room."""
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        """Room to be read in."""
        return QSize(520, 420)

    def _fit(self) -> None:
        room = self.maximumViewportSize()
        figure, width = self.view.lines, room.width()
        height = room.height()
        if figure is not None:
            needed = round(lines_size(figure, self.view.theme, width - 2 * MARGIN, airy=False).height() + 2 * MARGIN)
            if needed > height:
                width -= self.verticalScrollBar().sizeHint().width()
                height = needed
        self.view.resize(max(width, 1), max(height, 1))

    def _reveal(self, y: float) -> None:
        self.ensureVisible(0, round(y), 0, 40)


make_accessible(LinesView)
