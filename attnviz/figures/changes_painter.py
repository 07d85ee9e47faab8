"""Marks on cells whose number moved: a small arrow head in the corner, what it was and the difference below it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF

from attnviz.content.changes import Moves
from attnviz.figures.colour_maps import BLACK, WHITE, ColourMap
from attnviz.figures.grid import Grid
from attnviz.figures.heatmap import Face
from attnviz.figures.labels import ruler
from attnviz.figures.theme import SMALL_PX, font

_LEAST_CELL = 5.0  # pixels below which a mark would cover its cell
_PART, _MOST = 0.2, 14.0  # of a cell's height, and pixels, that a mark is high at most
_SEEN, _ALONE = 7.0, 0.5  # pixels that a mark needs to be seen as an arrow, and its part of a cell without a number
_SMALLER = 0.4  # an old number's letters, of the new one's
_FAR = 0.9  # times the least legible number: what is read from the last row of a room
_CLEARLY = 0.8  # of the new number's letters: more would leave open which of the two holds now
_BELOW, _CLEAR = 0.07, 1.0  # of a cell's height under the old number, and pixels between the two at least
_OVER, _UNDER = 2.0, 3.0  # pixels over a number that made room, and under the old one, for a frame


def paint_changes(painter: QPainter, grid: Grid, face: Face, moves: Moves, colours: ColourMap) -> None:
    """Marks the numbers that moved, upward where they rose; veiled ones are left alone, for a mark would tell."""
    across, down = grid.xs[1] - grid.xs[0] - grid.gap, grid.ys[1] - grid.ys[0] - grid.gap
    if min(across, down) < _LEAST_CELL or moves.now.shape != face.values.shape:
        return
    small = old_px(grid)
    measure = ruler(font(small))
    rise = rise_of(grid, face)
    room, low = _room(grid) + rise, _UNDER if rise else max(_UNDER, _BELOW * down)
    written = bool(grid.number_px and small) and room >= measure.figure_height + low + _CLEAR
    covered = face.cover.marks if face.cover is not None else {}
    hidden = face.hidden_rows
    painter.setFont(measure.font)
    for i, flags in enumerate(moves.marks):
        for j, moved in enumerate(flags):
            if not moved or (i, j) in covered:
                continue
            cell = grid.cell_rect(i, j)
            soft = hidden is not None and hidden[i][j]
            light = colours.light_text[face.entry_rows[i][j]]
            ink = grid.theme.palette.text if soft else WHITE if light else BLACK
            paint_mark(painter, cell, ink, up=moves.rose(i, j), alone=not grid.number_px)
            wordings = moves.short_words(i, j) if written and not soft else ()
            # Brackets hang lower than digits, where a frame may be.
            fitting = (
                words for words in wordings if measure.width(words) <= across - 4 and not (rise and "(" in words)
            )
            text = next(fitting, "")
            if text:
                painter.setPen(ink)
                painter.drawText(QPointF(cell.center().x() - measure.width(text) / 2, cell.bottom() - low), text)


def rise_of(grid: Grid, face: Face) -> float:
    """How far the numbers of a marked map stand above the middle of their cells, so that old ones fit below them.

    0 where they fit anyway, or where there is no room for both, or none beside the marks.
    """
    small = old_px(grid)
    if not (grid.number_px and small):
        return 0.0
    down, across = grid.ys[1] - grid.ys[0] - grid.gap, grid.xs[1] - grid.xs[0] - grid.gap
    needed = ruler(font(small)).figure_height + _UNDER + _CLEAR - _room(grid)
    beside = across - ruler(font(grid.number_px)).widest(face.widths) - 2 * _mark_side(across, down)
    return needed if 0 < needed <= _room(grid) - _OVER and beside >= 2 * _OVER else 0.0


def _room(grid: Grid) -> float:
    """What is free under a number in the middle of its cell."""
    return (grid.ys[1] - grid.ys[0] - grid.gap - ruler(font(max(grid.number_px, 1))).figure_height) / 2


def old_px(grid: Grid) -> int:
    """The letters of an old number: smaller than the new one, and as large as the text size asks for; 0 if not both."""
    wanted, least = max(SMALL_PX, round(_SMALLER * grid.number_px)), round(_FAR * grid.theme.least_number)
    if wanted >= least:
        return wanted
    return least if least <= _CLEARLY * grid.number_px else 0


def _mark_side(across: float, down: float, *, alone: bool = False) -> float:
    least = min(across, down)
    return min(max(_PART * least, min(_SEEN, _ALONE * least) if alone else 0.0), _MOST)


def paint_mark(painter: QPainter, cell: QRectF, ink: QColor, *, up: bool, alone: bool = False) -> None:
    """The arrow head in the upper right corner of a cell; alone: there is no number, and it may take more room."""
    side = _mark_side(cell.width(), cell.height(), alone=alone)
    right, top = cell.right() - 1.5, cell.top() + 1.5
    head = (QPointF(right - side, top + side * 0.85), QPointF(right, top + side * 0.85), QPointF(right - side / 2, top))
    if not up:
        head = (QPointF(right - side, top), QPointF(right, top), QPointF(right - side / 2, top + side * 0.85))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawPolygon(QPolygonF(list(head)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
