"""The program's own window on a layer of thousands of tokens, followed from an edit to the pixels of its map."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module

import numpy as np
from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

import attnviz
from attnviz.app.collecting import collector_of
from attnviz.app.loading_ahead import WINDOW_MODULES, load
from attnviz.app.pipeline.figure_view import FigureView
from attnviz.app.session import Session
from attnviz.app.window import MainWindow
from attnviz.engine.arrays import Array
from attnviz.engine.edits import set_cell
from attnviz.figures.large.large_map import LargeMap
from tools.bench.tasks.applications import an_application
from tools.bench.witness import Span

PATIENCE = 60.0  # seconds
TICK = 5  # milliseconds between two beats
_MUCH = 0.01  # seconds of work between two that are kept


def layer(tokens: int, width: int, heads: int) -> attnviz.Scenario:
    """A layer with seeded numbers in every matrix, float32, whose weights are neither even nor all in one place."""
    random = np.random.default_rng(7)

    def matrix(rows: int, columns: int, spread: float) -> Array:
        return random.normal(0, spread, (rows, columns)).astype(np.float32)

    narrow = width**-0.5
    W_Q, W_K, W_V, W_O = (matrix(width, width, narrow) for _ in range(4))
    inputs = attnviz.Projected(X=matrix(tokens, width, 1.0), W_Q=W_Q, W_K=W_K, W_V=W_V, W_O=W_O)
    names = tuple(f"t{number}" for number in range(1, tokens + 1))
    return attnviz.Scenario(inputs=inputs, tokens=names, heads=heads, dtype="float32", title="A large layer")


class Heartbeat(QObject):
    """Beats on the GUI thread every few milliseconds.

    longest: the longest time between two beats, in seconds. works: where the thread itself computed for long between
    two, when it was and for how many seconds, which a machine that is busy with other things makes no longer.
    """

    def __init__(self) -> None:
        super().__init__()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK)
        self._timer.timeout.connect(self._beat)
        self._last, self._worked = time.monotonic(), time.thread_time()
        self.longest, self.works = 0.0, list[tuple[Span, float]]()

    def start(self) -> None:
        """Beats from now on, with no gap so far."""
        self._last, self._worked = time.monotonic(), time.thread_time()
        self.longest = 0.0
        self._timer.start()

    def stop(self) -> None:
        """Beats once more, and then no longer."""
        self._beat()
        self._timer.stop()

    def _beat(self) -> None:
        now, worked = time.monotonic(), time.thread_time()
        self.longest = max(self.longest, now - self._last)
        if worked - self._worked > _MUCH:
            self.works.append((Span(self._last, now), worked - self._worked))
        self._last, self._worked = now, worked


class LargeWindow(QObject):
    """One head's weights in front; `paints` counts how often its picture of the newest numbers was painted."""

    def __init__(self, scenario: attnviz.Scenario) -> None:
        super().__init__()
        self.session = Session(scenario)
        self.window = MainWindow(self.session)
        self._pass_over()
        self.window.resize(1366, 768)
        self.window.show()
        self.session.look(tab="head", layout="focus", focus="weights")
        found = self.window.findChild(FigureView, "figure.weights")
        assert isinstance(found, FigureView)
        self.figure = found
        self.paints = 0
        self.figure.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Counts paint events that show the newest numbers."""
        if event.type() == QEvent.Type.Paint and watched is self.figure and self.is_new:
            self.paints += 1
        return False

    @property
    def is_new(self) -> bool:
        """True if what the figure shows is of the scenario as it is now, and is there."""
        state, shown = self.session.state, self.figure.figure
        if state.trace.scenario is not state.scenario or (state.pending is not None and state.pending.stale):
            return False
        return not isinstance(shown, LargeMap) or (shown.picture is not None and not shown.pending)

    def load(self) -> None:
        """Loads what the program loads beside its window in the first seconds."""
        load(lambda _part: True)
        for module in WINDOW_MODULES:
            import_module(module)
        self._pass_over()

    def _pass_over(self) -> None:
        """Has no module looked through for garbage, as the program does with each that it loads."""
        collector_of(an_application()).pass_over()

    def until(self, done: Callable[[], bool]) -> None:
        """Runs the event loop until then. Raises TimeoutError."""
        end = time.perf_counter() + PATIENCE
        while not done():
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
            if time.perf_counter() > end:
                raise TimeoutError(f"not there after {PATIENCE:g} s")
            if not done():
                time.sleep(0.0005)  # as an event loop waits: the worker needs the interpreter too

    def wait(self, seconds: float) -> None:
        """Runs the event loop for so long."""
        end = time.perf_counter() + seconds
        self.until(lambda: time.perf_counter() >= end)

    def settle(self) -> None:
        """Until nothing is computed any more and the newest picture has been painted."""
        self.until(lambda: self.paints > 0 and self.is_new and not self.session.busy)
        self.wait(0.05)

    def edit_to_pixels(self, number: int) -> float:
        """Changes one number of W_Q in the visible head; the seconds until its map shows it."""
        self.settle()
        self.paints = 0
        begin = time.perf_counter()
        self.edit(number)
        self.until(lambda: self.paints > 0)
        return time.perf_counter() - begin

    def edit(self, number: int, gesture: object = None) -> None:
        """Puts another number into a cell of W_Q that belongs to the first head."""
        row = 1 + number % 30
        self.session.edit(
            f"Edit W_Q[{row + 1},3]",
            lambda now: set_cell(now, "W_Q", row, 2, 0.5 + 0.01 * (number % 50)),
            gesture=gesture,
        )

    def close(self) -> None:
        """Closes the window without a question: nothing here is worth saving."""
        self.session.stop()
        self.session.undo_stack.setClean()
        self.window.close()
