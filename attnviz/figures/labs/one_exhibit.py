"""One exhibit by its measures, as it stands on a page."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from PySide6.QtCore import QSizeF

from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.heading import title_width
from attnviz.figures.labs.items import One
from attnviz.figures.labs.measuring import once
from attnviz.figures.labs.painting import GROWING, drawing_least, drawing_size
from attnviz.figures.theme import Theme
from attnviz.labs.exhibits import Bars, Boxes, Plot

_LOWEST = 0.85  # of its least height, so that a plot with its axis is in sight without scrolling


@once
def narrowest_of(drawing: Drawing, theme: Theme) -> float:
    """The least width at which it can be read: what `one_of` says of it, without all else."""
    return drawing_least(drawing, theme, 1.0).width()


@once
def one_of(drawing: Drawing, theme: Theme, most: float = inf) -> One:
    """The drawing by its measures. most: the room's height; no large plot asks for more, so that its axis is seen."""
    smaller = _not_large(drawing)

    def measure(width: float) -> QSizeF:
        least = drawing_least(drawing, theme, width)
        if smaller is None or least.height() <= most:
            return least
        return QSizeF(least.width(), max(_LOWEST * drawing_least(smaller, theme, width).height(), most))

    likes = drawing_size(drawing, theme)
    grows = isinstance(drawing.exhibit, (*GROWING, Boxes)) or bool(getattr(drawing.exhibit, "large", False))
    alike = isinstance(drawing.exhibit, Bars) and drawing.exhibit.alike
    return One(likes.expandedTo(QSizeF(40, 20)), grows, measure, title_width(drawing, theme), alike=alike)


def _not_large(drawing: Drawing) -> Drawing | None:
    """A large plot as one that may be lower; None for others."""
    exhibit = drawing.exhibit
    if not isinstance(exhibit, Plot) or not exhibit.large:
        return None
    return replace(drawing, exhibit=replace(exhibit, large=False))
