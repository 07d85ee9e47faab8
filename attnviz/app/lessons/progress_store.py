"""Where a learner's progress lies: beside the settings, read once, written whole whenever it changed."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from attnviz.content.lessons.progress import LessonProgress, Progress
from attnviz.content.lessons.progress_file import read_progress, write_progress
from attnviz.engine.errors import AttentionError

FILE = "progress.json"


class ProgressStore(QObject):
    """`progress` is what is known; `changed` fires when it became another. `trouble` says why a file failed."""

    changed = Signal()
    trouble = Signal(str)

    def __init__(self, settings_file: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = settings_file.parent / FILE
        self._progress: Progress | None = None
        self._complained = False

    @property
    def progress(self) -> Progress:
        """All that is known of the learner; read when first asked for."""
        if self._progress is None:
            self._progress = Progress()
            try:
                self._progress = read_progress(self._path)
            except AttentionError as error:
                self._complain(error)
        return self._progress

    def keep(self, name: str, lesson: LessonProgress) -> None:
        """Remembers how far a lesson is."""
        after = self.progress.with_lesson(name, lesson)
        if after is self._progress:
            return
        self._progress = after
        try:
            write_progress(after, self._path)
        except AttentionError as error:
            self._complain(error)
        self.changed.emit()

    def _complain(self, error: AttentionError) -> None:
        """Once: a full disk would say it at each step."""
        if not self._complained:
            self._complained = True
            self.trouble.emit(f"Your progress in the lessons is not kept: {error}")
