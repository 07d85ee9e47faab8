"""The numbers of lines where a mark crosses them."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter

from attnviz.figures.labels import ruler
from attnviz.figures.labs.amounts import in_short, told
from attnviz.figures.labs.plot import PlotGrid
from attnviz.figures.labs.plot_names import colour_of
from attnviz.figures.theme import font
from attnviz.labs.exhibits import Mark, Plot, Series

_LONG = 10  # letters of a number that would cover other lines
_BESIDE, _POINT = 8.0, 3.5  # pixels from a crossing to its number; the disc at it
_CLEAR = 2.0  # pixels between a number and a line
_STEP = 2.0  # pixels from one place to the next at which a line is looked for


@dataclass(frozen=True)
class CrossingLabel:
    """The number of a line at a mark: its text and where it stands, clear of every other line."""

    series: int
    text: str
    place: QRectF


def paint_crossings(painter: QPainter, grid: PlotGrid, plot: Plot, taken: tuple[QRectF, ...] = ()) -> None:
    """A disc at each crossing with its number on a ground of its own. taken: where other words are."""
    theme = grid.theme
    letters = font(theme.small_px, bold=True)
    painter.setFont(letters)
    for label in crossing_labels(grid, plot, taken):
        painter.fillRect(label.place.adjusted(-2, 0, 2, 0), theme.palette.panel)
        painter.setPen(colour_of(plot, label.series, theme))
        painter.drawText(QPointF(label.place.left(), label.place.top() + ruler(letters).ascent), label.text)
    painter.setPen(Qt.PenStyle.NoPen)
    for mark in _telling(plot):
        for index, y in crossings(plot, mark):
            painter.setBrush(colour_of(plot, index, theme))
            painter.drawEllipse(grid.at(mark.at, y), _POINT, _POINT)


def crossing_labels(grid: PlotGrid, plot: Plot, taken: tuple[QRectF, ...] = ()) -> tuple[CrossingLabel, ...]:
    """The numbers that stand where no line and no other word is, or else amid their own line, as heights on maps do.

    One that has no such place either is left out.
    """
    measure = ruler(font(grid.theme.small_px, bold=True))
    found: list[CrossingLabel] = []
    for mark in _telling(plot):
        for index, y in crossings(plot, mark):
            point, full = grid.at(mark.at, y), told(y, plot.y)
            short = full if plot.y.unit else in_short(y)
            texts = dict.fromkeys((full, short) if len(full) <= _LONG else (short,))
            for text in texts:
                size = QSizeF(measure.width(text), measure.height)
                others = (*taken, *(label.place for label in found))
                free = _free(grid, plot, index, point, size, others)
                if free is not None:
                    found.append(CrossingLabel(index, text, free))
                    break
    return tuple(found)


def crossings(plot: Plot, mark: Mark) -> list[tuple[int, float]]:
    """The lines that the mark crosses with their numbers there."""
    return [
        (index, _between(series, plot, mark.at))
        for index, series in enumerate(plot.series)
        if series.kind == "line" and series.x[0] <= mark.at <= series.x[-1]
    ]


def _telling(plot: Plot) -> list[Mark]:
    return [mark for mark in plot.marks if mark.tells and mark.axis == "x"]


def _free(
    grid: PlotGrid, plot: Plot, index: int, point: QPointF, size: QSizeF, others: tuple[QRectF, ...]
) -> QRectF | None:
    """Where the number of a line stands: beside its crossing, or amid its line left or right of that."""
    own = plot.series[index]
    for place in _places(point, size.width(), size.height()):
        if _is_clear(place, grid, plot.series, plot, others):
            return place
    rest = tuple(series for series in plot.series if series is not own)
    for side in (-1, 1):
        x = point.x() + side * (_BESIDE + size.width() / 2)
        place = QRectF(x - size.width() / 2, _height_at(own, grid, x) - size.height() / 2, size.width(), size.height())
        if _is_clear(place, grid, rest, plot, others):
            return place
    return None


def _places(point: QPointF, width: float, height: float) -> tuple[QRectF, ...]:
    """Where a number may stand, the best first: left above its crossing, as lines rise, then right below, and so on."""
    left, right = point.x() - _BESIDE - width, point.x() + _BESIDE
    above, below = point.y() - _CLEAR - height, point.y() + _CLEAR
    corners = ((left, above), (right, below), (left, above - height / 2), (right, below + height / 2),
               (right, above), (left, below))  # fmt: skip
    return tuple(QRectF(x, y, width, height) for x, y in corners)


def _is_clear(place: QRectF, grid: PlotGrid, lines: tuple[Series, ...], plot: Plot, others: tuple[QRectF, ...]) -> bool:
    """True if a number is inside the plot and meets neither one of the lines, nor a mark, nor another word."""
    wide = place.adjusted(-_CLEAR, -_CLEAR, _CLEAR, _CLEAR)
    if not grid.area.contains(place) or any(wide.intersects(other) for other in others):
        return False
    upright = [grid.place_of(mark) for mark in plot.marks if mark.axis == "x"]
    if any(x is not None and wide.left() <= x <= wide.right() for x in upright):
        return False
    return not any(_runs_through(series, grid, wide) for series in lines if series.kind == "line")


def _height_at(series: Series, grid: PlotGrid, x: float) -> float:
    """Where a line is drawn at a pixel across."""
    points = [grid.at(*point) for point in zip(series.x.tolist(), series.y.tolist(), strict=True)]
    return float(np.interp(x, [point.x() for point in points], [point.y() for point in points]))


def _runs_through(series: Series, grid: PlotGrid, place: QRectF) -> bool:
    """True if a line, straight from point to point as it is drawn, has a part in a rectangle."""
    points = [grid.at(x, y) for x, y in zip(series.x.tolist(), series.y.tolist(), strict=False)]
    across = np.array([point.x() for point in points])
    first, last = max(place.left(), across.min()), min(place.right(), across.max())
    if first > last:
        return False
    at = np.linspace(first, last, 2 + int((last - first) / _STEP))
    heights = np.interp(at, across, np.array([point.y() for point in points]))
    low, high = np.minimum(heights[:-1], heights[1:]), np.maximum(heights[:-1], heights[1:])
    return bool(((low <= place.bottom()) & (high >= place.top())).any())


def _between(series: Series, plot: Plot, at: float) -> float:
    """The number of a line at a place between its points, straight as it is drawn; whole where its points are."""
    x = np.log(series.x) if plot.x.log else series.x
    y = np.log(series.y) if plot.y.log else series.y
    found = float(np.interp(log(at) if plot.x.log else at, x, y))
    found = exp(found) if plot.y.log else found
    return float(round(found)) if (series.y == np.rint(series.y)).all() else found
