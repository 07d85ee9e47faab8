"""The number of the selected cell in a map whose cells are too narrow for numbers: it hangs over its neighbours."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from attnviz.figures.colour_maps import BLACK, WHITE, ColourMap
from attnviz.figures.grid import Grid
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.theme import font

_AIR = 5.0  # pixels left and right of the number
_HIGH, _LEAST = 0.8, 0.6  # of a cell's height that letters take; of small letters: below that nobody reads them


def cursor_plate(grid: Grid, model: Heatmap) -> tuple[QRectF, int] | None:
    """Where that number stands, at least as large as its cell, and the pixels of its letters.

    None where every cell has its number, nothing is selected, the number is veiled or hidden, or the cell is too low.
    """
    face, cursor = model.face, model.cursor
    if grid.number_px or face is None or cursor is None or not model.numbers:
        return None
    if (face.cover is not None and face.cover.cells[cursor]) or (face.hidden is not None and face.hidden[cursor]):
        return None
    cell = grid.cell_rect(*cursor)
    pixels = min(grid.theme.number_px, int(_HIGH * cell.height()))
    if pixels < _LEAST * grid.theme.small_px:
        return None
    wide = max(ruler(font(pixels)).width(_text(model, cursor)) + 2 * _AIR, cell.width())
    left = min(max(cell.center().x() - wide / 2, grid.map.left()), max(grid.map.right() - wide, grid.map.left()))
    return QRectF(left, cell.top(), wide, cell.height()), pixels


def paint_cursor_number(painter: QPainter, grid: Grid, model: Heatmap, colours: ColourMap) -> QRectF | None:
    """Draws the number on a plate of its cell's colour; comes back with the plate, which wants the cell's frame."""
    placed = cursor_plate(grid, model)
    if placed is None or model.face is None or model.cursor is None:
        return None
    (plate, pixels), (row, column) = placed, model.cursor
    entry = model.face.entry_rows[row][column]
    measure, text = ruler(font(pixels)), _text(model, model.cursor)
    painter.fillRect(plate, colours.colours[entry])
    painter.setFont(measure.font)
    painter.setPen(WHITE if colours.light_text[entry] else BLACK)
    place = QPointF(plate.center().x() - measure.width(text) / 2, plate.center().y() + measure.figure_height / 2)
    painter.drawText(place, text)
    return plate


def _text(model: Heatmap, cursor: tuple[int, int]) -> str:
    assert model.face is not None
    return model.face.texts[cursor[0]][cursor[1]]
