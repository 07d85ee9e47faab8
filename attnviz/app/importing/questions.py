"""What an import and a paste have to ask a person: part of the one seam for everything modal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QWidget

from attnviz.app.importing.door import DATA_SUFFIXES
from attnviz.figures.theme import theme

if TYPE_CHECKING:
    from attnviz.app.importing.draft import Draft
    from attnviz.app.importing.import_dialog import ImportAnswer
    from attnviz.app.importing.two_readings import TextReading
    from attnviz.figures.view import View


class ImportQuestions:
    """Each method opens one dialog over the parent, waits, and comes back with the answer; None where there is none."""

    _parent: QWidget

    def file_to_import(self, folder: Path) -> Path | None:
        """Which file of data to import."""
        kinds = " ".join(f"*{suffix}" for suffix in DATA_SUFFIXES)
        text, _ = QFileDialog.getOpenFileName(self._parent, "Import", str(folder), f"Data ({kinds});;All files (*)")
        return Path(text) if text else None

    def imported(self, draft: Draft, view: View) -> ImportAnswer | None:
        """What is to be made of data that was read."""
        from attnviz.app.importing.import_dialog import ImportDialog

        dialog = ImportDialog(draft, theme(view.theme, view.text_size), self._parent)
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
