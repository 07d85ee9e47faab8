"""The attention maps of all layers and heads as one figure on one scale: its data, and where each map lies."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import floor

from PySide6.QtCore import QPointF, QRectF, QSizeF

from attnviz.content.numerals import format_result
from attnviz.content.sources.source import Place
from attnviz.engine.arrays import Array
from attnviz.figures.labels import every, ruler
from attnviz.figures.last_line import filled
from attnviz.figures.overview.pooling import blocks_of
from attnviz.figures.theme import Theme

Limits = tuple[float, float]
KEY = "grid"
_LEAST_TILE, _LARGEST_TILE = 4.0, 260.0  # pixels of a map's longer side
_FLATTEST = 2.5  # a map is at most so many times as wide as high, or as high as wide
_LIKED = 56.0  # pixels of a map in a file, fewer where there are many heads
_LIKED_WIDTH = 1000.0
_EVEN = 0.93  # of the room a map may be, so that all its cells have as many pixels
NOTCH = 3.0  # pixels beside and over a map, where the lit query and key are marked


@dataclass(frozen=True, eq=False)
class HeadGrid:
    """Layers downward, heads across, all maps of the same shape (T, S).

    layers: the weights of each, (heads, T, S), or their thumbs; None where there are none. coming: those are on their
    way. queries, keys: labels; empty where there are none. ends: of the one colour scale. opened: what the document
    is. cursor: where the keyboard is. found: heads that a search came up with, the first one best. query, key: lit
    tokens. hidden_queries, hidden_keys: positions whose rows and columns are left out of every map. warned: layers
    whose rows do not sum to 1. lined: heads whose lines are drawn beside it, framed in their colours if they are many.
    wraps: the heads of a single layer stand in as many lines as make their maps large.
    """

    title: str
    layers: tuple[Array | None, ...]
    heads: int
    shape: tuple[int, int]
    queries: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    ends: Limits = (0.0, 1.0)
    opened: Place | None = None
    cursor: Place | None = None
    found: tuple[Place, ...] = ()
    query: int | None = None
    key: int | None = None
    decimals: int = 3
    colour_map: str = "auto"
    legend: bool = True
    show_title: bool = True
    coming: bool = False
    lined: tuple[Place, ...] = ()
    wraps: bool = False
    hidden_queries: frozenset[int] = frozenset()
    hidden_keys: frozenset[int] = frozenset()
    warned: frozenset[int] = frozenset()

    @cached_property
    def shown_queries(self) -> tuple[int, ...]:
        """Positions of the rows that maps have: all of them where only thumbs are there, which mix them."""
        return _left_over(self.shape[0], self.hidden_queries if self.blocks == (1, 1) else frozenset())

    @cached_property
    def shown_keys(self) -> tuple[int, ...]:
        """Positions of the columns that maps have."""
        return _left_over(self.shape[1], self.hidden_keys if self.blocks == (1, 1) else frozenset())

    @cached_property
    def shown_shape(self) -> tuple[int, int]:
        """Rows and columns of each map."""
        return len(self.shown_queries), len(self.shown_keys)

    def shown(self, layer: Array) -> Array:
        """What is seen of the weights of a layer, (heads, rows, columns); the same object where nothing is hidden."""
        return layer if self.shown_shape == self.shape else layer[:, self.shown_queries][:, :, self.shown_keys]

    @cached_property
    def map_words(self) -> str:
        """The size of a map, and how many tokens are left out of it."""
        rows, columns = self.shown_shape
        words = f"maps {rows}×{columns}"
        hidden = max(self.shape[0] - rows, self.shape[1] - columns)
        if hidden:
            return f"{words}, {hidden} hidden"
        return f"{words}, hidden ones included" if self.hidden_keys else words

    @cached_property
    def subtitle(self) -> str:
        """Layers × heads."""
        layers = f"{len(self.layers)} layer{'s' if len(self.layers) != 1 else ''}"
        heads = f"{self.heads} head{'s' if self.heads != 1 else ''}"
        return f"{layers} × {heads}"

    @cached_property
    def end_texts(self) -> tuple[str, str]:
        """The ends of the scale in words."""
        low, high = (format_result(end, self.decimals) for end in self.ends)
        return low, high

    @cached_property
    def blocks(self) -> tuple[int, int]:
        """How many queries and keys one number of `layers` stands for: 1 and 1 unless only thumbs are there."""
        whole = all(layer is None or layer.shape[1:] == self.shape for layer in self.layers)
        return (1, 1) if whole else (blocks_of(self.shape[0]), blocks_of(self.shape[1]))

    def weight(self, place: Place, query: int, key: int) -> float | None:
        """One weight, or the largest of its block; None while its layer is on its way."""
        own, (down, across) = self.layers[place.layer], self.blocks
        return None if own is None or place.head is None else float(own[place.head, query // down, key // across])


@dataclass(frozen=True)
class GridPlaces:
    """The geometry in the painter's coordinates. step: every how-manieth head and layer is numbered.

    columns: maps beside each other, as many as there are heads unless a single layer is wrapped. down: from one line
    of maps to the next.
    """

    theme: Theme
    title: QRectF
    corner: QPointF  # of the first map
    tile: QSizeF
    gap: float
    layers: int
    heads: int
    shape: tuple[int, int]
    column_step: int
    row_step: int
    legend: QRectF
    columns: int
    down: float

    @property
    def wrapped(self) -> bool:
        """True if the heads of a layer stand in several lines."""
        return self.columns < self.heads

    def line_of(self, place: Place) -> tuple[int, int]:
        """In which line and column of maps a head is."""
        if not self.wrapped:
            return place.layer, place.head or 0
        return divmod(place.layer * self.heads + (place.head or 0), self.columns)

    def tile_rect(self, place: Place) -> QRectF:
        """Where the map of a head lies."""
        line, column = self.line_of(place)
        x = self.corner.x() + column * (self.tile.width() + self.gap)
        y = self.corner.y() + line * self.down
        return QRectF(QPointF(x, y), self.tile)

    @property
    def all_tiles(self) -> QRectF:
        """The rectangle of all maps."""
        last = self.tile_rect(Place(self.layers - 1, self.heads - 1))
        right = self.corner.x() + self.columns * (self.tile.width() + self.gap) - self.gap
        return QRectF(self.corner, QPointF(right, last.bottom()))

    def place_at(self, point: QPointF) -> Place | None:
        """The head whose map, or whose half of the gap around it, is under a point."""
        if not self.all_tiles.adjusted(-self.gap / 2, -self.gap / 2, self.gap / 2, self.gap / 2).contains(point):
            return None
        across = (point.x() - self.corner.x() + self.gap / 2) / (self.tile.width() + self.gap)
        down = (point.y() - self.corner.y() + self.gap / 2) / self.down
        index = max(floor(down), 0) * self.columns + min(max(floor(across), 0), self.columns - 1)
        layer, head = divmod(index, self.heads)
        return Place(layer, head) if layer < self.layers else None

    def cell_at(self, point: QPointF) -> tuple[Place, int, int] | None:
        """The head, row and column under a point, None beside the maps."""
        place = self.place_at(point)
        if place is None or not self.tile_rect(place).contains(point):
            return None
        rect, (rows, columns) = self.tile_rect(place), self.shape
        query = int((point.y() - rect.top()) / rect.height() * rows)
        key = int((point.x() - rect.left()) / rect.width() * columns)
        return place, min(query, rows - 1), min(key, columns - 1)


def grid_places(model: HeadGrid, rect: QRectF, theme: Theme) -> GridPlaces:
    """The geometry in `rect`: the maps as large as fit, all of one size, at the top left."""
    small, bold = ruler(theme.small_font), ruler(theme.title_font)
    title = bold.height + 6 if model.show_title else 0.0
    left, top = _left(model, theme), title + 2 * small.height + 8
    below = _legend_height(model, theme)
    room = QSizeF(max(rect.width() - left - 2, 1.0), max(rect.height() - top - below - 2, 1.0))
    lines, columns, (tile, gap), between = _wrapped(model, room, small.height + NOTCH + 4)
    corner = QPointF(rect.left() + left, rect.top() + top)
    end = corner.y() + lines * (tile.height() + between) - between
    legend = QRectF(corner.x(), end + 8, max(rect.right() - corner.x(), 0.0), below - 8) if below else QRectF()
    return GridPlaces(
        theme, QRectF(corner.x(), rect.top(), max(rect.right() - corner.x(), 0.0), title), corner, tile, gap,
        len(model.layers), model.heads, model.shown_shape,
        every(model.heads, tile.width() + gap, small.width(str(model.heads)) + 4),
        every(len(model.layers), tile.height() + gap, small.height), legend, columns, tile.height() + between,
    )  # fmt: skip


def grid_size(model: HeadGrid, theme: Theme, width: float | None = None) -> QSizeF:
    """The size it likes in a file, or of that width."""
    left, layers = _left(model, theme), len(model.layers)
    liked = floor(min(_LIKED * theme.factor, _LIKED_WIDTH / model.heads))
    across = model.heads * (liked + _gap(liked)) - _gap(liked) if width is None else width - left - 2
    tile, gap = _tile(model, QSizeF(across, layers * _LARGEST_TILE * 2), layers, model.heads)
    small, bold = ruler(theme.small_font), ruler(theme.title_font)
    top = (bold.height + 6 if model.show_title else 0.0) + 2 * small.height + 8
    wide = left + model.heads * (tile.width() + gap) - gap + 2
    if width is None and model.show_title:
        wide = max(wide, left + bold.width(model.title) + 8 + small.width(model.subtitle) + 2)
    below = _legend_height(model, theme)
    high = top + layers * (tile.height() + gap) - gap + below + 2
    return QSizeF(wide if width is None else width, high)


def least_width(model: HeadGrid, theme: Theme) -> float:
    """The width below which maps show nothing."""
    return _left(model, theme) + model.heads * 2 * _LEAST_TILE


def _wrapped(model: HeadGrid, room: QSizeF, numbers: float) -> tuple[int, int, tuple[QSizeF, float], float]:
    """How many lines and columns of maps, the size of a map with the gap beside it, and the gap between two lines.

    numbers: what a line of wrapped maps needs above it.
    """
    layers, heads = len(model.layers), model.heads
    whole = _tile(model, room, layers, heads)
    best, most = (layers, heads, whole, whole[1]), _area(whole[0])
    if layers == 1 and model.wraps:
        for lines in range(2, heads + 1):
            columns = -(-heads // lines)
            used = -(-heads // columns)
            less = QSizeF(room.width(), max(room.height() - (used - 1) * numbers, 1.0))
            found = _tile(model, less, used, columns)
            worth = _area(found[0]) * filled(heads, columns)
            if worth > most:
                best, most = (used, columns, found, found[1] + numbers), worth
    return best


def _tile(model: HeadGrid, room: QSizeF, layers: int, heads: int) -> tuple[QSizeF, float]:
    """The size of each of so many maps and the gap between two. Cells of several pixels are whole numbers of pixels."""
    rows, columns = model.shown_shape
    shape = min(max(columns / rows, 1 / _FLATTEST), _FLATTEST)  # width over height
    wide = min(room.width() / heads, room.height() / layers * shape)
    for _ in range(2):
        gap = _gap(wide)
        across, down = (
            (side - gap * (count - 1)) / count + 1e-6
            for side, count in ((room.width(), heads), (room.height(), layers))
        )
        wide = min(max(min(across, down * shape), 1.0), _LARGEST_TILE * min(shape, 1.0))
    high = min(wide / shape, max(down, 1.0))
    even = QSizeF(columns * floor(wide / columns), rows * floor(high / rows))
    if even.width() >= _EVEN * wide and even.height() >= _EVEN * high:
        return even, gap
    return QSizeF(max(floor(wide), 1.0), max(floor(high), 1.0)), gap


def _area(size: QSizeF) -> float:
    return size.width() * size.height()


def _left_over(count: int, hidden: frozenset[int]) -> tuple[int, ...]:
    """Positions that are not hidden; all of them rather than none."""
    return tuple(index for index in range(count) if index not in hidden) or tuple(range(count))


def _gap(wide: float) -> float:
    """The gap beside a map of that width, with room for a notch where it is large enough."""
    if wide < 10:
        return 1.0
    return min(max(round(wide * 0.13), NOTCH + 2 if wide >= 20 else 2.0), 9.0)


def _left(model: HeadGrid, theme: Theme) -> float:
    """The room of the layers' numbers and their caption."""
    small = ruler(theme.small_font)
    return small.height + 4 + small.width(str(len(model.layers))) + 8


def _legend_height(model: HeadGrid, theme: Theme) -> float:
    return 2 * ruler(theme.small_font).height + 14 if model.legend else 0.0
