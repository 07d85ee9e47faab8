"""The middle of the window as parts: the figures of one tab, each with its place and the name of its view."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF

from attnviz.app.explaining.pinned_view import PREFIX
from attnviz.app.explaining.shown import Compose, beside, shown
from attnviz.app.pipeline.figure_places import Alone, Part, Titled, alone_name, left_over, view_names
from attnviz.app.pipeline.head_tabs import shown_tab
from attnviz.app.pipeline.heads_ahead import joined
from attnviz.app.pipeline.in_focus import focus_figure
from attnviz.app.pipeline.pending_marks import marked
from attnviz.app.session import State
from attnviz.figures.board import Board, place
from attnviz.figures.comparison import Comparison, halves
from attnviz.figures.compose import board_of
from attnviz.figures.figure import Figure
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.theme import Theme


def composed(state: State, layout: str, room: QRectF, look: Theme, heads: Compose) -> tuple[Titled, tuple[Part, ...]]:
    """The figures of the chosen tab, with what is pinned where both are shown. heads: how those are composed."""
    tab = shown_tab(state)
    compose = focus_figure if layout == "focus" else {"head": board_of, "heads": heads, "concat": joined}[tab]
    both = beside(state, compose)
    if both is None:
        return _alone(tab, marked(shown(state, compose), state), room, look)
    right = marked(both.right, state)
    assert isinstance(right, Board)
    return _beside_each_other(tab, replace(both, right=right), room, look)


def _alone(tab: str, figure: Figure, room: QRectF, look: Theme) -> tuple[Titled, tuple[Part, ...]]:
    """One figure in the whole room."""
    if not isinstance(figure, Board):
        assert isinstance(figure, Alone)
        if isinstance(figure, Heatmap):
            room = room.adjusted(left_over(figure, room, look) / 2, 0, 0, 0)
        return (), ((alone_name(figure), room, figure),)
    titled = ((room, figure),) if tab != "head" or figure.show_title else ()
    placed = place(figure, room, look)
    return titled, tuple(
        (name, part.rect, part.figure) for name, part in zip(view_names(tab, placed), placed, strict=True)
    )


def _beside_each_other(tab: str, both: Comparison, room: QRectF, look: Theme) -> tuple[Titled, tuple[Part, ...]]:
    """The pinned board on the left and the present one on the right, each under its name."""
    sides = tuple(zip(halves(room, both.above(look)), (both.left, both.right), strict=True))
    titled = sides if both.head is None else ((room, both.head), *sides)
    parts: list[Part] = []
    for prefix, (half, board) in zip((PREFIX, ""), sides, strict=True):
        placed = place(board, half, look)
        names = view_names(tab, placed)
        parts += [(prefix + name, part.rect, part.figure) for name, part in zip(names, placed, strict=True)]
    return titled, tuple(parts)
