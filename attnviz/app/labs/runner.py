"""Runs of a laboratory beside the window: one worker thread, the newest run wins, any can be stopped."""

from __future__ import annotations

import threading
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Signal

from attnviz.engine.scenario import Scenario
from attnviz.labs.parameters import Values
from attnviz.labs.protocol import Lab, Result, Stopped

_MOST_AT_ONCE = 100_000  # weights of a scenario on which a laboratory runs within a blink
_LEAST_STEP = 0.01  # of the whole: progress is told no more often


def takes_long(lab: Lab, scenario: Scenario) -> bool:
    """True for runs that take longer than a blink: those that say so, and any on a large scenario."""
    if lab.long or not lab.takes_scenario:
        return lab.long
    size = scenario.sizes
    return size.heads * size.T * size.S > _MOST_AT_ONCE


@dataclass(frozen=True, eq=False)
class Asked:
    """What a run was asked for. The same means the very objects: values are never changed in place."""

    lab: Lab
    values: Values
    scenario: Scenario | None

    def same(self, other: Asked) -> bool:
        """True if a result of the other is one of this."""
        return self.lab is other.lab and self.values is other.values and self.scenario is other.scenario


@dataclass(frozen=True)
class Told:
    """What a run has to say: the part done while it goes on, at the end its result or why there is none."""

    run: int
    asked: Asked
    part: float
    result: Result | None = None
    error: BaseException | None = None

    @property
    def ended(self) -> bool:
        """True if nothing more will come from this run."""
        return self.result is not None or self.error is not None


class Runner(QObject):
    """Starts and stops runs. `told` carries a Told to the thread of whoever listens."""

    told = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="lab")
        self._newest = 0
        self._wanted = 0  # the run that may go on; 0 for none
        self._closed = threading.Event()
        # The object may go before anybody calls `close`: then the worker must not speak through it any more.
        self.destroyed.connect(self._closed.set)

    @property
    def running(self) -> int:
        """The number of the run that goes on, 0 while none does."""
        return self._wanted

    def start(self, asked: Asked) -> int:
        """Begins a run in place of the one before; comes back with its number."""
        self._newest += 1
        self._wanted = run = self._newest
        future = self._pool.submit(self._work, run, asked)
        future.add_done_callback(partial(self._finish, run, asked))
        return run

    def stop(self) -> None:
        """Asks the run that goes on to end without a result."""
        self._wanted = 0

    def done(self, run: int) -> None:
        """Whoever took the result says so."""
        if self._wanted == run:
            self._wanted = 0

    def close(self) -> None:
        """Stops, and waits for the worker to end."""
        self.stop()
        self._closed.set()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _work(self, run: int, asked: Asked) -> Result:
        last = 0.0

        def progress(part: float) -> bool:
            nonlocal last
            goes_on = run == self._wanted and not self._closed.is_set()
            if goes_on and part - last >= _LEAST_STEP:
                last = part
                self.told.emit(Told(run, asked, part))
            return goes_on

        if not progress(0.0):
            raise Stopped
        return asked.lab.run(asked.values, asked.scenario, progress)

    def _finish(self, run: int, asked: Asked, future: Future[Result]) -> None:
        """In the worker's thread: whatever came of the run, a fault in it too, goes to who listens."""
        if self._closed.is_set():
            return
        if future.cancelled():
            self.told.emit(Told(run, asked, 0.0, error=CancelledError()))
            return
        error = future.exception()
        self.told.emit(Told(run, asked, 1.0, None if error else future.result(), error))
