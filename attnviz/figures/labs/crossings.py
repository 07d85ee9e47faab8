"""The numbers of lines where a mark crosses them."""

from __future__ import annotations

from math import exp, log

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from attnviz.figures.labels import ruler
from attnviz.figures.labs.amounts import in_short, told, worded
from attnviz.figures.labs.plot import PlotGrid
from attnviz.figures.labs.plot_names import colour_of
from attnviz.figures.theme import font
from attnviz.labs.exhibits import Mark, Plot, Series

_LONG = 10  # letters of a number that would cover other lines
_BESIDE, _POINT = 8.0, 3.5  # pixels from a crossing to its number; the disc at it


def paint_crossings(painter: QPainter, grid: PlotGrid, plot: Plot) -> None:
    """A disc at each crossing with its number right below it, or left above where there is no room."""
    theme = grid.theme
    letters = font(theme.small_px, bold=True)
    measure = ruler(letters)
    for mark in (mark for mark in plot.marks if mark.tells and mark.axis == "x"):
        for index, y in crossings(plot, mark):
            point, text = grid.at(mark.at, y), told(y, plot.y)
            if len(text) > _LONG or point.x() + _BESIDE + measure.width(text) > grid.area.right():
                text = worded(y, plot.y) or in_short(y)
            width = measure.width(text)
            left, top = point.x() + _BESIDE, point.y() + 2
            if left + width > grid.area.right():
                left, top = point.x() - _BESIDE - width, point.y() - 2 - measure.height
            top = min(top, grid.area.bottom() - measure.height)
            veil = QColor(theme.palette.panel)
            veil.setAlphaF(0.8)
            painter.fillRect(QRectF(left - 2, top, width + 4, measure.height), veil)
            painter.setFont(letters)
            painter.setPen(colour_of(plot, index, theme))
            painter.drawText(QPointF(left, top + measure.ascent), text)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour_of(plot, index, theme))
            painter.drawEllipse(point, _POINT, _POINT)


def crossings(plot: Plot, mark: Mark) -> list[tuple[int, float]]:
    """The lines that the mark crosses with their numbers there."""
    return [
        (index, _between(series, plot, mark.at))
        for index, series in enumerate(plot.series)
        if series.kind == "line" and series.x[0] <= mark.at <= series.x[-1]
    ]


def _between(series: Series, plot: Plot, at: float) -> float:
    """The number of a line at a place between its points, straight as it is drawn; whole where its points are."""
    x = np.log(series.x) if plot.x.log else series.x
    y = np.log(series.y) if plot.y.log else series.y
    found = float(np.interp(log(at) if plot.x.log else at, x, y))
    found = exp(found) if plot.y.log else found
    return float(round(found)) if (series.y == np.rint(series.y)).all() else found
