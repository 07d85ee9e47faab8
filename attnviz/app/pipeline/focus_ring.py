"""The ring around a figure that has the keyboard, and the cell from which arrow keys start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

if TYPE_CHECKING:
    from attnviz.app.pipeline.figure_view import FigureView


def paint_ring(painter: QPainter, view: FigureView) -> None:
    """Draws both; the cell only while none is selected here."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    accent = view.theme.palette.accent
    painter.setPen(view.theme.pen(accent, 2.0))
    painter.drawRoundedRect(QRectF(view.rect()).adjusted(1.5, 1.5, -1.5, -1.5), 4, 4)
    cell = view.cursor_cell()
    if cell is None or getattr(view.figure, "cursor", None) is not None:
        return
    place = view.cell_rect(cell.row, cell.column)
    if place is not None:
        painter.setPen(view.theme.pen(accent, 2.0, dashed=True))
        painter.drawRoundedRect(place.adjusted(-1, -1, 1, 1), 2.5, 2.5)
