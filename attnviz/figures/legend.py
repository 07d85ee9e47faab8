"""The slim bar beside a map that says what its colours mean, with the true ends in words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from attnviz.content.colours import Limits, steps_between
from attnviz.figures.colour_maps import ColourMap
from attnviz.figures.hatch import is_raster
from attnviz.figures.heatmap import Face, Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.margins import LEGEND_BAR
from attnviz.figures.theme import Theme

_MOST_STEPS = 64


def paint_legend(painter: QPainter, place: QRectF, model: Heatmap, colours: ColourMap, theme: Theme) -> None:
    """An upright bar, the high end above; a matrix of one number has one colour and one number."""
    ends, face, texts = model.legend_ends, model.face, model.legend_texts
    if ends is None or face is None:
        return
    small = ruler(theme.small_font)
    width = round(LEGEND_BAR * theme.small_px / 11)
    bar = QRectF(round(place.left()), round(place.top()), width, round(place.height()))
    if len(texts) == 1:
        bar.setHeight(min(bar.height(), round(1.2 * small.height)))
    paint_scale(painter, bar, ends, face.limits, colours, theme)
    paint_scale_texts(painter, bar, texts, theme)


def paint_scale_texts(painter: QPainter, bar: QRectF, texts: tuple[str, ...], theme: Theme) -> None:
    """The ends of an upright bar in words beside it, low end first; one text stands in the middle."""
    small = ruler(theme.small_font)
    painter.setFont(theme.small_font)
    painter.setPen(theme.palette.soft)
    left = bar.right() + 4
    high = QPointF(left, bar.top() + small.figure_height)
    low = QPointF(left, bar.bottom())
    if len(texts) == 1:
        painter.drawText(QPointF(left, bar.center().y() + small.figure_height / 2), texts[0])
        return
    painter.drawText(low, texts[0])
    painter.drawText(high, texts[1])


def paint_scale(painter: QPainter, bar: QRectF, ends: Limits, limits: Limits, colours: ColourMap, theme: Theme) -> None:
    """The colours from one end to the other, upward in a high bar and rightward in a wide one."""
    length = max(bar.height(), bar.width())
    steps = 1 if ends[0] == ends[1] else max(2, min(_MOST_STEPS, int(length // 2)))
    values = steps_between(ends, steps).reshape(1, -1)
    entries = Face(values, 0, limits, colours.diverging).entry_rows[0]
    paint_steps(painter, bar, [colours.colours[entry] for entry in entries], theme)


def paint_steps(painter: QPainter, bar: QRectF, steps: Sequence[QColor], theme: Theme) -> None:
    """A bar of so many colours, upward in a high bar and rightward in a wide one.

    Each goes on below the next ones: beside each other they would have seams in files, which are enlarged, and on a
    screen where a pixel is between two of them.
    """
    upward = bar.height() >= bar.width()
    length = bar.height() if upward else bar.width()
    edges = [round(length * step / len(steps)) for step in range(len(steps) + 1)]
    exact = is_raster(painter) and painter.opacity() < 1.0  # where it is faint no colour may shine through another
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for step, colour in enumerate(steps):
        start, rest = edges[step], length - edges[step + 1] if exact else 0.0
        painter.fillRect(bar.adjusted(0, rest, 0, -start) if upward else bar.adjusted(start, 0, -rest, 0), colour)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(theme.pen(theme.palette.border))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(bar.adjusted(-0.5, -0.5, 0.5, 0.5))
