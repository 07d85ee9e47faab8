"""Another theme or text size, in turns of the event loop: the controls, then what is drawn, then the picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from attnviz.app.own_turn import OwnTurn
from attnviz.app.painting_again import clear, hold_paint, paint_again, painting
from attnviz.app.palette import dressing
from attnviz.figures.theme import theme
from attnviz.figures.view import View

_DONE = object()


class ChangingLooks(QObject):
    """All at once would keep keys and clicks waiting where there is much to draw. Nothing is painted before all of it
    is dressed and placed, for half of it would be old.

    take: gives the changes to the session.
    """

    taken_back = Signal()  # what is taken was worn before it all: no state tells of it, and some measured meanwhile

    def __init__(self, window: QWidget, take: Callable[..., object]) -> None:
        super().__init__(window)
        self._window, self._take = window, take
        self._coming: dict[str, Any] = {}
        self._worn_before: object = None  # by the window, before what is coming was asked for
        self._dressing: Iterator[None] | None = None
        self._painting: Iterator[None] | None = None
        self._pauses = False
        self._clears = False  # the screen before it is painted
        self._turns: list[OwnTurn] = []
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._go_on)  # not QTimer.singleShot, which is done before keys and clicks

    def give_turns(self, *turns: OwnTurn, first: bool = False) -> None:
        """Has what waits for one of these done before the window is painted, in this order, one in a turn.

        first: before those that were given earlier, which need the room that is left.
        """
        self._turns = [*turns, *self._turns] if first else [*self._turns, *turns]

    def coming(self, view: View) -> View:
        """The view with what was asked for and is not drawn yet."""
        return replace(view, **self._coming)

    def change(self, view: View, changes: dict[str, Any]) -> None:
        """Begins to dress the window for the view with those changes, and has them taken once it is dressed."""
        if not self._coming:
            self._worn_before = self._window.property("worn")
        self._coming |= changes
        wanted = self.coming(view)
        self.paint_later()
        if self._dressing is None or self._window.property("worn") != (wanted.theme, wanted.text_size):
            self._dressing = dressing(self._window, theme(wanted.theme, wanted.text_size))
        self._dress_on()

    def paint_later(self) -> None:
        """Has the window painted in the next turns: much in it is about to become another."""
        self._painting = None
        hold_paint(self._window)
        self._go_on_soon()

    def place_later(self) -> None:
        """Does so where most of it gets another place: nothing on the screen stays beside what is painted."""
        self._clears = True
        self.paint_later()

    def finish(self) -> None:
        """Has what is coming taken and painted now: nothing may come after it."""
        self._soon.stop()
        try:
            while self._dressing is not None:
                self._dress_on()
            self._have_taken()
            while self._take_turn():
                pass
        finally:
            # At once: under X11 the request to paint is used up meanwhile, and a first window would stay black.
            if self._painting is None:
                self._clears = False
                paint_again(self._window)
            while self._painting is not None:
                self._paint_on()

    def _go_on(self) -> None:
        """Does what is next: dresses on, takes what is coming, one of the turns that wait, or paints on.

        First it lets pass what became due meanwhile, as by laying out what was taken: timers are served by the time
        that they were set to.
        """
        if self._pauses:
            self._pauses = False
            self._soon.start(0)
            return
        if not (self._dressing or self._coming or any(turn.waits for turn in self._turns)):
            if self._painting is None:
                self._painting = painting(self._window)
                if self._clears:
                    clear(self._window)
            self._paint_on()
            if self._painting is not None:
                self._go_on_soon()
            return
        try:
            if self._dressing is not None:
                self._dress_on()
            elif self._coming:
                self._have_taken()
            else:
                self._take_turn()
        finally:
            self._go_on_soon()

    def _go_on_soon(self) -> None:
        self._pauses = True
        self._soon.start(0)

    def _take_turn(self) -> bool:
        """Has the first thing done that waits for its turn; False if there is none."""
        turn = next((turn for turn in self._turns if turn.waits), None)
        if turn is not None:
            turn.take()
        return turn is not None

    def _dress_on(self) -> None:
        """Dresses another part of the window, if anything is left to dress."""
        if self._dressing is not None and next(self._dressing, _DONE) is _DONE:
            self._dressing = None

    def _paint_on(self) -> None:
        """Paints another region of the window, if anything is left to paint."""
        if self._painting is not None and next(self._painting, _DONE) is _DONE:
            self._painting, self._clears = None, False

    def _have_taken(self) -> None:
        coming, self._coming = self._coming, {}
        if coming:
            self._take(**coming)
            if self._window.property("worn") == self._worn_before:
                self.taken_back.emit()
