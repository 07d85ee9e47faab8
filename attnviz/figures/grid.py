"""Where each part of a heatmap lies in its rectangle: cells, labels beside them and never over them, legend."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF

from attnviz.figures.fewer_decimals import coarser
from attnviz.figures.fitting import best_fit, figure_theme
from attnviz.figures.heatmap import Fit, Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.lettering import lettered
from attnviz.figures.margins import GAP, LEGEND_GAP, LINED, caption_room, margins
from attnviz.figures.theme import Theme, font

_MOST_KEPT = 256  # layouts; a window shows a few dozen figures


@dataclass(frozen=True)
class Grid:
    """The geometry of one painted heatmap, all in the painter's coordinates.

    theme: grown to this figure. xs, ys: the edges of columns and rows. gap: pixels between cells. number_px: 0 where
    only colours are drawn. row_px, column_px: sizes of labels. joined: the columns' caption stands in the line of the
    title. row_step, column_step: every how-manieth label is drawn; 0 draws none. upright: column
    labels are turned to read upward. title, captions, legend: rectangles, empty where there is none. decimals: of its
    numbers, None for those that the map has.
    """

    theme: Theme
    bounds: QRectF
    title: QRectF
    map: QRectF
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    gap: float
    number_px: int
    row_step: int
    column_step: int
    row_px: int
    column_px: int
    joined: bool
    bands_top: float
    upright: bool
    row_labels: QRectF
    column_labels: QRectF
    row_caption: QRectF
    column_caption: QRectF
    legend: QRectF
    decimals: int | None = None

    def cell_rect(self, row: int, column: int) -> QRectF:
        """The rectangle of one cell, without the line beside it."""
        x, y = self.xs[column], self.ys[row]
        return QRectF(x, y, max(self.xs[column + 1] - x - self.gap, 0.1), max(self.ys[row + 1] - y - self.gap, 0.1))

    def region_rect(self, rows: tuple[int, int], columns: tuple[int, int]) -> QRectF:
        """The rectangle of some cells, half-open ranges."""
        left, top = self.xs[columns[0]], self.ys[rows[0]]
        return QRectF(left, top, self.xs[columns[1]] - left - self.gap, self.ys[rows[1]] - top - self.gap)

    def cell_at(self, point: QPointF) -> tuple[int, int] | None:
        """Row and column under a point, None outside the map."""
        if not self.map.contains(point):
            return None
        row, column = bisect_right(self.ys, point.y()) - 1, bisect_right(self.xs, point.x()) - 1
        return min(max(row, 0), len(self.ys) - 2), min(max(column, 0), len(self.xs) - 2)

    def row_label_rect(self, row: int) -> QRectF:
        """Where the label of a row is written; it may be taller than its row where some labels are left out."""
        pitch = self.ys[row + 1] - self.ys[row]
        height = max(pitch, ruler(font(self.row_px)).height)
        top = self.ys[row] + (pitch - self.gap - height) / 2
        return QRectF(self.row_labels.left(), top, self.row_labels.width(), height)

    def column_label_rect(self, column: int) -> QRectF:
        """Where the label of a column is written."""
        pitch = self.xs[column + 1] - self.xs[column]
        width = max(pitch, ruler(font(self.column_px)).height) if self.upright else pitch * max(self.column_step, 1)
        left = self.xs[column] + (pitch - self.gap - width) / 2
        return QRectF(left, self.column_labels.top(), width, self.column_labels.height())

    def labelled_rows(self, model: Heatmap) -> range | list[int]:
        """The rows whose labels are drawn: where not all are, none that would be cut at the lower edge."""
        rows = labelled(len(self.ys) - 1, self.row_step, counted=model.counted_rows)
        if self.row_step <= 1:
            return rows
        shown = [row for row in rows if self.row_label_rect(row).bottom() <= self.bounds.bottom() + 0.5]
        named = model.named_row
        if named is None or named in shown:
            return shown
        apart = ruler(font(self.row_px)).height - 1  # others give way to it
        return sorted([named, *(row for row in shown if abs(self.ys[row] - self.ys[named]) >= apart)])

    def labelled_columns(self, model: Heatmap) -> range | list[int]:
        """The columns whose labels are drawn."""
        return labelled(len(self.xs) - 1, self.column_step, counted=model.counted_columns)


def layout(model: Heatmap, rect: QRectF, theme: Theme) -> Grid:
    """The geometry in `rect`, the map at the top left: numbers as large as fit, colours only where none fits.

    A map that a board has placed is laid out once for as long as nothing but its numbers changes.
    """
    if model.fit is None:
        fit = sole_fit(model, rect, theme)
        return _placed(model, rect, figure_theme(theme, fit.number_px, fit.letters), fit)
    # fmt: off
    reasons = (
        model.fit, rect.getRect(), theme, theme.palette.name, model.shape, model.title, model.words,
        model.other_formulas, model.row_labels, model.column_labels, model.placed, model.column_words, model.bands,
        model.captions, model.show_title, model.legend_texts, model.legend, model.expected, model.face is None,
        model.aside, model.far,
    )
    # fmt: on
    grid = _kept.get(reasons)
    if grid is None:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        fit = model.fit
        grid = _kept[reasons] = _placed(model, rect, figure_theme(theme, fit.number_px, fit.letters), fit)
    return grid


def sole_fit(model: Heatmap, rect: QRectF, theme: Theme) -> Fit:
    """The sizes of a map that has the rectangle for itself."""
    fit = _lettered_fit(model, rect, theme)
    if not fit.number_px:
        for decimals, other in coarser(model):
            found = _lettered_fit(other, rect, theme)
            if found.number_px:
                return replace(found, decimals=decimals)
    return fit


def _lettered_fit(model: Heatmap, rect: QRectF, theme: Theme) -> Fit:
    fit, letters = lettered(theme, lambda look: best_fit(model, rect, look), lambda fit: fit.number_px)
    return fit if letters == 1.0 else replace(fit, letters=letters)


_kept: dict[tuple[object, ...], Grid] = {}


def labelled(count: int, step: int, *, counted: bool) -> range | list[int]:
    """Which of `count` labels are drawn if each `step`th is; merely counted ones are drawn at round numbers."""
    if step == 0:
        return []
    if counted and step >= 5:  # 1, 5, 10, 15 reads better than 1, 6, 11, 16
        return [0, *range(step - 1, count, step)]
    return range(0, count, step)


def _placed(model: Heatmap, rect: QRectF, theme: Theme, fit: Fit) -> Grid:
    around = margins(model, theme, fit, rect)
    rows, columns = model.shape
    left, top = rect.left() + around.left, rect.top() + around.top
    gap = 1.0 if min(fit.cell_width, fit.cell_height) >= LINED else 0.0
    xs = tuple(left + fit.cell_width * index for index in range(columns + 1))
    ys = tuple(top + fit.cell_height * index for index in range(rows + 1))
    area = QRectF(left, top, xs[-1] - left - gap, ys[-1] - top - gap)
    title_height = ruler(theme.title_font).height if model.show_title else 0.0
    labels_top = top - 4 - around.label_height
    above = labels_top - (0.0 if around.joined else around.caption)
    title_right = rect.right()
    if around.joined:  # what the columns are stands at the end of the line
        before = area.right() - caption_room(model, theme, around.column_step)
        title_right = max(before, left + around.line)  # it may end over the legend
    legend = QRectF()
    if around.legend[0]:
        height = max(area.height(), around.legend[1])
        legend = QRectF(area.right() + LEGEND_GAP, top, around.legend[0] - LEGEND_GAP, height)
    return Grid(
        theme=theme,
        bounds=rect,
        title=QRectF(left, rect.top(), max(title_right - left, 0.0), title_height),
        map=area,
        xs=xs,
        ys=ys,
        gap=gap,
        number_px=fit.number_px,
        row_step=around.row_step,
        column_step=around.column_step,
        row_px=around.row_px,
        column_px=around.column_px,
        joined=around.joined,
        bands_top=above - ruler(theme.small_font).height - 3,
        upright=around.upright,
        row_labels=QRectF(left - GAP - around.label_width, top, around.label_width, area.height()),
        column_labels=QRectF(left, labels_top, area.width(), around.label_height),
        row_caption=QRectF(rect.left(), top, around.caption, area.height()),
        column_caption=QRectF(left, rect.top() if around.joined else above, area.width(), around.caption),
        legend=legend,
        decimals=fit.decimals,
    )
