"""Where each part of a heatmap lies in its rectangle: cells as large as fit, labels beside the map, never over it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from math import floor

from PySide6.QtCore import QPointF, QRectF, QSizeF

from attnviz.figures.heatmap import Fit, Heatmap
from attnviz.figures.labels import Ruler, every, ruler
from attnviz.figures.theme import Theme, font

LARGEST_NUMBER = 3.2  # times the theme's size: numbers grow with the window so far
LABEL_SHARE = 0.3  # of the figure's width or height at most goes to labels
LABEL_LETTERS = 9.0  # label widths at most, in label sizes
GROWTH = 0.6  # titles and labels grow more slowly than numbers: with this power
_GAP = 6.0
_SNAP = 3.0  # cells at least so large begin on whole pixels


@dataclass(frozen=True)
class Grid:
    """The geometry of one painted heatmap, all in the painter's coordinates.

    xs, ys: the edges of columns and rows. gap: pixels between cells. number_px: 0 where only colours are drawn.
    row_step, column_step: every how-manieth label is drawn; 0 draws none. upright: column labels are turned to read
    upward. title, legend: rectangles, empty where there is none.
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
    upright: bool
    row_labels: QRectF
    column_labels: QRectF
    row_caption: QRectF
    column_caption: QRectF
    legend: QRectF

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
        height = max(pitch, ruler(self.theme.small_font).height)
        top = self.ys[row] + (pitch - self.gap - height) / 2
        return QRectF(self.row_labels.left(), top, self.row_labels.width(), height)

    def column_label_rect(self, column: int) -> QRectF:
        """Where the label of a column is written."""
        pitch = self.xs[column + 1] - self.xs[column]
        width = pitch * self.column_step if not self.upright else max(pitch, ruler(self.theme.small_font).height)
        left = self.xs[column] + (pitch - self.gap - width) / 2
        return QRectF(left, self.column_labels.top(), width, self.column_labels.height())

    def labelled_rows(self, model: Heatmap) -> range | list[int]:
        """The rows whose labels are drawn."""
        return _labelled(len(self.ys) - 1, self.row_step, model.counted_rows)

    def labelled_columns(self, model: Heatmap) -> range | list[int]:
        """The columns whose labels are drawn."""
        return _labelled(len(self.xs) - 1, self.column_step, model.counted_columns)


@dataclass(frozen=True)
class _Margins:
    """Room around the map for the rest; `least_width` is what the legend needs."""

    left: float
    top: float
    bottom: float
    label_width: float
    label_height: float
    caption: float
    upright: bool
    row_step: int
    column_step: int
    least_width: float


def natural_size(model: Heatmap, theme: Theme, fit: Fit, *, title_width: bool = True) -> QSizeF:
    """The size of the figure at those cell sizes; nothing in it is shortened if it gets that size."""
    grown = figure_theme(theme, fit.number_px)
    margins = _margins(model, grown, fit, None)
    width = max(fit.cell_width * model.shape[1], margins.least_width)
    if title_width and model.show_title:
        width = max(width, title_room(model, grown))
    return QSizeF(margins.left + width + 2, margins.top + fit.cell_height * model.shape[0] + margins.bottom)


def comfortable(model: Heatmap, number_px: int) -> Fit:
    """Cell sizes that give numbers of that size air to breathe."""
    widest = _widest(model, number_px)
    height = round(2.2 * number_px)
    return Fit(number_px, float(max(round(widest + 1.1 * number_px), round(1.6 * height))), float(height), model.legend)


def tight(model: Heatmap, number_px: int) -> Fit:
    """The smallest cells in which numbers of that size neither touch nor are cut."""
    return Fit(number_px, float(round(_widest(model, number_px) + 6)), float(round(1.45 * number_px + 1)), model.legend)


def figure_theme(theme: Theme, number_px: int) -> Theme:
    """The theme for a figure whose numbers have that size: its titles and labels grow along, more slowly."""
    if number_px <= theme.number_px:
        return theme
    return theme.grown((number_px / theme.number_px) ** GROWTH)


def title_room(model: Heatmap, theme: Theme) -> float:
    """The width that title, formula and shape need side by side."""
    width = ruler(theme.title_font).width(model.title)
    return width + (ruler(theme.small_font).width(model.subtitle) + 8 if model.subtitle else 0)


def layout(model: Heatmap, rect: QRectF, theme: Theme) -> Grid:
    """The geometry in `rect`: numbers as large as fit, colours only where none fits, the map at the top left."""
    fit = model.fit or _best_fit(model, rect, theme)
    grown = figure_theme(theme, fit.number_px)
    return _placed(model, rect, grown, fit)


def _best_fit(model: Heatmap, rect: QRectF, theme: Theme) -> Fit:
    rows, columns = model.shape
    least = max(1, round(theme.least_number))
    wants_numbers = model.numbers and model.face is not None
    if wants_numbers and rect.width() / columns > 0.9 * least and rect.height() / rows > least:
        low, high = least, round(LARGEST_NUMBER * theme.number_px)
        if _fits(model, rect, theme, comfortable(model, low)):
            while low < high:  # the largest size that fits
                middle = (low + high + 1) // 2
                low, high = (
                    (middle, high) if _fits(model, rect, theme, comfortable(model, middle)) else (low, middle - 1)
                )
            return comfortable(model, low)
        fit = tight(model, least)
        if _fits(model, rect, theme, fit):
            return _stretched(model, rect, theme, fit)
    return colours_only(model, rect, theme)


def colours_only(model: Heatmap, rect: QRectF, theme: Theme) -> Fit:
    """Cells without numbers that fill the rectangle: square, or stretched until a label fits beside a row."""
    rows, columns = model.shape
    largest = 2.6 * theme.number_px
    width, height = largest, largest
    for _ in range(3):  # labels depend on cell sizes and cells on the room that labels leave: this settles at once
        margins = _margins(model, theme, Fit(0, width, height, model.legend), rect)
        across = max(rect.width() - margins.left - 2, 1.0) / columns
        down = max(rect.height() - margins.top - margins.bottom, 1.0) / rows
        side = min(across, down, largest)
        readable = theme.small_px * 1.3
        width = _whole(min(across, max(side, readable)))
        height = _whole(min(down, max(side, readable)))
    return Fit(0, width, height, model.legend)


def _stretched(model: Heatmap, rect: QRectF, theme: Theme, fit: Fit) -> Fit:
    """Tight cells that take what room is left, up to comfortable ones."""
    rows, columns = model.shape
    margins = _margins(model, theme, fit, rect)
    wanted = comfortable(model, fit.number_px)
    across = floor((rect.width() - margins.left - 2) / columns)
    down = floor((rect.height() - margins.top - margins.bottom) / rows)
    return Fit(
        fit.number_px,
        float(max(fit.cell_width, min(across, wanted.cell_width))),
        float(max(fit.cell_height, min(down, wanted.cell_height))),
        fit.legend,
    )


def _fits(model: Heatmap, rect: QRectF, theme: Theme, fit: Fit) -> bool:
    margins = _margins(model, figure_theme(theme, fit.number_px), fit, rect)
    width = margins.left + max(fit.cell_width * model.shape[1], margins.least_width) + 2
    height = margins.top + fit.cell_height * model.shape[0] + margins.bottom
    return width <= rect.width() and height <= rect.height()


def _margins(model: Heatmap, theme: Theme, fit: Fit, rect: QRectF | None) -> _Margins:
    small = ruler(theme.small_font)
    most = LABEL_LETTERS * theme.small_px
    most_width = most if rect is None else min(most, LABEL_SHARE * rect.width())
    most_height = most if rect is None else min(most, LABEL_SHARE * rect.height())
    caption = small.height + 2 if model.captions else 0.0
    label_width = min(small.widest(_few(model.shown_row_labels)), most_width) if model.row_labels else 0.0
    row_step = every(model.shape[0], fit.cell_height, theme.small_px * 1.05) if model.row_labels else 0
    upright, column_step, label_height = False, 0, 0.0
    if model.column_labels:
        widest = small.widest(_few(model.shown_column_labels))
        column_step, label_height = 1, small.height
        if widest > fit.cell_width - 4:
            if model.counted_columns:
                column_step = every(model.shape[1], fit.cell_width, widest + 6)
            else:
                upright, label_height = True, min(widest, most_height)
                column_step = every(model.shape[1], fit.cell_width, theme.small_px * 1.05)
    left = (label_width + _GAP if model.row_labels else 1.0) + caption
    band = small.height + 3 if model.bands else 0.0
    title = ruler(theme.title_font).height + _GAP if model.show_title else 0.0
    top = title + caption + band + (label_height + 4 if label_height else 1.0)
    legend = fit.legend and model.legend_ends is not None
    bottom = (small.height + _GAP if legend else 0.0) + 2
    least_width = 0.0
    if legend:
        least_width = small.widest(legend_texts(model)) * 2 + 2.5 * theme.small_px + 12
    return _Margins(left, top, bottom, label_width, label_height, caption, upright, row_step, column_step, least_width)


def legend_texts(model: Heatmap) -> tuple[str, ...]:
    """The ends of the legend in words; one text where all numbers are the same."""
    from attnviz.content.numerals import format_number

    ends = model.legend_ends
    if ends is None or model.face is None:
        return ()
    texts = tuple(format_number(end, model.face.decimals) for end in ends)
    return texts[:1] if ends[0] == ends[1] else texts


def _placed(model: Heatmap, rect: QRectF, theme: Theme, fit: Fit) -> Grid:
    margins = _margins(model, theme, fit, rect)
    rows, columns = model.shape
    left, top = rect.left() + margins.left, rect.top() + margins.top
    gap = 1.0 if min(fit.cell_width, fit.cell_height) >= 9 else 0.0
    xs = tuple(left + fit.cell_width * index for index in range(columns + 1))
    ys = tuple(top + fit.cell_height * index for index in range(rows + 1))
    area = QRectF(left, top, xs[-1] - left - gap, ys[-1] - top - gap)
    small = ruler(theme.small_font)
    title_height = ruler(theme.title_font).height if model.show_title else 0.0
    labels_top = top - 4 - margins.label_height
    legend = QRectF()
    if fit.legend and model.legend_ends is not None:
        width = min(max(area.width(), margins.least_width), 16.0 * theme.small_px)
        legend = QRectF(left, area.bottom() + _GAP, width, small.height)
    return Grid(
        theme=theme,
        bounds=rect,
        title=QRectF(left, rect.top(), max(rect.right() - left, 0.0), title_height),
        map=area,
        xs=xs,
        ys=ys,
        gap=gap,
        number_px=fit.number_px,
        row_step=margins.row_step,
        column_step=margins.column_step,
        upright=margins.upright,
        row_labels=QRectF(left - _GAP - margins.label_width, top, margins.label_width, area.height()),
        column_labels=QRectF(left, labels_top, area.width(), margins.label_height),
        row_caption=QRectF(rect.left(), top, margins.caption, area.height()),
        column_caption=QRectF(left, labels_top - margins.caption, area.width(), margins.caption),
        legend=legend,
    )


def _widest(model: Heatmap, number_px: int) -> float:
    measure: Ruler = ruler(font(number_px))
    own = measure.widest(model.face.distinct) if model.face is not None else 0.0
    return max(own, measure.width(model.cell_text) if model.cell_text else 0.0)


def _few(labels: tuple[str, ...]) -> tuple[str, ...]:
    """The labels that decide the width; of very many, the longest ones by letters."""
    return labels if len(labels) <= 64 else tuple(sorted(set(labels), key=len)[-32:])


def _labelled(count: int, step: int, counted: bool) -> range | list[int]:
    if step == 0:
        return []
    if counted and step >= 5:  # 1, 5, 10, 15 reads better than 1, 6, 11, 16
        return [0, *range(step - 1, count, step)]
    return range(0, count, step)


def _whole(size: float) -> float:
    return float(floor(size)) if size >= _SNAP else size
