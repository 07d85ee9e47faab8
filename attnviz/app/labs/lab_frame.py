"""How the room of a laboratory is put together, and its exhibits with the looks of the window."""

from __future__ import annotations

from dataclasses import dataclass

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


@dataclass(frozen=True, eq=False)
class Drawn:
    """A result as the window shows it. What is measured of its drawings is known for as long as they are shown."""

    result: Result
    view: View
    drawings: tuple[Drawing, ...]
    widest: tuple[Drawing, ...]
    leaves: tuple[Leaf, ...]

    def is_of(self, result: Result, view: View) -> bool:
        """True if the result looks the same so."""
        return self.result is result and _looks(self.view) == _looks(view)


def drawn_result(result: Result, view: View) -> Drawn:
    """The result in the looks of that view."""
    return Drawn(result, view, drawn(result.exhibits, view), drawn(result.widest, view), leaves(result, view))


def drawn(exhibits: tuple[Exhibit, ...], view: View) -> tuple[Drawing, ...]:
    """The exhibits as the window shows them."""
    return tuple(_drawing(one, view) for one in exhibits)


def leaves(result: Result, view: View) -> tuple[Leaf, ...]:
    """The cuts of a page that is read in lines as the window shows them; () for others."""
    return leaves_of(result, _drawing(result.exhibits[0], view)) if result.bands else ()


def _drawing(exhibit: Exhibit, view: View) -> Drawing:
    decimals, colour_map, numbers = _looks(view)
    return Drawing(exhibit, decimals, colour_map, legend=True, numbers=numbers)


def _looks(view: View) -> tuple[int, str, bool]:
    """What an exhibit takes from the view."""
    return view.decimals, view.colour_map, view.numbers
