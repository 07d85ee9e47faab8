"""Large traces computed beside the window: what the views asked for and did not find, the newest scenario first."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from attnviz.app.worker import Line, Report, Told
from attnviz.engine.amounts import takes_long
from attnviz.engine.errors import AttentionError
from attnviz.engine.keeping import Want
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace, trace

_OFTEN = 0.05  # seconds: results are shown together that came within so long
_TURNS = 2  # so often the same is computed for one picture: more means that the budget cannot hold what is shown


class Ahead(QObject):
    """Serves the deferred trace that a session shows.

    `arrived` carries the trace with new results in it, `moved` the part done of what is under way, or None at its end.
    Deferred traces are the window's; the twin that computes is the worker's alone.
    """

    arrived = Signal(object)
    moved = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._line = Line(self, urgent=True)
        self._line.told.connect(self._hear)
        self._shown: Trace | None = None  # the deferred trace that is served
        self._twin: Trace | None = None  # the one that computes for it
        self._turns: Counter[Want] = Counter()
        self.budget: int | None = None  # bytes for large results of documents that are opened; None: the usual
        self.stopped = False  # by hand: nothing is computed before another picture is looked at
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._serve)

    @property
    def busy(self) -> bool:
        """True while something is computed or is about to be."""
        return self._line.running != 0 or self._soon.isActive()

    def trace(self, scenario: Scenario, previous: Trace | None, first: tuple[Want, ...] = ()) -> Trace:
        """A trace of the scenario: whole where that takes no longer than a frame, else deferred and served from now on.

        first: what is computed before anybody asks. previous: as the session shows it; the newest one that computes
        takes its place where there is one.
        """
        known = self._twin if previous is not None and self._twin is not None else previous
        self.leave()
        if not takes_long(scenario.sizes):
            return trace(scenario, known, budget=None if known is not None else self.budget)
        self._twin = trace(scenario, known, budget=None if known is not None else self.budget)
        self._shown = self._twin.deferred()
        self._shown.asked.on_miss = self._soon.start
        if first:
            self._line.start(partial(_compute, self._twin, first))
        return self._shown

    def stop(self) -> None:
        """Stops what is under way; it is computed when another picture is looked at."""
        self._line.stop()
        self._soon.stop()
        self.stopped = True
        self.moved.emit(None)

    def leave(self) -> None:
        """Nothing of the trace before is wanted any more."""
        self._line.stop()
        self._soon.stop()
        self._turns.clear()
        self.stopped = False
        if self._shown is not None:
            self._shown.asked.on_miss = None
        self._shown = self._twin = None

    def look_again(self) -> None:
        """Another picture is looked at: what it asks for goes before what is under way for the one before."""
        self._turns.clear()
        self.stopped = False
        if self._shown is not None and self._shown.asked.missing:
            self._line.stop()
            self._soon.start()

    def _serve(self) -> None:
        """Has computed what was asked for; while something is under way, that first."""
        if self._shown is None or self._twin is None or self._line.running or self.stopped:
            return
        wants = tuple(want for want in self._shown.asked.latest_first() if self._turns[want] < _TURNS)
        if wants:
            self._line.start(partial(_compute, self._twin, wants, bit_by_bit=True))
        else:
            self.moved.emit(None)

    def _hear(self, told: Told) -> None:
        served = told.result if told.ended else told.said
        if isinstance(served, tuple) and self._shown is not None:
            for want in served:
                self._shown.asked.missing.pop(want, None)
                self._turns[want] += 1
            self.arrived.emit(self._shown)
        if told.ended and self._shown is not None and self._shown.asked.missing:
            self._soon.start()
        self.moved.emit(None if told.ended else told.part)


def _compute(twin: Trace, wants: tuple[Want, ...], report: Report, *, bit_by_bit: bool = False) -> tuple[Want, ...]:
    """In the worker's thread: computes each, comes back with all, or with the rest of those told on the way."""
    from attnviz.figures.large.pictures import make

    there: list[Want] = []
    said = time.monotonic()
    for place, want in enumerate(wants):
        of = twin.exact if want.exact else twin
        of.report = _part_of(report, place, len(wants))
        try:
            if want.kind == "shift":
                of.shifted(want.head or 0)
            elif want.kind != "numbers":
                make(want.kind, of, want.name, want.head)
            elif want.row is None:
                of.at(want.name, want.head)
            else:
                of.row(want.name, want.row, want.head)
        except AttentionError as error:
            of.fail(want.name, want.head, error)
        there.append(want)
        if bit_by_bit and time.monotonic() - said >= _OFTEN and place < len(wants) - 1:
            report.say(tuple(there))
            there, said = [], time.monotonic()
    return tuple(there)


def _part_of(report: Report, place: int, count: int) -> Callable[[float], bool]:
    return lambda part: report((place + part) / count)
