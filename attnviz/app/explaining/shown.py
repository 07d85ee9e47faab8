"""A figure as the window shows it: with marks on what moved, beside the pinned one, or as differences from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from attnviz.app.fitted_view import lit_within
from attnviz.app.session import State
from attnviz.engine.cells import Cell
from attnviz.engine.errors import AttentionError, NoSuchStage
from attnviz.engine.links import check_cell
from attnviz.engine.tracing import Trace
from attnviz.figures.bars import Bars
from attnviz.figures.board import Board
from attnviz.figures.changes import difference, marked
from attnviz.figures.comparison import Comparison, side_by_side_of
from attnviz.figures.figure import Figure
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.large.differences import NOT_PINNED
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.vectors import Vectors
from attnviz.figures.view import Selection, View

Compose = Callable[[Trace, Selection, View], Figure]


def shown(state: State, compose: Compose) -> Figure:
    """What `compose` makes of the state, with what its view asks for; of two boards side by side, the present one."""
    view = state.view
    figure = compose(state.trace, state.selection, view)
    if view.compare == "difference" and state.pinned is not None:
        other = None if isinstance(figure, LargeMap) else composed(state, state.pinned, compose)
        return difference(figure, other, (state.trace, state.pinned))
    if view.compare == "side" and state.pinned is not None and isinstance(figure, Bars | Vectors):
        other = composed(state, state.pinned, compose)  # one plane holds both
        return figure if other is None else marked(figure, other)
    if view.compare == "side" and state.pinned is not None:
        return figure  # what moved since the pin is marked beside it, and nothing else
    if view.changes and state.before is not None and not _is_large(figure):
        other = composed(state, state.before, compose)
        return figure if other is None else marked(figure, other)
    return figure


def _is_large(figure: Figure) -> bool:
    """True if nothing in it would be marked, so that nobody need compute what it was."""
    if isinstance(figure, Board):
        return bool(figure.panels) and all(isinstance(panel, LargeMap) for panel in figure.panels)
    return isinstance(figure, LargeMap)


def beside(state: State, compose: Compose) -> Comparison | None:
    """The pinned figure and the present one; None unless they are to be seen side by side and both can be."""
    if state.view.compare != "side" or state.pinned is None:
        return None
    then, now = composed(state, state.pinned, compose, lit=True), shown(state, compose)
    if isinstance(now, Heatmap) and not (isinstance(then, Heatmap | LargeMap) and then.key == now.key):
        then = replace(now, face=None, dim_reason=NOT_PINNED, blind_rows=(), changes=None)
    if isinstance(now, LargeMap) and not (isinstance(then, Heatmap | LargeMap) and then.key == now.key):
        then = replace(now, picture=None, values=None, pending="", dim_reason=NOT_PINNED)
    if not isinstance(then, Heatmap | LargeMap | Board):
        return None
    now = marked(now, then)
    return side_by_side_of(then, now) if isinstance(now, Heatmap | LargeMap | Board) else None


def as_exported(state: State, compose: Compose) -> Figure:
    """What leaves the window: both boards where both are shown."""
    return beside(state, compose) or shown(state, compose)


def composed(state: State, other: Trace, compose: Compose, *, lit: bool = False) -> Figure | None:
    """The same figure of another trace, with the same or nothing lit; None where it has no such stage."""
    selection = _without_cell(state.selection)
    if lit and _is_there(other, state.selection.cell):
        selection = replace(state.selection, lit=lit_within(state.selection.lit, other))
    try:
        return compose(other, selection, state.view)
    except NoSuchStage:
        return None


def _is_there(other: Trace, cell: Cell | None) -> bool:
    """True if another trace, which may be smaller, has that cell too."""
    try:
        if cell is not None:
            check_cell(other, cell)
    except AttentionError:
        return False
    return True


def _without_cell(selection: Selection) -> Selection:
    return replace(selection, cell=None, lit=())
