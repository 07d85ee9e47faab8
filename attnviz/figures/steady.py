"""Figures that keep their layout from slide to slide: laid out as they will be when all their numbers are seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from attnviz.figures.board import Board
from attnviz.figures.figure import Figure
from attnviz.figures.heatmap import Heatmap


def steady(figure: Figure, compose: Callable[[], Figure]) -> Figure:
    """The figure with room for all that the composed one shows: the same figure, of which nothing is still to come.

    Its cells are as wide as the numbers to come need, and its titles leave room for what will be said after them. So
    nothing moves when they are shown. Where nothing is to come, or other matrices are shown then, the figure as it is.
    """
    if not any(map(_is_covered, figure.panels if isinstance(figure, Board) else (figure,))):
        return figure
    whole = compose()
    if isinstance(figure, Heatmap) and isinstance(whole, Heatmap):
        return _with_room(figure, whole)
    if not isinstance(figure, Board) or not isinstance(whole, Board) or len(figure.panels) != len(whole.panels):
        return figure
    pairs = zip(figure.panels, whole.panels, strict=True)
    return replace(
        figure,
        panels=tuple(
            _with_room(panel, other) if isinstance(panel, Heatmap) and isinstance(other, Heatmap) else panel
            for panel, other in pairs
        ),
    )


def _with_room(panel: Heatmap, whole: Heatmap) -> Heatmap:
    """One matrix with room for the numbers and words of the other."""
    if (panel.key, panel.head, panel.shape) != (whole.key, whole.head, whole.shape):
        return panel
    if not _is_covered(panel):
        return panel
    panel = replace(panel, expected=(*panel.expected, *whole.widths))
    if panel.formula == whole.formula:
        return panel
    brief = whole.formula if whole.brief is None else whole.brief
    return replace(
        panel,
        other_formulas=(*panel.other_formulas, whole.formula),
        other_briefs=(*panel.other_briefs, brief),
    )


def _is_covered(panel: object) -> bool:
    """True if some numbers of it are not shown."""
    return isinstance(panel, Heatmap) and panel.face is not None and panel.face.cover is not None
