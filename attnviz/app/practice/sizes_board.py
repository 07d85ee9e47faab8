"""What stands over an exercise about sizes: its matrices as labelled boxes, at last the one that is asked for."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget

from attnviz.content.practice.exercise import Exercise, Sized
from attnviz.figures.figure import paint_figure, preferred_size
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.theme import Theme, theme

MARGIN = 16
_MOST_GROWTH = 1.8
_ROLES = {"Q": "queries", "K": "keys", "V": "values", "O": "output"}


class SizesBoard(QFrame):
    """Paints the boxes in the middle of the room that the figures have else."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("practice.board")
        self.setAccessibleName("Sizes")
        self.setProperty("part", "lesson")
        self._drawing: Drawing | None = None
        self._theme: Theme = theme()
        self.hide()

    def show_exercise(self, exercise: Exercise, look: Theme, *, answered: bool) -> None:
        """The boxes of that exercise; the asked one only after its answer."""
        boxes = exercise.boxes
        if answered and exercise.answer_box is not None:
            boxes += (exercise.answer_box,)
        self._theme = look
        self._drawing = _drawn(boxes) if boxes else None
        self.setAccessibleDescription(", ".join(map(_said, boxes)))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The boxes, in letters that grow with the room."""
        super().paintEvent(event)
        if self._drawing is None:
            return
        room = QRectF(self.rect()).adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        plain = preferred_size(self._drawing, self._theme)
        growth = min(_MOST_GROWTH, room.width() / plain.width(), room.height() / plain.height())
        look = self._theme.grown(max(growth, 1.0))
        wanted = preferred_size(self._drawing, look).boundedTo(room.size())
        place = QRectF(0, 0, wanted.width(), wanted.height())
        place.moveCenter(room.center())
        with QPainter(self) as painter:
            paint_figure(painter, place, self._drawing, look)


def _drawn(boxes: tuple[Sized, ...]) -> Drawing:
    from attnviz.labs.exhibits import Box, Boxes  # the window starts sooner without them

    made = tuple(Box(own.label, own.axes, role=_ROLES.get(own.label[-1:], "input")) for own in boxes)
    return Drawing(Boxes("sizes", "", made), show_title=False)


def _said(box: Sized) -> str:
    return f"{box.label}: {' by '.join(f'{length} {name}' for name, length in box.axes)}"
