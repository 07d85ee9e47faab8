"""Files that are dropped on the window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QDropEvent

from attnviz.app.controls.messages import Message
from attnviz.app.importing import DATA_SUFFIXES

if TYPE_CHECKING:
    from attnviz.app.window import MainWindow


def files_of(event: QDropEvent) -> list[Path]:
    """The local files that a drag carries."""
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]


def open_dropped(window: MainWindow, event: QDropEvent) -> None:
    """Opens the file that was dropped, whatever it is; several files of numbers are imported together."""
    files = files_of(event)
    if not files:
        return
    event.acceptProposedAction()
    if len(files) == 1:
        window.rooms.open_file(files[0])
    elif all(path.suffix.lower() in DATA_SUFFIXES for path in files):
        window.imports.open_all(files)
    else:
        window.say(Message(f"{len(files)} files were dropped. Drop one at a time."))
