"""Any overview, whatever its kind: painted, measured, and asked what lies under a point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from attnviz.content.numerals import sure
from attnviz.engine.cells import Cell
from attnviz.figures.bars import bars_layout
from attnviz.figures.labels import quoted
from attnviz.figures.overview.contrast_sheet import (
    bar_fit,
    contrast_places,
    contrast_size,
    least_contrast_width,
    paint_contrast,
    side_at,
)
from attnviz.figures.overview.head_grid import HeadGrid, grid_places, grid_size, least_width
from attnviz.figures.overview.head_grid_painter import paint_grid
from attnviz.figures.overview.overview import Overview
from attnviz.figures.overview.token_lines import TokenLines, least_lines_width, lines_places, lines_size
from attnviz.figures.overview.token_lines_painter import paint_lines, share_text
from attnviz.figures.theme import Theme

if TYPE_CHECKING:
    from attnviz.figures.export import ExportOptions


def paint_overview(painter: QPainter, rect: QRectF, figure: Overview, theme: Theme) -> None:
    """Draws the overview in `rect`, on whatever is there already."""
    if isinstance(figure, HeadGrid):
        paint_grid(painter, rect, figure, theme)
    elif isinstance(figure, TokenLines):
        paint_lines(painter, rect, figure, theme)
    else:
        paint_contrast(painter, rect, figure, theme)


def overview_size(figure: Overview, theme: Theme, width: float | None = None) -> QSizeF:
    """The size at which nothing is shortened, or the height that goes with a width."""
    if isinstance(figure, HeadGrid):
        return grid_size(figure, theme, width)
    if isinstance(figure, TokenLines):
        return lines_size(figure, theme, width)
    return contrast_size(figure, theme, width)


def overview_of_width(figure: Overview, theme: Theme, width: float) -> QSizeF | None:
    """The size with exactly that width; None if that is too narrow."""
    if isinstance(figure, HeadGrid):
        least = least_width(figure, theme)
    elif isinstance(figure, TokenLines):
        least = least_lines_width(figure, theme)
    else:
        least = least_contrast_width(theme)
    return None if width < least else overview_size(figure, theme, width)


def restyled_overview(figure: Overview, options: ExportOptions) -> Overview:
    """The overview as an export wants it."""
    if isinstance(figure, HeadGrid):
        return replace(
            figure,
            show_title=options.title,
            legend=options.legend,
            colour_map=options.colour_map,
            cursor=None,
            lined=(),
            wraps=False,
        )
    if isinstance(figure, TokenLines):
        return replace(figure, show_title=options.title, legend=options.legend, numbers=options.numbers, steady=False)
    return replace(figure, show_title=options.title, numbers=options.numbers)


def cell_of_overview(figure: Overview, rect: QRectF, point: QPointF, theme: Theme) -> Cell | None:
    """The weight under a point of the grid, its head counted through all layers; lines have no cells."""
    if not isinstance(figure, HeadGrid):
        return None
    found = grid_places(figure, rect, theme).cell_at(point)
    if found is None:
        return None
    place, query, key = found[0], figure.shown_queries[found[1]], figure.shown_keys[found[2]]
    return Cell("weights", place.layer * figure.heads + (place.head or 0), query, key)


def words_under_overview(figure: Overview, rect: QRectF, point: QPointF, theme: Theme) -> Iterator[str]:
    """What lies under a point in words."""
    if isinstance(figure, HeadGrid):
        yield from _words_in_grid(figure, rect, point, theme)
    elif isinstance(figure, TokenLines):
        yield from _words_in_lines(figure, rect, point, theme)
    else:
        side = side_at(contrast_places(figure, rect, theme), point)
        if side is not None:
            bars, places = figure.bars[side], contrast_places(figure, rect, theme)
            fitted = replace(bars, fit=bar_fit(places, figure, theme))
            row = bars_layout(fitted, places.bars[side], theme).row_at(point)
            if row is not None and bars.values is not None:
                names = ", ".join(quoted(index + 1, bars.labels[index]) for index in row.indices[:8])
                yield f"key {names}: {sure(row.value)}"


def _words_in_grid(figure: HeadGrid, rect: QRectF, point: QPointF, theme: Theme) -> Iterator[str]:
    found = grid_places(figure, rect, theme).cell_at(point)
    if found is None:
        return
    place, query, key = found[0], figure.shown_queries[found[1]], figure.shown_keys[found[2]]
    weight = figure.weight(place, query, key)
    yield f"Layer {place.layer + 1}, head {(place.head or 0) + 1}"
    if weight is None:
        yield "is being computed" if figure.coming else "no weights"
        return
    row, column = _named(figure.queries, query), _named(figure.keys, key)
    yield f"query {row} looks at key {column}: {sure(weight)}"
    if figure.blocks != (1, 1):
        yield f"(the largest of {figure.blocks[0]}×{figure.blocks[1]} weights around it)"


def _words_in_lines(figure: TokenLines, rect: QRectF, point: QPointF, theme: Theme) -> Iterator[str]:
    places = lines_places(figure, rect, theme)
    if point.x() < places.left:
        row = places.row_at(point, places.query_ys)
        if row is not None:
            index = figure.shown_queries[row]
            yield f"query {quoted(index + 1, figure.queries[index])}"
            share = share_text(figure, index)
            if share:
                yield f"{share} of its weight goes to hidden tokens"
    elif point.x() > places.right:
        row = places.row_at(point, places.key_ys)
        if row is not None:
            index = figure.shown_keys[row]
            yield f"key {quoted(index + 1, figure.keys[index])}"
            if figure.query is not None:
                for head, weight in figure.weights_between(figure.query, index):
                    whose = f"head {figure.heads[head].number}: " if len(figure.heads) > 1 else "weight "
                    yield f"{whose}{sure(weight)}"


def _named(labels: tuple[str, ...], index: int) -> str:
    return quoted(index + 1, labels[index]) if labels else str(index + 1)
