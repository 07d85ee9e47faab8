"""A figure with another colour map, or without title, legend or numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from attnviz.content.colours import scale_for
from attnviz.figures.bars import Bars
from attnviz.figures.board import Board, Panel
from attnviz.figures.colour_maps import is_diverging
from attnviz.figures.comparison import Comparison
from attnviz.figures.figure import Figure
from attnviz.figures.heatmap import face_of
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.overview.overview import Overview
from attnviz.figures.overview.painting import restyled_overview
from attnviz.figures.vectors import Vectors

if TYPE_CHECKING:
    from attnviz.figures.export import ExportOptions

_LISTED = 12  # of very many bars that a file lists: a page has room for them, and the next ones are too short to see


def restyled(figure: Figure, options: ExportOptions) -> Figure:
    """The figure as the options want it; sizes that a window gave to it are let go."""
    if isinstance(figure, Comparison):  # which is which has to be said
        named = replace(options, title=True)
        head = None if figure.head is None else _board(figure.head, named)
        return Comparison(_board(figure.left, named), _board(figure.right, named), head)
    if isinstance(figure, Board):
        return _board(figure, options)
    if isinstance(figure, Vectors):
        return replace(figure, show_title=options.title, numbers=options.numbers)
    if isinstance(figure, Drawing):
        return replace(
            figure,
            show_title=options.title,
            numbers=options.numbers,
            legend=options.legend,
            colour_map=options.colour_map,
        )
    if isinstance(figure, Overview):
        return restyled_overview(figure, options)
    if isinstance(figure, LargeMap):
        return _large(figure, options)
    return _panel(figure, options)


def _large(figure: LargeMap, options: ExportOptions) -> LargeMap:
    """Another colour map gives another scale; the picture serves both."""
    ends = figure.picture.ends if figure.picture is not None else None
    limits = scale_for(ends, signed=figure.signed, fixed=figure.scale_ends, choice=options.colour_map)
    limits = figure.limits if figure.powers else limits
    return replace(
        figure,
        show_title=figure.show_title and options.title,
        numbers=options.numbers,
        legend=figure.legend and options.legend,
        colour_map=options.colour_map,
        limits=limits,
        minimap=False,
    )


def _board(board: Board, options: ExportOptions) -> Board:
    panels = tuple(
        _large(panel, options) if isinstance(panel, LargeMap) else _panel(panel, options) for panel in board.panels
    )
    if not options.title:  # heads and stages stay told apart
        panels = tuple(replace(panel, show_title=True) for panel in panels)
    return replace(board, panels=panels, show_title=options.title, shared=board.shared and options.legend)


def _panel(panel: Panel, options: ExportOptions) -> Panel:
    if isinstance(panel, Bars):
        return replace(panel, show_title=options.title, numbers=options.numbers, fit=None, most=_LISTED)
    if panel.face is not None and options.colour_map != panel.colour_map:
        face = panel.face
        ends = panel.scale_ends or face.ends
        fixed = panel.scale_ends
        scale = scale_for(ends, signed=panel.signed, fixed=fixed, choice=options.colour_map)
        diverging = is_diverging(options.colour_map, signed=panel.signed)
        face = face_of(face.values, face.decimals, scale, diverging=diverging, hidden=face.hidden, cover=face.cover)
        panel = replace(panel, face=face, colour_map=options.colour_map)
    return replace(
        panel, show_title=options.title, numbers=options.numbers, legend=panel.legend and options.legend, fit=None
    )
