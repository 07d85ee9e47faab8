"""The one seam for everything modal: the window asks here, and a test answers in its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QFileDialog,
    QInputDialog,
    QMessageBox,
    QProgressDialog,
    QPushButton,
    QWidget,
)

from attnviz.app.dialogs.choosing import chosen
from attnviz.app.dialogs.large_questions import LargeQuestions
from attnviz.app.importing import DATA_SUFFIXES
from attnviz.app.importing.questions import ImportQuestions
from attnviz.engine.scenario import Scenario
from attnviz.figures.view import View

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

    from attnviz.app.controls.commands import Commands
    from attnviz.app.dialogs.document_choice import DocumentChoice
    from attnviz.app.dialogs.export_choice import ExportChoice
    from attnviz.app.dialogs.numbers_dialog import NumbersChoice
    from attnviz.app.labs.lab_exports import Exhibiting
    from attnviz.app.practice.worksheet_dialog import WorksheetChoice
    from attnviz.app.session import State
    from attnviz.content.sources.families import HeadsUnknown

Answer = Literal["save", "discard", "keep"]
_DATA = " ".join(f"*{suffix}" for suffix in DATA_SUFFIXES)
OPENED = f"Scenarios, pictures that carry one, and data (*.attn *.png *.svg *.pdf {_DATA});;All files (*)"
ANY_OPENED = f"Scenarios, lessons, pictures and data (*.attn *.toml *.png *.svg *.pdf {_DATA});;All files (*)"
_USUAL_WIDTH = 64  # d_k of most models


class Questions(ImportQuestions, LargeQuestions):
    """Each method opens one dialog over `parent`, waits, and comes back with the answer; None where there is none.

    The dialogs are imported when first asked for, so that the window itself opens sooner.
    """

    def __init__(self, parent: QWidget) -> None:
        self._parent = parent

    def unsaved(self, name: str | None) -> Answer:
        """What to do with edits that would be lost, those of an example that has no file yet without a name."""
        asked = f"Save the changes to {name}?" if name else "Save what you changed as a file of your own?"
        box = self._box(asked, "Your changes are lost if you do not save them.")
        save = box.addButton("&Save", QMessageBox.ButtonRole.AcceptRole)
        discard = box.addButton("&Discard", QMessageBox.ButtonRole.DestructiveRole)
        keep = box.addButton("&Keep Editing", QMessageBox.ButtonRole.RejectRole)
        chosen = _pressed(box, save, keep)
        return "save" if chosen is save else "discard" if chosen is discard else "keep"

    def replace(self, path: Path) -> bool:
        """Whether an existing file may be replaced."""
        box = self._box(f"Replace {path.name}?", f"There is a file of that name in {path.parent}. Its content is lost.")
        yes = box.addButton("&Replace", QMessageBox.ButtonRole.DestructiveRole)
        no = box.addButton("&Keep", QMessageBox.ButtonRole.RejectRole)
        return _pressed(box, no, no) is yes

    def file_to_open(self, folder: Path) -> Path | None:
        """Which scenario to open."""
        text, _ = QFileDialog.getOpenFileName(self._parent, "Open", str(folder), OPENED)
        return Path(text) if text else None

    def any_to_open(self, folder: Path) -> Path | None:
        """Which file to open, of whatever kind the program reads."""
        text, _ = QFileDialog.getOpenFileName(self._parent, "Open", str(folder), ANY_OPENED)
        return Path(text) if text else None

    def source_to_open(self, folder: Path) -> Path | None:
        """Which saved attention weights or which checkpoint to open beside the document."""
        text, _ = QFileDialog.getOpenFileName(
            self._parent,
            "Saved Weights or Checkpoint",
            str(folder),
            "Weights (*.safetensors *.npy *.npz *.safetensors.index.json);;All files (*)",
        )
        return Path(text) if text else None

    def lesson_to_open(self, folder: Path) -> Path | None:
        """Which lesson file to play."""
        text, _ = QFileDialog.getOpenFileName(
            self._parent, "Open Lesson", str(folder), "Lessons (*.toml);;All files (*)"
        )
        return Path(text) if text else None

    def glossary(self, view: View) -> None:
        """Shows all words of the course."""
        from attnviz.app.lessons.glossary_dialog import GlossaryDialog

        dialog = GlossaryDialog(view, self._parent)
        dialog.exec()
        dialog.deleteLater()

    def file_to_save(self, suggestion: Path, suffix: str) -> Path | None:
        """Where to write; a name without that ending gets it. Whether a file may be replaced is asked apart."""
        text, _ = QFileDialog.getSaveFileName(
            self._parent,
            "Save",
            str(suggestion),
            f"{suffix.lstrip('.').upper()} files (*{suffix});;All files (*)",
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if not text:
            return None
        path = Path(text)
        return path if path.suffix.lower() == suffix else path.with_name(path.name + suffix)

    def walk_file(self, suggestion: Path) -> Path | None:
        """Where to write a walk: one animated GIF, or numbered PNGs."""
        text, chosen = QFileDialog.getSaveFileName(
            self._parent,
            "Save as Pictures",
            str(suggestion),
            "Animated GIF (*.gif);;Numbered PNG files (*.png)",
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if not text:
            return None
        path, suffix = Path(text), ".png" if "png" in chosen else ".gif"
        return path if path.suffix.lower() in (".gif", ".png") else path.with_name(path.name + suffix)

    def progress(self, text: str, count: int) -> Callable[[int], bool]:
        """Tells how many of `count` parts are done while something runs; False once the person stopped it."""
        dialog = QProgressDialog(text, "&Stop", 0, count, self._parent)
        dialog.setObjectName("progress")
        dialog.setWindowTitle("attnviz")
        dialog.setWindowModality(Qt.WindowModality.WindowModal)
        dialog.setMinimumDuration(500)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def tell(done: int) -> bool:
            stopped = dialog.wasCanceled()
            if done >= count or stopped:
                dialog.close()
            else:
                dialog.setValue(done)  # a modal dialog handles clicks here
            return not stopped

        return tell

    def new_scenario(self) -> Scenario | None:
        """Tokens, sizes and a seed for a document to begin with."""
        from attnviz.app.dialogs.new_dialog import NewDialog

        dialog = NewDialog(self._parent)
        scenario = dialog.scenario() if dialog.exec() else None
        dialog.deleteLater()
        return scenario

    def preset(self, view: View, opened: str) -> str | None:
        """The name of a worked example, chosen in the gallery; `opened` is the one that is open, "" if none is."""
        from attnviz.app.dialogs.gallery import Gallery

        gallery = Gallery(view, self._parent, opened=opened)
        name = gallery.chosen() if gallery.exec() else None
        gallery.deleteLater()
        return name

    def number(self, title: str, label: str, text: str) -> float | None:
        """One number, typed as anywhere else."""
        from attnviz.app.dialogs.number_dialog import NumberDialog

        dialog = NumberDialog(title, label, text, self._parent)
        value = dialog.number() if dialog.exec() else None
        dialog.deleteLater()
        return value

    def tokens(self, title: str, label: str, suggested: str) -> tuple[str, ...] | None:
        """Tokens, one for each word that is typed."""
        text, agreed = QInputDialog.getText(self._parent, title, label, text=suggested)
        return tuple(text.split()) if agreed else None

    def resize(self, text: str, verb: str) -> bool:
        """Whether a matrix takes the size of what is pasted; the verb is on the button."""
        box = self._box(f"{verb}?", text)
        yes = box.addButton(verb.replace("&", "&&"), QMessageBox.ButtonRole.AcceptRole)
        no = box.addButton("&Keep the Size", QMessageBox.ButtonRole.RejectRole)
        return _pressed(box, yes, no) is yes

    def heads_of_checkpoint(self, unknown: HeadsUnknown) -> int | None:
        """How many heads the layers of a checkpoint have that does not say so itself."""
        columns = unknown.columns
        fit = [str(count) for count in range(1, columns + 1) if columns % count == 0]
        why = "Its config.json does not say" if unknown.config else "There is no config.json that says"
        text = f"{why} how many heads each layer has.\nHeads divide the {columns} columns of W_Q:"
        usual = min(range(len(fit)), key=lambda place: abs(int(fit[place]) - max(1, columns // _USUAL_WIDTH)))
        heads, agreed = QInputDialog.getItem(self._parent, "Heads of the Model", text, fit, usual, False)
        return int(heads) if agreed else None

    def seed(self, last: int) -> int | None:
        """From which seed random numbers are drawn; the same seed gives the same numbers."""
        seed, agreed = QInputDialog.getInt(self._parent, "Random Numbers", "Seed:", last, 0, 2**31 - 1)
        return seed if agreed else None

    def export_figure(self, state: State, figure: str, last: dict[str, object]) -> ExportChoice | None:
        """Which figure to export, in which format and with which looks; `last` are the looks of last time."""
        from attnviz.app.dialogs.export_dialog import ExportDialog

        return chosen(ExportDialog(state, figure, last, self._parent))

    def export_exhibit(self, state: State, lab: Exhibiting, last: dict[str, object]) -> ExportChoice | None:
        """As `export_figure`, of the exhibits of a laboratory."""
        from attnviz.app.dialogs.export_dialog import ExportDialog

        return chosen(ExportDialog(state, lab.shown(), last, self._parent, lab=lab))

    def export_numbers(self, state: State, stage: str) -> NumbersChoice | None:
        """Which stage's numbers to export, and in which format."""
        from attnviz.app.dialogs.numbers_dialog import NumbersDialog

        return chosen(NumbersDialog(state, stage, self._parent))

    def export_document(self, state: State, stage: str) -> DocumentChoice | None:
        """Which document to write, and with what in it; `stage` is the one that is shown."""
        from attnviz.app.dialogs.document_dialog import DocumentDialog

        return chosen(DocumentDialog(state, stage, self._parent))

    def worksheet(self, scenario: Scenario) -> WorksheetChoice | None:
        """Which exercises to print; `scenario` is the one that they may be about."""
        from attnviz.app.practice.worksheet_dialog import WorksheetDialog

        return chosen(WorksheetDialog(scenario, parent=self._parent))

    def printer(self) -> QPrinter | None:
        """A printer and its paper; a PDF file serves as one."""
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter

        printer = QPrinter()
        dialog = QPrintDialog(printer, self._parent)
        accepted = bool(dialog.exec())
        dialog.deleteLater()
        return printer if accepted else None

    def shortcuts(self, commands: Commands) -> None:
        """Shows all keys."""
        from attnviz.app.dialogs.help_dialogs import ShortcutsDialog

        dialog = ShortcutsDialog(commands, self._parent)
        dialog.exec()
        dialog.deleteLater()

    def about(self) -> None:
        """Shows what this program is and the versions it runs on."""
        from attnviz.app.dialogs.help_dialogs import about_text

        box = self._box("attnviz", about_text())
        box.addButton("&Close", QMessageBox.ButtonRole.RejectRole)
        box.exec()
        box.deleteLater()

    def fault(self, summary: str, log: Path) -> None:
        """Says that something went wrong that nobody expected, and where the details are."""
        box = self._box(
            "Something went wrong inside attnviz.",
            f"{summary}\n\nYour work is still here. The details are in {log}.",
        )
        box.setIcon(QMessageBox.Icon.Warning)
        box.addButton("&Go On", QMessageBox.ButtonRole.AcceptRole)
        box.exec()
        box.deleteLater()

    def _box(self, text: str, more: str) -> QMessageBox:
        box = QMessageBox(self._parent)
        box.setObjectName("question")
        box.setWindowTitle("attnviz")
        box.setText(text)
        box.setInformativeText(more)
        box.setTextFormat(Qt.TextFormat.PlainText)
        return box


def _pressed(box: QMessageBox, usual: QPushButton, way_out: QPushButton) -> QAbstractButton | None:
    """The button that answers the box. usual: what Enter presses; way_out: what Escape does."""
    box.setDefaultButton(usual)
    box.setEscapeButton(way_out)
    box.exec()
    box.deleteLater()
    return box.clickedButton()
