"""The formulas of the inspector's page, in as few lines as hold them; set beside the window where it must not wait."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QColor

from attnviz.app.inspection.line_breaks import formula_lines
from attnviz.app.worker import Line, Report, Told
from attnviz.engine.errors import AttentionError, Stopped
from attnviz.figures.formula_picture import FormulaPicture, formula_picture

LINE_PX = 13  # arithmetic at normal size
FORMULA_PX = 15  # formulas, whose letters are smaller at the same size
# Of their size, tried in turn: down to that of the arithmetic a formula stays in one line, and goes on in the next one
# before it is smaller. Its scripts do not shrink with it, so that a half may be as wide as it was.
IN_ONE_LINE = 1.0, 0.97, 0.94, 0.91, LINE_PX / FORMULA_PX
IN_LINES = *IN_ONE_LINE, 0.8, 0.7, 0.6
_SYMBOLS = {
    "q": "queries", "Q": "queries", "k": "keys", "K": "keys", "v": "values", "V": "values", "w": "weights",
    "E": "weights", "o": "output", "O": "output",
}  # fmt: skip
A_TURN = 0.005  # seconds after which no further formula is begun in one go
_MOST_KNOWN = 200  # formulas that are taken to be set still
_BLACK = QColor(0, 0, 0)


class Wish(NamedTuple):
    """A formula in letters of so many pixels, in a room so wide."""

    latex: str
    px: float
    room: float


def set_in(wish: Wish, colour: QColor, role: Callable[[str], QColor]) -> list[FormulaPicture]:
    """The formula in as few lines as hold it; none where it cannot be read or has no room. role: a role's colour."""

    def picture(latex: str, px: float) -> FormulaPicture:
        return formula_picture(latex, px, colour, {own: role(name) for own, name in _SYMBOLS.items()})

    latex, size, room = wish
    try:
        tried = size, IN_ONE_LINE[-1] * size  # most fit at once, and to set a formula takes long
        lines = formula_lines(latex, lambda own: any(picture(own, px).width <= room for px in tried))
        sizes = ([picture(line, part * size) for line in lines] for part in IN_LINES)
        return next(own for own in sizes if all(picture.width <= room for picture in own))
    except (AttentionError, StopIteration):
        return []


class FormulasAhead(QObject):
    """Sets formulas on the worker: each takes tens of milliseconds. `came` fires when all that were wished for are."""

    came = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._line = Line(self, urgent=True)
        self._line.told.connect(self._hear)
        self._known: set[Wish] = set()
        self._wished: tuple[Wish, ...] = ()

    def waits(self, wishes: tuple[Wish, ...]) -> bool:
        """True while some of these are not set yet, which is done now in place of what was wished for before."""
        missing = tuple(wish for wish in wishes if wish not in self._known)
        if not missing:
            self._line.stop()
            self._wished = ()
        elif missing != self._wished:
            self._wished = missing
            self._line.start(lambda report: _set(missing, report))
        return bool(missing)

    def lacks(self, wishes: tuple[Wish, ...]) -> bool:
        """True if some of these are not set yet."""
        return any(wish not in self._known for wish in wishes)

    def set_some(self, wishes: tuple[Wish, ...]) -> None:
        """Sets here the first of these that is not set yet, and more if that took no time."""
        end = time.perf_counter() + A_TURN
        for wish in wishes:
            if wish not in self._known and time.perf_counter() < end:
                set_in(wish, _BLACK, lambda _: _BLACK)  # inks are given to what is set
                self._remember((wish,))

    def _hear(self, told: Told) -> None:
        if not told.ended:
            return
        wished, self._wished = self._wished, ()
        self._remember(wished)  # also after a fault, which is told elsewhere: the page tries for itself then
        self.came.emit()

    def _remember(self, wishes: tuple[Wish, ...]) -> None:
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        self._known.update(wishes)


def _set(wishes: tuple[Wish, ...], report: Report) -> None:
    for number, wish in enumerate(wishes, start=1):
        set_in(wish, _BLACK, lambda _: _BLACK)  # inks are given to what is set
        if not report(number / len(wishes)):
            raise Stopped
