"""Saves a worksheet and its key from the window: asks what and where, writes both files or none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from attnviz.app.controls.messages import Message
from attnviz.content.ordinary_files import there
from attnviz.content.several import write_several
from attnviz.engine.errors import AttentionError

if TYPE_CHECKING:
    from attnviz.app.window import MainWindow


def save_worksheet(window: MainWindow) -> bool:
    """Asks for the sheet and a place for it; True once it and its key are written."""
    choice = window.questions.worksheet(window.document.session.state.scenario)
    if choice is None:
        return False
    path = window.questions.file_to_save(window.settings.folder / f"{choice.name}.pdf", ".pdf")
    if path is None:
        return False
    key = key_beside(path)
    if any(there(file) and not window.questions.replace(file) for file in (path, key)):
        return False
    try:
        sheet, answers = choice.files()
        write_several({path: sheet, key: answers}, replace=True)
    except AttentionError as error:
        window.say(Message(str(error)))
        return False
    window.settings.folder = path.parent
    window.say(Message(f"Saved {path.name} and its key {key.name} in {path.parent}.", "done"))
    return True


def key_beside(path: Path) -> Path:
    """Where the answers go: sheet.pdf has sheet-key.pdf."""
    return path.with_name(f"{path.stem}-key{path.suffix}")
