"""A bar on the terminal that tells how much of a long job is done; files and pipes get none of it."""

from __future__ import annotations

from typing import TextIO

from attnviz.cli.printing import draw_over

_WIDE, _NAME = 24, 32  # columns of the bar and of what is being done


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

    def clear(self) -> None:
        """Takes the bar away."""
        self._draw("")

    def _draw(self, text: str) -> None:
        if self._stream is not None:
            draw_over(self._stream, text)
