"""Takes figures and numbers out of the window: to a file, the clipboard or a printer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from attnviz.app.computing import Share, computing, takes_long
from attnviz.app.controls.messages import Message
from attnviz.app.copying import Copying
from attnviz.app.labs.lab_exports import numbers_as_csv
from attnviz.app.session import State
from attnviz.app.worker import Report
from attnviz.content import atomic
from attnviz.content.ordinary_files import there
from attnviz.engine.errors import Stopped

if TYPE_CHECKING:
    from attnviz.figures.figure import Figure

Fill = Callable[[State, IO[bytes], Share], object]  # puts what is to leave of a state into a file


class Exports(Copying):
    """What leaves the window: copies, files and paper."""

    def export_figure(self) -> bool:
        """Asks which figure and how, where to, and writes it; True once it is written."""
        lab = self._shown_lab()
        if lab is None:
            choice = self._questions.export_figure(self._state(), self._figure(), self._settings.export)
        else:
            choice = self._questions.export_exhibit(self._state(), lab, self._settings.export)
        if choice is None:
            return False
        self._settings.export = choice.looks()
        name, suffix = self._named(choice.name), f".{choice.options.format}"
        return self.export_filled(name, suffix, lambda state, file, _: file.write(choice.bytes_of(state)))

    def export_numbers(self) -> bool:
        """Asks which stage and format, where to, and writes its numbers; True once they are written."""
        lab = self._shown_lab()
        if lab is not None:
            drawing = lab.drawings()[lab.shown()]
            return self.export_made(f"{lab.name}-{lab.shown()}", ".csv", lambda: numbers_as_csv(drawing))
        choice = self._questions.export_numbers(self._state(), self._stage())
        if choice is None:
            return False
        return self.export_filled(self._named(choice.name), f".{choice.format}", choice.write_into)

    def export_document(self) -> bool:
        """Asks for a document, where to, and writes it; True once it is written."""
        if self._refused_by_lab():
            return False
        choice = self._questions.export_document(self._state(), self._stage())
        if choice is None:
            return False
        return self.export_filled(self._named(choice.name), choice.suffix, choice.write_into)

    def print_figure(self) -> bool:
        """Asks for a printer and prints the figure, as large as the paper allows."""
        from attnviz.app.dialogs.export_choice import as_shown, exhibit_shown
        from attnviz.figures.export import print_figure

        printer = self._questions.printer()
        if printer is None:
            return False
        lab, looks = self._shown_lab(), self._settings.export
        choice = as_shown(self._state(), self._figure(), looks) if lab is None else exhibit_shown(lab, looks)

        def use(figure: Figure) -> None:
            self._attempt(lambda: print_figure(figure, printer, choice.options))

        return self.make("Printing", self._state(), choice.figure_of, use)

    def export_made(self, name: str, suffix: str, make: Callable[[], bytes]) -> bool:
        """Asks where to, and writes what `make` makes; True once it is written or on its way."""
        path = self._where(name, suffix)
        return path is not None and self._put(path, lambda file: file.write(make()))

    def export_filled(self, name: str, suffix: str, fill: Fill) -> bool:
        """Asks where to, and has the file filled; beside the window where the state's numbers are computed there.

        True once it is written or on its way.
        """
        path = self._where(name, suffix)
        if path is None:
            return False
        state = self._state()
        if takes_long(state):
            return self._put_beside(path, partial(_filled, path, state, fill))
        return self._put(path, lambda file: fill(state, file, Share(lambda _: True)))

    def _put(self, path: Path, fill: Callable[[IO[bytes]], object]) -> bool:
        """Writes the file now, or behind one of that name that was asked for before; True unless it cannot be had."""
        if not self._errand.fills(path):
            if not self._attempt(lambda: _written(path, fill)):
                return False
            self._exported(path)
            return True
        made = BytesIO()
        if not self._attempt(lambda: fill(made)):
            return False
        return self._put_beside(path, lambda _: atomic.write(path, made.getvalue(), replace=True))

    def _put_beside(self, path: Path, deed: Callable[[Report], object]) -> bool:
        """Has the file written beside the window, after those that were asked for before, unless it cannot be there."""
        if not self._attempt(lambda: atomic.check_place(path, replace=True)):
            return False
        what = f"Exporting {path.name}"
        self._errand.begin(what, deed, lambda _: self._exported(path), self._refuse, behind=True, into=path)
        return True

    def _where(self, name: str, suffix: str) -> Path | None:
        """The file that somebody chose, None if none is to be written."""
        path = self._questions.file_to_save(self._settings.folder / f"{name}{suffix}", suffix)
        if path is None:
            return None
        taken = there(path) or self._errand.fills(path)
        return path if not taken or self._questions.replace(path) else None

    def _exported(self, path: Path) -> None:
        self._settings.folder = path.parent
        said = f"Exported {path.name} to {path.parent}."
        if path.suffix.lower() == ".html":
            show = partial(QDesktopServices.openUrl, QUrl.fromLocalFile(str(path)))
            self._say(Message(said, "done", way_out="Show", act=show))
        else:
            self._say(Message(said, "done"))


def _written(path: Path, fill: Callable[[IO[bytes]], object]) -> None:
    """Writes the file whole or not at all."""
    with atomic.writing(path, replace=True) as file:
        fill(file)


def _filled(path: Path, state: State, fill: Fill, report: Callable[[float], bool]) -> None:
    """Writes the file whole or not at all. Raises Stopped where `report` says so."""
    share = Share(report)
    with atomic.writing(path, replace=True) as file:
        fill(computing(state, share), file, share)
        if not share(1.0):
            raise Stopped
