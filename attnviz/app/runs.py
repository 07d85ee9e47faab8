"""Runs beside the window: one thread takes them one after another, what is in front first. No Qt here."""

from __future__ import annotations

import atexit
import os
import sys
import threading
from abc import ABC, abstractmethod
from contextvars import Context

NAME = "attnviz"  # of the thread
_NICE = 1  # of the thread: with 5, answers beside busy programs take half as long again, and waits are no shorter


class Run(ABC):
    """Something to be done for a client. urgent: may go before others, and between their steps.

    in_front: people look at nothing else, so it may go before urgent ones too; that changes with what they look at.
    dropped: nobody wants it any more; it may still go on until it notices.
    """

    def __init__(self, client: object, *, urgent: bool) -> None:
        self.client, self.urgent = client, urgent
        self.in_front = self.dropped = False

    @property
    def rank(self) -> int:
        """Those of a higher one go before it."""
        return 2 if self.in_front else int(self.urgent)

    @abstractmethod
    def work(self) -> None:
        """Does it, in the thread, and raises nothing."""


class Runs:
    """Those that wait, and the one thread that takes them; it exists only while there is something to be done.

    An urgent run waits for no patient one: whenever that tells its progress, in `let_by`, urgent ones are done first,
    and within these what is in front. So several are under way, all but one of them paused, and none waits for another.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: list[Run] = []
        self._under_way: list[Run] = []
        self._thread: threading.Thread | None = None
        self._works = False  # the thread looks once more whether something waits
        # Python waits for other threads before it says that it ends, and a run would never hear of it.
        atexit.register(self.end)

    def put(self, run: Run) -> None:
        """Has it done as soon as its turn comes."""
        with self._changed:
            self._waiting.append(run)
            if not self._works:
                self._works = True
                self._thread = threading.Thread(target=self._take_all, name=NAME, daemon=True)
                self._thread.start()

    def drop(self, run: Run) -> None:
        """Takes it back where it waits, asks it to stop where it is under way."""
        with self._changed:
            run.dropped = True
            if run in self._waiting:
                self._waiting.remove(run)

    def let_by(self, run: Run) -> None:
        """Does what goes before `run`, in the midst of it, which calls this and holds no lock meanwhile."""
        if threading.current_thread() is not self._thread:
            return
        while not run.dropped and self._take(above=run.rank):
            pass

    def wait(self, client: object) -> None:
        """Comes back once nothing of the client is under way, nor the thread if it has nothing else to do."""
        with self._changed:
            self._changed.wait_for(lambda: self._has_left(client))
            ending = None if self._works else self._thread
        if ending is not None:
            ending.join()

    def end(self) -> None:
        """Drops all there is, and waits until the thread has ended."""
        with self._changed:
            for run in (*self._waiting, *self._under_way):
                run.dropped = True
            self._waiting.clear()
            thread = self._thread
        if thread is not None:
            thread.join()

    def _has_left(self, client: object) -> bool:
        """True once none of its runs is under way, and the thread knows whether it goes on."""
        others = bool(self._waiting or self._under_way)
        return all(run.client is not client for run in self._under_way) and (others or not self._works)

    def _take_all(self) -> None:
        _stand_back()
        while self._take():
            pass

    def _take(self, *, above: int | None = None) -> bool:
        """Does the next one, False where there is none. above: only one of a higher rank."""
        with self._changed:
            run = max(self._waiting, key=lambda each: each.rank, default=None)  # the first of the highest
            if run is None and above is None:
                self._works = False  # whoever comes next begins another thread
                self._changed.notify_all()
            if run is None or (above is not None and run.rank <= above):
                return False
            self._waiting.remove(run)
            self._under_way.append(run)
        try:
            Context().run(run.work)  # a paused run's settings, such as NumPy's for errors, are none of another's
        finally:
            with self._changed:
                self._under_way.remove(run)
                self._changed.notify_all()
        return True


def _stand_back() -> None:
    """Lets the window's thread go before this one, and before those that begin from it, where processors are few.

    Linux alone counts this by thread; elsewhere it would hold the window back too.
    """
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
