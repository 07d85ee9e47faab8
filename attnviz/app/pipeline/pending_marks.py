"""Marks figures whose numbers are those of before the last edit, while the new ones are computed."""

from __future__ import annotations

from dataclasses import replace

from attnviz.app.session import State
from attnviz.figures.board import Board
from attnviz.figures.comparison import Comparison
from attnviz.figures.figure import Figure
from attnviz.figures.large.compose_large import BEFORE
from attnviz.figures.large.large_map import LargeMap


def is_old(state: State) -> bool:
    """True if what is shown is the scenario before the last edit."""
    return state.pending is not None and state.pending.stale


def marked_old(figure: Figure) -> Figure:
    """The figure with the words that say so on each large map; others are only drawn fainter by their views."""
    if isinstance(figure, LargeMap):
        return replace(figure, pending=BEFORE)
    if isinstance(figure, Board):
        maps = (replace(panel, pending=BEFORE) if isinstance(panel, LargeMap) else panel for panel in figure.panels)
        return replace(figure, panels=tuple(maps))
    if isinstance(figure, Comparison):
        left, right = marked_old(figure.left), marked_old(figure.right)
        assert isinstance(left, Board)
        assert isinstance(right, Board)
        return replace(figure, left=left, right=right)
    return figure
