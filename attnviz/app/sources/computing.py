"""Sources computed beside the window: one worker thread, layer after layer, the newest sentence wins."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Signal

from attnviz.content.sources.row_sums import row_sums
from attnviz.content.sources.source import Source
from attnviz.engine.arrays import Array
from attnviz.engine.errors import AttentionError
from attnviz.figures.overview.pooling import thumbs


@dataclass(frozen=True)
class Told:
    """What the worker has to say: the source first, then each of its layers, at the end that all are there.

    error: why there is none; whatever it is, it is told to whoever listens. made: what else was asked for.
    even: all rows of the layer sum to 1.
    """

    run: int
    source: Source | None = None
    layer: int | None = None
    weights: Array | None = None
    made: object = None
    error: Exception | None = None
    ended: bool = False
    even: bool = True


class Computing(QObject):
    """Starts and drops runs. `told` carries a Told to the thread of whoever listens."""

    told = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="source")
        self._newest = 0
        self._wanted = 0  # the run that may go on; 0 for none
        self._closed = threading.Event()
        # The object may go before anybody calls `close`: then the worker must not speak through it any more.
        self.destroyed.connect(self._closed.set)

    @property
    def running(self) -> int:
        """The number of the run that goes on, 0 while none does."""
        return self._wanted

    def read(self, make: Callable[[], Source]) -> int:
        """Makes a source and then the weights of all its layers, in place of what was asked for before."""
        return self._start(lambda run: self._read(run, make))

    def make(self, deed: Callable[[], object]) -> int:
        """Makes anything else, in place of what was asked for before."""
        return self._start(lambda run: self._say(Told(run, made=deed(), ended=True)))

    def done(self, run: int) -> None:
        """Whoever took the end says so."""
        if self._wanted == run:
            self._wanted = 0

    def drop(self) -> None:
        """Nothing of what was asked for is wanted any more."""
        self._wanted = 0

    def close_down(self) -> None:
        """Stops, and waits for the worker to end."""
        self.drop()
        self._closed.set()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _start(self, deed: Callable[[int], None]) -> int:
        self._newest += 1
        self._wanted = run = self._newest
        self._pool.submit(self._work, run, deed).add_done_callback(partial(self._finish, run))
        return run

    def _work(self, run: int, deed: Callable[[int], None]) -> None:
        if self._goes_on(run):
            deed(run)

    def _finish(self, run: int, future: Future[None]) -> None:
        """In the worker's thread: a fault, too, goes to who listens, and is raised there."""
        error = None if future.cancelled() else future.exception()
        if isinstance(error, Exception):
            self._say(Told(run, error=error, ended=True))

    def _read(self, run: int, make: Callable[[], Source]) -> None:
        source = make()
        self._say(Told(run, source=source))
        problem: AttentionError | None = None
        for layer in range(0 if source.missing else source.layers):
            if not self._goes_on(run):
                return
            try:
                weights = source.weights(layer)
            except AttentionError as error:  # others may be there: X of a checkpoint may be that of one layer
                problem = problem or error
                continue
            thumbs(weights)  # here rather than while it is painted
            even = source.kind != "tensor" or not row_sums(weights).off
            self._say(Told(run, source=source, layer=layer, weights=weights, even=even))
        self._say(Told(run, source=source, error=problem, ended=True))

    def _goes_on(self, run: int) -> bool:
        return run == self._wanted and not self._closed.is_set()

    def _say(self, told: Told) -> None:
        if not self._closed.is_set():
            self.told.emit(told)
