"""Numbers that are not there yet: their cells, empty, and when they will come."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from attnviz.figures.grid import Grid
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.heatmap_painter import paint_labels
from attnviz.figures.labels import ruler


def paint_waiting(painter: QPainter, grid: Grid, model: Heatmap, words: str) -> None:
    """Draws labels and the lines between cells, and the words in the middle of them."""
    theme, palette = grid.theme, grid.theme.palette
    box = QRectF(grid.xs[0], grid.ys[0], grid.xs[-1] - grid.gap - grid.xs[0], grid.ys[-1] - grid.gap - grid.ys[0])
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(theme.pen(palette.grid))
    painter.drawLines([QLineF(x, box.top(), x, box.bottom()) for x in grid.xs[1:-1]])
    painter.drawLines([QLineF(box.left(), y, box.right(), y) for y in grid.ys[1:-1]])
    painter.setPen(theme.pen(palette.soft, dashed=True))
    painter.drawRect(box)
    paint_labels(painter, grid, model)
    small = ruler(theme.small_font)
    lines = small.lines(words, box.width() - 8)
    top = box.center().y() - len(lines) * small.height / 2
    painter.setFont(theme.small_font)
    for number, line in enumerate(lines):
        place = QRectF(box.center().x() - small.width(line) / 2, top + number * small.height, small.width(line),
                       small.height)  # fmt: skip
        painter.fillRect(place.adjusted(-3, 0, 3, 0), palette.panel)
        painter.setPen(palette.soft)
        painter.drawText(QPointF(place.left(), place.top() + small.ascent), line)
