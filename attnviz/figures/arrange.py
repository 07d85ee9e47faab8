"""A figure at the size it likes, or as wide as it is told to be: what a file or a page needs, where nothing scrolls."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import floor

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from attnviz.figures.bars import Bars, bars_size
from attnviz.figures.bars_painter import paint_bars
from attnviz.figures.board import Board, Placed, paint_board_title, place_naturally, title_height
from attnviz.figures.board_legend import legend_under
from attnviz.figures.comparison import GAP, Comparison
from attnviz.figures.figure import Figure, preferred_size
from attnviz.figures.fitting import comfortable, natural_size, tight, whole
from attnviz.figures.heatmap import Fit, Heatmap
from attnviz.figures.heatmap_painter import paint
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.painting import drawing_of_width, paint_drawing
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.painter import paint_large
from attnviz.figures.large.sheet import sized, sized_to_width
from attnviz.figures.margins import margins
from attnviz.figures.overview.overview import Overview
from attnviz.figures.overview.painting import overview_of_width, paint_overview
from attnviz.figures.theme import Theme
from attnviz.figures.vectors import Vectors
from attnviz.figures.vectors_painter import paint_vectors

_LEAST_MAP = 24.0  # pixels of a map's width below which it shows nothing
_LEAST_BARS = 150.0
_LEAST_PLANE = 140.0


@dataclass(frozen=True)
class Sheet:
    """A figure laid out for good: `size` is all it needs, with nothing cut off. In pixels of the theme."""

    figure: Figure
    size: QSizeF
    placed: tuple[Placed, ...] = ()  # the panels of a board
    halves: tuple[tuple[float, Sheet], ...] = ()  # the boards of a comparison, each with where it begins

    def paint(self, painter: QPainter, corner: QPointF, theme: Theme) -> None:
        """Draws the sheet with its top left at `corner`."""
        rect = QRectF(corner, self.size)
        if isinstance(self.figure, Heatmap):
            paint(painter, rect, self.figure, theme)
        elif isinstance(self.figure, LargeMap):
            paint_large(painter, rect, self.figure, theme)
        elif isinstance(self.figure, Bars):
            paint_bars(painter, rect, self.figure, theme)
        elif isinstance(self.figure, Vectors):
            paint_vectors(painter, rect, self.figure, theme)
        elif isinstance(self.figure, Drawing):
            paint_drawing(painter, rect, self.figure, theme)
        elif isinstance(self.figure, Overview):
            paint_overview(painter, rect, self.figure, theme)
        elif isinstance(self.figure, Comparison):
            if self.figure.head is not None:
                paint_board_title(painter, rect, self.figure.head, theme)
            for left, half in self.halves:
                half.paint(painter, corner + QPointF(left, self.figure.above(theme)), theme)
        else:
            paint_board_title(painter, rect, self.figure, theme)
            for panel in self.placed:
                Sheet(panel.figure, panel.rect.size()).paint(painter, panel.rect.topLeft() + corner, theme)


def natural_sheet(figure: Figure, theme: Theme) -> Sheet:
    """The figure at the size it likes best."""
    if isinstance(figure, Board):
        alone = _of_one_map(figure, theme)
        if alone is not None:
            return alone
        size, placed = place_naturally(figure, theme)
        return Sheet(figure, size, placed)
    if isinstance(figure, Comparison):
        return _beside(figure, natural_sheet(figure.left, theme), natural_sheet(figure.right, theme), theme)
    if isinstance(figure, LargeMap):
        return Sheet(*sized(figure, theme))
    size = preferred_size(figure, theme)
    if isinstance(figure, Heatmap) and figure.fit is None:
        figure = replace(figure, fit=natural_fit(figure, theme))
    return Sheet(figure, size)


def sheet_of_width(figure: Figure, theme: Theme, width: float) -> Sheet | None:
    """The figure exactly so wide and as high as it then needs to be; None if that is too narrow for it.

    Numbers keep the theme's size and go where cells become too small for them.
    """
    if isinstance(figure, Heatmap):
        return _heatmap_of_width(figure, theme, width)
    if isinstance(figure, LargeMap):
        large = sized_to_width(figure, theme, width)
        return None if large is None else Sheet(*large)
    if isinstance(figure, Bars):
        likes = bars_size(figure, theme, Fit(theme.number_px, 0.0, 2.2 * theme.number_px, False))
        return None if width < _LEAST_BARS else Sheet(figure, QSizeF(width, likes.height()))
    if isinstance(figure, Vectors):
        likes = preferred_size(figure, theme)
        share = likes.height() / likes.width()
        return None if width < _LEAST_PLANE else Sheet(figure, QSizeF(width, max(width * share, _LEAST_PLANE)))
    if isinstance(figure, Drawing):
        needed = drawing_of_width(figure, theme, width)
        return None if needed is None else Sheet(figure, needed)
    if isinstance(figure, Overview):
        needed = overview_of_width(figure, theme, width)
        return None if needed is None else Sheet(figure, needed)
    if isinstance(figure, Comparison):
        pair = [sheet_of_width(board, theme, (width - GAP) / 2) for board in (figure.left, figure.right)]
        return None if pair[0] is None or pair[1] is None else _beside(figure, pair[0], pair[1], theme)
    alone = _of_one_map(figure, theme, width)
    if alone is not None:
        return alone
    figure = legend_under(figure, theme, width)
    size, placed = place_naturally(figure, theme, width)
    fits = all(_shows_something(panel) and panel.rect.right() <= width + 1 for panel in placed)
    return Sheet(figure, QSizeF(width, size.height()), placed) if fits else None


def _of_one_map(board: Board, theme: Theme, width: float | None = None) -> Sheet | None:
    """A board of one large map, one side of a comparison, which is sized by it; None for other boards."""
    if len(board.panels) != 1 or not isinstance(board.panels[0], LargeMap) or board.panels[0].compact:
        return None
    found = sized(board.panels[0], theme) if width is None else sized_to_width(board.panels[0], theme, width)
    if found is None:
        return None
    (model, size), above = found, title_height(board, theme)
    placed = Placed(QRectF(0, above, size.width(), size.height()), model)
    return Sheet(board, QSizeF(size.width(), size.height() + above), (placed,))


def _beside(figure: Comparison, left: Sheet, right: Sheet, theme: Theme) -> Sheet:
    """Two sheets beside each other, below what is said over both."""
    start = left.size.width() + GAP
    height = max(left.size.height(), right.size.height()) + figure.above(theme)
    return Sheet(figure, QSizeF(start + right.size.width(), height), halves=((0.0, left), (start, right)))


def natural_fit(model: Heatmap, theme: Theme) -> Fit:
    """Numbers where a matrix is small enough to be read, else square cells that are smaller the more there are."""
    rows, columns = model.shape
    if model.numbers and rows * columns <= 1024 and columns <= 32:
        return comfortable(model, theme.number_px)
    return Fit(0, _side(columns), _side(rows), model.legend)


def _heatmap_of_width(model: Heatmap, theme: Theme, width: float) -> Sheet | None:
    rows, columns = model.shape
    for fit in (comfortable(model, theme.number_px), tight(model, round(theme.least_number))):
        size = natural_size(model, theme, fit, title_width=False)
        if model.numbers and model.face is not None and size.width() <= width:
            around = margins(model, theme, fit, None)
            across = floor((width - around.left - around.right) / columns)
            down = min(max(fit.cell_height, 0.5 * across), 4.0 * fit.cell_height)
            wide = replace(fit, cell_width=float(max(across, fit.cell_width)), cell_height=float(round(down)))
            height = natural_size(model, theme, wide, title_width=False).height()
            return Sheet(replace(model, fit=wide), QSizeF(width, height))
    page = QRectF(0, 0, width, 1e6)
    around = margins(model, theme, Fit(0, width / columns, 12.0, model.legend), page)
    room = width - around.left - around.right
    if room < _LEAST_MAP:
        return None
    side = whole(room / columns)
    height = max(min(side, 3.0 * theme.small_px), min(_side(rows), theme.small_px * 1.2))
    colours = Fit(0, side, height, model.legend)
    final = margins(model, theme, colours, page)
    return Sheet(replace(model, fit=colours), QSizeF(width, final.top + height * rows + final.bottom))


def _shows_something(panel: Placed) -> bool:
    fit = None if isinstance(panel.figure, LargeMap) else panel.figure.fit
    if not isinstance(panel.figure, Heatmap) or fit is None:
        return True
    return fit.cell_width * panel.figure.shape[1] >= _LEAST_MAP / 2 or panel.figure.shape[1] <= 4


def _side(count: int) -> float:
    """Colour cells: smaller the more there are."""
    return 14.0 if count <= 48 else max(2.0, round(672 / count))
