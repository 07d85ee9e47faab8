"""Paints the cells of a pane that are in sight, and what is over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QPainter, QPaintEvent, QRegion

from attnviz.app.last_picture import LastPicture
from attnviz.app.panes.in_sight import cells_in
from attnviz.app.panes.pane_edits import Rectangle
from attnviz.app.panes.pane_frames import paint_over

if TYPE_CHECKING:
    from attnviz.app.panes.numbers_view import NumbersView


def paint_cells(view: NumbersView, event: QPaintEvent, block: Rectangle, last: LastPicture) -> None:
    """Those that the event asks for; of large scenarios `last` keeps what the table looks like where it stands.

    block: the selection.
    """
    cells, ground = view.painter_of_cells, view.theme.palette.panel
    keeps = view.numbers.session.state.trace.defers
    asked = QRegion(event.rect()) if keeps else event.region()  # no hole in a picture

    def draw(painter: QPainter) -> None:
        painter.fillRect(event.rect(), ground)
        for row, column, place in cells_in(view, asked):
            cells.paint_cell(painter, row, column, place, chosen=block.holds(row, column))
        paint_over(painter, view, block if cells.shows_block else None)

    stands = view.horizontalScrollBar().value(), view.verticalScrollBar().value()  # Qt moves what was painted
    last.paint(event.rect(), ground, draw, of=stands, keeps=keeps)
