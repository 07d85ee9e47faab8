"""Small pictures of scenarios for the gallery, each painted once by the figures themselves."""

from __future__ import annotations

import math
from dataclasses import replace

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap

from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace
from attnviz.figures.compose import heatmap_of
from attnviz.figures.figure import paint_figure
from attnviz.figures.heatmap import Fit, Heatmap
from attnviz.figures.theme import Theme
from attnviz.figures.view import Selection, View

GAP = 6.0
LARGEST_CELL = 0.4  # of the picture's side
WITH_NUMBERS = 0.32  # of the picture's side is a cell at least that has room for two decimals in letters to be read
NUMBER = 0.37  # of a cell's side are its letters


def thumbnail(scenario: Scenario, size: QSize, ratio: float, theme: Theme) -> QPixmap:
    """The weights of a scenario, all heads side by side, in `size` pixels of a screen with that pixel ratio."""
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    view = View(theme=theme.name, decimals=2)
    traced = trace(scenario)
    heads = traced.sizes.heads
    with QPainter(picture) as painter:
        for head, room in enumerate(_rooms(heads, QRectF(0, 0, size.width(), size.height()), GAP)):
            weights = heatmap_of("weights", traced, Selection(head), view, head)
            part, side = _square_cells(room, weights.shape, LARGEST_CELL * size.width())
            paint_figure(painter, part, _bare(weights, side, side >= WITH_NUMBERS * size.width()), theme)
    return picture


def _bare(heatmap: Heatmap, side: float, numbers: bool) -> Heatmap:
    """The cells alone, as squares, with their numbers or without."""
    return replace(
        heatmap,
        row_labels=(), column_labels=(), frames=(), bands=(), cursor=None,
        numbers=numbers, legend=False, show_title=False, captions=False,
        fit=Fit(round(NUMBER * side) if numbers else 0, side, side, False),
    )  # fmt: skip


def _rooms(count: int, rect: QRectF, gap: float) -> list[QRectF]:
    """Equal rooms in as many rows as make them largest."""

    def side(columns: int) -> float:
        return min(rect.width() / columns, rect.height() / math.ceil(count / columns))

    columns = max(range(1, count + 1), key=side)
    width, height = rect.width() / columns, rect.height() / math.ceil(count / columns)
    corners = ((place % columns * width, place // columns * height) for place in range(count))
    inset = gap if count > 1 else 0.0
    return [QRectF(x, y, width - inset, height - inset).translated(rect.topLeft()) for x, y in corners]


def _square_cells(room: QRectF, shape: tuple[int, int], most: float) -> tuple[QRectF, float]:
    """The part of a room, in its middle, in which so many rows and columns are squares of whole pixels; their side.

    most: pixels that a side has at most.
    """
    rows, columns = shape
    side = max(1.0, math.floor(min(most, room.width() / columns, room.height() / rows)))
    part = QRectF(0, 0, side * columns, side * rows)
    part.moveCenter(room.center())
    return part.translated(-(part.left() % 1), -(part.top() % 1)), side
