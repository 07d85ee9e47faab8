"""The laboratory of a lesson's step, which comes once the step's text has its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from attnviz.app.own_turn import OwnTurn

if TYPE_CHECKING:
    from attnviz.app.rooms import Rooms


class LabOfStep(OwnTurn):
    """Shows it in the window's rooms, in a turn of its own, unless the step was left meanwhile."""

    def __init__(self, window: QWidget, rooms: Rooms) -> None:
        super().__init__(window, self._show)
        self._rooms = rooms

    def _show(self) -> None:
        room = self._rooms.lesson
        step = None if room is None or room.player is None else room.player.step
        if step is None or not step.lab:
            return
        self._rooms.show_lab(step.lab, step.lab_values)
        lab = self._rooms.lab
        assert lab is not None
        lab.column.back.hide()  # the lesson says what comes next
