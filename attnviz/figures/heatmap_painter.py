"""Paints a heatmap: one function for screen, PNG, SVG and PDF."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from attnviz.figures.cells_painter import paint_cells, paint_numbers
from attnviz.figures.colour_maps import colour_map
from attnviz.figures.grid import Grid, layout
from attnviz.figures.heatmap import Frame, Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.legend import paint_legend
from attnviz.figures.theme import Theme
from attnviz.figures.titles import paint_sentence, paint_title

__all__ = ["paint", "paint_title"]

THIN, STRONG, CURSOR = 1.5, 2.5, 3.0  # widths of frames in pixels


def paint(painter: QPainter, rect: QRectF, model: Heatmap, theme: Theme) -> None:
    """Draws the model in `rect`; whatever does not fit is left out whole, never cut."""
    painter.save()
    grid = layout(model, rect, theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    if model.show_title:
        words = model.words[model.fit.words if model.fit is not None else 0 :]
        paint_title(painter, grid.title, grid.theme, model.title, model.role, *words)
    if model.face is None:
        _paint_dimmed(painter, grid, model)
    else:
        colours = colour_map(model.colour_map, theme.name, signed=model.signed)
        paint_cells(painter, grid, model.face, colours)
        if grid.number_px:
            paint_numbers(painter, grid, model.face, colours)
        _paint_bands(painter, grid, model)
        _paint_frames(painter, grid, model)
        if not grid.legend.isEmpty():
            paint_legend(painter, grid.legend, model, colours, grid.theme)
    _paint_labels(painter, grid, model)
    _paint_captions(painter, grid, model)
    painter.restore()


def caption(word: str, step: int) -> str:
    """What the rows or columns are, and how many of their labels are drawn where that is not all."""
    return word if step <= 1 else f"{word}, 1 in {step} named"


def _paint_labels(painter: QPainter, grid: Grid, model: Heatmap) -> None:
    small = ruler(grid.theme.small_font)
    painter.setFont(grid.theme.small_font)
    painter.setPen(grid.theme.palette.soft)
    drop = small.figure_height / 2
    for row in grid.labelled_rows(model):
        text = small.shortened(model.shown_row_labels[row], grid.row_labels.width() + 0.5)
        middle = (grid.ys[row] + grid.ys[row + 1] - grid.gap) / 2
        painter.drawText(QPointF(grid.row_labels.right() - small.width(text), middle + drop), text)
    for column in grid.labelled_columns(model):
        place = grid.column_label_rect(column)
        middle = place.center().x()
        if grid.upright:
            text = small.shortened(model.shown_column_labels[column], place.height() + 0.5)
            _paint_upward(painter, QPointF(middle + drop, place.bottom()), text)
        else:
            text = small.shortened(model.shown_column_labels[column], place.width())
            baseline = place.bottom() - small.height + small.ascent
            painter.drawText(QPointF(middle - small.width(text) / 2, baseline), text)


def _paint_captions(painter: QPainter, grid: Grid, model: Heatmap) -> None:
    if not model.captions:
        return
    small = ruler(grid.theme.small_font)
    across, down = grid.column_caption, grid.row_caption
    columns = small.shortened(caption(model.column_words, grid.column_step), grid.bounds.right() - across.left())
    rows = small.shortened(caption(model.row_words, grid.row_step), max(down.height(), 5.0 * grid.theme.small_px))
    painter.drawText(QPointF(across.left(), across.top() + small.ascent), columns)
    _paint_upward(painter, QPointF(down.left() + small.ascent, down.top() + small.width(rows)), rows)


def _paint_upward(painter: QPainter, start: QPointF, text: str) -> None:
    painter.save()
    painter.translate(start)
    painter.rotate(-90)
    painter.drawText(QPointF(0, 0), text)
    painter.restore()


def _paint_bands(painter: QPainter, grid: Grid, model: Heatmap) -> None:
    """A line before each band of columns and its name over it, its number alone where the name has no room."""
    small = ruler(grid.theme.small_font)
    painter.setFont(grid.theme.small_font)
    top = grid.column_caption.top() - small.height - 3
    for number, band in enumerate(model.bands):
        area = grid.region_rect((0, model.shape[0]), band.columns)
        if number:
            painter.setPen(grid.theme.pen(grid.theme.palette.soft, 1.5))
            painter.drawLine(QPointF(area.left() - 0.5, area.top() - 4), QPointF(area.left() - 0.5, area.bottom()))
        text = next((text for text in (band.label, str(number + 1)) if small.width(text) <= area.width() - 4), "")
        painter.setPen(grid.theme.palette.soft)
        painter.drawText(QPointF(area.center().x() - small.width(text) / 2, top + small.ascent), text)


def _paint_frames(painter: QPainter, grid: Grid, model: Heatmap) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for frame in sorted(model.frames, key=lambda frame: frame.strong):
        _frame(painter, grid, frame, grid.theme.role(frame.role), STRONG if frame.strong else THIN)
    if model.cursor is not None:
        row, column = model.cursor
        own = Frame((row, row + 1), (column, column + 1), model.role)
        _frame(painter, grid, own, grid.theme.palette.text, CURSOR)


def _frame(painter: QPainter, grid: Grid, frame: Frame, colour: QColor, width: float) -> None:
    """A rounded frame on a halo of the panel's colour, so that it stands out from any cell."""
    area = grid.region_rect(frame.rows, frame.columns).adjusted(-0.5, -0.5, 0.5, 0.5)
    painter.setPen(QPen(grid.theme.palette.panel, width + 2))
    painter.drawRoundedRect(area, 2.5, 2.5)
    painter.setPen(grid.theme.pen(colour, width, dashed=frame.dashed))
    painter.drawRoundedRect(area, 2.5, 2.5)


def _paint_dimmed(painter: QPainter, grid: Grid, model: Heatmap) -> None:
    """An empty outline that says why there are no numbers."""
    painter.setPen(grid.theme.pen(grid.theme.palette.border))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(grid.map)
    paint_sentence(painter, grid.map.adjusted(6, 5, -6, -4), model.dim_reason, grid.theme)
