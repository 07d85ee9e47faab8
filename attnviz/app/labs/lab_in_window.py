"""Makes the laboratory of a window: where it stands, and what the scenario that it experiments on is called there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from attnviz.app.labs.lab_room import LabRoom

if TYPE_CHECKING:
    from attnviz.app.window import MainWindow


def lab_in(window: MainWindow, place: QWidget) -> LabRoom:
    """The laboratory, made in its place: in another one every widget of it would be dressed anew."""

    def called() -> str:
        return "" if window.document.away else window.document.name

    room = LabRoom(window.session, place, moves=lambda: not window.settings.reduce_motion, called=called)
    window.document.changed.connect(room.name_scenario)
    window.menus.view.looks.give_turns(room.turn, room.page.turn, room.page.pictures.turn)
    window.add_view(room)
    return room
