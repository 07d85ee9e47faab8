"""Whether the numbers of a head's board can be read in the room that there is."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget

from attnviz.app.pipeline.figure_places import could_be_legible
from attnviz.app.session import State
from attnviz.figures.comparison import halves
from attnviz.figures.compose import board_of
from attnviz.figures.legible_board import numbers_are_legible
from attnviz.figures.theme import Theme


def board_room(area: QWidget, edge: int) -> QRectF:
    """The room of the board in the figures' area: down to the foot of what this lies in, where in focus the strip is.

    Judged in what the strip leaves, a focus that is not needed would keep itself.
    """
    outer = area.parentWidget()
    height = area.height() if outer is None else max(area.height(), outer.height() - area.y())
    return QRectF(0, 0, area.width(), height).adjusted(edge, edge, -edge, -edge)


class BoardJudge:
    """Judges once for all that the answer depends on. Typing never changes it, sizes do."""

    def __init__(self) -> None:
        self._judged: tuple[tuple[object, ...], bool] | None = None

    def legible(self, state: State, room: QRectF, look: Theme) -> bool:
        """True if the board has room for its numbers; where two stand beside each other, in half of it."""
        if not could_be_legible(state.trace):
            return False
        reasons = (
            room.getRect(), look, state.trace.sizes, state.trace.stages, state.scenario.tokens,
            state.scenario.source_tokens, state.view.decimals, state.view.numbers, state.view.legend,
            state.view.compare == "side" and state.pinned is not None,
        )  # fmt: skip
        if self._judged is None or self._judged[0] != reasons:
            own = halves(room)[1] if reasons[-1] else room
            board = board_of(state.trace, state.selection, state.view)
            self._judged = reasons, numbers_are_legible(board, own, look)
        return self._judged[1]
