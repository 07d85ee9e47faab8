"""A bar on the terminal that tells how much of a long job is done; files and pipes get none of it."""

from __future__ import annotations

import time
from typing import TextIO

from attnviz.cli.printing import draw_over

_WIDE, _NAME = 24, 32  # columns of the bar and of what is being done
_PATIENCE, _RARELY = 0.5, 0.1  # seconds before a share is shown, and between two of its bars


class Bar:
    """So many steps, shown in one line that is drawn over."""

    def __init__(self, steps: int, stream: TextIO | None) -> None:
        self._steps = steps
        self._done = 0
        self._stream = stream if stream is not None and stream.isatty() else None

    def show(self, doing: str) -> None:
        """Draws the bar with what is being done."""
        full = _WIDE * self._done // self._steps
        name = doing if len(doing) <= _NAME else doing[: _NAME - 1] + "…"
        self._draw(f"[{'#' * full}{'.' * (_WIDE - full)}] {self._done}/{self._steps} {name}")

    def step(self) -> None:
        """Counts one step as done."""
        self._done += 1

    def reach(self, steps: int) -> None:
        """Counts so many steps as done in all."""
        self._done = steps

    def clear(self) -> None:
        """Takes the bar away."""
        self._draw("")

    def _draw(self, text: str) -> None:
        if self._stream is not None:
            draw_over(self._stream, text)


class Share:
    """How much of one long job is done, in percent, once it has lasted for half a second. Call it with the part done.

    It comes back with True: whoever wants a job in a terminal to end presses Ctrl-C.
    """

    def __init__(self, doing: str, stream: TextIO | None) -> None:
        self._bar = Bar(100, stream)
        self._doing = doing
        self._next = time.monotonic() + _PATIENCE
        self._shown = False

    def __call__(self, part: float) -> bool:
        now = time.monotonic()
        if now >= self._next:
            self._next, self._shown = now + _RARELY, True
            self._bar.reach(int(100 * part))
            self._bar.show(self._doing)
        return True

    def clear(self) -> None:
        """Takes the bar away, if there was one."""
        if self._shown:
            self._bar.clear()
