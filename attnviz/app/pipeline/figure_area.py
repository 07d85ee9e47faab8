"""The middle of the window: one set of figure views, placed as a board, in focus, head by head, or concatenated."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from attnviz.app.pipeline.figure_view import MARGIN, FigureView, theme_for
from attnviz.app.pipeline.head_tabs import ALONE, JOINED, shown_tab
from attnviz.app.session import Session, State
from attnviz.app.watching import Watching
from attnviz.content.wording import is_output, stage_title
from attnviz.engine.stages import BY_NAME
from attnviz.figures.board import Board, Placed, paint_board_title, place
from attnviz.figures.compose import board_of, concat_of, heads_of, heatmap_of
from attnviz.figures.heatmap import Heatmap

EDGE = 8  # around all figures
BESIDE = 3  # at both sides of a figure, for its frames: columns of the board stand closer than its lines
TITLE_ROOM = 80  # pixels at the top within which a board writes its title, at the largest text size


class FigureArea(QWidget, Watching):
    """Shows what the view's tab and layout ask for. `layout` on "auto" is the board while its numbers can be read.

    Every place comes from `figures.board`, so that the screen shows what an export shows.
    """

    inspect_asked = Signal()
    rearranged = Signal()
    reordered = Signal()  # other figures are shown, or in another order

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pipeline.figures")
        self.setMinimumSize(240, 200)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._views: dict[str, FigureView] = {}
        self._shown: tuple[FigureView, ...] = ()
        self._theme = theme_for(self, session.state)
        self._heads: Board | None = None
        self._judged: tuple[tuple[object, ...], bool] | None = None
        self.layout_shown = "board"
        self.watch(session)

    def set_session(self, session: Session) -> None:
        """Moves every figure to another session."""
        for view in self._views.values():
            view.session = session
        super().set_session(session)

    def show_state(self, _old: State | None, new: State) -> None:
        """Places and repaints what changed; composes nothing while hidden.

        Each stage has its view from the start, shown or not, so that scripts find it by its name.
        """
        for name in new.trace.stages:
            if name not in self._views:
                self._view(name).hide()
        if not self.isVisible():
            return
        look = theme_for(self, new)
        if look != self._theme:
            self._theme = look
            self.update()
        self._arrange(new)

    def showEvent(self, event: QShowEvent) -> None:
        """Catches up with what happened while hidden."""
        super().showEvent(event)
        self.show_state(None, self.session.state)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Places all figures anew."""
        super().resizeEvent(event)
        self.show_state(None, self.session.state)

    def event(self, event: QEvent) -> bool:
        """A window on another screen paints anew."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.show_state(None, self.session.state)
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The panel that the figures stand on, and the title that they share."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theme.palette.panel)
            if self._heads is not None:
                paint_board_title(painter, self._room(), self._heads, self._theme)

    def board_is_legible(self) -> bool:
        """True if the board of a head has room for its numbers. Typing never changes the answer, sizes do."""
        state = self.session.state
        reasons = (
            self.size(), self._theme, state.trace.sizes, state.trace.stages, state.scenario.tokens,
            state.scenario.source_tokens, state.view.decimals, state.view.numbers, state.view.legend,
        )  # fmt: skip
        if self._judged is None or self._judged[0] != reasons:
            self._judged = reasons, _legible(self._placed(_board(state)), round(self._theme.least_number))
        return self._judged[1]

    @property
    def board_shown(self) -> Board | None:
        """What stands under a title of its own: all heads, or the concatenation."""
        return self._heads

    def shown_views(self) -> tuple[FigureView, ...]:
        """The figures on the screen, in reading order."""
        return self._shown

    def _arrange(self, state: State) -> None:
        tab = shown_tab(state)
        layout, heads = "board", None
        if tab == "heads":
            heads = _heads(state)
            placed = self._placed(heads)
        elif tab == "concat":
            heads = _joined(state)
            placed = self._placed(heads)
        elif state.view.layout == "board" or (state.view.layout == "auto" and self.board_is_legible()):
            placed = self._placed(_board(state))
        else:
            layout, placed = "focus", self._focused(state)
        self._show(tuple((_view_name(tab, part), part) for part in placed))
        if _title_looks(heads) != _title_looks(self._heads):
            self.update(0, 0, self.width(), TITLE_ROOM)
        self._heads = heads
        if layout != self.layout_shown:
            self.layout_shown = layout
            self.rearranged.emit()

    def _placed(self, board: Board) -> tuple[Placed, ...]:
        return place(board, self._room(), self._theme)

    def _focused(self, state: State) -> tuple[Placed, ...]:
        name = focus_of(state)
        title = stage_title(state.trace, name) if name == "head_output" and is_output(state.trace) else None
        return (Placed(self._room(), heatmap_of(name, state.trace, state.selection, state.view, title=title)),)

    def _room(self) -> QRectF:
        return QRectF(self.rect()).adjusted(EDGE, EDGE, -EDGE, -EDGE)

    def _show(self, parts: tuple[tuple[str, Placed], ...]) -> None:
        """Gives each part its view, and hides the others."""
        shown = []
        for name, part in parts:
            view = self._view(name)
            outer = part.rect.adjusted(-BESIDE, -MARGIN, BESIDE, MARGIN).toAlignedRect()
            if view.geometry() != outer:
                view.setGeometry(outer)
            view.show_figure(part.figure, self._theme, part.rect.translated(-QPointF(outer.topLeft())))
            shown.append(view)
        order = tuple(shown)
        if order == self._shown:
            return
        for view in self._views.values():
            if view not in order:
                view.hide()
        for view in order:
            view.show()
        self._shown = order
        self.reordered.emit()

    def _view(self, name: str) -> FigureView:
        view = self._views.get(name)
        if view is None:
            view = self._views[name] = FigureView(self.session, name, self)
            view.inspect_asked.connect(self.inspect_asked)
            view.enlarge_asked.connect(self._enlarge)
        return view

    def _enlarge(self, name: str) -> None:
        """A double click on the board brings a stage to the front; on one of all heads, that head."""
        if shown_tab(self.session.state) == "heads":
            self.session.look(tab="head", layout="focus", focus="weights")
        elif name in BY_NAME and BY_NAME[name].per_head and self.layout_shown == "board":
            self.session.look(layout="focus", focus=name, tab="head")


def focus_of(state: State) -> str:
    """The stage that focus shows: the chosen one, or the weights where this scenario has no such stage."""
    return state.view.focus if state.view.focus in state.trace.stages else "weights"


def _board(state: State) -> Board:
    return board_of(state.trace, state.selection, state.view)


def _heads(state: State) -> Board:
    """All heads side by side; of one head it is said that there are no others."""
    board = heads_of(state.trace, state.selection, state.view)
    return board if state.trace.sizes.heads > 1 else replace(board, title="One head", subtitle=ALONE)


def _joined(state: State) -> Board:
    """The concatenation; where it changes nothing, that is said over it."""
    board = concat_of(state.trace, state.selection, state.view)
    return replace(board, title="Concat", subtitle=JOINED, show_title=True) if is_output(state.trace) else board


def _legible(placed: tuple[Placed, ...], least: int) -> bool:
    """True if every map of the board has numbers in its cells, none smaller than the text size asks for."""
    maps = [part.figure for part in placed if isinstance(part.figure, Heatmap)]
    return all(figure.fit is None or figure.fit.number_px >= least for figure in maps)


def _title_looks(board: Board | None) -> tuple[object, ...] | None:
    """All that the painted title of a board depends on beside the theme; typing seldom changes it."""
    if board is None:
        return None
    maps = (panel for panel in board.panels if isinstance(panel, Heatmap) and panel.face is not None)
    legend = next(
        ((one.legend_ends, one.legend_texts, one.face and one.face.limits, one.colour_map) for one in maps), None
    )
    return board.title, board.subtitle, board.show_title, board.shared, legend


def _view_name(tab: str, part: Placed) -> str:
    if not isinstance(part.figure, Heatmap):
        return "bars"
    return f"heads.{(part.figure.head or 0) + 1}" if tab == "heads" else part.figure.key
