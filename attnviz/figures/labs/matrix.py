"""A matrix of a laboratory: the house's heatmap, with sums beside it and broken cells marked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QFont, QPainter

from attnviz.content.colours import scale_for
from attnviz.content.numerals import MINUS, format_result
from attnviz.engine.arrays import Array, Bools
from attnviz.figures.colour_maps import is_diverging
from attnviz.figures.fitting import best_fit, colours_only, comfortable, natural_size, tight
from attnviz.figures.grid import Grid, layout
from attnviz.figures.heatmap import Fit, Heatmap, face_of
from attnviz.figures.heatmap_painter import paint
from attnviz.figures.labels import ruler
from attnviz.figures.labs.broken_cells import paint_broken
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.heading import body_of, heading_height, paint_heading
from attnviz.figures.labs.measuring import once, once_of_all
from attnviz.figures.labs.waiting import paint_waiting
from attnviz.figures.lettering import lettered
from attnviz.figures.matrix_figure import Frame
from attnviz.figures.theme import Theme, font
from attnviz.labs.exhibits import Matrix
from attnviz.labs.marked_cells import CellsOf

SUM = "sum"
_ALWAYS_NUMBERS = 64  # cells of a matrix that is never shown without its numbers
_COLOUR_SIDE, _COLOUR_CELL = 220.0, 12.0  # pixels: how large a map of colours and its cells need to be
_MOST_NUMBERS = 400  # cells of a matrix that is shown with numbers by preference


@dataclass(frozen=True)
class Sums:
    """The sums beside the rows and below the columns as texts; which of them should be 1 and are not."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    wrong_rows: tuple[bool, ...]


@once
def heatmap_of(drawing: Drawing) -> Heatmap:
    """The matrix as the house's heatmap, without its title."""
    model = _without_cursor(drawing)
    return model if drawing.cursor is None else replace(model, cursor=drawing.cursor)


@once_of_all
def _without_cursor(drawing: Drawing) -> Heatmap:
    matrix = _matrix(drawing)
    values = np.atleast_2d(matrix.values)
    finite = values[np.isfinite(values)] if matrix.hidden is None else values[np.isfinite(values) & ~matrix.hidden]
    ends = matrix.ends or ((float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0))
    signed = matrix.kind == "signed"
    fixed = None if signed else (min(0.0, ends[0]), max(1.0, ends[1]))
    diverging = is_diverging(drawing.colour_map, signed=signed)
    scale = scale_for(ends, signed=signed, fixed=fixed, choice=drawing.colour_map)
    large = values.size > _MOST_NUMBERS or not drawing.numbers
    usual = "0." + "0" * drawing.decimals if drawing.decimals else "0"
    return Heatmap(
        key=drawing.key,
        head=None,
        title=drawing.title,
        formula=drawing.subtitle,
        shape=(values.shape[0], values.shape[1]),
        role=matrix.role,
        face=face_of(values, drawing.decimals, scale, diverging=diverging, hidden=matrix.hidden),
        row_labels=() if matrix.bare else matrix.row_labels,
        column_labels=matrix.column_labels,
        signed=signed,
        scale_ends=fixed,
        colour_map=drawing.colour_map,
        frames=_new_rows(matrix),
        numbers=drawing.numbers,
        legend=drawing.legend and large,
        show_title=False,
        cell_text=usual,
        expected=(f"{MINUS if signed else ''}{usual}",),  # so that a sign or a fraction that comes moves nothing
    )


def _new_rows(matrix: Matrix) -> tuple[Frame, ...]:
    """A frame around the rows that are new."""
    if matrix.new_rows is None:
        return ()
    return (Frame(matrix.new_rows, (0, np.atleast_2d(matrix.values).shape[1]), matrix.role, strong=True),)


@once_of_all
def sums_of(drawing: Drawing) -> Sums:
    """The sums that the matrix asks for; a row of weights that does not come to 1 as shown is wrong."""
    matrix = _matrix(drawing)
    values = np.atleast_2d(matrix.values)
    with np.errstate(invalid="ignore"):
        rows = values.sum(axis=1) if matrix.row_sums else np.zeros(0)
        columns = values.sum(axis=0) if matrix.column_sums else np.zeros(0)
    texts = tuple(_sum_text(float(number), drawing.decimals) for number in rows)
    wrong = tuple(matrix.kind == "weights" and text.strip("0.") != "1" for text in texts)
    return Sums(texts, tuple(_sum_text(float(number), drawing.decimals) for number in columns), wrong)


@once_of_all
def _broken(drawing: Drawing) -> Bools:
    """Which cells show the symptom."""
    matrix = _matrix(drawing)
    if isinstance(matrix.broken, CellsOf):
        return matrix.broken.marked
    cells = np.zeros(np.atleast_2d(matrix.values).shape, dtype=np.bool_)
    cells[tuple(np.array(matrix.broken).T)] = True
    return cells


@lru_cache(maxsize=1024)
def _sum_text(number: float, decimals: int) -> str:
    """A sum without the noise of its addition: 0.9999999999999999 is 1."""
    return format_result(round(number, 12) + 0.0 if np.isfinite(number) else number, decimals)


def paint_matrix(painter: QPainter, rect: QRectF, drawing: Drawing, theme: Theme) -> None:
    """Draws heading, cells, marks of broken ones, and sums."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    paint_heading(painter, rect, drawing, theme)
    model, place, grid = matrix_layout(drawing, rect, theme)
    if _matrix(drawing).waits:
        paint_waiting(painter, grid, model, _matrix(drawing).waits)
        painter.restore()
        return
    paint(painter, place, model, theme)
    if _matrix(drawing).broken:
        paint_broken(painter, grid, _broken(drawing))
    _paint_sums(painter, grid, sums_of(drawing), place, model.column_labels[-1] if model.column_labels else "")
    painter.restore()


def matrix_layout(drawing: Drawing, rect: QRectF, theme: Theme) -> tuple[Heatmap, QRectF, Grid]:
    """The heatmap with its cells decided, its rectangle, and where its cells lie; sums take a row and a column more."""
    place = body_of(drawing, rect, theme)
    model, whole = heatmap_of(drawing), with_sums(drawing)
    fit, letters = lettered(theme, lambda look: best_fit(whole, place, look), lambda found: found.number_px)
    if fit.number_px == 0:
        fit, letters = colours_only(model, place, theme, far=True), 1.0
        if sums_of(drawing).rows and fit.cell_height > ruler(theme.small_font).figure_height + 1:
            # Sums beside colours need more than the width of a cell; where rows are too low for them there are none.
            beside = place.adjusted(0, 0, -_sum_room(drawing, theme), 0)
            fit = colours_only(model, beside, theme, far=True)
    if drawing.most is not None and fit.number_px:
        most = drawing.most
        fit = replace(
            fit,
            number_px=min(fit.number_px, most.number_px),
            cell_width=min(fit.cell_width, most.cell_width),
            cell_height=min(fit.cell_height, most.cell_height),
        )
        letters = min(letters, most.letters)
    # The word below the labels of rows has the room that they have.
    labels = with_sums(drawing).row_labels if model.row_labels else ()
    model = replace(model, fit=fit if letters == 1.0 else replace(fit, letters=letters), row_labels=labels)
    return model, place, layout(model, place, theme)


@once
def matrix_size(drawing: Drawing, theme: Theme) -> QSizeF:
    """The size at which its numbers have the theme's size."""
    whole = with_sums(drawing)
    rows, columns = whole.shape
    fit = comfortable(whole, theme.number_px) if rows * columns <= _MOST_NUMBERS else Fit(0, 12.0, 12.0, True)
    return _with_heading(drawing, theme, natural_size(whole, theme, fit, title_width=False))


def matrix_least(drawing: Drawing, theme: Theme, width: float) -> QSizeF:
    """The size below which its numbers, or the cells of a larger one, cannot be told apart."""
    return _with_heading(drawing, theme, _least_body(drawing, theme), width)


@once
def _least_body(drawing: Drawing, theme: Theme) -> QSizeF:
    """The same without its heading, whatever the width."""
    whole = with_sums(drawing)
    rows, columns = whole.shape
    least = max(1, round(theme.least_number))
    if rows * columns <= _ALWAYS_NUMBERS:
        return natural_size(whole, theme, tight(whole, least), title_width=False)
    # Colours say the most of it, and the numbers come where there is room.
    across, down = (min(_COLOUR_SIDE / count, _COLOUR_CELL) for count in (columns, rows))
    size = natural_size(heatmap_of(drawing), theme, Fit(0, across, down, whole.legend), title_width=False)
    return QSizeF(size.width() + _sum_room(drawing, theme), size.height())


def _sum_room(drawing: Drawing, theme: Theme) -> float:
    """The width that the sums of rows take beside a map of colours, with what they are not."""
    sums = sums_of(drawing)
    if not sums.rows:
        return 0.0
    texts = tuple(f"{text} ≠ 1" if wrong else text for text, wrong in zip(sums.rows, sums.wrong_rows, strict=True))
    return ruler(font(theme.small_px, bold=True)).widest((*texts, SUM)) + 14


@once_of_all
def with_sums(drawing: Drawing) -> Heatmap:
    """The matrix with its sums as one more row and column, by which its cells are measured."""
    model, matrix = _without_cursor(drawing), _matrix(drawing)
    assert model.face is not None
    values: Array = model.face.values
    with np.errstate(invalid="ignore"):
        if matrix.row_sums:
            values = np.column_stack([values, values.sum(axis=1)])
        if matrix.column_sums:
            values = np.vstack([values, values.sum(axis=0)])
    face = model.face
    beside = (*model.row_labels, SUM) if matrix.column_sums and model.row_labels else model.row_labels
    beside = (*beside, matrix.beside) if matrix.beside and model.row_labels else beside
    over = (*model.column_labels, SUM) if matrix.row_sums and model.column_labels else model.column_labels
    return replace(
        model,
        shape=(values.shape[0], values.shape[1]),
        face=face if values is face.values else replace(face, values=values, hidden=None),
        row_labels=beside,
        column_labels=over,
    )


def _with_heading(drawing: Drawing, theme: Theme, size: QSizeF, width: float = 0.0) -> QSizeF:
    """The size with the heading over it, which takes fewer lines where the place is wider."""
    heading = heading_height(drawing, theme, max(size.width(), width))
    return QSizeF(size.width() + 2, size.height() + heading + 2)


def _paint_sums(painter: QPainter, grid: Grid, sums: Sums, place: QRectF, last: str) -> None:
    """The sums in the line of their cells; a wrong one is bold in the colour of errors and says what it is not.

    last: what stands over the last column, which may be wider than it.
    """
    theme = grid.theme
    small = ruler(theme.small_font)
    px = grid.number_px or (theme.small_px if grid.ys[1] - grid.ys[0] >= small.figure_height + 1 else 0)
    if not px or not (sums.rows or sums.columns):
        return
    plain = font(px)
    for row, text in enumerate(sums.rows):
        wrong = sums.wrong_rows[row]
        own = font(px, bold=True) if wrong else plain
        painter.setFont(own)
        painter.setPen(theme.palette.error if wrong else theme.palette.soft)
        middle = (grid.ys[row] + grid.ys[row + 1] - grid.gap) / 2 + ruler(own).figure_height / 2
        shown = next((each for each in (f"{text} ≠ 1", text) if wrong and _fits(each, own, grid, place)), text)
        painter.drawText(QPointF(sums_left(grid), middle), shown)
    if sums.rows and grid.column_step:
        over = ruler(font(grid.column_px))
        ends = grid.map.right() + (over.width(last) - (grid.xs[-1] - grid.xs[-2])) / 2 if not grid.upright else 0.0
        painter.setFont(over.font)
        painter.setPen(theme.palette.soft)
        painter.drawText(QPointF(max(sums_left(grid), ends + 6), grid.map.top() - 4 - small.height + small.ascent), SUM)
    painter.setFont(plain)
    painter.setPen(theme.palette.soft)
    measure = ruler(plain)
    baseline = grid.map.bottom() + 4 + measure.ascent
    for column, text in enumerate(sums.columns if grid.number_px else ()):
        middle = (grid.xs[column] + grid.xs[column + 1] - grid.gap) / 2
        painter.drawText(QPointF(middle - measure.width(text) / 2, baseline), text)
    if sums.columns and grid.number_px and grid.row_step:
        painter.setFont(font(grid.row_px))
        across = ruler(font(grid.row_px)).width(SUM)
        painter.drawText(QPointF(grid.row_labels.right() - across, baseline), SUM)


def _fits(text: str, own: QFont, grid: Grid, place: QRectF) -> bool:
    return sums_left(grid) + ruler(own).width(text) <= place.right()


def sums_left(grid: Grid) -> float:
    """Where sums of rows begin: beside the cells, or beside the legend of these where colours alone are drawn."""
    return max(grid.map.right(), grid.legend.right()) + 8


def _matrix(drawing: Drawing) -> Matrix:
    assert isinstance(drawing.exhibit, Matrix)
    return drawing.exhibit
