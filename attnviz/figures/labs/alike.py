"""Matrices of one page that belong together: their cells are equally large, as on a blackboard."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF

from attnviz.figures.fitting import tight
from attnviz.figures.heatmap import Fit
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.matrix import matrix_layout, with_sums
from attnviz.figures.theme import Theme
from attnviz.labs.exhibits import Matrix


def alike(drawings: tuple[Drawing, ...], rects: tuple[QRectF, ...], theme: Theme) -> tuple[Drawing, ...]:
    """The drawings, those whose exhibits ask for it with cells no larger than the others of them can have."""
    own: dict[int, Fit] = {}
    for index, (drawing, rect) in enumerate(zip(drawings, rects, strict=True)):
        if isinstance(drawing.exhibit, Matrix) and drawing.exhibit.alike:
            fit = matrix_layout(replace(drawing, most=None), rect, theme)[0].fit
            if fit is not None and fit.number_px:
                own[index] = fit
    if len(own) < 2:
        return tuple(drawing if drawing.most is None else replace(drawing, most=None) for drawing in drawings)
    number_px = min(fit.number_px for fit in own.values())
    needed = max(tight(with_sums(drawings[index]), number_px).cell_width for index in own)
    most = Fit(
        number_px,
        max(min(fit.cell_width for fit in own.values()), needed),
        min(fit.cell_height for fit in own.values()),
        legend=False,
        letters=min(fit.letters for fit in own.values()),
    )
    return tuple(replace(drawing, most=most if index in own else None) for index, drawing in enumerate(drawings))
