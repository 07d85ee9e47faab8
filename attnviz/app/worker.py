"""The app's only thread, for what takes longer than a frame: each client has a line to it, and its newest deed wins."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Event, RLock
from weakref import WeakMethod

from PySide6.QtCore import QCoreApplication, QMetaMethod, QObject, Qt, QTimer, Signal, Slot

from attnviz.app.giving_back import give_back_large
from attnviz.app.runs import Run, Runs
from attnviz.engine.errors import AttentionError, Stopped

_NAME = "worker"
_RARELY = 0.04  # seconds: progress is told no more often
_HANDED_ON = 0.0005  # seconds: Python's own 5 ms would hold up the window at each event while a run reads numbers


@dataclass(frozen=True, eq=False)
class Told:
    """One thing that a run has to say: the part done, something on the way, or its end.

    said: what the deed gave to `Report.say`. ended: nothing more will come; then `result` is what the deed came back
    with, or `error` says why there is none. A deed that raised Stopped ends with neither.
    """

    run: int
    part: float = 0.0
    said: object = None
    result: object = None
    error: BaseException | None = None
    ended: bool = False


class Report:
    """What a deed is given, in the worker's thread: tells how far it is, and whether it is to go on.

    Urgent runs of other lines may be done within these calls, so a deed holds no lock while it calls.
    """

    def __init__(self, asked: _Asked) -> None:
        self._asked = asked
        self.part = 0.0
        self._last = 0.0

    def __call__(self, part: float) -> bool:
        """Tells the part done, 0 to 1, though not each time; False asks to stop, and the deed raises Stopped."""
        self.part = part
        now = time.monotonic()
        if now - self._last >= _RARELY:
            self._last = now
            self._asked.tell(part)
        return self._asked.let_by()

    def say(self, thing: object) -> None:
        """Tells something on the way; arrays in it are shared, so they are read-only."""
        self._asked.tell(self.part, thing)
        self._asked.let_by()


class Line(QObject):
    """One client's line to the worker. `told` carries each Told of its newest run, in order, on the GUI thread.

    urgent: goes before the runs of other lines, and in between the steps of one that is under way; what `set_in_front`
    says it of goes before urgent ones too. A deed holds no widget. An AttentionError is told to whoever listens; any
    other fault is told and then raised on the GUI thread, once, so that listeners only take down what they show
    meanwhile.
    """

    told = Signal(object)

    def __init__(self, parent: QObject | None = None, *, urgent: bool = False) -> None:
        super().__init__(parent)
        self._urgent, self._in_front = urgent, False
        self._count = 0
        self._closed = False
        self._newest = _Newest()
        self.destroyed.connect(self._newest.drop)

    @property
    def running(self) -> int:
        """The number of the run that waits or goes on, 0 while none does. It is 0 already when the end is told."""
        asked = self._newest.asked
        return 0 if asked is None or asked.dropped else asked.number

    def start(self, deed: Callable[[Report], object]) -> int:
        """Has the deed done in place of the one before, which is asked to stop; comes back with its number.

        On a line that was closed it is not done, and the number is 0.
        """
        self._newest.drop()
        if self._closed:
            return 0
        self._count += 1
        newest, hear = self._newest, WeakMethod(self._hear)
        newest.asked = _Asked(worker(), newest, self._count, deed, hear, urgent=self._urgent)
        newest.asked.in_front = self._in_front
        newest.asked.begin()
        return self._count

    def set_in_front(self, in_front: bool) -> None:
        """Whether people look at what this line does, and at nothing that others do."""
        self._in_front = in_front
        if self._newest.asked is not None:
            self._newest.asked.in_front = in_front

    def stop(self) -> None:
        """Nothing of what was asked for is wanted any more, and nothing of it will be told."""
        self._newest.drop()

    def close(self) -> None:
        """Stops for good, and waits until nothing of it goes on."""
        self._closed = True
        self._newest.drop()
        worker().runs.wait(self._newest)

    def _hear(self, told: Told) -> None:
        if told.ended:
            self._newest.asked = None
        taken = told.error is None or (isinstance(told.error, AttentionError) and self._is_listened_to())
        self.told.emit(told)
        if not taken:
            assert told.error is not None
            raise told.error  # out of a slot: the one door for faults takes it

    def _is_listened_to(self) -> bool:
        return self.isSignalConnected(QMetaMethod.fromSignal(self.told))


class Worker(QObject):
    """Belongs to the application and lives in its thread; what the runs have to say comes to it as mail."""

    _rang = Signal()

    def __init__(self, application: QObject) -> None:
        super().__init__(application)
        self.setObjectName(_NAME)
        give_back_large()
        sys.setswitchinterval(_HANDED_ON)
        self.runs = Runs()
        self._mail: deque[tuple[_Asked, Told]] = deque()
        self._rung = False  # a delivery will come
        self._opening = RLock()  # the mail; whatever is let go may reach in again
        self._gone = Event()
        self._rang.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._next = QTimer(self)
        self._next.setSingleShot(True)
        self._next.setInterval(0)
        self._next.timeout.connect(self._deliver)
        self.destroyed.connect(partial(_silence, self._gone, self.runs))

    def end(self) -> None:
        """Drops every run there is, waits until the thread has ended, and has nothing told of any of them."""
        self.runs.end()
        for asked, _ in self._mail:
            asked.dropped = True
        self.forget_dropped()

    def post(self, asked: _Asked, told: Told) -> None:
        """Has it told on the GUI thread, after all that was posted before."""
        if self._gone.is_set():
            return
        with self._opening:
            self._mail.append((asked, told))
            rung, self._rung = self._rung, True
        if not rung:
            self._rang.emit()

    def forget_dropped(self) -> None:
        """Lets go what is on its way of runs that were dropped, on the GUI thread: in one event there may be hundreds,
        each with large arrays, and the mail is delivered after it.
        """
        with self._opening:
            gone = [letter for letter in self._mail if letter[0].dropped]
            if gone:
                self._mail = deque(letter for letter in self._mail if not letter[0].dropped)
        for asked, told in gone:
            if told.ended:
                asked.forget()

    @Slot()
    def _deliver(self) -> None:
        """Hands out one letter. What is of a run that was dropped since, nobody gets.

        The next is left to a timer: Qt goes on with posted events until there are none, and what each letter has
        painted is one more, so that keys and clicks would wait for all the letters that are there.
        """
        self.forget_dropped()
        with self._opening:
            if not self._mail:
                self._rung = False
                return
            asked, told = self._mail.popleft()
            self._rung = bool(self._mail)
        if self._rung:
            self._next.start()
        if told.ended:
            asked.forget()
        hear = None if asked.dropped else asked.hear()
        if hear is not None:
            hear(told)


def worker() -> Worker:
    """The one worker of the application."""
    application = QCoreApplication.instance()
    assert application is not None, "a line needs an application"
    return application.findChild(Worker, _NAME) or Worker(application)


class _Asked(Run):
    """A deed on its way through the thread and back: it is let go where it came from, on the GUI thread."""

    def __init__(
        self,
        worker: Worker,
        client: object,
        number: int,
        deed: Callable[[Report], object],
        hear: Callable[[], Callable[[Told], None] | None],
        *,
        urgent: bool,
    ) -> None:
        super().__init__(client, urgent=urgent)
        self.number, self.hear = number, hear
        self._worker = worker
        self._deed: Callable[[Report], object] | None = deed

    def begin(self) -> None:
        """Joins those that wait."""
        self._worker.runs.put(self)

    def drop(self) -> None:
        """Is wanted no more."""
        self._worker.runs.drop(self)
        self._worker.forget_dropped()

    def forget(self) -> None:
        """Lets the deed go, and with it what only it still holds."""
        self._deed = None

    def let_by(self) -> bool:
        """Lets urgent runs be done; True if this one is to go on."""
        self._worker.runs.let_by(self)
        return not self.dropped

    def tell(self, part: float, said: object = None) -> None:
        """Tells, unless nobody wants to hear it any more."""
        if not self.dropped:
            self._worker.post(self, Told(self.number, part, said))

    def work(self) -> None:
        """Does the deed and tells its end, whatever it is."""
        report = Report(self)
        try:
            result = None if self.dropped or self._deed is None else self._deed(report)
        except Stopped:
            self._end(report.part)
        except BaseException as error:  # noqa: BLE001 - the thread's one door: it is told, and raised on the GUI thread
            if isinstance(error, AttentionError):
                error.__traceback__ = None  # a state may keep it, and must not keep what the deed was computing with
            self._end(report.part, error=error)
        else:
            self._end(1.0, result=result)

    def _end(self, part: float, *, result: object = None, error: BaseException | None = None) -> None:
        if self.dropped:
            result = error = None
        self._worker.post(self, Told(self.number, part, None, result, error, ended=True))


class _Newest:
    """The run that a line waits for. No QObject, so that it can be dropped when the line is gone already."""

    def __init__(self) -> None:
        self.asked: _Asked | None = None

    def drop(self) -> None:
        """Nobody waits for it any more."""
        asked, self.asked = self.asked, None
        if asked is not None:
            asked.drop()


def _silence(gone: Event, runs: Runs) -> None:
    """The application goes, and nobody may be told anything any more."""
    gone.set()
    runs.end()
