"""What a widget does before it is painted: at once, or in a turn of the event loop of its own while nothing is."""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakSet

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

UNASKED = 50  # milliseconds after which it comes where nobody gives turns


class OwnTurn:
    """Does one thing for a widget, once for all that it was asked for meanwhile.

    While a window is not painted much in it is about to become another: what needs a search or a new arrangement waits
    until the rest has its place. `ChangingLooks` gives the turns, one each, so that keys and clicks come in between;
    timers would all be served in one. Where something else keeps the window from being painted, it looks now and then.
    """

    def __init__(self, widget: QWidget, deed: Callable[[], object]) -> None:
        self._widget, self._deed = widget, deed
        self._timer = QTimer(widget)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._come_if_it_waits)
        self.waits = False
        self._lets_pass = False  # what became due before it
        _TURNS.add(self)

    def come(self) -> None:
        """Does it now, or when its turn comes while the window is not painted."""
        if self._widget.updatesEnabled():
            self.take()
        else:
            self.waits, self._lets_pass = True, False
            self._timer.start(UNASKED)

    def start(self) -> None:
        """Does it in the next turn, also while the window is painted; what is due by then comes first, and no other
        turn comes together with it.

        Asked again it waits no longer for that: what is asked for in every turn would never come.
        """
        if not self.waits:
            self.waits = self._lets_pass = True
            self._timer.start(0)

    def take(self) -> None:
        """Does it."""
        self.drop()
        self._deed()

    def drop(self) -> None:
        """Waits no longer: it was done otherwise."""
        self.waits = self._lets_pass = False
        self._timer.stop()

    def _come_if_it_waits(self) -> None:
        if self._lets_pass:  # timers that are due together are served in one turn
            self._lets_pass = False
            self._timer.start(0)
        elif self.waits:
            for other in _TURNS:  # what it made is painted before another comes
                other._lets_pass = other.waits
            self.come()


_TURNS: WeakSet[OwnTurn] = WeakSet()  # of all widgets that there are
