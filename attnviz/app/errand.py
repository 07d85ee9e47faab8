"""Something long that a person asked for, such as opening or writing a file, done beside the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QEventLoop, QObject, Signal
from PySide6.QtWidgets import QWidget

from attnviz.app.progress_note import note_of
from attnviz.app.worker import Line, Report, Told
from attnviz.engine.errors import AttentionError

Found = TypeVar("Found")


class Errand(QObject):
    """One deed at a time, on the worker, the newest in place of the one before.

    What goes on is told in the note of the window that `widget` is in, with a button that stops it. `ended` fires when
    it is over, whatever came of it.
    """

    ended = Signal()

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._line = Line(self)
        self._line.told.connect(self._hear)
        self._what = ""
        self._done: Callable[[object], object] | None = None
        self._failed: Callable[[AttentionError], None] | None = None

    @property
    def what(self) -> str:
        """What goes on, "" while nothing does."""
        return self._what

    def begin(
        self,
        what: str,
        deed: Callable[[Report], Found],
        done: Callable[[Found], object],
        failed: Callable[[AttentionError], None],
    ) -> None:
        """Has the deed done. `done` gets what came of it, `failed` why nothing did; neither if it was stopped."""
        self.stop()
        self._what, self._done, self._failed = what, done, failed  # type: ignore[assignment]  # of what the deed finds
        note_of(self._widget).tell(what, None, self.stop)
        self._line.start(deed)

    def stop(self) -> None:
        """Lets go of what goes on; nothing comes of it."""
        self._line.stop()
        self._end()

    def wait(self) -> None:
        """Comes back when nothing goes on any more; meanwhile the window is painted and takes no input."""
        if not self._what:
            return
        loop = QEventLoop(self)
        self.ended.connect(loop.quit)
        loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)

    def _hear(self, told: Told) -> None:
        if not told.ended:
            note_of(self._widget).tell(self._what, told.part, self.stop)
            return
        done, failed = self._done, self._failed
        self._end()
        if isinstance(told.error, AttentionError) and failed is not None:
            failed(told.error)
        elif told.error is None and done is not None:
            done(told.result)

    def _end(self) -> None:
        if self._what:
            note_of(self._widget).end(self.stop)
            self._what, self._done, self._failed = "", None, None
            self.ended.emit()
