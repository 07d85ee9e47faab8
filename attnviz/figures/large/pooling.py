"""How many cells one point of a large map stands for, and which of them is the strongest."""

from __future__ import annotations

from math import ceil, log2

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from attnviz.figures.large.codes import MASKED
from attnviz.figures.large.large_map import LargeMap, pooled_text
from attnviz.figures.large.layout import Ground, layout
from attnviz.figures.large.pixels import all_pixels, is_fine
from attnviz.figures.large.raster import Window, cells_of
from attnviz.figures.theme import Theme

_HAIR = 1e-6


def block_under(model: LargeMap, place: Ground, point: QPointF) -> tuple[slice, slice]:
    """The rows and columns that the pixel under a point of the map stands for; one of each where cells are larger."""
    assert model.picture is not None
    high, wide = round(place.map.height()), round(place.map.width())
    down = min(max(int(point.y() - place.map.top()), 0), high - 1)
    across = min(max(int(point.x() - place.map.left()), 0), wide - 1)
    pixel = Window(high, wide, (down, down + 1), (across, across + 1), fine=is_fine(wide, high))
    return cells_of(model.picture, place.viewport, pixel)


def strongest(model: LargeMap, rows: slice, columns: slice) -> tuple[int, int] | None:
    """The cell that stands for a block, None where all of it is hidden or only a thumb is known."""
    if model.picture is None or not model.picture.has_cells:
        return None
    codes = model.picture.levels[0][rows, columns]
    best = codes.max(initial=MASKED)
    if best == MASKED:
        return None
    found = codes == best
    if model.values is not None:  # several numbers may have one code
        sizes = model.values[rows, columns]
        found = np.where(found, np.abs(sizes) if model.signed else sizes, -np.inf)
    row, column = divmod(int(np.argmax(found)), codes.shape[1])
    return rows.start + row, columns.start + column


def cells_a_point(model: LargeMap, window: Window) -> tuple[int, int]:
    """How many rows and columns a pixel of a map stands for, rounded up. window: all of its pixels.

    A single pixel may stand for a few more or less, as its cells lie: `block_under` says so exactly.
    """
    if model.picture is None:
        return 1, 1
    least = model.picture.block(0)
    down, across = model.seen.rows / window.height, model.seen.columns / window.width
    if not window.fine:  # blocks of 2, 4, 8, …
        down, across = (2.0 ** ceil(log2(max(side, 1.0))) for side in (down, across))
    return max(least[0], ceil(down - _HAIR)), max(least[1], ceil(across - _HAIR))


def pooled_words(model: LargeMap, window: Window) -> str:
    """What a point stands for in words. Pixels of a thumb have one or two of its blocks, and no part of one."""
    cells = cells_a_point(model, window)
    blocks = (1, 1) if model.picture is None else model.picture.block(0)
    return pooled_text(cells, roughly=any(own % block for own, block in zip(cells, blocks, strict=True)))


def pooled_in(painter: QPainter, rect: QRectF, figure: object, theme: Theme) -> str:
    """What a point of a figure stands for, if that is a large map painted in `rect`."""
    if not isinstance(figure, LargeMap):
        return ""
    return pooled_words(figure, all_pixels(painter, layout(figure, rect, theme).map, figure))
