"""What leaves a room of its own figures: the one in use as a figure or as numbers; writers are loaded when needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from attnviz.figures.labs.drawing import Drawing
    from attnviz.figures.labs.exhibit_lines import Lines
    from attnviz.figures.overview.overview import Overview

    OwnFigure = Drawing | Overview


class Exhibiting(Protocol):
    """A laboratory, or the room of a source, as exports see it."""

    @property
    def name(self) -> str:
        """The room's name, with which those of its files begin."""
        ...

    def shown(self) -> str:
        """The name of the figure in use, "" while there is none."""
        ...

    def drawings(self) -> Mapping[str, OwnFigure]:
        """Every figure by its name."""
        ...


def numbers_as_csv(figure: OwnFigure) -> bytes:
    """The figure's numbers as a CSV file."""
    return _lines(figure).separated(",").encode()


def copy_numbers_of(figure: OwnFigure) -> None:
    """Puts the figure's numbers on the clipboard, for spreadsheets and for documents."""
    lines = _lines(figure)
    data = QMimeData()
    data.setText(lines.separated("\t"))
    data.setHtml(lines.html())
    QGuiApplication.clipboard().setMimeData(data)


def _lines(figure: OwnFigure) -> Lines:
    from attnviz.figures.labs.drawing import Drawing

    if isinstance(figure, Drawing):
        from attnviz.figures.labs.exhibit_lines import lines_of

        return lines_of(figure.exhibit)
    from attnviz.figures.overview.overview_lines import lines_of_overview

    return lines_of_overview(figure)
