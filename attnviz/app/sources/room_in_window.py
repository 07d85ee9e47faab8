"""Makes the room of a source in a window: where it leads, and what it has to ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from shiboken6 import isValid

from attnviz.app.centre import Centre
from attnviz.app.sources.source_room import SourceRoom
from attnviz.content.sources.families import HeadsUnknown

if TYPE_CHECKING:
    from attnviz.app.window import MainWindow

EXAMPLE = "trophy"  # one head of the small model, shipped as an example


def room_in(window: MainWindow, centre: Centre) -> SourceRoom:
    """The room, on the session of the learner's document; the window's questions answer what it asks."""
    room = SourceRoom(window.document.session, centre.above)

    def give_x() -> None:
        path = window.questions.source_to_open(window.settings.folder)
        if path is not None:
            room.give_x(path)

    def tell_heads(unknown: HeadsUnknown) -> None:
        heads = window.questions.heads_of_checkpoint(unknown)
        if heads is not None:
            room.open_again(heads)

    def open_example() -> None:
        if window.document.open_preset(EXAMPLE):
            centre.show_columns()

    window.document.session.undo_stack.indexChanged.connect(_Changes(window, centre, room).show)
    room.parts.missing.example_asked.connect(open_example)
    room.left.connect(centre.show_columns)
    room.opened.connect(centre.show_columns)
    room.said.connect(window.say)
    room.open_asked.connect(window.rooms.choose_source)
    room.x_asked.connect(give_x)
    room.heads_asked.connect(tell_heads)
    return room


class _Changes(QObject):
    """An edit, undone or done again behind the room, is not made out of sight.

    A function of Python's own that the undo stack calls would keep the window, and all in it, after its end.
    """

    def __init__(self, window: MainWindow, centre: Centre, room: SourceRoom) -> None:
        super().__init__(room)
        self._window = window
        self._centre = centre

    def show(self) -> None:
        """Brings the columns back to the front."""
        if isValid(self._centre) and self._window.rooms.in_source:  # the stack speaks once more while it is deleted
            self._centre.show_columns()
