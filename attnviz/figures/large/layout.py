"""Where each part of a large map lies in its rectangle; zooming and panning move no part but what is in the map."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor

from PySide6.QtCore import QPointF, QRectF

from attnviz.content.numerals import MINUS, grouped
from attnviz.figures.labels import ruler
from attnviz.figures.large.large_legend import legend_width
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.margins import GAP, LEGEND_GAP
from attnviz.figures.theme import Theme, font
from attnviz.figures.viewport import Viewport

_ROW_LETTERS, _COLUMN_LETTERS = 9.0, 5.0  # labels are no longer than so many times their size
_LABEL_SHARE = 0.25  # of the figure's width at most goes to labels
_CAPTION_GAP = 4.0  # between what the rows are and their labels
_BROADEST, _HIGHEST = 1.6, 1.25  # a cell, in its other side, so that maps fill their room
_LEAST_SHARE = 0.5  # of the room that a thin map is stretched to
_STRETCHED, _LARGEST = 2.2, 8.0  # times the theme's numbers: so large stretched cells, and square ones, become
_MINIMAP, _LEAST_MINIMAP = 128.0, 56.0  # its longer side
_MINIMAP_SHARE, _MINIMAP_HEIGHT = 0.2, 0.4  # of the figure's width, and of the map's height, at most
_MINIMAP_GAP = 16.0
_ROOMY = 380.0  # a figure at least so wide, and nearly as high, keeps room for a minimap
_LEAST_MAP = 8.0
_AIR, _HIGH = 6.0, 1.45  # pixels beside a number, and the height of its cell in its own
_LARGEST_NUMBER = 1.6  # times the theme's


@dataclass(frozen=True)
class Ground:
    """The geometry of one painted large map, in the painter's coordinates; rectangles are empty where there is nothing.

    map: the cells that are seen, edge to edge. minimap: empty also where all is seen. number_px: 0 where cells have no
    numbers.
    """

    theme: Theme
    bounds: QRectF
    title: QRectF
    map: QRectF
    shape: tuple[int, int]
    viewport: Viewport
    row_labels: QRectF
    column_labels: QRectF
    row_caption: QRectF
    column_caption: QRectF
    legend: QRectF
    minimap: QRectF
    number_px: int

    @property
    def cell_width(self) -> float:
        """The width of a cell."""
        return self.map.width() / self.viewport.columns

    @property
    def cell_height(self) -> float:
        """The height of a cell."""
        return self.map.height() / self.viewport.rows

    def x_of(self, column: float) -> float:
        """Where a column begins, also outside the map."""
        return self.map.left() + (column - self.viewport.left) * self.cell_width

    def y_of(self, row: float) -> float:
        """Where a row begins, also outside the map."""
        return self.map.top() + (row - self.viewport.top) * self.cell_height

    def region_rect(self, rows: tuple[int, int], columns: tuple[int, int]) -> QRectF:
        """The rectangle of some cells, half-open ranges; it may reach beyond the map."""
        left, top = self.x_of(columns[0]), self.y_of(rows[0])
        return QRectF(left, top, self.x_of(columns[1]) - left, self.y_of(rows[1]) - top)

    def place_at(self, point: QPointF) -> tuple[float, float] | None:
        """The row and column under a point, with parts of cells; None outside the map."""
        return self.place_near(point) if self.map.contains(point) else None

    def place_near(self, point: QPointF) -> tuple[float, float]:
        """The row and column under a point, with parts of cells; also outside the map, as far as a drag goes."""
        return (
            self.viewport.top + (point.y() - self.map.top()) / self.cell_height,
            self.viewport.left + (point.x() - self.map.left()) / self.cell_width,
        )

    def minimap_place(self, point: QPointF) -> tuple[float, float]:
        """The row and column that a point of the minimap leads to; one beside it, to the nearest."""
        rows, columns = self.shape
        row = (point.y() - self.minimap.top()) / max(self.minimap.height(), 1.0) * rows
        column = (point.x() - self.minimap.left()) / max(self.minimap.width(), 1.0) * columns
        return min(max(row, 0.0), float(rows)), min(max(column, 0.0), float(columns))


def layout(model: LargeMap, rect: QRectF, theme: Theme) -> Ground:
    """The geometry in `rect`: the map as large as fits, the legend beside it and the minimap under that."""
    around = Around.of(model, theme, rect.width())
    left, top = floor(rect.left()) + around.left, floor(rect.top()) + around.top
    roomy = model.minimap and not model.compact and rect.width() >= _ROOMY and rect.height() >= 0.6 * _ROOMY
    keep = ceil(LEGEND_GAP + min(_MINIMAP, _MINIMAP_SHARE * rect.width())) if roomy else 0
    beside = max(around.legend, keep)
    width, height = map_size(model, theme, rect.right() - left - beside - 2, rect.bottom() - top - 2)
    area = QRectF(left, top, width, height)
    mini = _minimap_box(area, rect, model) if roomy else QRectF()
    legend = QRectF(area.right() + LEGEND_GAP, top, max(around.legend - LEGEND_GAP, 0.0), height)
    if not mini.isEmpty():
        legend.setBottom(mini.top() - _MINIMAP_GAP)
    seen = model.seen
    return Ground(
        theme=theme,
        bounds=rect,
        title=QRectF(left, rect.top(), rect.right() - left, around.title),
        map=area,
        shape=model.shape,
        viewport=seen,
        row_labels=QRectF(left - GAP - around.label_width, top, around.label_width, height),
        column_labels=QRectF(left, top - GAP - around.label_height, width, around.label_height),
        row_caption=QRectF(floor(rect.left()), top, around.caption, height),
        column_caption=QRectF(left, rect.top() + around.title, width, around.caption),
        legend=legend,
        minimap=QRectF() if seen.is_whole(model.shape) or model.picture is None else mini,
        number_px=number_px(model, theme, width / seen.columns, height / seen.rows),
    )


@dataclass(frozen=True)
class Around:
    """The room around a map: left and top with all that is there, and of what it consists."""

    left: float
    top: float
    title: float
    caption: float
    label_width: float
    label_height: float
    legend: float

    @staticmethod
    def of(model: LargeMap, theme: Theme, width: float) -> Around:
        """What labels, title, captions and legend need; it depends on what is seen in nothing."""
        small = ruler(theme.small_font)
        title = ruler(theme.title_font).height + GAP if model.show_title else 0.0
        if model.compact:
            return Around(0.0, float(ceil(title)), title, 0.0, 0.0, 0.0, 0.0)
        caption = small.height + 2
        most = _ROW_LETTERS * theme.small_px
        if model.cell is None:
            most = min(most, _LABEL_SHARE * width)
        most = max(most, small.width(grouped(model.shape[0])))  # half a number would be another one
        label_width = min(label_room(model.shown_row_labels, model.shape[0], theme, counted=model.counted_rows), most)
        label_height = small.height
        if not model.counted_columns:
            named = label_room(model.shown_column_labels, model.shape[1], theme, counted=False)
            label_height = max(label_height, min(named, _COLUMN_LETTERS * theme.small_px))
        legend = 0.0
        if model.legend and model.legend_texts:
            legend = LEGEND_GAP + legend_width(model, theme, roomy=width >= _ROOMY)
        return Around(
            left=float(ceil(caption + _CAPTION_GAP + label_width + GAP)),
            top=float(ceil(title + caption + label_height + GAP)),
            title=title,
            caption=caption,
            label_width=label_width,
            label_height=label_height,
            legend=float(ceil(legend)),
        )


def label_room(labels: tuple[str, ...], count: int, theme: Theme, *, counted: bool) -> float:
    """The width of the widest label, or of the largest number."""
    number = ruler(theme.small_font).width(grouped(count))
    return number if counted else max(number, _widest(labels, theme.small_px))


def map_size(model: LargeMap, theme: Theme, wide: float, high: float) -> tuple[float, float]:
    """Width and height of the map: nearly square cells that fill the room; a thin map is stretched. Whole units."""
    rows, columns = model.seen.rows, model.seen.columns
    wide, high = max(wide, _LEAST_MAP), max(high, _LEAST_MAP)
    if model.cell is not None:
        return model.cell[0] * columns, model.cell[1] * rows
    side = min(wide / columns, high / rows, _LARGEST * theme.number_px)
    stretched = _STRETCHED * theme.number_px
    width = max(min(_BROADEST * side * columns, wide), min(_LEAST_SHARE * wide, stretched * columns))
    height = max(min(_HIGHEST * side * rows, high), min(_LEAST_SHARE * high, stretched * rows))
    return float(max(floor(width), 1)), float(max(floor(height), 1))


def number_px(model: LargeMap, theme: Theme, cell_width: float, cell_height: float) -> int:
    """The size of numbers in cells that large, 0 where none can be read or there are none."""
    least = max(1, round(theme.least_number))
    if not model.numbers or model.values is None or model.picture is None or model.compact:
        return 0
    text = widest_number(model)
    for pixels in range(round(_LARGEST_NUMBER * theme.number_px), least - 1, -1):
        if _HIGH * pixels + 1 <= cell_height and ruler(font(pixels)).width(text) + _AIR <= cell_width:
            return pixels
    return 0


def widest_number(model: LargeMap) -> str:
    """A text as wide as the widest number of the whole map, so that panning changes no size."""
    ends = (model.picture.ends if model.picture is not None else None) or (0.0, 0.0)
    size = max(abs(end) for end in ends)
    digits = len(str(int(size))) if size < 1e6 else 6  # 1.234×10¹⁵ from a million on
    sign = MINUS if ends[0] < 0 else ""
    return sign + "0" * digits + ("." + "0" * model.decimals if model.decimals else "")


def _minimap_box(area: QRectF, rect: QRectF, model: LargeMap) -> QRectF:
    """A box in the proportions of the whole map, under the legend, which is there whether it is shown or not.

    It ends where the map does, lower where the map is low; empty where it has no room.
    """
    rows, columns = model.shape
    left = area.right() + LEGEND_GAP
    bottom = min(max(area.bottom(), area.top() + 2 * _MINIMAP), rect.bottom() - 1)
    side = min(_MINIMAP, rect.right() - 1 - left, _MINIMAP_HEIGHT * (bottom - area.top()))
    if side < _LEAST_MINIMAP:
        return QRectF()
    width, height = (side, side * rows / columns) if columns >= rows else (side * columns / rows, side)
    high = round(max(height, side / 4))
    return QRectF(left, floor(bottom) - high, round(max(width, side / 4)), high)


@lru_cache(64)
def _widest(labels: tuple[str, ...], pixels: int) -> float:
    """The widest label; of very many, the longest ones by letters are measured."""
    few = labels if len(labels) <= 64 else tuple(sorted(set(labels), key=len)[-64:])
    return ruler(font(pixels)).widest(few)
