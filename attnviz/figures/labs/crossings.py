"""The numbers of lines where a mark crosses them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, degrees, exp, log

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPolygonF, QTransform

from attnviz.engine.arrays import Array
from attnviz.figures.labels import ruler
from attnviz.figures.labs.amounts import in_short, told
from attnviz.figures.labs.plot import PlotGrid
from attnviz.figures.labs.plot_names import colour_of, ink_of
from attnviz.figures.theme import font
from attnviz.labs.exhibits import Mark, Plot, Series

_LONG = 10  # letters of a number that would cover other lines
_BESIDE, _POINT = 8.0, 3.5  # pixels from a crossing to its number; the disc at it
_CLEAR = 4.0  # pixels between a number and the middle of a line
_OFF = 1.5  # more of them from the line that it is of, whose dashes would read as a part of it
_STEP = 2.0  # pixels from one place to the next at which a line is looked for
_SIDES = 4  # of a crossing: before and after it, above and below its line
_STEEPEST = 50.0  # degrees up to which a number along its line is read with ease


@dataclass(frozen=True)
class CrossingLabel:
    """The number of a line at a mark: its text and where it stands, clear of every line.

    turned: degrees clockwise by which `place` is turned about its middle, so that the number runs along its line.
    rise: pixels from the top of `place` to the line of writing.
    """

    series: int
    text: str
    place: QRectF
    turned: float = 0.0
    rise: float = 0.0

    @property
    def outline(self) -> QPolygonF:
        """The corners of the turned number."""
        return self.around(0.0)

    def around(self, more: float) -> QPolygonF:
        """The corners with so many pixels more on each side."""
        place = self.place.adjusted(-more, -more, more, more)
        return _about(place.center(), self.turned).map(QPolygonF(place))


def paint_crossings(painter: QPainter, grid: PlotGrid, plot: Plot, taken: tuple[QRectF, ...] = ()) -> None:
    """A disc at each crossing with its number on a ground of its own. taken: where other words are."""
    theme = grid.theme
    letters = font(theme.small_px, bold=True)
    painter.setFont(letters)
    for label in crossing_labels(grid, plot, taken):
        painter.save()
        painter.setTransform(_about(label.place.center(), label.turned), True)
        painter.fillRect(label.place.adjusted(-2, 0, 2, 0), theme.palette.panel)
        painter.setPen(ink_of(plot, label.series, theme))
        painter.drawText(QPointF(label.place.left(), label.place.top() + label.rise), label.text)
        painter.restore()
    painter.setPen(Qt.PenStyle.NoPen)
    for mark in _telling(plot):
        for index, y in crossings(plot, mark):
            painter.setBrush(colour_of(plot, index, theme))
            painter.drawEllipse(grid.at(mark.at, y), _POINT, _POINT)


def crossing_labels(grid: PlotGrid, plot: Plot, taken: tuple[QRectF, ...] = ()) -> tuple[CrossingLabel, ...]:
    """The numbers that stand where no line and no other word is: level, or all along their lines if more fit so.

    Those along their lines are on one side of these, else one could take them for their neighbours'. One that has no
    such place either is left out.
    """
    wanted = sum(len(crossings(plot, mark)) for mark in _telling(plot))
    best: tuple[CrossingLabel, ...] = ()
    for along, side in ((False, None), *((True, side) for side in range(_SIDES)), (True, None)):
        found = _labels(grid, plot, taken, along=along, side=side)
        if len(found) == wanted:
            return found
        best = max(best, found, key=len)
    return best


def _labels(
    grid: PlotGrid, plot: Plot, taken: tuple[QRectF, ...], *, along: bool, side: int | None
) -> tuple[CrossingLabel, ...]:
    """side: the only one of the places along a line that may be taken, None for any."""
    measure = ruler(font(grid.theme.small_px, bold=True))
    rise = measure.figure_height if along else measure.ascent
    height = measure.figure_height if along else measure.height  # nothing of a number hangs below its line of writing
    lines = [_pixels(series, grid) for series in plot.series if series.kind == "line"]
    found: list[CrossingLabel] = []
    for mark in _telling(plot):
        for index, y in crossings(plot, mark):
            point, full = grid.at(mark.at, y), told(y, plot.y)
            short = full if plot.y.unit else in_short(y)
            turned = _slope(_pixels(plot.series[index], grid), point) if along else 0.0
            others = (*map(QPolygonF, taken), *(label.outline for label in found))
            free = (
                label
                for text in dict.fromkeys((full, short) if len(full) <= _LONG else (short,))
                for number, place in enumerate(_places(point, turned, QSizeF(measure.width(text), height)))
                if side in (None, number)
                and _is_clear(label := CrossingLabel(index, text, place, turned, rise), grid, lines, plot, others)
            )
            found += [label for label in (next(free, None),) if label is not None]
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


def _places(point: QPointF, turned: float, size: QSizeF) -> Iterator[QRectF]:
    """Where a number may stand, the best first: left above its crossing, as lines rise, then right below, and so on."""
    left, right = point.x() - _BESIDE - size.width(), point.x() + _BESIDE
    above, below = point.y() - _CLEAR - size.height(), point.y() + _CLEAR
    if turned:
        if abs(turned) <= _STEEPEST:
            # Off the mark by as much as the number's corner leans to it.
            lean, half = abs(size.height() * np.sin(np.radians(turned))), size.height() / 2 + _CLEAR + _OFF
            across = size.width() / 2 + _BESIDE + lean
            turn = _about(point, turned)
            for x, y in ((-across, -half), (across, -half), (across, half), (-across, half)):
                middle = turn.map(point + QPointF(x, y))
                yield QRectF(middle - QPointF(size.width() / 2, size.height() / 2), size)
        return
    corners = ((left, above), (right, below), (left, above - size.height() / 2), (right, below + size.height() / 2),
               (right, above), (left, below))  # fmt: skip
    yield from (QRectF(QPointF(*corner), size) for corner in corners)


def _is_clear(
    label: CrossingLabel, grid: PlotGrid, lines: list[Array], plot: Plot, others: tuple[QPolygonF, ...]
) -> bool:
    """True if a number is inside the plot and meets neither one of the lines, nor a mark, nor another word."""
    around = label.around(_CLEAR)
    wide = around.boundingRect()
    if not grid.area.contains(label.outline.boundingRect()) or any(around.intersects(other) for other in others):
        return False
    upright = [grid.place_of(mark) for mark in plot.marks if mark.axis == "x"]
    if any(x is not None and wide.left() <= x <= wide.right() for x in upright):
        return False
    room, middle = label.place.adjusted(-_CLEAR, -_CLEAR, _CLEAR, _CLEAR), label.place.center()
    return not any(_runs_through(_turned(line, middle, -label.turned), room) for line in lines)


def _pixels(series: Series, grid: PlotGrid) -> Array:
    """(points, 2): where a line goes."""
    points = (grid.at(x, y) for x, y in zip(series.x.tolist(), series.y.tolist(), strict=False))
    return np.array([(point.x(), point.y()) for point in points], dtype=np.float64)


def _slope(line: Array, point: QPointF) -> float:
    """Degrees clockwise by which a line falls at a point of it."""
    after = int(np.clip(np.searchsorted(line[:, 0], point.x()), 1, len(line) - 1))
    across, down = line[after] - line[after - 1]
    return degrees(atan2(down, across))


def _about(middle: QPointF, turned: float) -> QTransform:
    """Turns about a point."""
    return QTransform().translate(middle.x(), middle.y()).rotate(turned).translate(-middle.x(), -middle.y())


def _turned(line: Array, middle: QPointF, turned: float) -> Array:
    """The line turned about a point."""
    if not turned:
        return line
    angle = np.radians(turned)
    turn = np.array(((np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))))
    about = np.array((middle.x(), middle.y()))
    return np.asarray((line - about) @ turn + about, dtype=np.float64)


def _runs_through(line: Array, place: QRectF) -> bool:
    """True if a line, straight from point to point as it is drawn, has a part in a rectangle."""
    across, down = line.T
    first, last = max(place.left(), across.min()), min(place.right(), across.max())
    if first > last:
        return False
    at = np.linspace(first, last, 2 + int((last - first) / _STEP))
    heights = np.interp(at, across, down)
    low, high = np.minimum(heights[:-1], heights[1:]), np.maximum(heights[:-1], heights[1:])
    return bool(((low <= place.bottom()) & (high >= place.top())).any())


def _between(series: Series, plot: Plot, at: float) -> float:
    """The number of a line at a place between its points, straight as it is drawn; whole where its points are."""
    x = np.log(series.x) if plot.x.log else series.x
    y = np.log(series.y) if plot.y.log else series.y
    found = float(np.interp(log(at) if plot.x.log else at, x, y))
    found = exp(found) if plot.y.log else found
    return float(round(found)) if (series.y == np.rint(series.y)).all() else found
