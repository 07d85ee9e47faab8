"""Paints the cells of a map: colours, the hatch over hidden ones, and numbers."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QTransform

from attnviz.engine.arrays import Bools
from attnviz.figures.colour_maps import BLACK, MIDDLE, WHITE, ColourMap
from attnviz.figures.grid import Grid
from attnviz.figures.hatch import STEP, WIDTH, is_raster, paint_hatch, pixels_per_unit
from attnviz.figures.heatmap import Face
from attnviz.figures.labels import ruler
from attnviz.figures.theme import Palette, font
from attnviz.figures.veil_painter import paint_mark

VECTOR_CELLS = 64 * 64  # up to here each cell is a rectangle of its own; a larger map is one image
_SINGLY = 200  # cells up to which rectangles are painted as fast
_LOOPED = 16  # cells of a block that are faster compared one after the other than gathered
_OVERSAMPLED = 2.0  # an embedded map has at least so many pixels for each pixel that it covers
_MOST_PIXELS = 16_000_000


def paint_cells(painter: QPainter, grid: Grid, face: Face, colours: ColourMap) -> None:
    """Colours; hidden cells keep the panel's colour under their hatch."""
    palette = grid.theme.palette
    rows, columns = face.values.shape
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    if rows * columns > VECTOR_CELLS or min(grid.xs[1] - grid.xs[0], grid.ys[1] - grid.ys[0]) < 1:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(grid.map, picture(face, colours, palette, grid.map, pixels_per_unit(painter)))
    else:
        _paint_rectangles(painter, grid, face, colours)
    if face.cover is not None and rows * columns <= VECTOR_CELLS:
        for place, mark in face.cover.marks.items():
            paint_mark(painter, grid.cell_rect(*place), mark, grid.theme, grid.number_px)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    if not grid.gap:
        painter.setPen(grid.theme.pen(palette.border))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(grid.map.adjusted(-0.5, -0.5, 0.5, 0.5))


def paint_numbers(painter: QPainter, grid: Grid, face: Face, colours: ColourMap, rise: float = 0.0) -> None:
    """The number of each cell in its middle or `rise` above, black or white as its colour asks; soft where hidden."""
    number_font = font(grid.number_px)
    measure = ruler(number_font)
    painter.setFont(number_font)
    light, hidden, known = colours.light_text, face.hidden_rows, measure.width
    drop, draw = measure.figure_height / 2 - rise, painter.drawText
    middles = [(grid.xs[j] + grid.xs[j + 1] - grid.gap) / 2 for j in range(face.values.shape[1])]
    black: list[tuple[QPointF, str]] = []
    white: list[tuple[QPointF, str]] = []
    soft: list[tuple[QPointF, str]] = []
    covered = face.cover.marks if face.cover is not None else {}
    for i, texts in enumerate(face.texts):
        baseline = (grid.ys[i] + grid.ys[i + 1] - grid.gap) / 2 + drop
        entries, veiled = face.entry_rows[i], hidden[i] if hidden else None
        for j, text in enumerate(texts):
            if covered and (i, j) in covered:  # its mark is painted already
                continue
            group = soft if veiled and veiled[j] else white if light[entries[j]] else black
            group.append((QPointF(middles[j] - known(text) / 2, baseline), text))
    for colour, group in ((BLACK, black), (WHITE, white), (grid.theme.palette.soft, soft)):
        painter.setPen(colour)
        if group is soft:  # the hatch leaves a gap for the number
            for point, text in group:
                gap = QRectF(point.x() - 3, point.y() - 2 * drop - 2, known(text) + 6, 2 * drop + 4)
                painter.fillRect(gap, grid.theme.palette.panel)
        for point, text in group:
            draw(point, text)


def picture(face: Face, colours: ColourMap, palette: Palette, area: QRectF, sharpness: float = 1.0) -> QImage:
    """The map as an image larger than its area, each cell a block of colour, hidden ones striped.

    sharpness: pixels of the device for one unit of `area`.

    Where cells are smaller than such a pixel, each pixel shows the most marked of its cells: a single strong cell is
    never lost, and a pixel counts as hidden only if all its cells are.
    """
    rows, columns = face.values.shape
    width, height = max(area.width() * sharpness, 1.0), max(area.height() * sharpness, 1.0)
    across, down = int(np.ceil(columns / width)), int(np.ceil(rows / height))
    entries, hidden = _pooled(face, down, across)
    argb = colours.argb[entries]
    if face.cover is not None:  # a pixel of which any cell is veiled tells nothing
        veiled = np.logical_or.reduceat(
            np.logical_or.reduceat(face.cover.cells, _starts(rows, down)), _starts(columns, across), axis=1
        )
        argb = np.where(veiled, palette.hover.rgb(), argb).astype(np.uint32)
    wide = max(1, int(np.ceil(_OVERSAMPLED * width / argb.shape[1])))
    high = max(1, int(np.ceil(_OVERSAMPLED * height / argb.shape[0])))
    while argb.size * wide * high > _MOST_PIXELS and max(wide, high) > 1:
        wide, high = max(1, wide // 2), max(1, high // 2)
    if hidden is not None:
        argb = np.where(hidden, np.uint32(palette.panel.rgb()), argb)
    blown = np.repeat(np.repeat(argb, wide, axis=1), high, axis=0)  # whole rows at last: they are copied as they are
    if hidden is not None:
        _hatch(blown, np.repeat(np.repeat(hidden, wide, axis=1), high, axis=0), blown.shape[1] / area.width(), palette)
    image = QImage(blown.data, blown.shape[1], blown.shape[0], blown.strides[0], QImage.Format.Format_RGB32)
    return image.copy()  # the array goes away with this function


def _hatch(pixels: npt.NDArray[np.uint32], hidden: Bools, fine: float, palette: Palette) -> None:
    """Lines as far apart as over larger cells: a stripe a cell would fill a triangle with grey. fine: pixels a unit."""
    step, thick = max(3, round(STEP * fine)), max(1, round(WIDTH * fine))
    high, wide = pixels.shape
    first = np.arange(high + wide - 1) % step < thick
    lines = sliding_window_view(first, wide)  # each row is the one above it, a pixel to the left
    np.copyto(pixels, np.uint32(palette.hatch.rgb()), where=hidden & lines)


def _starts(count: int, step: int) -> list[int]:
    return list(range(0, count, step))


def _paint_rectangles(painter: QPainter, grid: Grid, face: Face, colours: ColourMap) -> None:
    palette = grid.theme.palette
    if grid.gap:
        painter.fillRect(grid.map.adjusted(-1, -1, 1, 1), palette.grid)
    table, hidden, fill = colours.colours, face.hidden_rows, painter.fillRect
    rows, columns = face.values.shape
    if rows * columns > _SINGLY and not grid.gap and _has_whole_pixels(painter):
        _paint_pixels(painter, grid, face, colours)
        if hidden:
            paint_hatch(painter, _runs(grid, hidden), grid.theme)
        return
    # Without lines between them, each cell reaches under its neighbours, or renderers would leave hairlines.
    under = 0.0 if grid.gap else 0.6
    xs = [(grid.xs[j], grid.xs[j + 1] - grid.xs[j] - grid.gap + under * (j < columns - 1)) for j in range(columns)]
    for i, entries in enumerate(face.entry_rows):
        y, height = grid.ys[i], grid.ys[i + 1] - grid.ys[i] - grid.gap + under * (i < rows - 1)
        veiled = hidden[i] if hidden else None
        for j, (x, width) in enumerate(xs):
            fill(QRectF(x, y, width, height), palette.panel if veiled and veiled[j] else table[entries[j]])
    if hidden:
        paint_hatch(painter, _runs(grid, hidden), grid.theme)


def _has_whole_pixels(painter: QPainter) -> bool:
    """True where a unit is a pixel of a screen or an image, so that each pixel is of one cell."""
    kinds = QTransform.TransformationType
    moved = painter.combinedTransform().type() in (kinds.TxNone, kinds.TxTranslate)
    return moved and is_raster(painter) and painter.device().devicePixelRatioF() == 1.0


def _paint_pixels(painter: QPainter, grid: Grid, face: Face, colours: ColourMap) -> None:
    """The rectangles in one picture, pixel by pixel as Qt rounds their edges: a thousand are painted as one."""
    move = painter.combinedTransform()
    xs, ys = (
        np.floor(np.asarray(edges) + by + 0.5).astype(int) for edges, by in ((grid.xs, move.dx()), (grid.ys, move.dy()))
    )
    argb = colours.argb[face.entries]
    if face.hidden is not None:
        argb = np.where(face.hidden, np.uint32(grid.theme.palette.panel.rgb()), argb)
    pixels = np.repeat(np.repeat(argb, np.diff(xs), axis=1), np.diff(ys), axis=0)
    image = QImage(pixels.data, pixels.shape[1], pixels.shape[0], pixels.strides[0], QImage.Format.Format_RGB32)
    painter.drawImage(QPointF(float(xs[0]) - move.dx(), float(ys[0]) - move.dy()), image)


def _runs(grid: Grid, hidden: list[list[bool]]) -> list[QRectF]:
    """The rectangles of hidden cells, neighbours in a row as one."""
    runs = []
    for i, veiled in enumerate(hidden):
        j, columns = 0, len(veiled)
        while j < columns:
            if not veiled[j]:
                j += 1
                continue
            start = j
            while j < columns and veiled[j]:
                j += 1
            runs.append(grid.region_rect((i, i + 1), (start, j)))
    return runs


def _pooled(face: Face, down: int, across: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.bool_] | None]:
    """Blocks of `down` × `across` cells as one: the entry furthest from the middle, or from the low end."""
    entries, hidden = face.entries, face.hidden
    if down == 1 and across == 1:
        return entries, hidden
    rows, columns = -(-entries.shape[0] // down), -(-entries.shape[1] // across)
    padding = ((0, rows * down - entries.shape[0]), (0, columns * across - entries.shape[1]))
    middle = MIDDLE if face.diverging else 0
    marked = np.abs(entries.astype(np.int16) - middle) + 1
    if hidden is not None:
        marked[hidden] = 0
    marked, entries = np.pad(marked, padding), np.pad(entries, padding)
    if down * across > _LOOPED:
        apart = (rows, down, columns, across)
        blocks = [
            each.reshape(apart).transpose(0, 2, 1, 3).reshape(rows, columns, down * across)
            for each in (marked, entries)
        ]
        place = blocks[0].argmax(axis=2)[..., np.newaxis]
        strength, pooled = (np.take_along_axis(each, place, axis=2)[..., 0] for each in blocks)
        return pooled, None if hidden is None else strength == 0
    pooled, strongest = entries[::down, ::across].copy(), marked[::down, ::across].copy()
    for row in range(down):
        for column in range(across):  # the first of equals stays
            own = marked[row::down, column::across]
            np.copyto(pooled, entries[row::down, column::across], where=own > strongest)
            np.maximum(strongest, own, out=strongest)
    return pooled, None if hidden is None else strongest == 0
