"""Plots and planes in a low room: rather lower than with their axes or tips out of sight."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, QSizeF

from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.heading import heading_height
from attnviz.figures.labs.items import One
from attnviz.figures.labs.painting import drawing_least
from attnviz.figures.theme import Theme
from attnviz.labs.exhibits import Plane, Plot

_LOWEST = 10.0  # small letters: five lines of curves between the legend and the numbers of the axis


def lowered(one: One, drawing: Drawing, theme: Theme, room: float) -> One:
    """The measures of a drawing; those of a plot or plane in a room so high ask for no more, as long as it can be read.

    Nor do they grow beyond it: an axis or a tip below the fold is all that one looks for.
    """
    if not isinstance(drawing.exhibit, Plot | Plane):
        return one

    def measure(width: float) -> QSizeF:
        least = one.measure(width)
        lowest = _LOWEST * theme.small_px + heading_height(drawing, theme, max(width, least.width()))
        return QSizeF(least.width(), min(least.height(), max(room, lowest)))

    return replace(one, measure=measure, highest=room)


def is_lowered(drawing: Drawing, rect: QRectF, theme: Theme) -> bool:
    """True if a plot or plane stands in less height than its words need as a rule."""
    if not isinstance(drawing.exhibit, Plot | Plane):
        return False
    return rect.height() < drawing_least(drawing, theme, rect.width()).height() - 0.5
