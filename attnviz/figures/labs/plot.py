"""Where each part of a plot lies: axes with their ticks, names of lines at their ends, the legend, marks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot, isfinite

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF

from attnviz.figures.labels import ruler
from attnviz.figures.labs.amounts import tick_text, worded
from attnviz.figures.labs.axes import Scale, ends_of
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.heading import body_of, heading_height
from attnviz.figures.labs.plot_names import SAMPLE, Named, legend_of, named_beside, named_text, placed_beside
from attnviz.figures.theme import Theme
from attnviz.labs.exhibits import Mark, Plot, Series

GRAB = 9.0  # pixels beside a mark within which it can be taken
_NEAR = 24.0  # pixels around a point within which it is told
_LARGE = 300.0  # pixels that a plot is high at least where it has most of a page
_UNDER = 0.4  # small letters from the axis across to its numbers, clear of the lowest one of the axis up
_SHORT = 3.0  # small letters that the name of an axis is wide at most, to stand at its end
_APART = 0.5  # of the height of letters: from soft words of the heading to the name of an axis
_MOST_KEPT = 32
_FEW = 200  # points
Ends = tuple[float, float]


@dataclass(frozen=True)
class PlotGrid:
    """The geometry of a painted plot. ticks: number, text and pixel along the axis."""

    theme: Theme
    area: QRectF
    x: Scale
    y: Scale
    x_ticks: tuple[tuple[float, str, float], ...]
    y_ticks: tuple[tuple[float, str, float], ...]
    names: tuple[Named, ...]
    y_title: QPointF  # its baseline
    x_title: QPointF  # the middle of its baseline
    under: float  # pixels from the axis across to its numbers
    heading: QRectF

    def at(self, x: float, y: float) -> QPointF:
        """Where a point is drawn."""
        return QPointF(self.x.to_pixel(x), self.y.to_pixel(y))

    def place_of(self, mark: Mark) -> float | None:
        """The pixel at which a mark crosses its axis, None if that is out of sight."""
        scale = self.x if mark.axis == "x" else self.y
        return scale.to_pixel(mark.at) if isfinite(mark.at) and scale.holds(mark.at) else None

    def mark_at(self, plot: Plot, point: QPointF) -> Mark | None:
        """The mark near a point that can be dragged."""
        if not self.area.adjusted(-GRAB, -GRAB, GRAB, 2 * GRAB).contains(point):
            return None
        near = []
        for mark in plot.marks:
            place = self.place_of(mark)
            if mark.parameter and place is not None:
                distance = abs((point.x() if mark.axis == "x" else point.y()) - place)
                if distance <= GRAB:
                    near.append((distance, mark))
        return min(near, key=lambda pair: pair[0])[1] if near else None

    def nearest(self, plot: Plot, point: QPointF) -> tuple[Series, int] | None:
        """The series and the number of its point that is nearest to a point; for bars the one above or below it."""
        best, distance = None, _NEAR
        for series in plot.series:
            if series.kind == "bars":
                value = self.x.to_value(point.x())
                found = int(np.searchsorted(series.x, value, side="right")) - 1
                if 0 <= found < len(series.y) and best is None and self.area.contains(point):
                    best = (series, found)
                continue
            for index, (x, y) in enumerate(zip(series.x.tolist(), series.y.tolist(), strict=False)):
                if isfinite(x) and isfinite(y):
                    place = self.at(x, y)
                    apart = hypot(place.x() - point.x(), place.y() - point.y())
                    if apart < distance:
                        best, distance = (series, index), apart
        return best


def plot_size(drawing: Drawing, theme: Theme) -> QSizeF:
    """A plot in which ticks and names have room."""
    return QSizeF(44.0 * theme.small_px, 26.0 * theme.small_px + heading_height(drawing, theme, 44.0 * theme.small_px))


def plot_least(drawing: Drawing, theme: Theme, width: float) -> QSizeF:
    """The smallest plot that can be read."""
    least = 19.0 * theme.small_px
    tall = 14.0 * theme.small_px
    if getattr(drawing.exhibit, "large", False):
        tall = max(17.0 * theme.small_px, _LARGE)
    return QSizeF(least, tall + heading_height(drawing, theme, max(width, least)))


def plot_layout(drawing: Drawing, rect: QRectF, theme: Theme) -> PlotGrid:
    """The geometry in `rect`; every text is inside it. A short name of the axis across stands at its end: 100 … T."""
    plot, small = drawing.exhibit, ruler(theme.small_font)
    assert isinstance(plot, Plot)
    if plot.x.unwritten:
        return _laid_out(plot, drawing, rect, theme, below=False)
    if 0 < small.width(plot.x.title) <= _SHORT * theme.small_px:
        grid = _laid_out(plot, drawing, rect, theme, below=False)
        last = max((x + small.width(text) / 2 for _, text, x in grid.x_ticks), default=grid.area.left())
        if last + theme.small_px <= grid.x_title.x() - small.width(plot.x.title) / 2:
            return grid
    return _laid_out(plot, drawing, rect, theme, below=bool(plot.x.title))


def _laid_out(plot: Plot, drawing: Drawing, rect: QRectF, theme: Theme, *, below: bool) -> PlotGrid:
    """below: whether the name of the axis across has a line of its own under the numbers."""
    (x_low, x_high), (y_low, y_high) = _ends(plot)
    small = ruler(theme.small_font)
    body = body_of(drawing, rect, theme)
    line = small.height + 3
    top = body.top()
    beside = named_beside(plot, theme, ((x_low, x_high), (y_low, y_high)), body) if drawing.legend else ()
    room = QRectF(body.left(), top, body.width(), body.height())
    legend = legend_of(plot, beside, theme, room) if drawing.legend else ()
    top = max((name.place.bottom() + 4 for name in legend), default=top)
    named = top if legend else top + _APART * theme.small_px  # the axis' name, right over it: no line of the heading
    top = named + line if plot.y.title and not plot.y.unwritten else top
    under = round(_UNDER * theme.small_px)
    bottom = body.bottom() - small.height - under - (line if below else 0.0) - 2
    top = min(top + small.figure_height / 2 + 2, bottom - 10)
    up = Scale(y_low, y_high, bottom, top, plot.y.log)
    y_ticks = [(value, worded(value, plot.y) or text) for value, text in up.ticks(2.4 * small.height)]
    left = body.left() + small.widest(tuple(text for _, text in y_ticks)) + 8
    names = max((small.width(named_text(plot.series[index])) for index in beside), default=-SAMPLE - 12.0) + SAMPLE + 16
    across = Scale(
        x_low, x_high, left, max(body.right() - names, left + 10), plot.x.log, _counts(plot), "°" in plot.x.title
    )
    x_ticks = _x_ticks(across, plot, theme)
    over = max((across.to_pixel(value) + small.width(text) / 2 for value, text in x_ticks), default=0.0) - body.right()
    if over > 0:  # the last number stands whole
        across = replace(across, stop=max(across.stop - over, left + 10))
        x_ticks = _x_ticks(across, plot, theme)
    area = QRectF(left, top, across.stop - left, bottom - top)
    return PlotGrid(
        theme=theme,
        area=area,
        x=across,
        y=up,
        x_ticks=tuple((value, text, across.to_pixel(value)) for value, text in x_ticks),
        y_ticks=tuple((value, text, up.to_pixel(value)) for value, text in y_ticks),
        names=(*legend, *placed_beside(plot, beside, theme, up, area)),
        y_title=QPointF(body.left(), named + small.ascent),
        x_title=QPointF(area.center().x(), body.bottom() - small.height + small.ascent)
        if below
        else QPointF(area.right() - small.width(plot.x.title) / 2, bottom + under + small.ascent),
        under=under,
        heading=QRectF(rect.topLeft(), body.topRight()),
    )


def _counts(plot: Plot) -> bool:
    """True if the axis across counts: few whole numbers, of which no tick may stand between two."""
    xs = [x for series in plot.series for x in series.x.tolist()]
    return 0 < len(xs) <= _FEW and all(x == round(x) for x in xs if isfinite(x))


def _x_ticks(scale: Scale, plot: Plot, theme: Theme) -> list[tuple[float, str]]:
    """The ticks of the axis across: its own, as many from the last as have room, else round numbers."""
    if not plot.x.ticks:
        return _clear(scale, theme)
    small, kept, free = ruler(theme.small_font), list[tuple[float, str]](), float("inf")
    for value in sorted(plot.x.ticks, reverse=True):
        text = tick_text(value, 1.0)
        half = small.width(text) / 2
        if scale.holds(value) and scale.to_pixel(value) + half <= free:
            kept.append((value, text))
            free = scale.to_pixel(value) - half - 0.8 * theme.small_px
    return kept[::-1]


def _clear(scale: Scale, theme: Theme) -> list[tuple[float, str]]:
    """Ticks of the axis across whose numbers do not meet."""
    small = ruler(theme.small_font)
    apart = 3.2 * theme.small_px
    for _ in range(6):
        ticks = scale.ticks(apart)
        widest = small.widest(tuple(text for _, text in ticks)) + 0.8 * theme.small_px
        places = [scale.to_pixel(value) for value, _ in ticks]
        if all(after - before >= widest for before, after in pairwise(places)):
            return ticks
        apart = max(widest, 1.25 * apart)
    return ticks[:: max(1, len(ticks) - 1)]


def _ends(plot: Plot) -> tuple[Ends, Ends]:
    """The ends of both axes, found once for each plot."""
    known = _known_ends.get(id(plot))
    if known is None or known[0] is not plot:
        if len(_known_ends) >= _MOST_KEPT:
            _known_ends.clear()
        known = _known_ends[id(plot)] = (plot, _found_ends(plot))
    return known[1]


_known_ends: dict[int, tuple[Plot, tuple[Ends, Ends]]] = {}


def _found_ends(plot: Plot) -> tuple[Ends, Ends]:
    xs = [x for series in plot.series for x in series.x.tolist()]
    heights = [own for series in plot.series for own in (series.y, series.low, series.high) if own is not None]
    ys = [y for own in heights for y in own.tolist()]
    xs += [mark.at for mark in plot.marks if mark.axis == "x"]
    ys += [mark.at for mark in plot.marks if mark.axis == "y"]
    bars = any(series.kind == "bars" for series in plot.series)
    across = ends_of(xs, log=plot.x.log, low=plot.x.low, high=plot.x.high)
    return across, ends_of(ys, log=plot.y.log, low=plot.y.low, high=plot.y.high, hold=0.0 if bars else None)
