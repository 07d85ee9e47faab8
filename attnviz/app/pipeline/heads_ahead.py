"""All heads side by side, or joined: of very many heads composed in turns of the event loop, before they are placed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from attnviz.app.bit_by_bit import InTurns
from attnviz.app.pipeline.figure_places import MANY
from attnviz.app.pipeline.head_tabs import ALONE, JOINED, shown_tab
from attnviz.app.session import State
from attnviz.content.wording import is_output
from attnviz.engine.tracing import Trace
from attnviz.figures.board import Board
from attnviz.figures.compose import concat_of, heads_in_steps, heads_of
from attnviz.figures.view import Selection, View


def shows_many(state: State) -> bool:
    """True while all of more heads are shown than are composed in one go."""
    return shown_tab(state) == "heads" and state.trace.sizes.heads > MANY


class HeadsAhead(QObject):
    """`composed` carries the state whose heads are there now; `figure_of` gives them."""

    composed = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._turns = InTurns(self)
        self._known: tuple[State, Board] | None = None

    @property
    def busy(self) -> bool:
        """True while heads are being composed."""
        return self._turns.busy

    def waits_for(self, state: State) -> bool:
        """True if heads of that state must be composed first, which begins."""
        if not shows_many(state):
            self.forget()
            return False
        if self._has(state):
            return False
        self._turns.begin(partial(self._compose, state))
        return True

    def forget(self) -> None:
        """Lets go of what was composed, which would keep an old trace."""
        self._turns.forget()
        self._known = None

    def figure_of(self, trace: Trace, selection: Selection, view: View) -> Board:
        """All heads side by side, those that were composed if they are these; of one it is said that it is alone."""
        if self._known is not None:
            known, board = self._known
            if known.trace is trace and known.selection == selection and known.view == view:
                return board
        board = heads_of(trace, selection, view)
        return board if trace.sizes.heads > 1 else replace(board, title="One head", subtitle=ALONE.removesuffix("."))

    def _has(self, state: State) -> bool:
        if self._known is None:
            return False
        known = self._known[0]
        what = known.trace, known.arrived, known.selection, known.view
        return what == (state.trace, state.arrived, state.selection, state.view)

    def _compose(self, state: State) -> Iterator[None]:
        if not self._has(state):
            board = yield from heads_in_steps(state.trace, state.selection, state.view)
            self._known = state, board
            yield
        self.composed.emit(state)


def joined(trace: Trace, selection: Selection, view: View) -> Board:
    """The concatenation; where it changes nothing, that is said over it."""
    board = concat_of(trace, selection, view)
    return replace(board, title="Concat", subtitle=JOINED, show_title=True) if is_output(trace) else board
