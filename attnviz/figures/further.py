"""The figures that the first screen does not show: large maps, exhibits of laboratories, overviews of many heads.

`figures.figure` asks here for them. What draws each is loaded with the first of its kind.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from attnviz.engine.cells import Cell
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.overview.overview import Overview
from attnviz.figures.theme import Theme

Further = LargeMap | Drawing | Overview


def paint_further(painter: QPainter, rect: QRectF, figure: Further, theme: Theme) -> None:
    """Draws it in `rect`."""
    if isinstance(figure, LargeMap):
        from attnviz.figures.large.painter import paint_large

        paint_large(painter, rect, figure, theme)
    elif isinstance(figure, Drawing):
        from attnviz.figures.labs.painting import paint_drawing

        paint_drawing(painter, rect, figure, theme)
    else:
        from attnviz.figures.overview.painting import paint_overview

        paint_overview(painter, rect, figure, theme)


def size_of_further(figure: Further, theme: Theme) -> QSizeF:
    """The size at which nothing is shortened."""
    if isinstance(figure, LargeMap):
        from attnviz.figures.large.sheet import large_size

        return large_size(figure, theme)
    if isinstance(figure, Drawing):
        from attnviz.figures.labs.painting import drawing_size

        return drawing_size(figure, theme)
    from attnviz.figures.overview.painting import overview_size

    return overview_size(figure, theme)


def hit_further(figure: Further, rect: QRectF, point: QPointF, theme: Theme) -> Cell | None:
    """The cell under a point, None where there is none."""
    if isinstance(figure, LargeMap):
        from attnviz.figures.large.pointing import hit_large

        return hit_large(figure, rect, point, theme)
    if isinstance(figure, Drawing):
        from attnviz.figures.labs.painting import hit_drawing

        return hit_drawing(figure, rect, point, theme)
    from attnviz.figures.overview.painting import cell_of_overview

    return cell_of_overview(figure, rect, point, theme)


def rect_in_further(figure: Further, rect: QRectF, cell: Cell, theme: Theme) -> QRectF | None:
    """Where a cell is drawn, None where it is not; an overview has no such place."""
    if isinstance(figure, LargeMap):
        from attnviz.figures.large.pointing import rect_in_large

        return rect_in_large(figure, rect, cell, theme)
    if isinstance(figure, Drawing):
        from attnviz.figures.labs.painting import rect_in_drawing

        return rect_in_drawing(figure, rect, cell, theme)
    return None


def under_further(figure: Further, rect: QRectF, point: QPointF, theme: Theme) -> Iterator[str]:
    """What lies under a point, line by line."""
    if isinstance(figure, LargeMap):
        from attnviz.figures.large.pointing import words_under_large

        yield from words_under_large(figure, rect, point, theme)
    elif isinstance(figure, Drawing):
        from attnviz.figures.labs.painting import words_under

        yield from words_under(figure, rect, point, theme)
    else:
        from attnviz.figures.overview.painting import words_under_overview

        yield from words_under_overview(figure, rect, point, theme)
