"""The query that is followed through large maps: which row it is, and whether a file shows it at all."""

from __future__ import annotations

from dataclasses import replace

from attnviz.content.numerals import grouped
from attnviz.figures.board import Board
from attnviz.figures.comparison import Comparison
from attnviz.figures.figure import Figure
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.named import followed_frame


def filed(figure: Figure, *, chosen: bool) -> Figure:
    """The figure with the line of the followed query in its large maps, named, if somebody chose that query.

    Else without: over one of thousands of rows it would be a bar that nobody can explain. Small maps keep their frames,
    which go around a row that can be read.
    """
    if isinstance(figure, Board):
        return _board(figure, chosen=chosen)
    if isinstance(figure, Comparison):
        left, right = (_board(board, chosen=chosen) for board in (figure.left, figure.right))
        return replace(figure, left=left, right=right)
    return _map(figure, chosen=chosen) if isinstance(figure, LargeMap) else figure


def _board(board: Board, *, chosen: bool) -> Board:
    panels = (_map(panel, chosen=chosen) if isinstance(panel, LargeMap) else panel for panel in board.panels)
    return replace(board, panels=tuple(panels))


def _map(model: LargeMap, *, chosen: bool) -> LargeMap:
    return _named(model) if chosen else _without(model)


def _without(model: LargeMap) -> LargeMap:
    """What a selected cell came from stays."""
    return replace(model, frames=tuple(frame for frame in model.frames if frame.strong))


def _named(model: LargeMap) -> LargeMap:
    """A map without names beside its rows says after its title which row has the line."""
    frame = followed_frame(model)
    if frame is None or not model.compact:
        return model
    return replace(model, line=f"{model.row_word} {grouped(frame.rows[0] + 1)}")
