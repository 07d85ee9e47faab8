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
    """Serves the deferred trace that a session shows, and those that it is compared with.

    `arrived` carries the trace that is shown, with new results in it or in one of the others; `moved` the part done of
    what is under way, or None at its end. Deferred traces are the window's; those behind them are the worker's alone.
    """

    arrived = Signal(object)
    moved = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._line = Line(self, urgent=True)
        self._line.told.connect(self._hear)
        self._shown: Trace | None = None
        self._others: tuple[Trace, ...] = ()
        self._turns: Counter[tuple[int, Want]] = Counter()
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
        newest = None if previous is None or self._shown is None else self._shown.behind
        known = previous if newest is None else newest
        self._leave()
        budget = self.budget if known is None else None
        if not takes_long(scenario.sizes):
            return trace(scenario, known, budget=budget)
        shown = trace(scenario, known, budget=budget).deferred()
        self._shown = shown
        shown.asked.on_miss = self._soon.start
        if first:
            self._line.start(partial(_compute, tuple((shown, want) for want in first)))
        else:
            self._soon.start()  # where nobody asks, what is told as coming is over
        return shown

    def beside(self, *others: Trace | None) -> None:
        """Serves these too, such as a pinned trace, after the one that is shown."""
        wanted = tuple(other for other in others if other is not None and other.defers and other is not self._shown)
        if wanted == self._others:
            return
        for gone in self._others:
            gone.asked.on_miss = None
        for other in wanted:
            other.asked.on_miss = self._soon.start
        self._others = wanted
        if self._shown is not None:
            self._shown.asked.on_miss = self._soon.start

    def stop(self) -> None:
        """Stops what is under way; it is computed when another picture is looked at."""
        self._line.stop()
        self._soon.stop()
        self._mark_stopped(stopped=True)
        self.moved.emit(None)

    def look_again(self) -> None:
        """Another picture is looked at: what it asks for goes before what is under way for the one before."""
        self._turns.clear()
        self._mark_stopped(stopped=False)
        for one in self._served():
            one.asked.beyond.clear()
        if any(one.asked.missing for one in self._served()):
            self._line.stop()
            self._soon.start()

    def _leave(self) -> None:
        """Nothing of the trace that was shown is wanted any more."""
        self._line.stop()
        self._soon.stop()
        self._turns.clear()
        self._mark_stopped(stopped=False)
        if self._shown is not None and self._shown not in self._others:
            self._shown.asked.on_miss = None
        self._shown = None

    def _served(self) -> tuple[Trace, ...]:
        return self._others if self._shown is None else (self._shown, *self._others)

    def _mark_stopped(self, *, stopped: bool) -> None:
        self.stopped = stopped
        for one in self._served():
            one.asked.stopped = stopped

    def _serve(self) -> None:
        """Has computed what was asked for; while something is under way, that first."""
        if self._line.running or self.stopped:
            return
        asked = [(one, want) for one in self._served() for want in one.asked.latest_first()]
        jobs = tuple(job for job in asked if self._turns[_place(job)] < _TURNS)
        for of, want in asked:  # what was dropped again each time is too much beside the rest that is looked at
            if self._turns[_place((of, want))] >= _TURNS:
                of.asked.missing.pop(want, None)
                of.asked.beyond.add(want)
        if jobs:
            self._line.start(partial(_compute, jobs, bit_by_bit=True))
        elif asked and self._shown is not None:
            self.arrived.emit(self._shown)
        if not jobs:
            self.moved.emit(None)

    def _hear(self, told: Told) -> None:
        served = told.result if told.ended else told.said
        if isinstance(served, tuple):
            for job in served:
                of, want = job
                of.asked.missing.pop(want, None)
                self._turns[_place(job)] += 1
            if self._shown is not None:
                self.arrived.emit(self._shown)
        if told.ended and any(one.asked.missing for one in self._served()):
            self._soon.start()
        self.moved.emit(None if told.ended else told.part)


_Job = tuple[Trace, Want]


def _place(job: _Job) -> tuple[int, Want]:
    return id(job[0]), job[1]


def _compute(jobs: tuple[_Job, ...], report: Report, *, bit_by_bit: bool = False) -> tuple[_Job, ...]:
    """In the worker's thread: computes each, comes back with all, or with the rest of those told on the way."""
    there: list[_Job] = []
    said = time.monotonic()
    for place, (shown, want) in enumerate(jobs):
        assert shown.behind is not None  # it is deferred
        of = shown.behind.exact if want.exact else shown.behind
        of.report = _part_of(report, place, len(jobs))
        try:
            _fetch(of, want)
        except AttentionError as error:
            of.fail(want.name, want.head, error)
        there.append((shown, want))
        if bit_by_bit and time.monotonic() - said >= _OFTEN and place < len(jobs) - 1:
            report.say(tuple(there))
            there, said = [], time.monotonic()
    return tuple(there)


def _fetch(of: Trace, want: Want) -> None:
    from attnviz.figures.large.differences import make_difference  # those who open nothing large start sooner
    from attnviz.figures.large.pictures import make

    if want.kind == "shift":
        of.shifted(want.head or 0)
    elif isinstance(want.against, Trace):
        make_difference(of, want.against, want.name, want.head or 0)
    elif want.kind != "numbers":
        make(want.kind, of, want.name, want.head)
    elif want.row is None:
        of.at(want.name, want.head)
    else:
        of.row(want.name, want.row, want.head)


def _part_of(report: Report, place: int, count: int) -> Callable[[float], bool]:
    return lambda part: report((place + part) / count)
