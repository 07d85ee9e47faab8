"""What leaves the window for the clipboard, and what is shown at the moment of leaving."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import prod
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QWidget

from attnviz.app.computing import Share, computing, takes_long
from attnviz.app.controls.messages import Message
from attnviz.app.dialogs.file_names import named
from attnviz.app.errand import Errand
from attnviz.app.labs.lab_exports import Exhibiting, copy_numbers_of
from attnviz.app.newest_copy import copies
from attnviz.app.session import State
from attnviz.content.numerals import grouped
from attnviz.engine.errors import AttentionError, FieldError, Where

if TYPE_CHECKING:
    from attnviz.app.dialogs.questions import Questions
    from attnviz.app.settings import Settings
    from attnviz.content.documents.export import Format

MOST_COPIED = 1_000_000  # numbers: some ten megabytes of text, which is what programs take from a clipboard
Made = TypeVar("Made")


class Copying:
    """Copies of what is shown. `state` and `figure` give that at the moment; `say` takes the outcome.

    Of a large scenario they are made beside the window, which says so meanwhile.
    """

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
        self._refused: list[str] = []  # why something did not leave, of all that failed since `finish`
        self._lab: Callable[[], Exhibiting | None] = lambda: None

    def follow_lab(self, lab: Callable[[], Exhibiting | None]) -> None:
        """Takes what leaves the window from the laboratory that `lab` gives, while it gives one."""
        self._lab = lab

    def copy_as(self, kind: Format) -> None:
        """Puts the matrix of the shown stage on the clipboard, as "latex" or "markdown"."""
        from attnviz.app.dialogs.document_choice import DocumentChoice, stage_order
        from attnviz.content.stage_formulas import title_of
        from attnviz.content.tables import has_heads

        if self._refused_by_lab():
            return
        state, stage = self._state(), self._stage()
        choice = DocumentChoice(stage_order(state, stage, kind))
        name = {"latex": "LaTeX", "markdown": "Markdown"}[kind]
        head = state.selection.head if has_heads(state.trace, stage) else None
        words = f"Copied as {name}: {title_of(stage)}{self._whose(head)}."

        self.copy(f"Copying {title_of(stage)}", state, choice.text_of, QGuiApplication.clipboard().setText, words)

    def copy_figure(self) -> None:
        """Puts the figure on the clipboard, as pixels and as vectors."""
        from attnviz.app.dialogs.export_choice import as_shown, choices_of, exhibit_shown
        from attnviz.figures.export import clipboard_parts, copy_to_clipboard, put_on_clipboard

        lab = self._shown_lab()
        if lab is not None:
            shown = exhibit_shown(lab, self._settings.export)
            if self._attempt(lambda: copy_to_clipboard(shown.figure_of(self._state()), shown.options)):
                self.say_copied(f"Copied as a picture: {lab.drawings()[lab.shown()].title}.")
            return
        state, figure = self._state(), self._figure()
        choice = as_shown(state, figure, {**self._settings.export, "cell": None})  # what is pasted is for the screen
        title = choices_of(state)[figure]
        words = f"Copied as a picture: {title}{self._whose(choice.head)}."

        def make(own: State) -> tuple[QImage, bytes]:
            return clipboard_parts(choice.figure_of(own), choice.options)

        self.copy(f"Copying {title}", state, make, lambda parts: put_on_clipboard(*parts), words)

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

        words = f"Copied as numbers: {title_of(stage)}{self._whose(head)}."

        def make(own: State) -> tuple[str, str]:
            refuse_veiled(own.trace, own.view.veil, stage, head)
            count = prod(own.trace.shape(stage))
            if count > MOST_COPIED:
                remedy = "Export them to a file."
                raise FieldError(f"{grouped(count)} numbers are too many for the clipboard. {remedy}", Where(stage))
            values = own.trace.at(stage, head)
            return format_block(values), block_html(values)

        def put(parts: tuple[str, str]) -> None:
            data = QMimeData()
            data.setText(parts[0])
            data.setHtml(parts[1])
            QGuiApplication.clipboard().setMimeData(data)

        self.copy(f"Copying {title_of(stage)}", state, make, put, words)

    def finish(self) -> bool:
        """Comes back when all that is to leave has left: True if each file that somebody asked for is there.

        Else it says what is in the way, even if something else left after that.
        """
        self._refused.clear()
        self._errand.wait()
        if self._refused:
            self._say(Message(" ".join(self._refused)))
        return not self._refused

    def say_copied(self, words: str) -> None:
        """Tells what is on the clipboard, where something was put there."""
        if words:
            self._say(Message(words, "done"))

    def copy(
        self,
        what: str,
        state: State,
        make: Callable[[State], Made],
        put: Callable[[Made], object],
        words: str,
    ) -> None:
        """Has `put` bring to the clipboard what `make` makes, as `make` below; then `words` say so.

        Nothing is put there in place of what was asked for later.
        """
        number = copies().ask()

        def use(made: Made) -> None:
            if copies().put(number, lambda: put(made)):
                self.say_copied(words)

        self.make(what, state, make, use)

    def make(self, what: str, state: State, make: Callable[[State], Made], use: Callable[[Made], object]) -> bool:
        """Has `use` take what `make` makes of the state: at once, or beside the window where its numbers are computed
        there. True unless it could not be made.
        """
        if takes_long(state):
            self._errand.begin(what, partial(_beside, state, make), use, self._refuse, behind=True)
            return True
        return self._attempt(lambda: use(make(state)))

    def _refused_by_lab(self) -> bool:
        """Says that a room of its own figures has no document, where one is in front."""
        if self._lab() is None:
            return False
        self._say(Message("What is shown here has no document. Export its figure or its numbers.", "hint"))
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
        if state.place is not None and state.place.head is not None and state.trace.sizes.heads == 1:
            return f" of layer {state.place.layer + 1}, head {state.place.head + 1}"
        return f" of head {head + 1}" if state.trace.sizes.heads > 1 else ""

    def _refuse(self, error: AttentionError) -> None:
        self._refused.append(str(error))
        self._say(Message(str(error)))

    def _attempt(self, deed: Callable[[], object]) -> bool:
        """Does what may fail for a reason that a person can mend, and says that reason."""
        try:
            deed()
        except AttentionError as error:
            self._refuse(error)
            return False
        return True


def _beside(state: State, make: Callable[[State], Made], report: Callable[[float], bool]) -> Made:
    return make(computing(state, Share(report)))
