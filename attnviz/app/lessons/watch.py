"""Tells when a file was saved anew, also by editors that write another file and rename it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

SETTLED = 120  # milliseconds: an editor truncates, writes and renames in several steps


class FileWatch(QObject):
    """Watches one file. `saved(path)` fires once for each content that is new."""

    saved = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._content = b""
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._stir)
        self._watcher.directoryChanged.connect(self._stir)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLED)
        self._timer.timeout.connect(self._look)

    def follow(self, path: Path | None) -> None:
        """Watches another file, or none."""
        watched = [*self._watcher.files(), *self._watcher.directories()]
        if watched:
            self._watcher.removePaths(watched)
        self._timer.stop()
        self._path = path.absolute() if path is not None else None
        self._content = self._read() or b""
        self._watch()

    def _watch(self) -> None:
        """A renamed or deleted file is no longer watched by Qt; its folder tells of the next one."""
        if self._path is None:
            return
        wanted = {str(self._path), str(self._path.parent)}
        missing = [
            path for path in wanted - {*self._watcher.files(), *self._watcher.directories()} if Path(path).exists()
        ]
        if missing:
            self._watcher.addPaths(missing)

    def _stir(self, _path: str) -> None:
        self._timer.start()

    def _look(self) -> None:
        self._watch()
        content = self._read()
        if content is not None and content != self._content and self._path is not None:
            self._content = content
            self.saved.emit(self._path)

    def _read(self) -> bytes | None:
        """What the file holds; None while there is none."""
        try:
            return self._path.read_bytes() if self._path is not None else None
        except OSError:  # between two steps of an editor; the folder tells when it is back
            return None
