"""Matrices of one page that belong together: their cells are equally large, and a table's numbers are as theirs."""

from __future__ import annotations

from PySide6.QtCore import QRectF

from attnviz.figures.fitting import tight
from attnviz.figures.heatmap import Fit
from attnviz.figures.labs.bar_chart import bar_grid
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.heading import heading_height
from attnviz.figures.labs.matrix import matrix_layout, with_sums
from attnviz.figures.theme import Theme
from attnviz.labs.exhibits import Bars, Matrix, Table


def alike(drawings: tuple[Drawing, ...], rects: tuple[QRectF, ...], theme: Theme) -> tuple[Drawing, ...]:
    """The drawings, those whose exhibits ask for it with cells no larger than the others of them can have.

    The letters of a table that grows with its room are no larger than their numbers.

    Those of them that stand beside each other begin at one height, whatever their headings take.
    """
    drawings = _aligned(drawings, rects, theme)
    limits = _of_matrices(drawings, rects, theme) | _of_bars(drawings, rects, theme)
    return tuple(drawing.like(most=limits.get(index)) for index, drawing in enumerate(drawings))


def _of_matrices(drawings: tuple[Drawing, ...], rects: tuple[QRectF, ...], theme: Theme) -> dict[int, Fit]:
    """The limits of those matrices and of all tables, by their places."""
    own: dict[int, Fit] = {}
    for index, (drawing, rect) in enumerate(zip(drawings, rects, strict=True)):
        if _asks(drawing):
            fit = matrix_layout(drawing.like(most=None), rect, theme)[0].fit
            if fit is not None and fit.number_px:
                own[index] = fit
    if not own:
        return {}
    number_px = min(fit.number_px for fit in own.values())
    needed = max(tight(with_sums(drawings[index]), number_px).cell_width for index in own)
    most = Fit(
        number_px,
        max(min(fit.cell_width for fit in own.values()), needed),
        min(fit.cell_height for fit in own.values()),
        legend=False,
        letters=min(fit.letters for fit in own.values()),
    )
    limits = dict.fromkeys(own, most) if len(own) > 1 else {}
    return limits | {index: most for index, drawing in enumerate(drawings) if isinstance(drawing.exhibit, Table)}


def _of_bars(drawings: tuple[Drawing, ...], rects: tuple[QRectF, ...], theme: Theme) -> dict[int, Fit]:
    """The limits of those bars: numbers, lines and tracks as small as in that of them with the least room."""
    own = {
        index: bar_grid(drawing.like(most=None), rect, theme)
        for index, (drawing, rect) in enumerate(zip(drawings, rects, strict=True))
        if isinstance(drawing.exhibit, Bars) and drawing.exhibit.alike
    }
    if len(own) < 2 or any(not grid.number_px or not grid.rows for grid in own.values()):
        return {}
    most = Fit(
        min(grid.number_px for grid in own.values()),
        min(grid.rows[0].track.width() for grid in own.values()),
        min(grid.rows[0].label_rect.height() for grid in own.values()),
        legend=False,
    )
    return dict.fromkeys(own, most)


def _asks(drawing: Drawing) -> bool:
    return isinstance(drawing.exhibit, Matrix) and drawing.exhibit.alike


def _aligned(drawings: tuple[Drawing, ...], rects: tuple[QRectF, ...], theme: Theme) -> tuple[Drawing, ...]:
    """The drawings; those of matrices with headings as high as the highest of those in their line.

    But none loses its numbers by that.
    """
    bare = [drawing.like(lead=0.0) for drawing in drawings]
    tallest: dict[float, float] = {}
    for drawing, rect in zip(bare, rects, strict=True):
        if isinstance(drawing.exhibit, Matrix):
            height = heading_height(drawing, theme, rect.width())
            tallest[rect.top()] = max(tallest.get(rect.top(), 0.0), height)
    return tuple(
        _led(drawing, rect, theme, tallest[rect.top()]) if isinstance(drawing.exhibit, Matrix) else drawing
        for drawing, rect in zip(bare, rects, strict=True)
    )


def _led(drawing: Drawing, rect: QRectF, theme: Theme, lead: float) -> Drawing:
    """The drawing with a heading that high, or with its own where that costs its numbers."""
    led = drawing.like(lead=lead)
    if lead <= heading_height(drawing, theme, rect.width()):
        return led
    lost = not matrix_layout(led, rect, theme)[2].number_px and matrix_layout(drawing, rect, theme)[2].number_px
    return drawing if lost else led
