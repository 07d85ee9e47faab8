"""Whether all numbers of a board can be read in a room, which is found out without a plan for colours."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QRectF

from attnviz.figures.board import WELL, Board, Placed, place, title_height
from attnviz.figures.board_legend import height_below
from attnviz.figures.board_plan import Panel, Plan, Task
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.large.arrange import has_large
from attnviz.figures.lettering import lettered
from attnviz.figures.planning import numbered_plan
from attnviz.figures.theme import Theme


def numbers_are_legible(board: Board, rect: QRectF, theme: Theme) -> bool:
    """True if every map has numbers in its cells when placed there, none smaller than the text size asks for.

    The same as is seen of `place`, for which colours are searched for where numbers have no room: mostly in vain then,
    for a board without numbers is not drawn.
    """
    least = round(theme.least_number)
    if has_large(board.panels) or title_height(board, theme):
        return _are_legible(place(board, rect, theme), least)
    panels = cast("tuple[Panel, ...]", board.panels)
    room = rect.adjusted(0, 0, 0, -height_below(board, theme)).size()

    def planned(look: Theme) -> Plan | None:
        return numbered_plan(Task(panels, board.groups, board.joins, room, look, board.equal))

    plan, _letters = lettered(theme, planned, lambda plan: plan.smallest_number if plan else 0, enough=WELL)
    return plan is not None and plan.smallest_number >= least


def _are_legible(placed: tuple[Placed, ...], least: int) -> bool:
    maps = [part.figure for part in placed if isinstance(part.figure, Heatmap)]
    return all(figure.fit is None or figure.fit.number_px >= least for figure in maps)
