"""The marks of broken cells: told by shape, not by colour alone, in a table of any size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QPainter, QPen, QPolygonF

from attnviz.engine.arrays import Bools
from attnviz.figures.cells_painter import VECTOR_CELLS
from attnviz.figures.grid import Grid

_CORNER, _SMALLEST = 0.34, 5.0  # of a cell's height is the corner that marks it as broken, in pixels no less
_OF_A_CELL = 0.5  # of its height or width no corner takes more, or it would swallow what it marks
_LEAST = 4.0  # pixels between lines that can be told apart


def paint_broken(painter: QPainter, grid: Grid, cells: Bools) -> None:
    """A corner in each broken cell and a line around all that touch; those lines alone of many or small cells."""
    rows, columns = cells.shape
    xs: Sequence[float] = grid.xs
    ys: Sequence[float] = grid.ys
    cell = min((xs[-1] - xs[0]) / columns, (ys[-1] - ys[0]) / rows)
    if rows * columns <= VECTOR_CELLS and _OF_A_CELL * cell >= _SMALLEST:
        _paint_corners(painter, grid, cells)
    else:
        # Where cells are tiny the lines go around blocks of them, of which some cell is broken.
        down, across = _together(ys), _together(xs)
        starts = list(range(0, rows, down)), list(range(0, columns, across))
        cells = np.logical_or.reduceat(np.logical_or.reduceat(cells, starts[0], axis=0), starts[1], axis=1)
        ys, xs = [*(ys[start] for start in starts[0]), ys[-1]], [*(xs[start] for start in starts[1]), xs[-1]]
    painter.setPen(QPen(grid.theme.palette.error, 2.0))
    painter.drawLines(list(_outline(cells, ys, xs, grid.gap)))


def _paint_corners(painter: QPainter, grid: Grid, cells: Bools) -> None:
    painter.setPen(QPen(grid.theme.palette.panel, 1.0))
    painter.setBrush(grid.theme.palette.error)
    for row, column in np.argwhere(cells).tolist():
        place = grid.cell_rect(row, column)
        side = max(_SMALLEST, _CORNER * min(place.height(), place.width()))
        corner = place.topRight()
        painter.drawPolygon(QPolygonF([corner, corner + QPointF(-side, 0), corner + QPointF(0, side)]))


def _together(edges: Sequence[float]) -> int:
    """How many rows or columns make a block that can be told apart."""
    return max(1, int(np.ceil(_LEAST * (len(edges) - 1) / max(edges[-1] - edges[0], 1.0))))


def _outline(cells: Bools, ys: Sequence[float], xs: Sequence[float], gap: float) -> Iterator[QLineF]:
    """The lines around all cells that touch, each as long as it goes on; within the cells, beside the gap."""
    for line, start, stop in _runs(cells):
        edge = ys[line // 2 + 1] - gap if line % 2 else ys[line // 2]
        yield QLineF(xs[start], edge, xs[stop] - gap, edge)
    for line, start, stop in _runs(cells.T):
        edge = xs[line // 2 + 1] - gap if line % 2 else xs[line // 2]
        yield QLineF(edge, ys[start], edge, ys[stop] - gap)


def _runs(cells: Bools) -> Iterator[tuple[int, int, int]]:
    """Along both sides of each row, cells that have no neighbour there: the side, and a half-open range of columns.

    Side 2·row is above the row, side 2·row + 1 below it.
    """
    rows, columns = cells.shape
    outside = np.zeros((1, columns), dtype=np.bool_)
    above, below = np.concatenate((outside, cells[:-1])), np.concatenate((cells[1:], outside))
    bare = np.stack((cells & ~above, cells & ~below), axis=1).reshape(2 * rows, columns)
    turns = np.diff(np.pad(bare.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    lines, starts = np.nonzero(turns > 0)
    stops = np.nonzero(turns < 0)[1]
    return zip(lines.tolist(), starts.tolist(), stops.tolist(), strict=True)
