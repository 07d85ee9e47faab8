"""Paints bars: label, bar on its track, number; hidden keys are hatched and say so."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from attnviz.content.changes import Moves
from attnviz.content.colours import per_one
from attnviz.content.numerals import format_result
from attnviz.figures.bars import HIDDEN, Bars, bars_layout
from attnviz.figures.bars_grid import BarGrid, BarRow
from attnviz.figures.hatch import paint_hatch
from attnviz.figures.labels import ruler
from attnviz.figures.theme import Theme, font
from attnviz.figures.titles import paint_sentence, paint_title
from attnviz.figures.veil_painter import paint_mark

BEFORE = "before"


def paint_bars(painter: QPainter, rect: QRectF, model: Bars, theme: Theme) -> None:
    """Draws the bars in `rect`."""
    painter.save()
    grid = bars_layout(model, rect, theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    if model.show_title:
        told = paint_title(painter, grid.title, grid.theme, model.title, "input", model.formula)
        if model.changes is not None:
            _paint_legend(painter, grid, told)
    seen = painter.clipBoundingRect() if painter.hasClipping() else rect
    for number, row in enumerate(grid.rows):
        if row.track.top() > seen.bottom() or row.track.bottom() < seen.top():
            continue  # a long list scrolls: most of it is out of sight
        _paint_bar(painter, grid, row, model)
        if model.changes is not None:
            _paint_before(painter, grid, row, model, model.changes)
        if number % grid.label_step == 0:
            _paint_label(painter, grid, row)
        if row.text:
            _paint_text(painter, grid, row)
    palette = grid.theme.palette
    if model.limits[0] < 0:
        last = grid.rows[-1] if grid.rows else None  # of others together it has no bar, and words on its track
        ends = grid.body.bottom() if last is None or len(last.indices) == 1 else last.label_rect.top()
        if ends > grid.body.top():  # a line of no length would be a dot
            painter.setPen(grid.theme.pen(palette.soft))
            painter.drawLine(QLineF(grid.zero, grid.body.top(), grid.zero, ends))
    if (grid.axis or grid.number_px == 0) and model.values is not None and grid.rows:
        _paint_axis(painter, grid, model)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for row in grid.rows:
        if model.values is not None and model.cursor is not None and model.cursor in row.indices:
            painter.setPen(grid.theme.pen(palette.text, 2.0))
            painter.drawRoundedRect(row.track.adjusted(-2, -2, 2, 2), 2.5, 2.5)
    if model.values is None and grid.rows:
        track = grid.rows[0].track
        room = QRectF(track.left() + 6, grid.body.top() + 4, track.width() - 12, grid.body.height() - 8)
        paint_sentence(painter, room, model.dim_reason, grid.theme)
    painter.restore()


def _paint_bar(painter: QPainter, grid: BarGrid, row: BarRow, model: Bars) -> None:
    palette = grid.theme.palette
    if model.values is None or len(row.indices) > 1:  # a sum is no bar among bars: it would be the longest
        return
    mark = model.marks.get(row.indices[0])
    if mark is not None:
        paint_mark(painter, row.track, mark, grid.theme, grid.number_px)
        return
    painter.fillRect(row.track, palette.hover)
    if row.hidden:
        paint_hatch(painter, [row.track], grid.theme)
    else:
        painter.fillRect(row.bar, grid.theme.role(model.role))


def _paint_legend(painter: QPainter, grid: BarGrid, left: float) -> None:
    """After the title, where that has room: what the line across a track means."""
    small, palette, middle = ruler(grid.theme.small_font), grid.theme.palette, grid.title.top() + _title_middle(grid)
    x = left + 1.5 * small.height
    if x + 6 + small.width(BEFORE) > grid.title.right():
        return
    painter.setPen(grid.theme.pen(palette.text, 2.0))
    painter.drawLine(QLineF(x, middle - small.figure_height / 2 - 2, x, middle + small.figure_height / 2 + 2))
    painter.setFont(grid.theme.small_font)
    painter.setPen(palette.soft)
    painter.drawText(QPointF(x + 6, middle + small.figure_height / 2), BEFORE)


def _title_middle(grid: BarGrid) -> float:
    """From the top of a title to the middle of its figures."""
    bold = ruler(grid.theme.title_font)
    return bold.ascent - bold.figure_height / 2


def _paint_before(painter: QPainter, grid: BarGrid, row: BarRow, model: Bars, moves: Moves) -> None:
    """A line across the track where a bar ended that moved."""
    index = row.indices[0]
    if len(row.indices) > 1 or index in model.marks or not moves.rows[0][index]:
        return
    low, high = model.limits
    before = float(moves.before[0, index])
    x = grid.zero + min(max(before, low), high) * per_one(row.track.width(), model.limits)
    painter.setPen(grid.theme.pen(grid.theme.palette.text, 2.0))
    painter.drawLine(QLineF(x, row.track.top() - 2, x, row.track.bottom() + 2))


def _paint_axis(painter: QPainter, grid: BarGrid, model: Bars) -> None:
    """The ends of the scale, and 0: over the bars where they ask for it, else under them, as they have no numbers."""
    small, track = ruler(grid.theme.small_font), grid.rows[0].track
    painter.setFont(grid.theme.small_font)
    painter.setPen(grid.theme.palette.soft)
    above, below = grid.body.top() - small.height - 2, grid.body.bottom() + 3
    baseline = (above if grid.axis else below) + small.ascent
    low, high = (format_result(end, model.decimals) for end in model.limits)
    if small.width(low) + small.width(high) + small.width("0") <= track.width():  # else the farther end alone
        painter.drawText(QPointF(track.left(), baseline), low)
    painter.drawText(QPointF(track.right() - small.width(high), baseline), high)
    if model.limits[0] < 0 and min(grid.zero - track.left(), track.right() - grid.zero) > 1.5 * small.width(low):
        painter.drawText(QPointF(grid.zero - small.width("0") / 2, baseline), "0")


def _paint_label(painter: QPainter, grid: BarGrid, row: BarRow) -> None:
    small = ruler(grid.theme.small_font)
    summed = len(row.indices) > 1  # has no bar on its track, which its label may take
    label = small.shortened(
        row.label, (row.track.right() if summed else row.label_rect.right() + 0.5) - row.label_rect.left()
    )
    painter.setFont(grid.theme.small_font)
    painter.setPen(grid.theme.palette.soft)
    middle = row.label_rect.center().y()
    left = max(row.label_rect.right() - small.width(label), row.label_rect.left())
    painter.drawText(QPointF(left, middle + small.figure_height / 2), label)


def _paint_text(painter: QPainter, grid: BarGrid, row: BarRow) -> None:
    """Numbers end in one line, so that their decimals stand under each other."""
    number_font = font(grid.number_px)
    measure = ruler(number_font)
    painter.setFont(number_font)
    painter.setPen(grid.theme.palette.soft if row.hidden or len(row.indices) > 1 else grid.theme.palette.text)
    middle = row.text_rect.center().y()
    start = row.text_rect.left() if row.text == HIDDEN else grid.numbers_end - measure.width(row.text)
    painter.drawText(QPointF(start, middle + measure.figure_height / 2), row.text)
