"""A long thing done a little at a time, in turns of the event loop, so that keys and clicks come in between."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer

TURN = 0.008  # seconds of one turn

Steps = Callable[[], Iterator[None]]


class InTurns(QObject):
    """Something newer waits until what is on its way is done, so that something moves while a slider is dragged; of
    several newer things the newest is done."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._steps: Iterator[None] | None = None
        self._next: Steps | None = None
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """True while something is on its way."""
        return self._steps is not None

    def begin(self, steps: Steps) -> None:
        """Does that in the next turns. steps: begins it, and comes back after each of its steps."""
        if self._steps is not None:
            self._next = steps
            return
        self._steps = steps()
        self._later.start(0)

    def forget(self) -> None:
        """Leaves what is on its way where it is, and what waits."""
        self._later.stop()
        self._steps = self._next = None

    def _go_on(self) -> None:
        end, steps = time.perf_counter() + TURN, self._steps
        try:
            for _ in steps or ():
                if time.perf_counter() >= end:
                    self._later.start(0)
                    return
        except BaseException:
            self.forget()  # what fails is not gone on with
            raise
        if self._steps is steps:  # the last step may have had all left
            self._steps, following = None, self._next
            self._next = None
            if following is not None:
                self.begin(following)
