"""Whether hiding the columns beside it would let the board of a projected window keep its numbers."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF

from attnviz.app.areas import SIDES, Areas
from attnviz.app.controls.messages import Message
from attnviz.app.pipeline.figure_area import EDGE, FigureArea
from attnviz.app.pipeline.figure_places import could_be_legible
from attnviz.app.pipeline.figure_view import theme_for
from attnviz.app.pipeline.head_tabs import shown_tab
from attnviz.app.settings import Settings
from attnviz.figures.board import place
from attnviz.figures.compose import board_of
from attnviz.figures.heatmap import Heatmap

ROOM = "F7 and F8 make room for the board."


def hiding_would_help(area: FigureArea, width: int) -> bool:
    """True if large letters keep the board away and would not if the figures were `width` pixels wide."""
    state = area.session.state
    waits = state.view.text_size == "projector" and state.view.layout == "auto" and shown_tab(state) == "head"
    if not could_be_legible(state.trace) or not waits or area.layout_shown != "focus" or width <= area.width():
        return False
    board = board_of(state.trace, state.selection, state.view)
    room = QRectF(EDGE, EDGE, width - 2 * EDGE, area.height() - 2 * EDGE)
    maps = [part.figure for part in place(board, room, theme_for(area, state)) if isinstance(part.figure, Heatmap)]
    return all(figure.fit is None or figure.fit.number_px > 0 for figure in maps)


class RoomOffer:
    """Says once for ever that the columns can be hidden, where that brings the board back."""

    def __init__(self, figures: FigureArea, columns: Areas, settings: Settings) -> None:
        self._figures = figures
        self._columns = columns
        self._settings = settings

    def make(self, width: int, say: Callable[[Message], object]) -> None:
        """Says so, with a button that does it, if the figures could be `width` pixels wide."""
        told = "room" in self._settings.dismissed
        if not told and hiding_would_help(self._figures, width):
            self._settings.dismiss("room")
            say(Message(ROOM, "hint", way_out="Make Room", act=self._hide))

    def _hide(self) -> None:
        self._columns.choose(**dict.fromkeys(SIDES, False))
