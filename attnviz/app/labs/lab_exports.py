"""What leaves a laboratory: the exhibit in use as a figure or as numbers; its writer is loaded when it is needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from attnviz.figures.labs.drawing import Drawing


class Exhibiting(Protocol):
    """A laboratory as exports see it."""

    @property
    def name(self) -> str:
        """The laboratory's name."""
        ...

    def shown(self) -> str:
        """The name of the exhibit in use, "" while there is none."""
        ...

    def drawings(self) -> Mapping[str, Drawing]:
        """Every exhibit by its name."""
        ...


def numbers_as_csv(drawing: Drawing) -> bytes:
    """The exhibit's numbers as a CSV file."""
    from attnviz.figures.labs.exhibit_lines import lines_of

    return lines_of(drawing.exhibit).separated(",").encode()


def copy_numbers_of(drawing: Drawing) -> None:
    """Puts the exhibit's numbers on the clipboard, for spreadsheets and for documents."""
    from attnviz.figures.labs.exhibit_lines import lines_of

    lines = lines_of(drawing.exhibit)
    data = QMimeData()
    data.setText(lines.separated("\t"))
    data.setHtml(lines.html())
    QGuiApplication.clipboard().setMimeData(data)
