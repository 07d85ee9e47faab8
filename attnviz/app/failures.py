"""The one door where the program stays alive: what nobody expected is logged, shown once, and work goes on."""

from __future__ import annotations

import sys
import traceback
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, Signal

from attnviz import __version__

MOST_LOGGED = 5  # one bad paint function can fail on each repaint; the first few reports say it all
MOST_BYTES = 1_000_000  # an older log is kept once beside it, so that neither grows without end

Place = tuple[type[BaseException], str, int]


class Failures(QObject):
    """An excepthook that writes each fault to `log` and emits `met(summary, log)` once for each place it comes from."""

    met = Signal(str, object)

    def __init__(self, log: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.log = log
        self._seen: Counter[Place] = Counter()
        self._before: Callable[..., object] | None = None

    def install(self) -> None:
        """Takes sys.excepthook until `remove`."""
        self._before = sys.excepthook
        sys.excepthook = self.report

    def remove(self) -> None:
        """Gives sys.excepthook back."""
        if self._before is not None:
            sys.excepthook = self._before
            self._before = None

    def report(self, kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
        """Logs a fault and tells of it, unless the same place has been told of before.

        What the failed functions held is let go at once: a QPainter that outlives its paint event, because the
        traceback knows it, takes the program with it.
        """
        try:
            if issubclass(kind, Exception):
                self._report(kind, error, where)
            else:
                sys.__excepthook__(kind, error, where)
        finally:
            _let_go(error)

    def _report(self, kind: type[Exception], error: BaseException, where: TracebackType | None) -> None:
        place = _place(kind, where)
        self._seen[place] += 1
        times = self._seen[place]
        if times > MOST_LOGGED:
            return
        text = "".join(traceback.format_exception(kind, error, where))
        self._write(text, times)
        if times == 1:
            self.met.emit(f"{kind.__name__}: {error}", self.log)

    def _write(self, text: str, times: int) -> None:
        last = "\n(This fault is not logged again.)\n" if times == MOST_LOGGED else ""
        entry = f"{datetime.now():%Y-%m-%d %H:%M:%S}  attnviz {__version__}\n{text}{last}\n"
        try:
            self.log.parent.mkdir(parents=True, exist_ok=True)
            if self.log.exists() and self.log.stat().st_size > MOST_BYTES:
                self.log.replace(self.log.with_suffix(".old.log"))
            with self.log.open("a", encoding="utf-8") as file:
                file.write(entry)
        except OSError:
            # A log that cannot be written must not hide the fault; pythonw on Windows has no stderr either.
            if sys.stderr is not None:
                sys.stderr.write(entry)


def _let_go(error: BaseException | None) -> None:
    """Clears the frames of a fault and of those that led to it."""
    while error is not None:
        traceback.clear_frames(error.__traceback__)
        error = error.__cause__ or error.__context__


def _place(kind: type[BaseException], where: TracebackType | None) -> Place:
    """What makes two faults the same: their kind and the line that raised them."""
    while where is not None and where.tb_next is not None:
        where = where.tb_next
    if where is None:
        return kind, "", 0
    return kind, where.tb_frame.f_code.co_filename, where.tb_lineno
