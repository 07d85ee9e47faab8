"""Paints a heatmap: one function for screen, PNG, SVG and PDF."""

from __future__ import annotations

from functools import partial
from math import ceil

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from attnviz.figures.backdrop import on_screen, paint_backdrop
from attnviz.figures.cells_painter import paint_cells, paint_numbers
from attnviz.figures.changes_painter import paint_changes, rise_of
from attnviz.figures.colour_maps import ColourMap, colour_map
from attnviz.figures.cursor_number import paint_cursor_number
from attnviz.figures.frames import CURSOR, paint_frame, paint_frame_or_line, width_of
from attnviz.figures.grid import Grid, layout
from attnviz.figures.hatch import paint_hatch
from attnviz.figures.heatmap import SHAPE_ALONE, Heatmap
from attnviz.figures.labels import Ruler, ruler
from attnviz.figures.legend import paint_legend
from attnviz.figures.margins import BEFORE_CAPTION, caption_of
from attnviz.figures.theme import Theme, font
from attnviz.figures.titles import paint_sentence, paint_title, paint_upward

_OVER = 2.0  # pixels between names over columns
_BESIDE_BAND = 4.0  # pixels that a band's name leaves free
_BROAD = 32.0  # pixels: bands that are narrower have thinner lines beside them


def paint(painter: QPainter, rect: QRectF, model: Heatmap, theme: Theme) -> None:
    """Draws the model in `rect`; whatever does not fit is left out whole, never cut."""
    painter.save()
    grid = layout(model, rect, theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    if model.face is None:
        _paint_around(painter, grid, model)
        _paint_dimmed(painter, grid, model)
    else:
        around = partial(_paint_around, grid=grid, model=model)
        if on_screen(painter):
            paint_backdrop(painter, rect, theme.palette.panel, _looks_around(grid, model), around)
        else:
            around(painter)
        _paint_inside(painter, grid, model, colour_map(model.colour_map, theme.name, signed=model.signed))
    painter.restore()


def _paint_around(painter: QPainter, grid: Grid, model: Heatmap) -> None:
    """Title, labels and captions: all that typing seldom changes."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    title_end = grid.title.left()
    if model.show_title:
        words = model.words if model.fit is None else model.words[model.fit.words : SHAPE_ALONE]
        if model.captions and not grid.joined and grid.column_step <= 1:  # "4×4" over "keys" would read as one
            words = tuple(text for text in words if model.shape_text not in text or _clear(grid, model, text))
        title_end = paint_title(painter, grid.title, grid.theme, model.title, model.role, *words)
    paint_labels(painter, grid, model)
    _paint_captions(painter, grid, model, title_end)


def _clear(grid: Grid, model: Heatmap, words: str) -> bool:
    """True if those words end before what the columns are begins, a line below."""
    small = ruler(grid.theme.small_font)
    end = grid.title.left() + ruler(grid.theme.title_font).width(model.title) + 8 + small.width(words)
    return end <= grid.column_caption.right() - small.width(caption_of(model.column_words, grid.column_step)) - 8


def _paint_inside(painter: QPainter, grid: Grid, model: Heatmap, colours: ColourMap) -> None:
    """Cells, what lies over them, and the legend with the ends of their numbers."""
    assert model.face is not None
    paint_cells(painter, grid, model.face, colours)
    if grid.number_px:
        paint_numbers(painter, grid, model.face.rounded(grid.decimals), colours, _rise(grid, model))
    if model.changes is not None:
        paint_changes(painter, grid, model.face, model.changes, colours)
    _paint_bands(painter, grid, model)
    _paint_frames(painter, grid, model, colours)
    if not grid.legend.isEmpty():
        paint_legend(painter, grid.legend, model, colours, grid.theme)


def _rise(grid: Grid, model: Heatmap) -> float:
    """How far its numbers stand above the middle of their rows, to leave room for what they were."""
    return rise_of(grid, model.face) if model.changes is not None and model.face is not None else 0.0


def _looks_around(grid: Grid, model: Heatmap) -> tuple[object, ...]:
    """All that `_paint_around` reads."""
    places = (grid.bounds, grid.title, grid.row_labels, grid.column_labels, grid.row_caption, grid.column_caption)
    return (
        tuple(place.getRect() for place in places), grid.xs, grid.ys, grid.gap, grid.row_step, grid.column_step,
        grid.row_px, grid.column_px, grid.joined, grid.upright, grid.theme, model.title, model.role, model.words,
        model.fit and model.fit.words, model.show_title, model.row_labels, model.column_labels, model.row_words,
        model.column_words, model.captions, model.aside, model.named_row if grid.row_step > 1 else None,
        _rise(grid, model),
    )  # fmt: skip


def paint_labels(painter: QPainter, grid: Grid, model: Heatmap) -> None:
    """Draws the labels beside the rows and over the columns, as many as have room."""
    painter.setPen(grid.theme.palette.soft)
    row_font, column_font = font(grid.row_px), font(grid.column_px)
    painter.setFont(row_font)
    small = ruler(row_font)
    drop, rise = small.figure_height / 2, _rise(grid, model)  # in one line with its numbers
    if model.aside and grid.row_step:
        place = grid.row_labels
        painter.drawText(QPointF(place.right() - small.width(model.aside), place.center().y() + drop), model.aside)
    for row in () if model.aside else grid.labelled_rows(model):
        place = grid.row_label_rect(row)
        text = small.shortened(model.shown_row_labels[row], place.width() + 0.5)
        painter.drawText(QPointF(place.right() - small.width(text), place.center().y() + drop - rise), text)
    painter.setFont(column_font)
    small = ruler(column_font)
    drop, end = small.figure_height / 2, grid.bounds.left()
    for column in grid.labelled_columns(model):
        place = grid.column_label_rect(column)
        middle = place.center().x()
        if grid.upright:
            text = small.shortened(model.shown_column_labels[column], place.height() + 0.5)
            paint_upward(painter, QPointF(middle + drop, place.bottom()), text)
        else:
            text = small.shortened(model.shown_column_labels[column], place.width())
            baseline, wide = place.bottom() - small.height + small.ascent, small.width(text)
            left = min(middle - wide / 2, grid.bounds.right() - 1 - wide)  # the last one is not cut
            if grid.column_step > 1 and left < end + _OVER:
                continue
            painter.drawText(QPointF(left, baseline), text)
            end = left + wide


def _paint_captions(painter: QPainter, grid: Grid, model: Heatmap, title_end: float) -> None:
    """What the rows are, along their middle, and what the columns are, at the end of the line over theirs."""
    if not model.captions:
        return
    small = ruler(grid.theme.small_font)
    painter.setFont(grid.theme.small_font)
    painter.setPen(grid.theme.palette.soft)
    across, down = grid.column_caption, grid.row_caption
    columns = caption_of(model.column_words, grid.column_step)
    left = max(across.right() - small.width(columns), title_end + BEFORE_CAPTION if grid.joined else across.left())
    baseline = across.top() + (ruler(grid.theme.title_font).ascent if grid.joined else small.ascent)
    columns = _told(columns, model.column_words, grid.bounds.right() - left, small)
    if not grid.joined or model.column_words not in model.formula:  # in the line of the title it would stand twice
        painter.drawText(QPointF(left, baseline), columns)
    room = max(down.height(), 5.0 * grid.theme.small_px)
    rows = _told(caption_of(model.row_words, grid.row_step), model.row_words, room, small)
    middle = max(down.center().y() + small.width(rows) / 2, down.top() + small.width(rows))
    paint_upward(painter, QPointF(down.left() + small.ascent, middle), rows)


def _told(caption: str, word: str, room: float, small: Ruler) -> str:
    """The caption, or what the labels are alone where it has no room: which of them are drawn is seen."""
    return caption if small.width(caption) <= room else small.shortened(word, room)


def _paint_bands(painter: QPainter, grid: Grid, model: Heatmap) -> None:
    """A line before each band of columns and its name over it, their short names where not all of them have room.

    Where not even all of these have, each second of them stands there, or third.
    """
    small = ruler(grid.theme.small_font)
    every, texts = _band_names(grid, model)
    painter.setFont(grid.theme.small_font)
    top = grid.bands_top
    for number, band in enumerate(model.bands):
        area = grid.region_rect((0, model.shape[0]), band.columns)
        if number:
            painter.setPen(grid.theme.pen(grid.theme.palette.soft, 1.5 * min(1.0, area.width() / _BROAD)))
            painter.drawLine(QPointF(area.left() - 0.5, area.top() - 4), QPointF(area.left() - 0.5, area.bottom()))
        text = texts[number] if number % every == 0 else ""
        painter.setPen(grid.theme.palette.soft)
        most = grid.map.right() - small.width(text)  # neither over the names of the rows nor over the legend
        left = max(min(area.center().x() - small.width(text) / 2, most), grid.map.left())
        painter.drawText(QPointF(left, top + small.ascent), text)


def _band_names(grid: Grid, model: Heatmap) -> tuple[int, tuple[str, ...]]:
    """Every how-manieth band is named, and what each is called: all by name, or all as "H3": 3 alone is a column."""
    small, columns = ruler(grid.theme.small_font), [band.columns for band in model.bands]
    rooms = [grid.region_rect((0, 1), each).width() - _BESIDE_BAND for each in columns]
    names, briefs = tuple(band.label for band in model.bands), tuple(f"H{band.brief}" for band in model.bands)
    if all(small.width(name) <= room for name, room in zip(names, rooms, strict=True)):
        return 1, names
    widest, narrowest = small.widest(briefs) + _BESIDE_BAND, min(rooms, default=0.0) + _BESIDE_BAND
    return max(1, ceil(widest / max(narrowest, 1e-6))), briefs


def _paint_frames(painter: QPainter, grid: Grid, model: Heatmap, colours: ColourMap) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for frame in sorted(model.frames, key=lambda frame: frame.strong):
        area = grid.region_rect(frame.rows, frame.columns)
        paint_frame_or_line(painter, area, grid.theme, grid.theme.role(frame.role), frame, width_of(frame))
    if model.cursor is not None:
        row, column = model.cursor
        plate = paint_cursor_number(painter, grid, model, colours)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        area = plate or grid.region_rect((row, row + 1), (column, column + 1))
        paint_frame(painter, area, grid.theme, grid.theme.palette.text, CURSOR)


def _paint_dimmed(painter: QPainter, grid: Grid, model: Heatmap) -> None:
    """Empty cells, the rows that see no key hatched, and the reason beside them."""
    painter.setPen(grid.theme.pen(grid.theme.palette.border))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(grid.map)
    blind = [grid.region_rect((row, row + 1), (0, model.shape[1])) for row in model.blind_rows]
    paint_hatch(painter, blind, grid.theme)
    room = QRectF(grid.map)
    if blind and len(blind) < model.shape[0]:
        above, below = QRectF(room), QRectF(room)
        above.setBottom(blind[0].top())
        below.setTop(blind[-1].bottom())
        room = max(above, below, key=lambda part: part.height())
    paint_sentence(painter, room.adjusted(6, 3, -6, -3), model.dim_reason, grid.theme)
