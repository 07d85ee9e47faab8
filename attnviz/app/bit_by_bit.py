"""Long work in small bits hands over whenever something else may come in between: keys and clicks would wait for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator

from PySide6.QtCore import QObject, QTimer

A_TURN = 0.008  # seconds of work in one go

Bits = Callable[[], Iterable[object]]


def in_turns(bits: Iterable[object]) -> Iterator[None]:
    """Does one bit after the other, each as it is asked for, and comes back after as many as have time in one go."""
    end = time.thread_time() + A_TURN
    for _ in bits:
        if time.thread_time() >= end:
            yield
            end = time.thread_time() + A_TURN


class InTurns(QObject):
    """Does so in turns of the event loop.

    Something newer waits until what is on its way is done, so that something moves while a slider is dragged; of
    several newer things the newest is done.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._turns: Iterator[None] | None = None
        self._next: Bits | None = None
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """True while something is on its way."""
        return self._turns is not None

    def begin(self, bits: Bits) -> None:
        """Does that in the next turns. bits: begins it, and comes back after each of its bits."""
        if self._turns is not None:
            self._next = bits
            return
        self._turns = in_turns(bits())
        self._later.start(0)

    def forget(self) -> None:
        """Leaves what is on its way where it is, and what waits."""
        self._later.stop()
        self._turns = self._next = None

    def _go_on(self) -> None:
        turns = self._turns
        try:
            for _ in turns or ():
                self._later.start(0)
                return
        except BaseException:
            self.forget()  # what fails is not gone on with
            raise
        if self._turns is turns:  # the last bit may have had all left
            self._turns, following = None, self._next
            self._next = None
            if following is not None:
                self.begin(following)
