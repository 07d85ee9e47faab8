"""The one import door: menu, paste and drop all come here, and leave by a dialog, a document or a source beside it.

What reads is loaded when there is something to read, so that the window opens sooner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from attnviz.app.controls.messages import Message
from attnviz.app.document import there
from attnviz.engine.errors import AttentionError

if TYPE_CHECKING:
    from attnviz.app.importing.draft import Brought
    from attnviz.app.window import MainWindow
    from attnviz.content.importing.found import Found, Reading

CLIPBOARD = "the clipboard"
_DOCUMENT_SUFFIXES = frozenset({".attn", ".png", ".svg", ".pdf"})
_OF_ARRAYS = frozenset({"npy", "npz", "safetensors"})
_SEVERAL = 2


class Imports:
    """Reads what somebody brings. What it is decides where it goes; a person decides what it is to be."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def choose_file(self) -> bool:
        """Asks which files to import; True once something was made of them."""
        return self.open_all(self._window.questions.files_to_import(self._window.settings.folder))

    def choose_to_open(self) -> bool:
        """Asks which file to open, of whatever kind; data are imported."""
        path = self._window.questions.file_to_open(self._window.settings.folder)
        if path is not None:
            self._window.rooms.open_file(path)
        return path is not None

    def open_all(self, paths: Sequence[Path]) -> bool:
        """Imports several files together, such as X and its projections in a file each."""
        if len(paths) < _SEVERAL:
            return bool(paths) and self.open(paths[0])
        whole = [path for path in paths if path.is_dir() or path.suffix.lower() in _DOCUMENT_SUFFIXES | {".toml"}]
        if whole:
            self._say(f"{whole[0].name} is more than numbers. Open it alone.")
            return False
        brought = [self.read_file(path) for path in paths]
        return self._ask([one for one in brought if one is not None]) if all(brought) else False

    def open(self, path: Path) -> bool:
        """Imports a file or folder: a document or picture of ours is opened, a model or its attention stands beside."""
        if path.suffix.lower() in _DOCUMENT_SUFFIXES or not there(path):
            return self._window.document.open(path)
        if path.is_dir():
            return self._put_beside(path)
        brought = self.read_file(path)
        if brought is None:
            return False
        if brought.found.scenario is not None:
            return self._window.document.open(path)
        if is_of_many_heads(brought.found):
            return self._put_beside(path)
        return self._ask([brought])

    def paste(self) -> bool:
        """Imports what the clipboard holds: a file that was copied, else its text."""
        data = QGuiApplication.clipboard().mimeData()
        urls = data.urls() if data is not None else []
        if len(urls) == 1 and urls[0].isLocalFile():
            return self.open(Path(urls[0].toLocalFile()))
        text = data.text() if data is not None else ""
        if not text.strip():
            self._say("The clipboard holds no text. Copy some cells or a printout first.")
            return False
        return self.read_text(text)

    def read_text(self, text: str) -> bool:
        """Imports a text, such as cells of a spreadsheet or an array as a notebook prints it."""
        brought = self.read_clipboard(text)
        if brought is not None and brought.found.scenario is not None:
            return self._window.document.begin(brought.found.scenario)
        return brought is not None and self._ask([brought])

    def read_file(self, path: Path) -> Brought | None:
        """What is in a file; None where nothing can be made of it, which is said."""
        from attnviz.content.importing.reading import read_path

        return self._read(lambda reading: read_path(path, reading))

    def read_clipboard(self, text: str) -> Brought | None:
        """What is in a text."""
        from attnviz.content.importing.reading import read

        return self._read(lambda reading: read(text, CLIPBOARD, reading))

    def _ask(self, brought: Sequence[Brought]) -> bool:
        """Shows what was read and does what a person decides."""
        from attnviz.app.importing.consequences import changes
        from attnviz.app.importing.draft import Draft

        window = self._window
        if window.rooms.in_practice:
            self._say("An exercise keeps its numbers. Leave the practice first.")
            return False
        session = window.session
        before = session.state.scenario
        answer = window.questions.imported(Draft.of(brought, before), session.state.view, self._more)
        if answer is None:
            return False
        if answer.new:
            return window.document.begin(answer.scenario, unsaved=True)
        if not session.edit(answer.label, lambda _: answer.scenario):
            return False
        rooms = window.rooms
        if rooms.in_welcome or rooms.in_source or (rooms.in_lab and not rooms.in_lesson):
            rooms.show_document()
        window.say(Message(changes(before, answer.scenario), "done"))
        return True

    def _more(self, where: str) -> list[Brought]:
        """Further files or the clipboard, for the open dialog. Raises AttentionError where one cannot be read."""
        from attnviz.app.importing.draft import Brought
        from attnviz.content.importing.found import Reading
        from attnviz.content.importing.reading import read, read_path

        readers: list[Callable[[Reading], Found]]
        if where == "clipboard":
            text = QGuiApplication.clipboard().text()
            readers = [lambda reading: read(text, CLIPBOARD, reading)]
        else:
            paths = self._window.questions.files_to_import(self._window.settings.folder)
            readers = [partial(read_path, path) for path in paths]
        return [Brought(again(Reading()), again) for again in readers]

    def _put_beside(self, path: Path) -> bool:
        """Opens attention of many heads, or a checkpoint, beside the document; its own room says what is missing."""
        self._window.rooms.show_source().open_file(path)
        return True

    def _read(self, again: Callable[[Reading], Found]) -> Brought | None:
        """What was found; where nothing can be made of it, that is said and the document is as it was."""
        from attnviz.app.importing.draft import Brought
        from attnviz.content.importing.found import Reading

        QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            return Brought(again(Reading()), again)
        except AttentionError as error:
            self._say(str(error))
            return None
        finally:
            QGuiApplication.restoreOverrideCursor()

    def _say(self, text: str) -> None:
        self._window.say(Message(text))


def is_of_many_heads(found: Found) -> bool:
    """True for a checkpoint, and for maps of several heads or layers whose rows or columns mostly sum to 1."""
    from attnviz.content.importing.by_values import by_values
    from attnviz.content.importing.head_axis import heads_elsewhere
    from attnviz.content.importing.layered import is_layered, sums_to_1

    if found.kind == "checkpoint":
        return True
    if found.kind not in _OF_ARRAYS:  # a text has been read already, and its heads are a scenario's
        return False
    if is_layered(found):
        return True
    large = [array for array in found.arrays if len(array.shape) >= 3]
    if len(large) != 1 or len(found.arrays) > 1 or large[0].dtype == "bool":
        return False
    if by_values(large[0])[:1] in (["mask"], ["bias"]):
        return False
    if len(large[0].shape) > 3:
        return True
    if heads_elsewhere(large[0]):  # which axis is which is to be looked at first
        return False
    return large[0].shape[0] > 1 and sums_to_1(large[0])
