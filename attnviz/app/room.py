"""Whether hiding the columns beside it would let the board of a projected window keep its numbers."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRectF, QTimer

from attnviz.app.areas import SIDES, Areas
from attnviz.app.columns import Columns
from attnviz.app.controls.message_bar import MessageBar
from attnviz.app.controls.messages import Message
from attnviz.app.pipeline.figure_area import EDGE, FigureArea
from attnviz.app.pipeline.figure_looks import theme_for
from attnviz.app.pipeline.figure_places import could_be_legible
from attnviz.app.pipeline.head_tabs import shown_tab
from attnviz.app.settings import Settings
from attnviz.figures.compose import board_of
from attnviz.figures.legible_board import numbers_are_legible
from attnviz.figures.searching import Unfinished, in_turns

ROOM = "F7 and F8 make room for the board."


def hiding_would_help(area: FigureArea, width: int) -> bool:
    """True if large letters keep the board away and would not if the figures were `width` pixels wide."""
    state = area.session.state
    waits = state.view.text_size == "projector" and state.view.layout == "auto" and shown_tab(state) == "head"
    if not could_be_legible(state.trace) or not waits or area.layout_shown != "focus" or width <= area.width():
        return False
    board = board_of(state.trace, state.selection, state.view)
    room = QRectF(EDGE, EDGE, width - 2 * EDGE, area.height() - 2 * EDGE)
    return numbers_are_legible(board, room, theme_for(area, state))


class RoomOffer(QObject):
    """Says once for ever that the columns can be hidden, where that brings the board back.

    It waits until the window has settled: another room may be about to stand in front of the board. What was offered is
    taken back there, for F7 and F8 do nothing that could be seen. Each layout that is searched for to find it out has a
    turn of the event loop of its own.
    """

    def __init__(
        self, figures: FigureArea, columns: Columns, areas: Areas, bar: MessageBar, settings: Settings
    ) -> None:
        super().__init__(figures)
        self._figures, self._columns, self._areas, self._bar, self._settings = figures, columns, areas, bar, settings
        self._settled = QTimer(self, singleShot=True, interval=0)
        self._settled.timeout.connect(self._make)
        figures.rearranged.connect(self.consider)

    def consider(self) -> None:
        """Another thing stands in the window, or the same in another way."""
        self._settled.start()

    def _make(self) -> None:
        if not self._figures.isVisible():
            if self._bar.message is not None and self._bar.message.text == ROOM:
                self._bar.hush()
        elif "room" not in self._settings.dismissed:
            try:
                with in_turns():
                    helps = hiding_would_help(self._figures, self._columns.width())
            except Unfinished:
                self.consider()
                return
            if helps:
                self._settings.dismiss("room")
                self._bar.say(Message(ROOM, "hint", way_out="Make Room", act=self._hide))

    def _hide(self) -> None:
        self._areas.choose(**dict.fromkeys(SIDES, False))
