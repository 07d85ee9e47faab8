"""Any figure, whatever its kind: painted, measured, and asked what lies under a point.

Those that the first screen does not show, in `figures.further`, are loaded with the first of them.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter, Qt

from attnviz.content.numerals import sure
from attnviz.engine.cells import Cell
from attnviz.figures.bars import Bars, bars_layout, bars_size
from attnviz.figures.bars_painter import paint_bars
from attnviz.figures.board import Board, paint_board_title, place, place_naturally, title_look
from attnviz.figures.comparison import Comparison, comparison_size, halves
from attnviz.figures.fitting import comfortable, natural_size
from attnviz.figures.grid import layout
from attnviz.figures.heatmap import Fit, Heatmap
from attnviz.figures.heatmap_painter import paint
from attnviz.figures.labels import quoted
from attnviz.figures.theme import Theme
from attnviz.figures.vectors import Vectors, plane_layout, vectors_size
from attnviz.figures.vectors_painter import paint_vectors

if TYPE_CHECKING:
    from attnviz.figures.labs.drawing import Drawing
    from attnviz.figures.large.large_map import LargeMap
    from attnviz.figures.overview.overview import Overview

Figure: TypeAlias = "Heatmap | Bars | Vectors | Board | Comparison | LargeMap | Drawing | Overview"


def paint_figure(painter: QPainter, rect: QRectF, figure: Figure, theme: Theme) -> None:
    """Draws any figure in `rect`, on whatever is there already."""
    if isinstance(figure, Heatmap):
        paint(painter, rect, figure, theme)
    elif isinstance(figure, Bars):
        paint_bars(painter, rect, figure, theme)
    elif isinstance(figure, Vectors):
        paint_vectors(painter, rect, figure, theme)
    elif isinstance(figure, Board | Comparison):
        titled = figure.head if isinstance(figure, Comparison) else figure
        if titled is not None:
            paint_board_title(painter, rect, titled, title_look(titled, rect, theme))
        for room, part in _parts(figure, rect, theme):
            paint_figure(painter, room, part, theme)
    else:
        from attnviz.figures.further import paint_further

        paint_further(painter, rect, figure, theme)


def _parts(figure: Board | Comparison, rect: QRectF, theme: Theme) -> tuple[tuple[QRectF, Figure], ...]:
    """The figures that one is made of, with their rectangles; of two boards the present one first."""
    if isinstance(figure, Comparison):
        left, right = halves(rect, figure.above(theme))
        return (right, figure.right), (left, figure.left)
    return tuple((panel.rect, panel.figure) for panel in place(figure, rect, theme))


def preferred_size(figure: Figure, theme: Theme) -> QSizeF:
    """The size at which nothing is shortened and numbers have the theme's size; large maps show colours."""
    if isinstance(figure, Heatmap):
        rows, columns = figure.shape
        large = rows * columns > 1024 or not figure.numbers
        fit = figure.fit or (
            Fit(0, _side(columns), _side(rows), figure.legend) if large else comfortable(figure, theme.number_px)
        )
        return natural_size(figure, theme, fit)
    if isinstance(figure, Bars):
        return bars_size(figure, theme, figure.fit or Fit(theme.number_px, 0.0, 2.2 * theme.number_px, False))
    if isinstance(figure, Vectors):
        return vectors_size(figure, theme)
    if isinstance(figure, Comparison):
        return comparison_size(figure, theme)
    if isinstance(figure, Board):
        return place_naturally(figure, theme)[0]
    from attnviz.figures.further import size_of_further

    return size_of_further(figure, theme)


def hit(figure: Figure, rect: QRectF, point: QPointF, theme: Theme) -> Cell | None:
    """The cell under a point, None where there is none. A bar that stands for several keys is no cell."""
    if isinstance(figure, Heatmap):
        found = layout(figure, rect, theme).cell_at(point)
        return Cell(figure.key, figure.head, *found) if found is not None and figure.face is not None else None
    if isinstance(figure, Bars):
        row = bars_layout(figure, rect, theme).row_at(point)
        one = row is not None and len(row.indices) == 1 and figure.values is not None
        return Cell(figure.key, figure.head, figure.row, row.indices[0]) if row is not None and one else None
    if isinstance(figure, Vectors):
        arrow = plane_layout(figure, rect, theme).arrow_at(figure, point)
        return Cell(*arrow.cell) if arrow is not None and arrow.cell is not None else None
    if isinstance(figure, Board | Comparison):
        under = ((part, room) for room, part in _parts(figure, rect, theme) if room.contains(point))
        return next((hit(part, room, point, theme) for part, room in under), None)
    from attnviz.figures.further import hit_further

    return hit_further(figure, rect, point, theme)


def part_under(figure: Figure, rect: QRectF, point: QPointF, theme: Theme) -> tuple[Figure, QRectF]:
    """The figure itself, or the one of its parts, at any depth, that lies under a point; and the rectangle of it."""
    if isinstance(figure, Board | Comparison):
        for room, part in _parts(figure, rect, theme):
            if room.contains(point):
                return part_under(part, room, point, theme)
    return figure, rect


def cell_rect(figure: Figure, rect: QRectF, cell: Cell, theme: Theme) -> QRectF | None:
    """Where a cell is drawn, None where this figure does not show it."""
    if isinstance(figure, Heatmap):
        rows, columns = figure.shape
        shown = (figure.key, figure.head) == (cell.name, cell.head) and cell.row < rows and cell.column < columns
        return layout(figure, rect, theme).cell_rect(cell.row, cell.column) if shown else None
    if isinstance(figure, Bars):
        if (figure.key, figure.head, figure.row) == (cell.name, cell.head, cell.row):
            for row in bars_layout(figure, rect, theme).rows:
                if cell.column in row.indices:
                    return row.track
        return None
    if isinstance(figure, Vectors):
        return None
    if isinstance(figure, Board | Comparison):
        found = (cell_rect(part, room, cell, theme) for room, part in _parts(figure, rect, theme))
        return next((place for place in found if place is not None), None)
    from attnviz.figures.further import rect_in_further

    return rect_in_further(figure, rect, cell, theme)


def tooltip(figure: Figure, rect: QRectF, point: QPointF, theme: Theme) -> str:
    """What lies under a point in full: a cell's labels and number, a whole label, a whole title; "" for nothing.

    The text is safe to show as it is: markup in a label stays text.
    """
    text = "\n".join(_under(figure, rect, point, theme))
    return f"<qt>{html.escape(text).replace(chr(10), '<br>')}</qt>" if Qt.mightBeRichText(text) else text


def _under(figure: Figure, rect: QRectF, point: QPointF, theme: Theme) -> Iterator[str]:
    if isinstance(figure, Heatmap):
        yield from _under_heatmap(figure, rect, point, theme)
    elif isinstance(figure, Bars):
        row = bars_layout(figure, rect, theme).row_at(point)
        if row is not None and len(row.indices) == 1:
            index = row.indices[0]
            number = "" if figure.values is None else f": {sure(figure.values[index])}"
            if index in figure.marks:
                number = f": {figure.marks[index].words}"
            yield f"{figure.word} {quoted(index + 1, figure.labels[index])}{number}"
            if figure.hidden[index]:
                yield "hidden"
        elif row is not None:
            veiled = any(index in figure.marks for index in row.indices)
            told = f" {row.text}" if figure.listed else f" together: {sure(row.value)}"
            yield f"{row.label}{' together: not shown' if veiled else told}"
    elif isinstance(figure, Vectors):
        arrow = plane_layout(figure, rect, theme).arrow_at(figure, point)
        if arrow is not None:
            weight = f" × {sure(arrow.weight)}" if arrow.kind == "share" and arrow.cell is not None else ""
            ends = arrow.tip[0] - arrow.start[0], arrow.tip[1] - arrow.start[1]
            yield f"{arrow.label}{weight}: ({sure(ends[0])}, {sure(ends[1])})"
    elif isinstance(figure, Board | Comparison):
        for room, part in _parts(figure, rect, theme):
            if room.contains(point):
                yield from _under(part, room, point, theme)
    else:
        from attnviz.figures.further import under_further

        yield from under_further(figure, rect, point, theme)


def _under_heatmap(figure: Heatmap, rect: QRectF, point: QPointF, theme: Theme) -> Iterator[str]:
    grid = layout(figure, rect, theme)
    found = grid.cell_at(point)
    if found is not None:
        row, column = found
        place = f"{_row_name(figure, row)}, {_column_name(figure, column)}"
        if figure.values is None:
            yield figure.dim_reason
            return
        cover = figure.face.cover if figure.face is not None else None
        if cover is not None and found in cover.marks:
            yield f"{place}: {cover.marks[found].words}"
            return
        yield f"{place}: {sure(figure.values[row, column])}"
        if figure.face is not None and figure.face.hidden is not None and figure.face.hidden[row, column]:
            yield "hidden"
        return
    if grid.title.contains(point):
        yield f"{figure.title}  {figure.subtitle}"
    elif grid.map.top() <= point.y() < grid.map.bottom() and point.x() < grid.map.left():
        inside = grid.cell_at(QPointF(grid.map.left() + 0.1, point.y()))
        if inside is not None:
            yield _row_name(figure, inside[0])
    elif grid.map.left() <= point.x() < grid.map.right() and grid.column_labels.top() <= point.y() < grid.map.top():
        inside = grid.cell_at(QPointF(point.x(), grid.map.top() + 0.1))
        if inside is not None:
            yield _column_name(figure, inside[1])


def _row_name(figure: Heatmap, row: int) -> str:
    label = figure.row_labels[row] if figure.row_labels else str(row + 1)
    return f"{figure.row_word} {quoted(row + 1, label)}"


def _column_name(figure: Heatmap, column: int) -> str:
    label = figure.column_labels[column] if figure.column_labels else str(column + 1)
    return f"{figure.column_word} {quoted(column + 1, label)}"


def _side(count: int) -> float:
    """Colour cells: smaller the more there are."""
    return 14.0 if count <= 48 else max(2.0, round(672 / count))
