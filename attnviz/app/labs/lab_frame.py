"""How the room of a laboratory is put together, and its exhibits with the looks of the window."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.view import View
from attnviz.labs.exhibits import Exhibit


def arrange(room: QWidget, column: QWidget, page: QWidget, facts: QWidget) -> None:
    """The column with the controls beside the page, the facts under the page."""
    right = QFrame(room)
    right.setObjectName("lab.middle")
    right.setProperty("part", "column")
    middle = QVBoxLayout(right)
    middle.setContentsMargins(1, 1, 1, 1)
    middle.setSpacing(0)
    middle.addWidget(page, 1)
    middle.addWidget(facts)
    row = QHBoxLayout(room)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    row.addWidget(column)
    row.addWidget(right, 1)


def drawn(exhibits: tuple[Exhibit, ...], view: View) -> tuple[Drawing, ...]:
    """The exhibits as the window shows them."""
    return tuple(Drawing(one, view.decimals, view.colour_map, legend=True, numbers=view.numbers) for one in exhibits)
