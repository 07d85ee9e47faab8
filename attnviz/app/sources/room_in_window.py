"""Makes the room of a source in a window: where it leads, and what it has to ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shiboken6 import isValid

from attnviz.app.centre import Centre
from attnviz.app.sources.source_room import SourceRoom
from attnviz.content.sources.families import HeadsUnknown

if TYPE_CHECKING:
    from attnviz.app.window import MainWindow

EXAMPLE = "trophy"  # one head of the small model, shipped as an example


def room_in(window: MainWindow, centre: Centre) -> SourceRoom:
    """The room, on the session of the learner's document; the window's questions answer what it asks."""
    room = SourceRoom(window.document.session, window)

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

    def show_what_changed() -> None:
        """An edit, undone or done again behind the room, is not made out of sight."""
        if isValid(centre) and window.rooms.in_source:  # the stack speaks once more while all of it is deleted
            centre.show_columns()

    window.document.session.undo_stack.indexChanged.connect(show_what_changed)
    room.parts.missing.example_asked.connect(open_example)
    room.left.connect(centre.show_columns)
    room.opened.connect(centre.show_columns)
    room.said.connect(window.say)
    room.open_asked.connect(window.rooms.choose_source)
    room.x_asked.connect(give_x)
    room.heads_asked.connect(tell_heads)
    return room
