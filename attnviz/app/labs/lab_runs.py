"""The runs of a laboratory: at once where they are short, else beside the window, of which the newest wins."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from attnviz.app.labs.asked import Asked
from attnviz.app.worker import Line, Told
from attnviz.engine.errors import AttentionError
from attnviz.labs.protocol import Result, unhurried

_LINGERS = 150  # milliseconds


class LabRuns(QObject):
    """`went_on` carries the part done, `came` a Result, `refused` an AttentionError; `gave_up`: none of these came.

    `came_partly` carries a Result that is not complete yet. `lingers`: a run has taken so long that people see what it
    has not changed yet.

    now: what a run would be asked for at present, None for nothing; what comes for anything else is dropped.
    """

    went_on = Signal(float)
    came = Signal(object)
    came_partly = Signal(object)
    refused = Signal(object)
    gave_up = Signal()
    lingers = Signal()

    def __init__(self, parent: QObject, now: Callable[[], Asked | None]) -> None:
        super().__init__(parent)
        self._now = now
        self._asked: Asked | None = None
        self._line = Line(self)
        self._line.told.connect(self._hear)
        self._patience = QTimer(self)
        self._patience.setObjectName("lab.patience")
        self._patience.setSingleShot(True)
        self._patience.setInterval(_LINGERS)
        self._patience.timeout.connect(self.lingers)

    @property
    def running(self) -> bool:
        """True while a long run goes on."""
        return bool(self._line.running)

    def begin(self, asked: Asked) -> None:
        """Starts a run beside the window in place of the present one."""
        self._asked = asked
        self._line.start(asked.run)
        if not self._patience.isActive():  # one change after the other does not put it off
            self._patience.start()

    def do(self, asked: Asked) -> None:
        """Runs at once."""
        self.stop()  # what still runs is of a laboratory or of values that are no longer shown
        self._asked = asked
        try:
            result = asked.run(unhurried)
        except AttentionError as error:
            self.refused.emit(error)
            return
        self.came.emit(result)

    def set_in_front(self, in_front: bool) -> None:
        """Whether people look at the laboratory: then its runs wait for no figures that are out of sight."""
        self._line.set_in_front(in_front)

    def stop(self) -> None:
        """Drops the run that goes on; nothing more comes of it."""
        self._patience.stop()
        self._line.stop()

    def close(self) -> None:
        """Stops for good, and waits for the worker to end."""
        self._line.close()

    @Slot(object)
    def _hear(self, told: Told) -> None:
        """What the worker says, if it is of what is shown: laboratory, values and scenario."""
        now = self._now()
        if told.ended:
            self._patience.stop()
        if now is None or self._asked is None or not self._asked.same(now):
            self._line.stop()
        elif not told.ended:
            if isinstance(told.said, Result):
                self.came_partly.emit(told.said)
            self.went_on.emit(told.part)
        elif isinstance(told.result, Result):
            self.came.emit(told.result)
        elif isinstance(told.error, AttentionError):
            self.refused.emit(told.error)
        else:
            self.gave_up.emit()
