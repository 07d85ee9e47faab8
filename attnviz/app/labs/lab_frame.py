"""How the room of a laboratory is put together, and its exhibits with the looks of the window."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from attnviz.figures.labs.banded_page import Leaf, leaves_of
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.view import View
from attnviz.labs.exhibits import Exhibit
from attnviz.labs.protocol import Result


def arrange(room: QWidget, column: QWidget, middle: QWidget) -> None:
    """The column with the controls beside what is shown."""
    row = QHBoxLayout(room)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    row.addWidget(column)
    row.addWidget(middle, 1)


def drawn(exhibits: tuple[Exhibit, ...], view: View) -> tuple[Drawing, ...]:
    """The exhibits as the window shows them."""
    return tuple(_drawing(one, view) for one in exhibits)


def leaves(result: Result, view: View) -> tuple[Leaf, ...]:
    """The cuts of a page that is read in lines as the window shows them; () for others."""
    return leaves_of(result, _drawing(result.exhibits[0], view)) if result.bands else ()


def _drawing(exhibit: Exhibit, view: View) -> Drawing:
    return Drawing(exhibit, view.decimals, view.colour_map, legend=True, numbers=view.numbers)
