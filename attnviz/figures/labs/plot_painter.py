"""Paints a plot: thin grid, lines, points and histograms in their roles' colours, marks across."""

from __future__ import annotations

from math import isfinite

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from attnviz.figures.labels import ruler
from attnviz.figures.labs.crossings import paint_crossings
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.heading import paint_heading
from attnviz.figures.labs.marks import paint_mark
from attnviz.figures.labs.plot import PlotGrid, plot_layout
from attnviz.figures.labs.plot_names import SAMPLE, SWATCH, colour_of
from attnviz.figures.theme import Theme
from attnviz.labs.exhibits import Mark, Plot, Series

_LINE, _RANGE, _HELPS = 2.0, 1.2, 1.0
_ASIDE = 3.5  # pixels from the ranges of one line to those of the next at normal size
_DASHES = ([3.0, 1.5], [6.0, 1.5, 1.5, 1.5], [1.0, 1.0])  # with much the same ink, so that none looks weak
_FILL = 0.22  # how strongly the bars of a histogram are filled
_POINT = 3.2
_RING, _MOST_RINGS = 2.4, 4  # pixels from one ring of points to the next around it
_FEW_POINTS = 40  # lines of fewer points show them


def paint_plot(painter: QPainter, rect: QRectF, drawing: Drawing, theme: Theme) -> None:
    """Draws the plot in `rect`."""
    plot = drawing.exhibit
    assert isinstance(plot, Plot)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    paint_heading(painter, rect, drawing, theme)
    grid = plot_layout(drawing, rect, theme)
    _paint_axes(painter, grid, plot)
    painter.save()
    painter.setClipRect(grid.area.adjusted(-_POINT - 1, -_POINT - 1, _POINT + 1, _POINT + 1))
    order = sorted(range(len(plot.series)), key=lambda index: plot.series[index].kind != "bars")
    for index in order:
        painter.save()
        if plot.series[index].mark == "none":  # a line without points has none to cut off
            painter.setClipRect(grid.area)
        painter.translate(_aside(plot, index, theme), 0)
        _paint_series(painter, grid, plot, index, colour_of(plot, index, theme))
        painter.restore()
    painter.restore()
    words = _paint_marks(painter, grid, plot)
    paint_crossings(painter, grid, plot, words)
    _paint_names(painter, grid, plot)
    painter.restore()


def _paint_axes(painter: QPainter, grid: PlotGrid, plot: Plot) -> None:
    theme, area = grid.theme, grid.area
    palette, small = theme.palette, ruler(theme.small_font)
    painter.setFont(theme.small_font)
    for value, text, x in grid.x_ticks:
        painter.setPen(theme.pen(palette.soft if value == 0 and not plot.x.log else palette.grid))
        painter.drawLine(QLineF(x, area.top(), x, area.bottom()))
        painter.setPen(palette.soft)
        left = max(x - small.width(text) / 2, grid.heading.left())
        painter.drawText(QPointF(left, area.bottom() + grid.under + small.ascent), text)
    for value, text, y in grid.y_ticks:
        painter.setPen(theme.pen(palette.soft if value == 0 and not plot.y.log else palette.grid))
        painter.drawLine(QLineF(area.left(), y, area.right(), y))
        painter.setPen(palette.soft)
        painter.drawText(QPointF(area.left() - 6 - small.width(text), y + small.figure_height / 2), text)
    painter.setPen(theme.pen(palette.soft))
    painter.drawLine(QLineF(area.left(), area.bottom(), area.right(), area.bottom()))
    if plot.y.title and not plot.y.unwritten:
        painter.drawText(grid.y_title, small.shortened(plot.y.title, grid.heading.width()))
    if plot.x.title and not plot.x.unwritten:
        text = small.shortened(plot.x.title, grid.heading.width())
        left = min(grid.x_title.x() - small.width(text) / 2, grid.heading.right() - small.width(text))
        painter.drawText(QPointF(max(left, grid.heading.left()), grid.x_title.y()), text)


def _paint_series(painter: QPainter, grid: PlotGrid, plot: Plot, index: int, colour: QColor) -> None:
    series = plot.series[index]
    if series.kind == "bars":
        _paint_bars(painter, grid, series, colour)
        return
    pieces = _pieces(grid, series)
    if series.kind == "line":
        painter.setPen(_pen(grid, plot, index, colour))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for piece in pieces:
            painter.drawPolyline(QPolygonF(piece))
    if series.low is not None and series.high is not None:
        _paint_ranges(painter, grid, series, colour)
    if series.mark not in ("", "none"):
        for point in (point for piece in pieces for point in piece):
            paint_mark(painter, point, series.mark, colour, grid.theme)
    elif series.kind == "points" or (
        sum(map(len, pieces)) <= _FEW_POINTS and not series.dashed and series.mark != "none"
    ):
        points = [point for piece in pieces for point in piece]
        _paint_points(painter, points, _radius(grid, plot, index), colour, hollow=_hollow(plot, index))


def _paint_ranges(painter: QPainter, grid: PlotGrid, series: Series, colour: QColor) -> None:
    """A thin upright line through each point from the low to the high end of what was found there."""
    assert series.low is not None
    assert series.high is not None
    painter.setPen(QPen(colour, _RANGE))
    for x, low, high in zip(series.x.tolist(), series.low.tolist(), series.high.tolist(), strict=True):
        if isfinite(low) and isfinite(high):
            painter.drawLine(QLineF(grid.at(x, low), grid.at(x, high)))


def _aside(plot: Plot, index: int, theme: Theme) -> float:
    """Pixels by which a line with ranges is set off, so that those of several lines at one place are all seen."""
    ranged = [place for place, series in enumerate(plot.series) if series.low is not None]
    if index not in ranged or len(ranged) < 2:
        return 0.0
    return (ranged.index(index) - (len(ranged) - 1) / 2) * _ASIDE * max(1.0, float(theme.factor**0.5))


def _hollow(plot: Plot, index: int) -> bool:
    """Points are rings but for the last series, so that those in one place are all seen."""
    later = [series for series in plot.series[index + 1 :] if series.kind == "points"]
    return plot.series[index].kind == "points" and bool(later)


def _radius(grid: PlotGrid, plot: Plot, index: int) -> float:
    """The radius of a series' points: rings around those of later series."""
    later = sum(series.kind == "points" for series in plot.series[index + 1 :])
    rings = min(later, _MOST_RINGS) if plot.series[index].kind == "points" else 0
    return (_POINT + rings * _RING) * max(1.0, float(grid.theme.factor**0.5))


def _paint_points(painter: QPainter, points: list[QPointF], radius: float, colour: QColor, *, hollow: bool) -> None:
    painter.setPen(QPen(colour, 1.5) if hollow else Qt.PenStyle.NoPen)
    painter.setBrush(Qt.BrushStyle.NoBrush if hollow else colour)
    for point in points:
        painter.drawEllipse(point, radius, radius)


def _pieces(grid: PlotGrid, series: Series) -> list[list[QPointF]]:
    """The points of a line in pixels; it is broken where a number cannot be drawn."""
    pieces: list[list[QPointF]] = [[]]
    for x, y in zip(series.x.tolist(), series.y.tolist(), strict=False):
        drawable = isfinite(x) and isfinite(y) and (x > 0 or not grid.x.log) and (y > 0 or not grid.y.log)
        if drawable:
            pieces[-1].append(grid.at(x, y))
        elif pieces[-1]:
            pieces.append([])
    return pieces


def _paint_bars(painter: QPainter, grid: PlotGrid, series: Series, colour: QColor) -> None:
    """A histogram as one outline: what lies behind it stays visible."""
    base = grid.area.bottom() if grid.y.log else min(max(grid.y.to_pixel(0.0), grid.area.top()), grid.area.bottom())
    edges = [grid.x.to_pixel(x) for x in series.x.tolist()]
    path = QPainterPath(QPointF(edges[0], base))
    for left, right, height in zip(edges, edges[1:], series.y.tolist(), strict=False):
        top = grid.y.to_pixel(height) if isfinite(height) and (height > 0 or not grid.y.log) else base
        path.lineTo(left, top)
        path.lineTo(right, top)
    path.lineTo(edges[-1], base)
    fill = QColor(colour)
    fill.setAlphaF(_FILL)
    painter.fillPath(path, fill)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = QPen(colour, 1.3)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.drawPath(path)


def _paint_marks(painter: QPainter, grid: PlotGrid, plot: Plot) -> tuple[QRectF, ...]:
    """Dashed lines across, the draggable ones in the accent with a handle; their words never on each other.

    Where the words are.
    """
    theme, area = grid.theme, grid.area
    small = ruler(theme.small_font)
    painter.setFont(theme.small_font)
    taken: list[QRectF] = []
    for mark in plot.marks:
        place = grid.place_of(mark)
        if place is None:
            continue
        colour = theme.palette.accent if mark.parameter else theme.palette.soft
        painter.setPen(theme.pen(colour, 1.5, dashed=True))
        upright = mark.axis == "x"
        if upright:
            painter.drawLine(QLineF(place, area.top(), place, area.bottom()))
        else:
            painter.drawLine(QLineF(area.left(), place, area.right(), place))
        text = small.shortened(mark.label, area.width() - 12)
        word = _clear_place(grid, mark, place, small.width(text), small.height, taken)
        taken.append(word)
        veil = QColor(theme.palette.panel)
        veil.setAlphaF(0.8)
        painter.fillRect(word.adjusted(-2, 0, 2, 0), veil)
        painter.setPen(colour if mark.parameter else theme.palette.text)
        painter.drawText(QPointF(word.left(), word.top() + small.ascent), text)
        if mark.parameter:
            painter.setPen(theme.pen(theme.palette.panel, 1.5))
            painter.setBrush(colour)
            radius = 5.5 * max(1.0, theme.factor**0.5)
            painter.drawEllipse(
                QPointF(place, area.bottom()) if upright else QPointF(area.left(), place), radius, radius
            )
    return tuple(taken)


def _clear_place(grid: PlotGrid, mark: Mark, place: float, width: float, height: float, taken: list[QRectF]) -> QRectF:
    area = grid.area
    if mark.axis == "x":
        left = place + 5 if place + 5 + width <= area.right() else max(place - 5 - width, area.left())
        word = QRectF(left, area.top() + 2, width, height)
        while any(word.adjusted(-4, 0, 4, 0).intersects(other) for other in taken) and word.bottom() < area.bottom():
            word.translate(0, height)
        return word
    top = place - height - 1 if place - height - 1 >= area.top() else place + 2
    word = QRectF(area.right() - width - 4, top, width, height)
    while any(word.intersects(other) for other in taken) and word.left() - width > area.left():
        word.translate(-width - 8, 0)
    return word


def _paint_names(painter: QPainter, grid: PlotGrid, plot: Plot) -> None:
    theme = grid.theme
    small = ruler(theme.small_font)
    painter.setFont(theme.small_font)
    for name in grid.names:
        colour = colour_of(plot, name.series, theme)
        place, middle = name.place, name.place.center().y()
        wide, gap = (SAMPLE, 4.0) if name.beside else (SWATCH, 6.0)
        _paint_sample(painter, grid, QRectF(place.left(), middle - 4, wide, 8), plot, name.series, colour)
        painter.setPen(theme.palette.text)
        painter.drawText(QPointF(place.left() + wide + gap, place.top() + small.ascent), name.text)


def _paint_sample(painter: QPainter, grid: PlotGrid, place: QRectF, plot: Plot, index: int, colour: QColor) -> None:
    series = plot.series[index]
    if series.kind == "bars":
        fill = QColor(colour)
        fill.setAlphaF(_FILL)
        painter.fillRect(place, fill)
        painter.setPen(grid.theme.pen(colour, 1.3))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(place)
    elif series.kind == "points":
        _paint_points(painter, [place.center()], _radius(grid, plot, index), colour, hollow=_hollow(plot, index))
    else:
        painter.setPen(_pen(grid, plot, index, colour))
        painter.drawLine(QLineF(place.left(), place.center().y(), place.right(), place.center().y()))
        if series.mark not in ("", "none"):
            paint_mark(painter, place.center(), series.mark, colour, grid.theme)


def _pen(grid: PlotGrid, plot: Plot, index: int, colour: QColor) -> QPen:
    """Dashed lines of one role have dashes of their own each."""
    helps = plot.series[index].mark == "none"
    pen = QPen(colour, (_HELPS if helps else _LINE) * max(1.0, grid.theme.factor**0.4))
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if plot.series[index].dashed:
        kind = _kind(plot.series[index])
        before = sum(series.dashed and _kind(series) == kind for series in plot.series[:index])
        pen.setDashPattern(_DASHES[before % len(_DASHES)])
    return pen


def _kind(series: Series) -> str:
    """Lines with colours of their own have dashes of their own too."""
    return series.role.partition(" ")[0]
