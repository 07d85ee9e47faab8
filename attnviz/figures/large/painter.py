"""Paints a large map: one function for screen, PNG, SVG and PDF, quick enough for every frame of a zoom."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from attnviz.figures.colour_maps import colour_map
from attnviz.figures.frames import CURSOR, paint_frame_or_line, width_of
from attnviz.figures.labels import ruler
from attnviz.figures.large.callout import paint_callout
from attnviz.figures.large.captions import paint_words
from attnviz.figures.large.fading import strength
from attnviz.figures.large.large_legend import paint_large_legend, paint_legend_under
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.layout import Ground, layout
from attnviz.figures.large.minimap import paint_minimap
from attnviz.figures.large.named import Names, column_names, followed_frame, row_names
from attnviz.figures.large.numbers import paint_numbers
from attnviz.figures.large.pixels import paint_pixels, pixels_of
from attnviz.figures.matrix_figure import Frame
from attnviz.figures.theme import Theme, font
from attnviz.figures.titles import paint_amid, paint_upward

_BROAD = 32.0  # units: columns of a head that are narrower have thinner lines beside them
_TICK = 4.0  # from a number beside the map to the middle of its cell


def paint_large(painter: QPainter, rect: QRectF, model: LargeMap, theme: Theme) -> None:
    """Draws the model in `rect`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    place = layout(model, rect, theme)
    if model.picture is None:
        _paint_dimmed(painter, place, model)
    else:
        colours = colour_map(model.colour_map, theme.name, signed=model.signed)
        painter.setOpacity(strength(model))
        paint_pixels(painter, place.map, model, place.viewport, colours, theme)
        if place.number_px:
            paint_numbers(painter, place, model, colours)
        _paint_edge(painter, place)
        _paint_bands(painter, place, model)
        painter.setOpacity(1.0)
        _paint_frames(painter, place, model)
        paint_callout(painter, place, model)
        if model.under and model.legend:
            paint_legend_under(painter, place.legend, model, colours, theme, rect)
        elif not place.legend.isEmpty():
            paint_large_legend(painter, place.legend, model, colours, theme)
        if not place.minimap.isEmpty():
            paint_minimap(painter, place, model, colours)
    upright = False
    if not model.compact:
        columns = column_names(model, place)
        _paint_row_names(painter, place, model, row_names(model, place))
        _paint_column_names(painter, place, model, columns)
        upright = columns.upright
    paint_words(painter, place, model, upright=upright)
    painter.restore()


def paint_map(painter: QPainter, area: QRectF, model: LargeMap, theme: Theme) -> None:
    """Draws nothing but the cells that are seen, in `area`; an empty frame while there are none."""
    painter.setPen(theme.pen(theme.palette.border))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if model.picture is None:
        painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))
        return
    painter.setOpacity(strength(model))
    colours = colour_map(model.colour_map, theme.name, signed=model.signed)
    paint_pixels(painter, area, model, model.seen, colours, theme)
    painter.setOpacity(1.0)


def _paint_edge(painter: QPainter, place: Ground) -> None:
    painter.setPen(place.theme.pen(place.theme.palette.border))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    half = 0.5 * max(1.0, 1.0 / abs(painter.deviceTransform().m11() or 1.0))  # no line is thinner than a pixel
    painter.drawRect(pixels_of(painter, place.map).adjusted(-half, -half, half, half))  # beside the cells, on none


def _paint_bands(painter: QPainter, place: Ground, model: LargeMap) -> None:
    """A thin line between the columns of one head and the next, which goes on between their names."""
    for band in model.bands[1:]:
        x = round(place.x_of(band.columns[0])) - 0.5
        thin = min(1.0, (band.columns[1] - band.columns[0]) * place.cell_width / _BROAD)
        if place.map.left() < x < place.map.right():
            painter.setPen(QPen(place.theme.palette.panel, 3.0 * thin))
            painter.drawLine(QPointF(x, place.map.top()), QPointF(x, place.map.bottom()))
            painter.setPen(place.theme.pen(place.theme.palette.soft, thin))
            painter.drawLine(QPointF(x, place.map.top() - _TICK), QPointF(x, place.map.bottom()))


def _paint_row_names(painter: QPainter, place: Ground, model: LargeMap, names: Names) -> None:
    letters = font(names.pixels)
    measure = ruler(letters)
    painter.setFont(letters)
    drop, right = measure.figure_height / 2, place.row_labels.right()
    frame, soft = followed_frame(model), place.theme.palette.soft
    for name in names.names:
        framed = frame is not None and name.index == names.followed
        painter.setPen(place.theme.role(frame.role) if frame is not None and framed else soft)
        text = measure.shortened(name.text, place.row_labels.width() + 0.5)
        baseline = name.middle + drop
        if names.by_number:  # the last row's number ends where the figure does, however thin the row is
            baseline = min(baseline, place.bounds.bottom() - 1)
        painter.drawText(QPointF(right - measure.width(text), baseline), text)
    if names.by_number:
        edge = place.map.left() - 1
        _paint_ticks(painter, place, [(QPointF(edge - _TICK, n.middle), QPointF(edge, n.middle)) for n in names.names])


def _paint_column_names(painter: QPainter, place: Ground, model: LargeMap, names: Names) -> None:
    letters = font(names.pixels)
    measure = ruler(letters)
    painter.setFont(letters)
    painter.setPen(place.theme.palette.soft)
    bottom = place.column_labels.bottom()
    for name in names.names:
        if names.upright:
            text = measure.shortened(name.text, place.column_labels.height() + 0.5)
            paint_upward(painter, QPointF(name.middle + measure.figure_height / 2, bottom), text)
        else:
            room = measure.width(name.text) if names.by_number or model.bands else place.cell_width - 2
            text = measure.shortened(name.text, room)
            baseline = bottom - measure.height + measure.ascent
            wide = measure.width(text)
            painter.drawText(QPointF(min(name.middle - wide / 2, place.bounds.right() - wide), baseline), text)
    if names.by_number:
        edge = place.map.top() - 1
        _paint_ticks(painter, place, [(QPointF(n.middle, edge - _TICK), QPointF(n.middle, edge)) for n in names.names])


def _paint_ticks(painter: QPainter, place: Ground, ticks: list[tuple[QPointF, QPointF]]) -> None:
    painter.setPen(place.theme.pen(place.theme.palette.soft))
    for start, stop in ticks:
        painter.drawLine(start, stop)


def _paint_frames(painter: QPainter, place: Ground, model: LargeMap) -> None:
    """Frames as far as they are seen; the selected row or cell is never thinner than its line."""
    painter.save()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setClipRect(place.map.adjusted(-5, -5, 5, 5), Qt.ClipOperation.IntersectClip)
    for frame in sorted(model.frames, key=lambda frame: frame.strong):
        _paint_frame(painter, place, frame, width_of(frame))
    if model.cursor is not None:
        row, column = model.cursor
        own = Frame((row, row + 1), (column, column + 1), "")
        _paint_frame(painter, place, own, CURSOR)
    painter.restore()


def _paint_frame(painter: QPainter, place: Ground, frame: Frame, width: float) -> None:
    """A frame, cut where the map is: far outside Qt would lose its way."""
    whole = place.region_rect(frame.rows, frame.columns)
    if not whole.intersects(place.map):
        return
    colour = place.theme.role(frame.role) if frame.role else place.theme.palette.text
    area = whole.intersected(place.map.adjusted(-20, -20, 20, 20))
    paint_frame_or_line(painter, area, place.theme, colour, frame, width)


def _paint_dimmed(painter: QPainter, place: Ground, model: LargeMap) -> None:
    """An empty map with the reason in it."""
    _paint_edge(painter, place)
    room = place.map.adjusted(6, 3, -6, -3)
    paint_amid(painter, room, model.dim_reason, place.theme, briefly=model.compact)  # among others each would repeat it
