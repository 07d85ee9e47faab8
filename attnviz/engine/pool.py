"""Threads for tasks that stand side by side, such as blocks of rows: as many as there are processors to use.

NumPy lets other threads run while it computes. They start with the call and end with it, so that none is left when the
program ends, and a call inside a task just runs in the thread of that task.
"""

from __future__ import annotations

import _thread
import contextlib
import os
import threading
from collections.abc import Callable, Sequence

from attnviz.engine.errors import Stopped

Report = Callable[[float], bool]
_MOST = 8  # beyond it, blocks wait for memory and not for processors


def _workers() -> int:
    """How many threads compute at once. One where the matrix products have threads of their own.

    Those of OpenBLAS let one product in at a time, so that threads of ours would wait for each other.
    """
    if os.environ.get("OPENBLAS_NUM_THREADS", os.environ.get("OMP_NUM_THREADS")) != "1":
        return 1
    usable = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    return min(len(usable), _MOST)


WORKERS = _workers()
_inside = threading.local()  # .busy: this thread computes a task


def each(tasks: Sequence[Callable[[], object]], report: Report | None = None, *, light: bool = False) -> None:
    """Runs all the tasks, several at once, and comes back when they are done.

    report: is told, on the calling thread, before the tasks and between its own, which part of all is done; if it comes
    back False, those that have not begun are left and Stopped is raised. An error in a task ends the others so, too;
    where several fail, that of the first in the sequence is raised, as if they had run one after the other.
    light: together they take a millisecond or two, and are over before another thread would have begun.
    """
    if report is not None and tasks and not report(0.0):
        raise Stopped
    work = _Work(tasks, report)
    helpers = 0 if light or getattr(_inside, "busy", False) else min(WORKERS, len(tasks)) - 1
    with contextlib.suppress(RuntimeError):  # the program ends, or the system has no more threads: fewer will do
        for _ in range(helpers):
            _thread.start_new_thread(work.help, ())  # threading's own start waits until the thread has begun
    try:
        work.run(busy=helpers > 0)
    finally:  # whichever task of whichever thread ended it
        work.wait()
        work.raise_failure()
    if not work.complete:
        raise Stopped


def portion(report: Report | None, start: float, stop: float) -> Report | None:
    """What a part of the work reports to, which is the whole of it from `start` to `stop`."""
    return None if report is None else lambda done: report(start + done * (stop - start))


class _Work:
    """The tasks of one call, handed out in their order."""

    def __init__(self, tasks: Sequence[Callable[[], object]], report: Report | None) -> None:
        self._tasks = tasks
        self._report = report
        self._stopped = False
        self._next = self._done = self._running = 0
        self._failed: dict[int, BaseException] = {}
        self._changed = threading.Condition()

    def run(self, *, busy: bool) -> None:
        """Takes one task after the other until none is left, and reports between them. busy: others take some, too."""
        before = getattr(_inside, "busy", False)
        _inside.busy = busy or before
        try:
            while self._step():
                if self._report is not None and self._next < len(self._tasks):
                    self._stopped = self._stopped or not self._report(self._done / len(self._tasks))
        finally:
            _inside.busy = before
            self._stopped = True  # after Ctrl-C, which comes to one thread only, the others take no more either

    def help(self) -> None:
        """Takes tasks beside the thread that reports; comes too late if that one has taken them all."""
        _inside.busy = True
        with contextlib.suppress(BaseException):  # it is kept for the thread that asked
            while self._step():
                pass

    def wait(self) -> None:
        """Comes back when no task is running any more."""
        with self._changed:
            self._changed.wait_for(lambda: self._running == 0)

    @property
    def complete(self) -> bool:
        """True if every task has been done."""
        return self._done == len(self._tasks)

    def raise_failure(self) -> None:
        """Raises the error of the first task that failed, if one did."""
        if self._failed:
            raise self._failed[min(self._failed)]

    def _step(self) -> bool:
        """Runs the next task; False if there is none to run."""
        with self._changed:
            index = self._next
            if self._stopped or self._failed or index == len(self._tasks):
                return False
            self._next += 1
            self._running += 1
        try:
            self._tasks[index]()
        except BaseException as error:
            with self._changed:
                self._failed[index] = error
            raise
        finally:
            with self._changed:
                self._running -= 1
                self._done += 1
                if self._running == 0:
                    self._changed.notify_all()
        return True
