"""Paints a matrix gone through piece by piece: what is computed now stands out, what never is stays hatched."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from attnviz.content.numerals import format_result
from attnviz.figures.grid import Grid
from attnviz.figures.hatch import paint_hatch
from attnviz.figures.heatmap_painter import paint_labels
from attnviz.figures.labels import ruler
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.heading import paint_heading
from attnviz.figures.labs.sweep import COLUMNS, HIDDEN, ROWS, SWATCH, SweepGrid, sweep_in, sweep_layout
from attnviz.figures.theme import Theme, font
from attnviz.labs.exhibits import DONE, LATER, NEVER, NOW, Sweep

_NOW, _DONE = 0.34, 0.4  # how much of the role's colour, or of that of soft words, is in a cell
_STRONG_LINES = 14.0  # pixels between lines from one piece to the next, below which they are as pale as between cells
_BAR = 3.0  # pixels: what lies in memory, along the edges
_FEW_CELLS = 64 * 64  # up to here cells are rectangles
_LEAST_LINED = 5.0  # pixels of a cell with a line around it
_NUMBER_AIR = 5.0


def paint_sweep(painter: QPainter, rect: QRectF, drawing: Drawing, theme: Theme) -> None:
    """Draws heading, cells by their states, the edges of pieces, what lies in memory, and the legend."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    paint_heading(painter, rect, drawing, theme)
    found, exhibit = sweep_layout(drawing, rect, theme), sweep_in(drawing)
    tints = _tints(exhibit, theme)
    _paint_states(painter, found, exhibit, tints)
    _paint_edges(painter, found, exhibit)
    _paint_hatch(painter, found, exhibit)  # over the lines, which would cut it into scales
    _paint_present(painter, found, exhibit)
    _paint_kept(painter, found, exhibit, theme)
    _paint_numbers(painter, found, exhibit, drawing.decimals)
    _paint_cursor(painter, found, drawing, theme)
    paint_labels(painter, found.grid, found.model)
    painter.setFont(theme.small_font)
    painter.setPen(theme.palette.soft)
    for text, place in found.sides:
        painter.drawText(place, text)
    _paint_legend(painter, found, tints, theme, exhibit)
    painter.restore()


def _tints(exhibit: Sweep, theme: Theme) -> dict[int, QColor]:
    """The colour of each state: empty cells have the panel's."""
    role, panel = theme.role(exhibit.role), theme.palette.panel
    strong = theme.palette.accent if exhibit.role not in theme.palette.roles else role
    return {
        NEVER: panel, LATER: panel, DONE: _mixed(panel, theme.palette.soft, _DONE), NOW: _mixed(panel, strong, _NOW),
    }  # fmt: skip


def _mixed(panel: QColor, colour: QColor, part: float) -> QColor:
    pairs = ((panel.red(), colour.red()), (panel.green(), colour.green()), (panel.blue(), colour.blue()))
    return QColor(*(round(one + (other - one) * part) for one, other in pairs))


def _paint_states(painter: QPainter, found: SweepGrid, exhibit: Sweep, tints: dict[int, QColor]) -> None:
    grid, states = found.grid, exhibit.states
    rows, columns = states.shape
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    if states.size > _FEW_CELLS:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        colours = np.array([tints[state].rgb() for state in (NEVER, LATER, DONE, NOW)], dtype=np.uint32)
        argb = np.ascontiguousarray(colours[states])
        image = QImage(argb.data, columns, rows, argb.strides[0], QImage.Format.Format_RGB32).copy()
        painter.drawImage(grid.map, image)
    else:
        for state, tint in tints.items():
            for run in _runs_of_cells(grid, states == state):
                painter.fillRect(run, tint)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)


def _paint_hatch(painter: QPainter, found: SweepGrid, exhibit: Sweep) -> None:
    """Over what is never computed, and over what the mask hides though it is."""
    grid, never = found.grid, exhibit.states == NEVER
    veiled = never if exhibit.hidden is None else never | exhibit.hidden
    paint_hatch(painter, _runs_of_cells(grid, veiled), grid.theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)


def _cell(xs: tuple[float, ...], ys: tuple[float, ...], row: int, column: int) -> QRectF:
    return QRectF(xs[column], ys[row], xs[column + 1] - xs[column], ys[row + 1] - ys[row])


def _runs_of_cells(grid: Grid, marked: np.ndarray[Any, np.dtype[np.bool_]]) -> list[QRectF]:
    """Neighbours in a row that are marked, each run of them as one rectangle."""
    steps = np.diff(np.pad(marked, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, firsts = np.nonzero(steps == 1)
    lasts = np.nonzero(steps == -1)[1]  # as many in each row, in the same order
    xs, ys = grid.xs, grid.ys
    return [
        QRectF(xs[first], ys[row], xs[last] - xs[first], ys[row + 1] - ys[row])
        for row, first, last in zip(rows.tolist(), firsts.tolist(), lasts.tolist(), strict=True)
    ]


def _paint_edges(painter: QPainter, found: SweepGrid, exhibit: Sweep) -> None:
    """Thin lines between cells, stronger ones between pieces."""
    grid, palette = found.grid, found.grid.theme.palette
    left, right, top, bottom = grid.xs[0], grid.xs[-1], grid.ys[0], grid.ys[-1]
    if grid.xs[1] - grid.xs[0] >= _LEAST_LINED:
        painter.setPen(QPen(palette.grid, 1.0))
        painter.drawLines([QLineF(x, top, x, bottom) for x in grid.xs[1:-1]])
        painter.drawLines([QLineF(left, y, right, y) for y in grid.ys[1:-1]])
    whole_rows, whole_columns = (len(grid.ys) - 1, len(grid.xs) - 1)
    if len(exhibit.row_edges) < whole_rows:
        painter.setPen(_line_of_pieces(bottom - top, exhibit.row_edges, grid.theme))
        painter.drawLines([QLineF(left, grid.ys[row], right, grid.ys[row]) for row in exhibit.row_edges if row])
    if len(exhibit.column_edges) < whole_columns:
        painter.setPen(_line_of_pieces(right - left, exhibit.column_edges, grid.theme))
        painter.drawLines([QLineF(grid.xs[at], top, grid.xs[at], bottom) for at in exhibit.column_edges if at])


def _paint_present(painter: QPainter, found: SweepGrid, exhibit: Sweep) -> None:
    """A frame around all and around the present piece."""
    grid = found.grid
    painter.setPen(QPen(grid.theme.palette.soft, 1.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(grid.xs[0], grid.ys[0], grid.xs[-1] - grid.xs[0], grid.ys[-1] - grid.ys[0]))
    rows, columns = np.nonzero(exhibit.states == NOW)
    if len(rows):
        first = _cell(grid.xs, grid.ys, int(rows.min()), int(columns.min()))
        last = _cell(grid.xs, grid.ys, int(rows.max()), int(columns.max()))
        painter.setPen(QPen(grid.theme.role(exhibit.role), 2.5))
        painter.drawRect(first.united(last))


def _line_of_pieces(length: float, edges: tuple[int, ...], theme: Theme) -> QPen:
    """The line between pieces: pale where there are so many that lines would be all that one sees."""
    strong = length >= _STRONG_LINES * max(len(edges), 1)
    return QPen(theme.palette.soft if strong else theme.palette.grid, 1.0)


def _paint_kept(painter: QPainter, found: SweepGrid, exhibit: Sweep, theme: Theme) -> None:
    """Bars along the edges: the queries and the keys that lie in memory."""
    grid = found.grid
    if exhibit.kept_columns is not None:
        first, last = exhibit.kept_columns
        bar = QRectF(grid.xs[first], grid.ys[0] - _BAR - 1, grid.xs[last] - grid.xs[first], _BAR)
        painter.fillRect(bar, theme.role("keys"))
    if exhibit.kept_rows is not None:
        first, last = exhibit.kept_rows
        bar = QRectF(grid.xs[0] - _BAR - 1, grid.ys[first], _BAR, grid.ys[last] - grid.ys[first])
        painter.fillRect(bar, theme.role("queries"))


def _paint_numbers(painter: QPainter, found: SweepGrid, exhibit: Sweep, decimals: int) -> None:
    """The numbers that exist now, where all of them fit their cells."""
    if exhibit.values is None:
        return
    grid, theme = found.grid, found.grid.theme
    shown = exhibit.states == NOW
    if exhibit.hidden is not None:
        shown = shown & ~exhibit.hidden  # their hatch says it
    cells = [(int(row), int(column)) for row, column in np.argwhere(shown)]
    numbers = [float(exhibit.values[cell]) for cell in cells]
    texts, px = numbers_in(numbers, decimals, grid.xs[1] - grid.xs[0], theme, alone=exhibit.alone)
    if not px:
        return
    measure = ruler(font(px))
    painter.setFont(font(px))
    painter.setPen(theme.palette.text)
    for (row, column), text in zip(cells, texts, strict=True):
        middle = _cell(grid.xs, grid.ys, row, column).center()
        painter.drawText(QPointF(middle.x() - measure.width(text) / 2, middle.y() + measure.figure_height / 2), text)


def numbers_in(
    numbers: list[float], decimals: int, side: float, theme: Theme, *, alone: bool
) -> tuple[tuple[str, ...], int]:
    """What is written in cells so wide, and in how large letters; 0 where there is no room.

    alone: they stand nowhere else, so that fewer decimals, one at least, are better than none; else the same number
    would be told in two ways.
    """
    texts: tuple[str, ...] = ()
    for fewer in range(decimals, (min(decimals, 1) if alone else decimals) - 1, -1):
        texts = tuple(format_result(number, fewer) for number in numbers)
        for px in range(round(1.4 * theme.number_px), max(1, round(theme.least_number)) - 1, -1):
            if ruler(font(px)).widest(texts) + _NUMBER_AIR <= side:
                return texts, px
    return texts, 0


def _paint_cursor(painter: QPainter, found: SweepGrid, drawing: Drawing, theme: Theme) -> None:
    if drawing.cursor is not None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.palette.text, 2.0))
        painter.drawRect(_cell(found.grid.xs, found.grid.ys, *drawing.cursor))


def _paint_legend(painter: QPainter, found: SweepGrid, tints: dict[int, QColor], theme: Theme, exhibit: Sweep) -> None:
    small = ruler(theme.small_font)
    painter.setFont(theme.small_font)
    for entry, text, place in found.legend:
        box = QRectF(place.x() + 0.5, place.y() + (small.height - 10) / 2, SWATCH - 1, 10)
        if entry in (ROWS, COLUMNS):
            middle = box.center()
            bar = QRectF(middle.x() - _BAR / 2, box.top(), _BAR, box.height())
            if entry == COLUMNS:
                bar = QRectF(box.left(), middle.y() - _BAR / 2, box.width(), _BAR)
            painter.fillRect(bar, theme.role("keys" if entry == COLUMNS else "queries"))
        else:
            painter.fillRect(box, tints.get(entry, theme.palette.panel))
            if entry in (NEVER, HIDDEN):
                paint_hatch(painter, [box], theme)
            strong = entry == NOW
            painter.setPen(QPen(theme.role(exhibit.role) if strong else theme.palette.soft, 2.0 if strong else 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box)
        painter.setPen(theme.palette.text)
        painter.drawText(QPointF(place.x() + SWATCH + 6, place.y() + small.ascent), text)
