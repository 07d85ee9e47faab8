"""Any exhibit, whatever its kind: painted, measured, and asked what lies under a point."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from attnviz.content.numerals import full
from attnviz.engine.cells import Cell
from attnviz.figures.grid import Grid
from attnviz.figures.labs.amounts import told
from attnviz.figures.labs.bar_chart import bar_chart_least, bar_chart_size, bar_grid, paint_bar_chart
from attnviz.figures.labs.boxes import boxes_layout, boxes_least, boxes_size
from attnviz.figures.labs.boxes_painter import paint_boxes
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.heading import heading_width
from attnviz.figures.labs.listing import listing_least, listing_size, paint_listing
from attnviz.figures.labs.matrix import matrix_layout, matrix_least, matrix_size, paint_matrix
from attnviz.figures.labs.plane import paint_plane, plane_grid, plane_least, plane_size, vectors_of
from attnviz.figures.labs.plot import plot_layout, plot_least, plot_size
from attnviz.figures.labs.plot_painter import paint_plot
from attnviz.figures.labs.sweep import cell_words, sweep_layout, sweep_least, sweep_size
from attnviz.figures.labs.sweep_painter import paint_sweep
from attnviz.figures.labs.table_sheet import paint_table, table_least, table_size
from attnviz.figures.theme import Theme
from attnviz.labs.exhibits import Bars, Boxes, Code, Matrix, Plane, Plot, Sweep

GROWING = (Plot, Matrix, Plane, Bars, Sweep)  # what gains by more room than it asks for


def paint_drawing(painter: QPainter, rect: QRectF, drawing: Drawing, theme: Theme) -> None:
    """Draws the exhibit in `rect`, on whatever is there already."""
    match drawing.exhibit:
        case Plot():
            paint_plot(painter, rect, drawing, theme)
        case Matrix():
            paint_matrix(painter, rect, drawing, theme)
        case Plane():
            paint_plane(painter, rect, drawing, theme)
        case Bars():
            paint_bar_chart(painter, rect, drawing, theme)
        case Boxes():
            paint_boxes(painter, rect, drawing, theme)
        case Code():
            paint_listing(painter, rect, drawing, theme)
        case Sweep():
            paint_sweep(painter, rect, drawing, theme)
        case _:
            paint_table(painter, rect, drawing, theme)


def drawing_size(drawing: Drawing, theme: Theme) -> QSizeF:
    """The size that it likes: nothing is shortened."""
    match drawing.exhibit:
        case Plot():
            return plot_size(drawing, theme)
        case Matrix():
            return matrix_size(drawing, theme)
        case Plane():
            return plane_size(drawing, theme)
        case Bars():
            return bar_chart_size(drawing, theme)
        case Boxes():
            return boxes_size(drawing, theme)
        case Code():
            return listing_size(drawing, theme)
        case Sweep():
            return sweep_size(drawing, theme)
        case _:
            return table_size(drawing, theme)


def drawing_least(drawing: Drawing, theme: Theme, width: float) -> QSizeF:
    """The least width at which it can be read, and the least height at `width` or, if that is less, at its own."""
    titled = heading_width(drawing, theme)
    least = _least(drawing, theme, max(width, titled))
    return least if least.width() >= titled else QSizeF(titled, least.height())


def _least(drawing: Drawing, theme: Theme, width: float) -> QSizeF:
    match drawing.exhibit:
        case Plot():
            return plot_least(drawing, theme, width)
        case Matrix():
            return matrix_least(drawing, theme, width)
        case Plane():
            return plane_least(drawing, theme, width)
        case Bars():
            return bar_chart_least(drawing, theme, width)
        case Boxes():
            return boxes_least(drawing, theme, width)
        case Code():
            return listing_least(drawing, theme, width)
        case Sweep():
            return sweep_least(drawing, theme, width)
        case _:
            return table_least(drawing, theme, width)


def drawing_of_width(drawing: Drawing, theme: Theme, width: float) -> QSizeF | None:
    """The size of the exhibit when it is exactly so wide, None if it cannot be read there."""
    least, likes = drawing_least(drawing, theme, width), drawing_size(drawing, theme)
    if least.width() > width + 0.5:
        return None
    if isinstance(drawing.exhibit, GROWING):
        return QSizeF(width, max(likes.height() * width / likes.width(), least.height()))
    return QSizeF(width, least.height())


def hit_drawing(drawing: Drawing, rect: QRectF, point: QPointF, theme: Theme) -> Cell | None:
    """The cell of a matrix, or the bar, under a point."""
    if isinstance(drawing.exhibit, Matrix | Sweep):
        found = _grid(drawing, rect, theme).cell_at(point)
        return None if found is None else Cell(drawing.key, None, *found)
    if isinstance(drawing.exhibit, Bars):
        row = bar_grid(drawing, rect, theme).row_at(point)
        return None if row is None or len(row.indices) > 1 else Cell(drawing.key, None, 0, row.indices[0])
    return None


def rect_in_drawing(drawing: Drawing, rect: QRectF, cell: Cell, theme: Theme) -> QRectF | None:
    """Where a cell is drawn, None where this exhibit does not show it."""
    if cell.name != drawing.key:
        return None
    if isinstance(drawing.exhibit, Matrix | Sweep):
        grid = _grid(drawing, rect, theme)
        inside = cell.row < len(grid.ys) - 1 and cell.column < len(grid.xs) - 1
        return grid.cell_rect(cell.row, cell.column) if inside else None
    if isinstance(drawing.exhibit, Bars):
        rows = bar_grid(drawing, rect, theme).rows
        return next((row.track for row in rows if cell.column in row.indices), None)
    return None


def _grid(drawing: Drawing, rect: QRectF, theme: Theme) -> Grid:
    """Where the cells of a matrix or of a sweep lie."""
    if isinstance(drawing.exhibit, Sweep):
        return sweep_layout(drawing, rect, theme).grid
    return matrix_layout(drawing, rect, theme)[2]


def words_under(drawing: Drawing, rect: QRectF, point: QPointF, theme: Theme) -> Iterator[str]:
    """What lies under a point in full: a number with its labels, a point of a line, an arrow, an array."""
    exhibit = drawing.exhibit
    cell = hit_drawing(drawing, rect, point, theme)
    if isinstance(exhibit, Matrix) and cell is not None:
        yield f"{cell_name(exhibit, cell.row, cell.column)}: {cell_text(exhibit, cell.row, cell.column)}"
        if exhibit.hidden is not None and exhibit.hidden[cell.row, cell.column]:
            yield "hidden"
        if (cell.row, cell.column) in exhibit.broken:
            yield "This shows the mistake."
    elif isinstance(exhibit, Sweep) and cell is not None:
        yield cell_words(drawing, cell.row, cell.column)
    elif isinstance(exhibit, Bars) and cell is not None:
        yield f"{exhibit.labels[cell.column]}: {full(float(exhibit.values[cell.column]))}"
    elif isinstance(exhibit, Plane):
        arrow = plane_grid(drawing, rect, theme).arrow_at(vectors_of(drawing), point)
        if arrow is not None:
            yield f"{arrow.label}: ({full(arrow.tip[0])}, {full(arrow.tip[1])})"
    elif isinstance(exhibit, Plot):
        found = plot_layout(drawing, rect, theme).nearest(exhibit, point)
        if found is not None:
            series, index = found
            x = told(float(series.x[index]), exhibit.x)
            if series.kind == "bars":
                x = f"{x} to {told(float(series.x[index + 1]), exhibit.x)}"
            yield f"{series.label}: {exhibit.x.title} {x}, {exhibit.y.title} {told(float(series.y[index]), exhibit.y)}"
    elif isinstance(exhibit, Boxes):
        for placed in boxes_layout(drawing, rect, theme):
            if placed.rect.contains(point):
                axes = ", ".join(f"{name} = {length}" for name, length in placed.box.axes)
                yield f"{placed.box.label}: {axes}"


def cell_text(matrix: Matrix, row: int, column: int) -> str:
    """The number of a cell in full, or why it is not there yet."""
    return matrix.waits or full(float(matrix.values[row, column]))


def cell_name(matrix: Matrix, row: int, column: int) -> str:
    """A cell by the labels of its row and column, else by their numbers from 1."""
    beside = matrix.row_labels[row] if matrix.row_labels else str(row + 1)
    over = matrix.column_labels[column] if matrix.column_labels else str(column + 1)
    return f"{matrix.title}, row {beside}, column {over}"
