"""What an import and a paste have to ask a person: part of the one seam for everything modal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QWidget

from attnviz.app.importing import DATA_SUFFIXES
from attnviz.figures.theme import theme

if TYPE_CHECKING:
    from attnviz.app.importing.draft import Draft
    from attnviz.app.importing.import_dialog import ImportAnswer, More
    from attnviz.app.importing.two_readings import TextReading
    from attnviz.figures.view import View


def files_to_import(parent: QWidget, folder: Path) -> tuple[Path, ...]:
    """Files that are chosen in the system's dialog."""
    kinds = " ".join(f"*{suffix}" for suffix in DATA_SUFFIXES)
    texts, _ = QFileDialog.getOpenFileNames(parent, "Import", str(folder), f"Data ({kinds});;All files (*)")
    return tuple(map(Path, texts))


class ImportQuestions:
    """Each method opens one dialog over the parent, waits, and comes back with the answer; None where there is none."""

    _parent: QWidget

    def files_to_import(self, folder: Path) -> tuple[Path, ...]:
        """Which files of data to import; several are imported together."""
        return files_to_import(self._parent, folder)

    def imported(self, draft: Draft, view: View, more: More, *, unseen: bool) -> ImportAnswer | None:
        """What is to be made of data that was read; `more` brings further files or the clipboard.

        unseen: nobody looks at the document that they could go into.
        """
        from attnviz.app.importing.import_dialog import ImportDialog

        dialog = ImportDialog(draft, theme(view.theme, view.text_size), self._parent, more=more, unseen=unseen)
        answer = dialog.answer() if dialog.exec() else None
        dialog.deleteLater()
        return answer

    def reading(self, text: str, readings: Sequence[TextReading], view: View) -> TextReading | None:
        """Which of several readings of a pasted text is meant."""
        from attnviz.app.importing.two_readings import TwoReadingsDialog

        dialog = TwoReadingsDialog(text, readings, theme(view.theme, view.text_size), self._parent)
        chosen = dialog.chosen() if dialog.exec() else None
        dialog.deleteLater()
        return chosen
