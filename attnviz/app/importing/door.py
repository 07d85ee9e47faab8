"""The one import door: menu, paste and drop all come here, and leave by a dialog, a document or a source beside it.

What reads is loaded when there is something to read, so that the window opens sooner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from attnviz.app.controls.messages import Message
from attnviz.app.errand import Errand
from attnviz.content.ordinary_files import there
from attnviz.engine.errors import AttentionError

if TYPE_CHECKING:
    from attnviz.app.importing.reading_in import Came, Reader
    from attnviz.app.window import MainWindow

CLIPBOARD = "the clipboard"
_DOCUMENT_SUFFIXES = frozenset({".attn", ".png", ".svg", ".pdf"})
_SEVERAL = 2


class Imports:
    """Reads what somebody brings. What it is decides where it goes; a person decides what it is to be."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._errand = Errand(window)

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
        from attnviz.app.importing.reading_in import readers_of, takes_long

        return self._read(f"{len(paths)} files", readers_of(paths), self._ask, long=takes_long(paths))

    def open(self, path: Path) -> bool:
        """Imports a file or folder: a document or picture of ours is opened, a model or its attention stands beside."""
        if path.suffix.lower() in _DOCUMENT_SUFFIXES or not there(path):
            return self._window.document.open(path)
        if path.is_dir():
            return self._put_beside(path)
        from attnviz.app.importing.reading_in import readers_of, takes_long  # here, so that the window opens sooner

        def take(came: Came) -> bool:
            if came.draft.found.scenario is not None:
                return self._window.document.open(path)
            return self._put_beside(path) if came.beside else self._ask(came)

        return self._read(path.name, readers_of([path]), take, long=takes_long([path]))

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
        from attnviz.app.importing.reading_in import is_long, reader_of

        def take(came: Came) -> bool:
            scenario = came.draft.found.scenario
            return self._ask(came) if scenario is None else self._window.document.begin(scenario)

        return self._read(CLIPBOARD, [reader_of(text, CLIPBOARD)], take, long=is_long(text))

    def _ask(self, came: Came) -> bool:
        """Shows what was read and does what a person decides."""
        from attnviz.app.importing.consequences import changes

        window = self._window
        if window.rooms.in_practice:
            self._say("An exercise keeps its numbers. Leave the practice first.")
            return False
        session = window.session
        before = session.state.scenario
        draft = came.draft if came.draft.into is before else came.draft.going_into(before)
        unchosen = session is window.document.session and window.document.is_opening_example
        unseen = unchosen or window.rooms.in_welcome
        answer = window.questions.imported(draft, session.state.view, self._more, unseen=unseen)
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

    def _more(self, where: str) -> tuple[list[Reader], bool]:
        """What reads further files or the clipboard, for the open dialog; and whether that takes long."""
        from attnviz.app.importing.reading_in import is_long, reader_of, readers_of, takes_long

        if where == "clipboard":
            text = QGuiApplication.clipboard().text()
            return [reader_of(text, CLIPBOARD)], is_long(text)
        paths = self._window.questions.files_to_import(self._window.settings.folder)
        return readers_of(paths), takes_long(paths)

    def _put_beside(self, path: Path) -> bool:
        """Opens attention of many heads, or a checkpoint, beside the document; its own room says what is missing."""
        self._window.rooms.show_source().open_file(path)
        return True

    def _read(self, what: str, readers: Sequence[Reader], take: Callable[[Came], bool], *, long: bool) -> bool:
        """Has `take` go on with what is read, which takes place beside the window where it takes long.

        Where nothing can be made of it, that is said and the document is as it was.
        """
        from attnviz.app.importing.reading_in import read_in

        into = self._window.session.state.scenario
        if long:
            self._errand.begin(f"Reading {what}", lambda _report: read_in(readers, into), take, self._refuse)
            return True
        QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            came = read_in(readers, into)
        except AttentionError as error:
            self._refuse(error)
            return False
        finally:
            QGuiApplication.restoreOverrideCursor()
        return take(came)

    def _refuse(self, error: AttentionError) -> None:
        self._say(str(error))

    def _say(self, text: str) -> None:
        self._window.say(Message(text))
