"""Where each part of a large map lies in its rectangle; zooming and panning move it only where names become words."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor
from threading import get_ident

from PySide6.QtCore import QPointF, QRectF

from attnviz.figures.large.around import NUMBERS, Around, joined_widths, names_at, title_width
from attnviz.figures.large.digits import Digits, digits_of
from attnviz.figures.large.large_legend import height_under, width_under
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.shape import map_size
from attnviz.figures.margins import GAP, LEGEND_GAP
from attnviz.figures.theme import Theme
from attnviz.figures.viewport import Viewport

_MINIMAP, _LEAST_MINIMAP = 128.0, 56.0  # its longer side
_MINIMAP_SHARE, _MINIMAP_HEIGHT = 0.2, 0.4  # of the figure's width, and of the map's height, at most
_MINIMAP_GAP = 16.0
_LARGER, _MUCH_LARGER = 1.02, 1.1  # times its area, by which a map is worth a title that shares its line
_KEPT = 4  # rectangles of one map
_LOW, _DOWN = 0.5, 0.6  # of a roomy figure, where a lower map would be lost at the top; the part of that above it
_ROOMY = 380.0  # a figure at least so wide, and nearly as high, keeps room for a minimap


@dataclass(frozen=True)
class Ground:
    """The geometry of one painted large map, in the painter's coordinates; rectangles are empty where there is nothing.

    column_caption: in the line of the title or below it, as wide as the figure. map: the cells that are seen, edge to
    edge. minimap: empty also where all is seen. number_px: 0 where cells have no numbers.
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
    digits: Digits

    @property
    def number_px(self) -> int:
        """The size of numbers in cells, 0 where these have none."""
        return self.digits.pixels

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
    """The geometry in `rect`: the map as large as fits, the legend beside it and the minimap under that, in the middle.

    The room beside and over the map is that of the names it has in this view: numbers, or words where cells are large.
    It is found once: a stroke of the hand asks for it at each of its points.
    """
    key = rect.getRect(), theme, get_ident()  # a thread has letters of its own
    known = model.grounds.get(key)
    if isinstance(known, Ground):
        return known
    ground = _found(model, QRectF(rect), theme)
    if len(model.grounds) >= _KEPT:
        model.grounds.clear()
    model.grounds[key] = ground
    return ground


def _found(model: LargeMap, rect: QRectF, theme: Theme) -> Ground:
    roomy = model.minimap and not model.compact and rect.width() >= _ROOMY and rect.height() >= 0.6 * _ROOMY
    keep = ceil(LEGEND_GAP + min(_MINIMAP, _MINIMAP_SHARE * rect.width())) if roomy else 0
    around, (width, height), joined = _fitted(model, rect, theme, keep)
    if roomy:
        rect = rect.adjusted(0, max(floor(_DOWN * (_LOW * rect.height() - height)), 0), 0, 0)
    words = joined_widths(model, theme)[0] if joined else title_width(model, theme)
    used = around.left + max(width + max(around.legend, keep), min(words, rect.width() - around.left))
    start = floor(rect.left()) + max(0, floor((rect.width() - used) / 2))
    left, top = start + around.left, floor(rect.top()) + around.top
    area = QRectF(left, top, width, height)
    mini = _minimap_box(area, rect, model) if roomy else QRectF()
    legend = QRectF(area.right() + LEGEND_GAP, top, max(around.legend - LEGEND_GAP, 0.0), height)
    if model.under:
        wide = min(max(width, width_under(model, theme)), rect.right() - left)
        legend = QRectF(left, area.bottom(), wide, height_under(model, theme))
    elif not mini.isEmpty():
        legend.setBottom(mini.top() - _MINIMAP_GAP)
    least = words if joined else title_width(model, theme, shape=False)
    over = left if least <= rect.right() - left else start  # a long title begins farther left
    seen = model.seen
    return Ground(
        theme=theme,
        bounds=rect,
        title=QRectF(over, rect.top(), rect.right() - over, around.title),
        map=area,
        shape=model.shape,
        viewport=seen,
        row_labels=QRectF(left - GAP - around.label_width, top, around.label_width, height),
        column_labels=QRectF(left, top - GAP - around.label_height, width, around.label_height),
        row_caption=QRectF(start, top, around.caption, height),
        column_caption=QRectF(
            start, rect.top() + (0.0 if joined else around.title), rect.right() - start, around.caption
        ),
        legend=legend,
        minimap=QRectF() if seen.is_whole(model.shape) or model.picture is None else mini,
        digits=digits_of(model, theme, width / seen.columns, height / seen.rows),
    )


def _fitted(model: LargeMap, rect: QRectF, theme: Theme, keep: int) -> tuple[Around, tuple[float, float], bool]:
    """The room around the map, its size, and whether what the columns are stands in the line of the title.

    It does where the map is larger for it; in a file, whose height is free, it never does.
    """
    apart = _tried(model, rect, theme, keep, joined=False)
    if not model.show_title or model.compact or model.cell is not None:
        return *apart, False
    around, (width, height) = _tried(model, rect, theme, keep, joined=True)
    (whole, least), larger = joined_widths(model, theme), width * height / (apart[1][0] * apart[1][1])
    # In a low window it may end beyond the map, and take the room of the formula.
    joined = (larger > _LARGER and whole <= width) or (larger > _MUCH_LARGER and least <= rect.width() - around.left)
    return (around, (width, height), True) if joined else (*apart, False)


def _tried(
    model: LargeMap, rect: QRectF, theme: Theme, keep: int, *, joined: bool
) -> tuple[Around, tuple[float, float]]:
    around = Around.of(model, theme, rect.width(), joined=joined)
    below = height_under(model, theme) if model.under else 0.0
    size = map_size(model, theme, *_room(rect, around, keep, below))
    names = names_at(model, theme, size[0] / model.seen.columns, size[1] / model.seen.rows)
    if names != NUMBERS:
        around = Around.of(model, theme, rect.width(), names, joined=joined)
        size = map_size(model, theme, *_room(rect, around, keep, below))
    return around, size


def _room(rect: QRectF, around: Around, keep: float, below: float) -> tuple[float, float]:
    """Width and height that are left for the map, over a legend that takes so much."""
    return rect.width() - around.left - max(around.legend, keep) - 2, rect.height() - around.top - below - 2


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
