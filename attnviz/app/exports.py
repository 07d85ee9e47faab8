"""Takes figures and numbers out of the window: to a file, the clipboard or a printer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING

from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QWidget

from attnviz.app.computing import Share, computing
from attnviz.app.controls.messages import Message
from attnviz.app.dialogs.file_names import named
from attnviz.app.document import there
from attnviz.app.errand import Errand
from attnviz.app.labs.lab_exports import Exhibiting, copy_numbers_of, numbers_as_csv
from attnviz.app.session import State
from attnviz.content import atomic
from attnviz.engine.errors import AttentionError, Stopped

if TYPE_CHECKING:
    from attnviz.app.dialogs.questions import Questions
    from attnviz.app.settings import Settings
    from attnviz.content.documents.export import Format

Fill = Callable[[State, IO[bytes], Share], object]  # puts what is to leave of a state into a file


class Exports:
    """What leaves the window. `state` and `figure` give what is shown at the moment; `say` takes the outcome."""

    def __init__(
        self,
        state: Callable[[], State],
        figure: Callable[[], str],
        settings: Settings,
        questions: Questions,
        say: Callable[[Message], None],
        window: QWidget,
    ) -> None:
        self._state = state
        self._figure = figure
        self._settings = settings
        self._questions = questions
        self._say = say
        self._errand = Errand(window)
        self._lab: Callable[[], Exhibiting | None] = lambda: None

    def follow_lab(self, lab: Callable[[], Exhibiting | None]) -> None:
        """Takes what leaves the window from the laboratory that `lab` gives, while it gives one."""
        self._lab = lab

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
        return self._write(name, suffix, lambda state, file, _: file.write(choice.bytes_of(state)))

    def export_numbers(self) -> bool:
        """Asks which stage and format, where to, and writes its numbers; True once they are written."""
        lab = self._shown_lab()
        if lab is not None:
            drawing = lab.drawings()[lab.shown()]
            return self.export_made(f"{lab.name}-{lab.shown()}", ".csv", lambda: numbers_as_csv(drawing))
        choice = self._questions.export_numbers(self._state(), self._stage())
        if choice is None:
            return False
        return self._write(self._named(choice.name), f".{choice.format}", choice.write_into)

    def export_document(self) -> bool:
        """Asks for a document, where to, and writes it; True once it is written."""
        if self._refused_by_lab():
            return False
        choice = self._questions.export_document(self._state(), self._stage())
        if choice is None:
            return False
        return self._write(self._named(choice.name), choice.suffix, choice.write_into)

    def copy_as(self, kind: Format) -> None:
        """Puts the matrix of the shown stage on the clipboard, as "latex" or "markdown"."""
        from attnviz.app.dialogs.document_choice import DocumentChoice, stage_order
        from attnviz.content.stage_formulas import title_of
        from attnviz.content.tables import has_heads

        if self._refused_by_lab():
            return
        state, stage = self._state(), self._stage()
        choice = DocumentChoice(stage_order(state, stage, kind))
        if self._attempt(lambda: QGuiApplication.clipboard().setText(choice.text_of(state))):
            name = {"latex": "LaTeX", "markdown": "Markdown"}[kind]
            head = state.selection.head if has_heads(state.trace, stage) else None
            self.say_copied(f"Copied as {name}: {title_of(stage)}{self._whose(head)}.")

    def _refused_by_lab(self) -> bool:
        """Says that a room of its own figures has no document, where one is in front."""
        if self._lab() is None:
            return False
        self._say(Message("What is shown here has no document. Export its figure or its numbers.", "hint"))
        return True

    def copy_figure(self) -> None:
        """Puts the figure on the clipboard, as pixels and as vectors."""
        from attnviz.app.dialogs.export_choice import as_shown, choices_of, exhibit_shown
        from attnviz.figures.export import copy_to_clipboard

        lab = self._shown_lab()
        if lab is not None:
            shown = exhibit_shown(lab, self._settings.export)
            if self._attempt(lambda: copy_to_clipboard(shown.figure_of(self._state()), shown.options)):
                self.say_copied(f"Copied as a picture: {lab.drawings()[lab.shown()].title}.")
            return
        state, figure = self._state(), self._figure()
        choice = as_shown(state, figure, self._settings.export)
        if self._attempt(lambda: copy_to_clipboard(choice.figure_of(state), choice.options)):
            self.say_copied(f"Copied as a picture: {choices_of(state)[figure]}{self._whose(choice.head)}.")

    def copy_numbers(self) -> None:
        """Puts the numbers of the shown stage on the clipboard, for spreadsheets and for documents."""
        from attnviz.content.blocks import block_html, format_block
        from attnviz.content.stage_formulas import title_of
        from attnviz.content.tables import has_heads
        from attnviz.figures.veil import refuse_veiled

        lab = self._shown_lab()
        if lab is not None:
            drawing = lab.drawings()[lab.shown()]
            copy_numbers_of(drawing)
            self.say_copied(f"Copied as numbers: {drawing.title}.")
            return
        state, stage = self._state(), self._stage()
        head = state.selection.head if has_heads(state.trace, stage) else None

        def copy() -> None:
            refuse_veiled(state.trace, state.view.veil, stage, head)
            values = state.trace.at(stage, head)
            data = QMimeData()
            data.setText(format_block(values))
            data.setHtml(block_html(values))
            QGuiApplication.clipboard().setMimeData(data)

        if self._attempt(copy):
            self.say_copied(f"Copied as numbers: {title_of(stage)}{self._whose(head)}.")

    def say_copied(self, words: str) -> None:
        """Tells what is on the clipboard, where something was put there."""
        if words:
            self._say(Message(words, "done"))

    def print_figure(self) -> bool:
        """Asks for a printer and prints the figure, as large as the paper allows."""
        from attnviz.app.dialogs.export_choice import as_shown, exhibit_shown
        from attnviz.figures.export import print_figure

        printer = self._questions.printer()
        if printer is None:
            return False
        lab, looks = self._shown_lab(), self._settings.export
        choice = as_shown(self._state(), self._figure(), looks) if lab is None else exhibit_shown(lab, looks)
        return self._attempt(lambda: print_figure(choice.figure_of(self._state()), printer, choice.options))

    def export_made(self, name: str, suffix: str, make: Callable[[], bytes]) -> bool:
        """Asks where to, and writes what `make` makes; True once it is written."""
        path = self._where(name, suffix)
        if path is None or not self._attempt(lambda: atomic.write(path, make(), replace=True)):
            return False
        self._exported(path)
        return True

    def _shown_lab(self) -> Exhibiting | None:
        """The laboratory in front, None where there is none or where it has no result yet."""
        lab = self._lab()
        return lab if lab is not None and lab.shown() else None

    def _stage(self) -> str:
        """The stage or input whose numbers the shown figure holds; the board stands for the one with the selected cell,
        any other composed figure for its main stage.
        """
        from attnviz.app.dialogs.export_choice import stage_of

        state, figure = self._state(), stage_of(self._figure())
        if figure in state.trace.stages or any(name == figure for name, _ in state.scenario.given()):
            return figure
        if figure == "concat":
            return "output"
        if figure in ("board", "inputs") and state.selection.cell is not None:
            return state.selection.cell.name
        if figure == "inputs":
            return next(name for name, _ in state.scenario.inputs.items())
        return "weights"

    def _named(self, name: str) -> str:
        """That name for a file, by its place in the model where the document is a head that was opened from one."""
        return name if self._lab() is not None else named(self._state(), name)

    def _whose(self, head: int | None) -> str:
        """Of which of several heads: " of head 2"; of an opened one, of which layer and head: " of layer 4, head 2"."""
        state = self._state()
        if head is None:
            return ""
        if state.opened is not None and state.opened.head is not None and state.trace.sizes.heads == 1:
            return f" of layer {state.opened.layer + 1}, head {state.opened.head + 1}"
        return f" of head {head + 1}" if state.trace.sizes.heads > 1 else ""

    def _write(self, name: str, suffix: str, fill: Fill) -> bool:
        """Asks where to, and has the file filled; beside the window where the state's numbers are computed there.

        True once it is written or on its way.
        """
        path = self._where(name, suffix)
        if path is None:
            return False
        state = self._state()
        if state.trace.defers:
            self._errand.begin(
                f"Exporting {path.name}",
                partial(_filled, path, state, fill),
                lambda _: self._exported(path),
                lambda error: self._say(Message(str(error))),
            )
            return True
        if not self._attempt(lambda: _filled(path, state, fill, lambda _: True)):
            return False
        self._exported(path)
        return True

    def _where(self, name: str, suffix: str) -> Path | None:
        """The file that somebody chose, None if none is to be written."""
        path = self._questions.file_to_save(self._settings.folder / f"{name}{suffix}", suffix)
        return None if path is None or (there(path) and not self._questions.replace(path)) else path

    def _exported(self, path: Path) -> None:
        self._settings.folder = path.parent
        said = f"Exported {path.name} to {path.parent}."
        if path.suffix.lower() == ".html":
            show = partial(QDesktopServices.openUrl, QUrl.fromLocalFile(str(path)))
            self._say(Message(said, "done", way_out="Show", act=show))
        else:
            self._say(Message(said, "done"))

    def _attempt(self, deed: Callable[[], object]) -> bool:
        """Does what may fail for a reason that a person can mend, and says that reason."""
        try:
            deed()
        except AttentionError as error:
            self._say(Message(str(error)))
            return False
        return True


def _filled(path: Path, state: State, fill: Fill, report: Callable[[float], bool]) -> None:
    """Writes the file whole or not at all. Raises Stopped where `report` says so."""
    share = Share(report)
    with atomic.writing(path, replace=True) as file:
        fill(computing(state, share), file, share)
        if not share(1.0):
            raise Stopped
