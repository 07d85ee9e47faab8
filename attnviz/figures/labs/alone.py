"""A plot that has a page for itself: rather lower than with its axis out of sight."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSizeF

from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.heading import heading_height
from attnviz.figures.labs.page import One
from attnviz.figures.theme import Theme
from attnviz.labs.exhibits import Plot

_LOWEST = 10.0  # small letters: five lines of curves between the legend and the numbers of the axis


def lowered(one: One, drawings: tuple[Drawing, ...], theme: Theme, room: float) -> One:
    """The measures of a drawing; those of a plot alone in a room so high ask for no more, as long as it can be read."""
    (drawing, *others) = drawings
    if others or not isinstance(drawing.exhibit, Plot):
        return one

    def measure(width: float) -> QSizeF:
        least = one.measure(width)
        lowest = _LOWEST * theme.small_px + heading_height(drawing, theme, max(width, least.width()))
        return QSizeF(least.width(), min(least.height(), max(room, lowest)))

    return replace(one, measure=measure)
