"""How large the words of a laboratory are beside its exhibits: in a large room larger, as the exhibits' own are."""

from __future__ import annotations

from PySide6.QtCore import QSize

from attnviz.app.palette import CONTROL_PX
from attnviz.figures.theme import Theme

BAR_AIR = 8  # pixels over the line above a page
_OF_HEIGHT, _OF_WIDTH = 56, 105  # the room's over that of the letters


def words_px(look: Theme, room: QSize) -> int:
    """The height of letters in a room of that size; never less than the text size asks for."""
    return max(CONTROL_PX[look.text_size], min(room.height() // _OF_HEIGHT, room.width() // _OF_WIDTH))
