"""Marks figures whose numbers are those of before the last edit, while the new ones are computed."""

from __future__ import annotations

from dataclasses import replace

from attnviz.app.session import Pending, State
from attnviz.figures.board import Board
from attnviz.figures.figure import Figure
from attnviz.figures.large.compose_large import BEFORE
from attnviz.figures.large.large_map import LargeMap

STOPPED = "Not computed: it was stopped."


def is_old(state: State) -> bool:
    """True if what is shown is the scenario before the last edit."""
    return state.pending is not None and state.pending.stale


def look_alike(old: State | None, new: State) -> bool:
    """True if all that changed is that something is computed beside the window, of which no figure tells."""
    return old is not None and old.view is new.view and new.only_moved(old)


def marked(figure: Figure, state: State) -> Figure:
    """The figure with words on each large map that is old or was never computed; others are only drawn fainter.

    The same object where nothing is to be said.
    """
    if state.pending is None or not (state.pending.stale or state.pending.stopped):
        return figure
    if isinstance(figure, LargeMap):
        return _marked_map(figure, state.pending)
    if isinstance(figure, Board):
        maps = (_marked_map(panel, state.pending) if isinstance(panel, LargeMap) else panel for panel in figure.panels)
        return replace(figure, panels=tuple(maps))
    return figure


def _marked_map(model: LargeMap, pending: Pending) -> LargeMap:
    if model.picture is None:
        return replace(model, dim_reason=STOPPED) if pending.stopped else model
    return replace(model, pending=BEFORE) if pending.stale else model
