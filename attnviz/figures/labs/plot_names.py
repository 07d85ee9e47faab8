"""Which line of a plot is which: names at the ends of lines where they have room, else a slim legend."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import isfinite

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from attnviz.content.colours import luminance
from attnviz.figures.labels import ruler
from attnviz.figures.labs.axes import Scale
from attnviz.figures.theme import Theme
from attnviz.labs.exhibits import Plot, Series

SWATCH = 28.0  # pixels of the sample of a line before its name in a legend: dashes and dots are told apart in it
_MOST_BESIDE = 0.34  # of the width at most goes to names at the ends of lines
_NEAR_END = 0.9  # of the axis: a line that ends before is named in the legend
_MOST_LINES = 6
_MEET = 0.4  # of a line of text: ends of lines that are nearer to each other cannot be told apart
_LEGIBLE = 4.5  # times the luminance of the ground, WCAG 2.2
SAMPLE = 12.0  # pixels of a line before its name at the end of it
Ends = tuple[float, float]
_TWO_TONES = (0.0, 0.35)  # the same of series that their marks tell apart
_TONES = (0.0, 0.38, 0.7, 0.2)  # of the panel's colour in that of a further series of one role
# Of lines that are of one thing: none of them is a role's, and each differs from the others in lightness or hue.
LINES = {
    name: {f"line {number}": f"#{colour}" for number, colour in enumerate(colours.split(), start=1)}
    for name, colours in (("light", "1a1f29 8a6d00 00808a b8336a"), ("dark", "e8ebf0 d9b84a 4fc3c9 f07ba6"))
}


@dataclass(frozen=True)
class Named:
    """The name of a series where it is written; in a legend `place` begins with the sample of its line."""

    series: int
    text: str
    place: QRectF
    beside: bool


def colour_of(plot: Plot, series: int, theme: Theme) -> QColor:
    """The role's colour; a further series of the same role in another tone of it; with marks two take turns."""
    own = plot.series[series]
    if not own.role:
        return theme.palette.soft
    if own.role in LINES[theme.name]:
        return QColor(LINES[theme.name][own.role])
    colour, panel = theme.role(own.role), theme.palette.panel
    if own.mark not in ("", "none"):
        part = _TWO_TONES[sum(other.mark not in ("", "none") for other in plot.series[:series]) % 2]
    else:
        before = sum((own.role, own.dashed) == (other.role, other.dashed) for other in plot.series[:series])
        part = _TONES[before % len(_TONES)]
    parts = ((colour.red(), panel.red()), (colour.green(), panel.green()), (colour.blue(), panel.blue()))
    return QColor(*(round(one + (other - one) * part) for one, other in parts))


def ink_of(plot: Plot, series: int, theme: Theme) -> QColor:
    """The colour of a series for its numbers: as much nearer to that of words as letters need to be read."""
    own, words = colour_of(plot, series, theme), theme.palette.text
    ground = _luminance_of(theme.palette.panel)
    for part in (0.0, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8):
        pairs = ((own.red(), words.red()), (own.green(), words.green()), (own.blue(), words.blue()))
        ink = QColor(*(round(one + (other - one) * part) for one, other in pairs))
        low, high = sorted((_luminance_of(ink), ground))
        if (high + 0.05) / (low + 0.05) >= _LEGIBLE:
            return ink
    return words


def named_beside(plot: Plot, theme: Theme, ends: tuple[Ends, Ends], body: QRectF) -> tuple[int, ...]:
    """The lines that are named at their right ends: all or none, and none of one colour where two ends meet."""
    lines = [index for index, series in enumerate(plot.series) if series.kind == "line" and is_named(series)]
    if not lines or len(plot.series) == 1 or len(lines) > _MOST_LINES:
        return ()
    scale, up = Scale(*ends[0], 0.0, 1.0, plot.x.log), Scale(*ends[1], 0.0, 0.8 * body.height(), plot.y.log)
    small = ruler(theme.small_font)
    reach = all(scale.to_pixel(_last(plot.series[index])[0]) >= _NEAR_END for index in lines)
    slim = small.widest(tuple(named_text(plot.series[index]) for index in lines)) <= _MOST_BESIDE * body.width()
    places = sorted(up.to_pixel(_last(plot.series[index])[1]) for index in lines)
    clear = all(after - before >= _MEET * small.height for before, after in pairwise(places))
    apart = all(plot.series[index].role in LINES[theme.name] for index in lines)
    return tuple(lines) if reach and slim and (clear or apart) else ()


def is_named(series: Series) -> bool:
    """False for a line that only helps the eye, and for one without a name."""
    return bool(series.label) and series.mark != "none"


def named_text(series: Series) -> str:
    """What stands at the end of a line."""
    return f"{series.label}: {series.at_end}" if series.at_end else series.label


def placed_beside(plot: Plot, lines: tuple[int, ...], theme: Theme, up: Scale, area: QRectF) -> tuple[Named, ...]:
    """The names at the ends of lines, pushed apart until they do not meet."""
    if not lines:
        return ()
    small = ruler(theme.small_font)
    wanted = sorted((min(max(up.to_pixel(_last(plot.series[i])[1]), area.top()), area.bottom()), i) for i in lines)
    pitch = small.height
    middles = [place for place, _ in wanted]
    for index in range(1, len(middles)):
        middles[index] = max(middles[index], middles[index - 1] + pitch)
    over = middles[-1] + pitch / 2 - (area.bottom() + pitch / 2)
    if over > 0:
        middles[-1] -= over
        for index in range(len(middles) - 2, -1, -1):
            middles[index] = min(middles[index], middles[index + 1] - pitch)
    return tuple(
        Named(
            i,
            named_text(plot.series[i]),
            QRectF(area.right() + 8, middle - pitch / 2, SAMPLE + 4 + small.width(named_text(plot.series[i])), pitch),
            True,
        )
        for middle, (_, i) in zip(middles, wanted, strict=True)
    )


def legend_of(plot: Plot, beside: tuple[int, ...], theme: Theme, room: QRectF) -> tuple[Named, ...]:
    """The names that are not at the ends of lines, in lines across the top of `room`; none for a single series."""
    small = ruler(theme.small_font)
    if len(plot.series) < 2:
        return ()
    x, y, found = room.left(), room.top(), []
    for index, series in enumerate(plot.series):
        if index in beside or not is_named(series):
            continue
        text = small.shortened(series.label, room.width() - SWATCH - 6)
        width = SWATCH + 6 + small.width(text)
        if x > room.left() and x + width > room.right():
            x, y = room.left(), y + small.height + 2
        found.append(Named(index, text, QRectF(x, y, width, small.height), False))
        x += width + 16
    return tuple(found)


def _luminance_of(colour: QColor) -> float:
    return float(luminance(np.array((colour.red(), colour.green(), colour.blue()), dtype=np.uint8)))


def _last(series: Series) -> tuple[float, float]:
    """The last point of a line that can be drawn."""
    good = np.flatnonzero(np.isfinite(series.x[: len(series.y)]) & np.isfinite(series.y[: len(series.x)]))
    if not good.size:
        return 0.0, 0.0
    x, y = float(series.x[good[-1]]), float(series.y[good[-1]])
    return (x, y) if isfinite(x) else (0.0, y)
