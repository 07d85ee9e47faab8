"""Threads for tasks that stand side by side, such as blocks of rows: as many as there are processors to use.

NumPy lets other threads run while it computes. They start with the call and end before it comes back, so that none is
left when the program ends, and a call inside a task just runs in the thread of that task.
"""

from __future__ import annotations

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


def each(tasks: Sequence[Callable[[], None]], report: Report | None = None, *, workers: int | None = None) -> None:
    """Runs all the tasks, several at once, and comes back when they are done.

    report: is told, on the calling thread and between two tasks, which part of them is done; if it comes back False
    the tasks that have not begun are left, and Stopped is raised. An error in a task does so too; where several fail,
    the error of the first in the sequence is raised, as if they had run one after the other.
    """
    work = _Work(tasks, report)
    helpers = min(WORKERS if workers is None else workers, len(tasks)) - 1
    if helpers < 1 or getattr(_inside, "busy", False):
        work.run(reporting=True)
    else:
        work.run_with(helpers)
    work.end()


class _Work:
    """The tasks of one call, handed out in their order."""

    def __init__(self, tasks: Sequence[Callable[[], None]], report: Report | None) -> None:
        self._tasks = tasks
        self._report = report
        self._lock = threading.Lock()
        self._next = 0
        self._done = 0
        self._stopped = False
        self._failed: dict[int, BaseException] = {}

    def run_with(self, helpers: int) -> None:
        """Computes on this thread and on so many more, which have ended when it comes back."""
        threads = [threading.Thread(target=self._help, name="block", daemon=True) for _ in range(helpers)]
        for thread in threads:
            thread.start()
        _inside.busy = True
        try:
            self.run(reporting=True)
        except BaseException:  # Ctrl-C, which comes to the main thread only: the others must not go on without it
            self._stopped = True
            raise
        finally:
            _inside.busy = False
            for thread in threads:
                thread.join()

    def run(self, *, reporting: bool) -> None:
        """Takes one task after the other until none is left."""
        while True:
            if reporting and self._report is not None and not self._report(self._done / len(self._tasks)):
                self._stopped = True
            with self._lock:
                index = self._next
                if self._stopped or self._failed or index >= len(self._tasks):
                    return
                self._next += 1
            try:
                self._tasks[index]()
            except BaseException as error:  # raised again by end()
                with self._lock:
                    self._failed[index] = error
            with self._lock:
                self._done += 1

    def end(self) -> None:
        """Raises what the tasks ended with, if anything."""
        if self._failed:
            raise self._failed[min(self._failed)]
        if self._stopped:
            raise Stopped

    def _help(self) -> None:
        _inside.busy = True
        self.run(reporting=False)
