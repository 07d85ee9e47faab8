"""Something long that a person asked for, such as opening or writing a file, done beside the window."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from PySide6.QtCore import QEventLoop, QObject, Signal
from PySide6.QtWidgets import QWidget

from attnviz.app.progress_note import note_of
from attnviz.app.worker import Line, Report, Told
from attnviz.engine.errors import AttentionError

Found = TypeVar("Found")


class _Deed(NamedTuple):
    what: str
    do: Callable[[Report], Any]
    done: Callable[[Any], object]
    failed: Callable[[AttentionError], None]
    into: str  # the file that it fills, "" for none
    after: _Deed | None = None  # what had to wait for it and is begun anew, unless it fails


class Errand(QObject):
    """One deed at a time, on the worker: the newest in place of the one before, or behind it.

    What goes on is told in the note of the window that `widget` is in, with a button that stops it. `ended` fires when
    nothing goes on and nothing waits any more, whatever came of it.
    """

    ended = Signal()

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._line = Line(self)
        self._line.told.connect(self._hear)
        self._now: _Deed | None = None
        self._waiting: deque[_Deed] = deque()

    @property
    def what(self) -> str:
        """What goes on, "" while nothing does."""
        return "" if self._now is None else self._now.what

    def begin(
        self,
        what: str,
        deed: Callable[[Report], Found],
        done: Callable[[Found], object],
        failed: Callable[[AttentionError], None],
        *,
        behind: bool = False,
        before: bool = False,
        into: Path | None = None,
    ) -> None:
        """Has the deed done. `done` gets what came of it, `failed` why nothing did; neither if it was stopped.

        behind: after what goes on and waits already, which it does not replace. before: what goes on is begun anew once
        this is done or a person stops it, and not if it fails. into: the file that it fills.
        """
        after = self._now if before else None
        if not behind:
            self._waiting.clear()
            self._line.stop()
            self._end()
        self._waiting.append(_Deed(what, deed, done, failed, "" if into is None else _known_as(into), after))
        self._go_on()

    def fills(self, path: Path) -> bool:
        """True if what goes on or waits fills that file, so that whatever is put into it now would be written over."""
        known = _known_as(path)
        return any(deed.into == known for deed in (self._now, *self._waiting) if deed is not None)

    def stop(self) -> None:
        """Lets go of what goes on, as a person asks for; nothing comes of it. What waited is next."""
        self._let_go(self._now)

    def drop(self) -> None:
        """Lets go of what goes on, and of what had to wait for that one."""
        self._let_go(None)

    def wait(self) -> None:
        """Comes back when nothing goes on any more; meanwhile the window is painted and takes no input."""
        if self._now is None:
            return
        loop = QEventLoop(self)
        self.ended.connect(loop.quit)
        loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)

    def _let_go(self, stopped: _Deed | None) -> None:
        self._line.stop()
        self._follow(stopped)
        self._end()
        self._go_on()

    def _follow(self, deed: _Deed | None) -> None:
        """What had to wait for the deed may be next."""
        if deed is not None and deed.after is not None:
            self._waiting.append(deed.after)

    def _hear(self, told: Told) -> None:
        now = self._now
        assert now is not None
        if not told.ended:
            note_of(self._widget).tell(now.what, told.part, self.stop)
            return
        self._end()
        try:
            if isinstance(told.error, AttentionError):
                now.failed(told.error)
            elif told.error is None:
                now.done(told.result)
                self._follow(now)
        finally:
            self._go_on()

    def _go_on(self) -> None:
        """Begins with what waits, if nothing goes on."""
        if self._now is None and self._waiting:
            self._now = self._waiting.popleft()
            note_of(self._widget).tell(self._now.what, None, self.stop)
            self._line.start(self._now.do)

    def _end(self) -> None:
        if self._now is None:
            return
        note_of(self._widget).end(self.stop)
        self._now = None
        if not self._waiting:
            self.ended.emit()


def _known_as(path: Path) -> str:
    """The same for each way to name the file."""
    return os.path.normcase(os.path.realpath(path))
