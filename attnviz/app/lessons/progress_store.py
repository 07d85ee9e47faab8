"""Where a learner's progress lies: beside the settings, read once, written whole whenever it changed.

Where learners made much of large examples, it is written beside the window.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from types import MappingProxyType

from PySide6.QtCore import QObject, Signal

from attnviz.app.worker import Line, Report, Told
from attnviz.content.lessons.progress import LessonProgress, Progress
from attnviz.content.lessons.progress_file import DamagedProgress, read_progress, write_progress
from attnviz.content.lessons.progress_texts import numbers_in, scenarios_in, text_of_scenario
from attnviz.engine.errors import AttentionError, Stopped

FILE = "progress.json"
_MUCH = 2000  # numbers whose text is written in about a millisecond
Stamp = tuple[int, int, int]


class ProgressStore(QObject):
    """`progress` is what is known; `changed` fires when it became another. `trouble` says why a file failed.

    Other windows and programs may write the same file: what they wrote of other lessons is read before this one writes.
    """

    changed = Signal()
    trouble = Signal(str)

    def __init__(self, settings_file: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = settings_file.parent / FILE
        self._progress: Progress | None = None
        self._unwritten: set[str] = set()  # lessons of which the file does not know yet
        self._seen: Stamp | None = None
        self._complained = False
        self._line = Line(self)
        self._line.told.connect(self._hear)

    @property
    def progress(self) -> Progress:
        """All that is known of the learner; read when first asked for, and when somebody else wrote it."""
        if self._progress is not None and self._line.running:  # what it writes is no news
            return self._progress
        stamp = _stamp_of(self._path)
        if self._progress is None or (stamp is not None and stamp != self._seen):
            self._progress = self._read(self._progress or Progress())
            self._seen = _stamp_of(self._path)
        return self._progress

    def keep(self, name: str, lesson: LessonProgress) -> None:
        """Remembers how far a lesson is."""
        after = self.progress.with_lesson(name, lesson)
        if after is self._progress:
            return
        self._progress = after
        self._unwritten.add(name)
        beside = self._line.running or numbers_in(after) > _MUCH  # never two at once
        if not (beside and self._line.start(partial(_write, after, self._path))):
            self._write(after)
        self.changed.emit()

    def finish(self) -> None:
        """Writes what is still to be written: the window closes."""
        unwritten = self._line.running
        self._line.close()
        if unwritten:
            self._write(self._progress or Progress())

    def _write(self, progress: Progress) -> None:
        try:
            write_progress(progress, self._path)
            self._unwritten.clear()
        except AttentionError as error:
            self._complain(error)
        self._seen = _stamp_of(self._path)

    def _hear(self, told: Told) -> None:
        """The newest of what was to be written is in the file, or not."""
        if not told.ended:
            return
        if isinstance(told.error, AttentionError):
            self._complain(told.error)
        elif told.error is None:
            self._unwritten.clear()
        self._seen = _stamp_of(self._path)

    def _read(self, own: Progress) -> Progress:
        """What the file holds, and of `own` what it does not know; `own` where it cannot be read."""
        try:
            found = read_progress(self._path)
        except DamagedProgress as error:  # it was put aside, so that progress is kept from now on
            self.trouble.emit(str(error))
            return own
        except AttentionError as error:
            self._complain(error)
            return own
        if not self._unwritten:
            return found
        lessons = {**found.lessons, **{name: own.lessons[name] for name in self._unwritten}}
        return Progress(MappingProxyType(lessons), own.latest)

    def _complain(self, error: AttentionError) -> None:
        """Once: a full disk would say it at each step."""
        if not self._complained:
            self._complained = True
            self.trouble.emit(f"Your progress in the lessons is not kept: {error}")


def _write(progress: Progress, path: Path, report: Report) -> None:
    """Writes it on the worker, who lets others by. Raises Stopped where something newer is to be written."""
    for scenario in scenarios_in(progress):
        text_of_scenario(scenario)
        if not report(0.0):
            raise Stopped
    write_progress(progress, path)


def _stamp_of(path: Path) -> Stamp | None:
    """What tells one content of a file from the next; None while there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
