"""Files that are dropped on the window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QDropEvent

from attnviz.app.controls.messages import Message

if TYPE_CHECKING:
    from attnviz.app.window import MainWindow


def files_of(event: QDropEvent) -> list[Path]:
    """The local files that a drag carries."""
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]


def open_dropped(window: MainWindow, event: QDropEvent) -> None:
    """Opens the one file that was dropped, whatever it is."""
    files = files_of(event)
    if not files:
        return
    event.acceptProposedAction()
    if len(files) > 1:
        window.say(Message(f"{len(files)} files were dropped. Drop one at a time."))
    else:
        window.rooms.open_file(files[0])
