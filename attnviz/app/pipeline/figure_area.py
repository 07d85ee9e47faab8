"""The middle of the window: one set of figure views, placed as a board, in focus, head by head, or concatenated."""

from __future__ import annotations

from math import inf
from time import perf_counter

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from attnviz.app.explaining.pinned_view import PREFIX, PinnedView
from attnviz.app.inspection.vector_view import VectorView
from attnviz.app.own_turn import OwnTurn
from attnviz.app.pipeline.board_judge import BoardJudge, board_room
from attnviz.app.pipeline.figure_looks import area_theme
from attnviz.app.pipeline.figure_parts import composed
from attnviz.app.pipeline.figure_places import Part, Sheet, Titled, gathered, titles_look
from attnviz.app.pipeline.figure_view import MARGIN, OLD, FigureView
from attnviz.app.pipeline.head_tabs import choice, shown_tab
from attnviz.app.pipeline.heads_ahead import HeadsAhead, shows_many
from attnviz.app.pipeline.heads_sheet import HeadsSheet, PinnedSheet
from attnviz.app.pipeline.in_focus import strip_stages
from attnviz.app.pipeline.pending_marks import is_old, look_alike
from attnviz.app.session import Session, State
from attnviz.app.watching import Watching
from attnviz.engine.cells import Cell
from attnviz.figures.board import paint_board_title, title_look
from attnviz.figures.compose import fits_board
from attnviz.figures.large.arrange import has_large
from attnviz.figures.searching import Unfinished, at_most, in_turns
from attnviz.figures.theme import Theme
from attnviz.figures.veil import veiled

_Parts = tuple[Part, ...]
EDGE = 8  # around all figures
BESIDE = 3  # at both sides of a figure, for its frames: columns of the board stand closer than its lines
MOST_TRIES = 200  # turns in which figures are placed, more than a room is ever searched for
A_TURN = 0.005  # seconds after which no further view is begun in one go
TITLE_ROOM = 120  # pixels at the top within which boards write their titles, at the largest text size


class FigureArea(QWidget, Watching):
    """Shows what the view's tab and layout ask for. `layout` on "auto" is the board while its numbers can be read.

    Every place comes from `figures.board`, so that the screen shows what an export shows.
    """

    inspect_asked = Signal()
    chosen = Signal()  # a number that can be seen, by hand
    rearranged = Signal()
    reordered = Signal()  # other figures are shown, or in another order

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pipeline.figures")
        self.setMinimumSize(240, 200)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._views: dict[str, FigureView] = {}
        self._shown: tuple[FigureView, ...] = ()
        self._theme = area_theme(self, session.state)
        self._titled: Titled = ()
        self._titled_in = self._theme
        self._told: tuple[object, ...] = ()  # what these were painted with
        self._old = False
        self._arranged_for: State | None = None
        self.turn = OwnTurn(self, self._place_all)
        self._ahead = HeadsAhead(self)
        self._ahead.composed.connect(self._show_composed)
        self._tries = 0
        self._chosen: tuple[object, ...] | None = None  # what the figures on the screen were asked for with
        self._placed: tuple[str, QRectF, Theme] | None = None  # the layout, room and look that they were placed in
        self._resized = False  # and not placed in the new room yet
        self._judge = BoardJudge()
        self.layout_shown = "board"
        self.watch(session)

    def set_session(self, session: Session) -> None:
        """Moves every figure to another session."""
        for view in self._views.values():
            view.session = session
        super().set_session(session)

    def show_state(self, old: State | None, new: State) -> None:
        """Places and repaints what changed; composes nothing while hidden.

        While the window is not painted each layout that is searched for has a turn of its own, for it may take long and
        the room become another. So have other figures of a large scenario. Each stage has its view from the start,
        shown or not, so that scripts find it by its name.
        """
        for name in new.trace.stages:
            if name not in self._views:
                self._view(name).hide()
        self._arranged_for = self.session.state
        if look_alike(old, new):
            return
        if old is not None and new.trace.defers and shown_tab(old) != shown_tab(new):
            self.turn.start()
        elif old is None or not self.turn.waits or (self._contradicts(new) and not new.trace.defers):
            self.turn.come()
        elif self.updatesEnabled():
            self._show_meanwhile(new)

    def _place_all(self) -> None:
        if not self.isVisible():
            self._ahead.forget()
            return
        state = self.session.state
        if (look := area_theme(self, state)) != self._theme:
            self._theme = look
            self.update()
        if self._ahead.waits_for(state):
            self._clear(state)
            return
        self._tries = self._tries + 1 if self._resized or not self.updatesEnabled() else 0
        at_once = self._tries > MOST_TRIES or self._contradicts(state)
        try:
            with in_turns() if self._tries and not at_once else at_most(None):
                self._arrange(state)
        except Unfinished:
            (self.turn.start if self.updatesEnabled() else self.turn.come)()
        else:
            self._tries, self._resized = 0, False

    def _show_composed(self, state: State) -> None:
        """Places heads that were composed, also those of before the last change: the newest may be long in coming."""
        now = self.session.state
        if (
            state.trace is not now.trace
            and self.isVisible()
            and shows_many(now)
            and state.trace.sizes == now.trace.sizes
        ):
            self._arrange(state)
        self._place_all()

    def showEvent(self, event: QShowEvent) -> None:
        """Catches up with what happened while hidden."""
        super().showEvent(event)
        self._resized = False
        self.show_state(None, self.session.state)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Places all figures anew; not while a new state makes its way through the window, which comes here too.

        Another size of text gives the columns other widths step by step, and each may take a search for a layout. Of
        those that a room takes all but the first have turns of their own: a hand that resizes the window goes on.
        """
        super().resizeEvent(event)
        if self._arranged_for is self.session.state:
            self._tries, self._resized = 0, True
            if not self.turn.waits:
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
            look = self._titled_in  # in another theme or size they come with what they are over
            for room, board in self._titled if look.palette.name == self._theme.palette.name else ():
                faint = OLD if self._old and not has_large(board.panels) else 1.0  # large maps know how faint they are
                paint_board_title(painter, room, board, title_look(board, room, look), faint=faint)

    def board_is_legible(self) -> bool:
        """True if the board of a head has room for its numbers. Typing never changes the answer, sizes do."""
        return self._judge.legible(self.session.state, board_room(self, EDGE), self._theme)

    @property
    def busy(self) -> bool:
        """True while figures are composed in turns, or wait for theirs."""
        return self._ahead.busy or self.turn.waits

    def shown_views(self) -> tuple[FigureView, ...]:
        """The figures on the screen, in reading order."""
        return self._shown

    def _show_meanwhile(self, state: State) -> None:
        """New numbers for the figures that stand there, in their places, while a layout is searched for another room.

        Those that would have to be placed anew for it are faint until then.
        """
        if self._placed is None or self._contradicts(state):
            return
        layout, room, look = self._placed
        try:
            with at_most(0):
                titled, parts = composed(state, layout, room, look, self._ahead.figure_of)
        except Unfinished:
            for view in self._shown:
                view.fade()
        else:
            if self._show(parts, look, old=is_old(state), until=_end_of_turn(state, shown_tab(state))):
                self._entitle(titled, look, state)

    def _arrange(self, state: State) -> None:
        tab, room, look = shown_tab(state), self._room(), self._theme
        auto = state.view.layout == "auto"
        chosen = tab == "head" and ((auto and self.board_is_legible()) or state.view.layout == "board")
        focused = tab == "head" and not (chosen and fits_board(state.trace))
        layout = "focus" if focused else "board"
        titled, parts = composed(state, layout, room, look, self._ahead.figure_of)
        if not self._show(parts, look, old=is_old(state), until=_end_of_turn(state, tab)):
            self._clear(state)
            self.turn.start()
            return
        self._chosen, self._placed = choice(state), (layout, room, look)
        self._entitle(titled, look, state)
        if layout != self.layout_shown:
            self.layout_shown = layout
            self.rearranged.emit()

    def _entitle(self, titled: Titled, look: Theme, state: State) -> None:
        told = titles_look(titled, look)
        if (told, is_old(state), look) != (self._told, self._old, self._titled_in):
            self.update(0, 0, self.width(), TITLE_ROOM)
        self._titled, self._told, self._old, self._titled_in = titled, told, is_old(state), look

    def _contradicts(self, state: State) -> bool:
        """True while the figures on the screen are those of another tab or stage than is chosen by now."""
        return self.updatesEnabled() and self._chosen not in (None, choice(state))

    def _clear(self, state: State) -> None:
        """Takes the figures of another tab or stage away, where those that are chosen are long in coming."""
        if self._contradicts(state) and self._shown:
            for view in self._shown:
                view.hide()
            self._shown, self._titled, self._told = (), (), ()
            self.update()

    def _room(self) -> QRectF:
        return QRectF(self.rect()).adjusted(EDGE, EDGE, -EDGE, -EDGE)

    def _show(self, parts: _Parts, look: Theme, *, old: bool, until: float) -> bool:
        """Gives each part its view, and hides the others. old: their numbers are of before the last edit.

        Comes back with False when the clock shows `until`, one that had no view was given one, and more have none.
        """
        shown: list[FigureView] = []
        known = len(self._views)
        for name, place_of_it, figure in gathered(parts, (PREFIX, "")):
            if name not in self._views and len(self._views) > known and perf_counter() > until:
                return False
            view = self._view(name)
            outer = place_of_it.adjusted(-BESIDE, -MARGIN, BESIDE, MARGIN).toAlignedRect()
            if view.geometry() != outer:
                view.setGeometry(outer)
            if isinstance(view, VectorView):  # it keeps its plane while an arrow is dragged
                view.show()
                view.show_state(None, self.session.state)
            elif isinstance(figure, Sheet):
                assert isinstance(view, HeadsSheet)
                view.show_heads(figure, look, place_of_it.translated(-QPointF(outer.topLeft())), old=old)
            else:
                view.show_figure(figure, look, place_of_it.translated(-QPointF(outer.topLeft())), old=old)
            shown.append(view)
        order = tuple(shown)
        if order == self._shown:
            return True
        for view in self._views.values():
            if view not in order:
                view.hide()
        for view in order:
            view.show()
        self._shown = order
        self.reordered.emit()
        return True

    def _view(self, name: str) -> FigureView:
        view = self._views.get(name)
        if view is None:
            kinds = {"heads": HeadsSheet, f"{PREFIX}heads": PinnedSheet, "vectors": VectorView}
            kind = kinds.get(name, PinnedView if name.startswith(PREFIX) else FigureView)
            view = self._views[name] = kind(self.session, name, self)
            view.inspect_asked.connect(self.inspect_asked)
            view.chosen.connect(self._tell_chosen)
            view.enlarge_asked.connect(self._enlarge)
        return view

    def _tell_chosen(self, cell: Cell) -> None:
        state = self.session.state
        if veiled(state.trace, state.view.veil, cell) is None:
            self.chosen.emit()

    def _enlarge(self, name: str) -> None:
        """A double click on the board brings a stage to the front; on one of all heads, that head."""
        if shown_tab(self.session.state) == "heads":
            self.session.look(tab="head", layout="focus", focus="weights")
        elif name in strip_stages(self.session.state) and self.layout_shown == "board":
            self.session.look(layout="focus", focus=name, tab="head")


def _end_of_turn(state: State, tab: str) -> float:
    """When other figures of a large scenario wait for a further turn: many of them are looked at together."""
    return perf_counter() + A_TURN if state.trace.defers and tab != "head" else inf
