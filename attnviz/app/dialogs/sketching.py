"""Previews of what is to leave the window: made at once, or beside it where a state's numbers are computed there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject

from attnviz.app.computing import Share, computing, takes_long
from attnviz.app.session import State
from attnviz.app.worker import Line, Report, Told
from attnviz.engine.errors import AttentionError

Made = TypeVar("Made")


class Sketching(QObject):
    """The previews of one dialog; the newest that is asked for is the one that is shown."""

    def __init__(self, state: State, parent: QObject) -> None:
        super().__init__(parent)
        self._state = state
        self._line = Line(self)
        self._line.told.connect(self._hear)
        self._show: Callable[[object], None] | None = None
        self._refuse: Callable[[AttentionError], None] | None = None

    @property
    def later(self) -> bool:
        """True where previews come later than they are asked for."""
        return takes_long(self._state)

    def ask(
        self, make: Callable[[State], Made], show: Callable[[Made], None], refuse: Callable[[AttentionError], None]
    ) -> None:
        """Has `show` take what `make` makes of the state, or `refuse` why there is none."""
        if self.later:
            self._show, self._refuse = show, refuse  # type: ignore[assignment]  # of what is made
            self._line.start(partial(_made, self._state, make))
            return
        try:
            made = make(self._state)
        except AttentionError as error:
            refuse(error)
        else:
            show(made)

    def _hear(self, told: Told) -> None:
        if not told.ended or self._show is None or self._refuse is None:
            return
        if isinstance(told.error, AttentionError):
            self._refuse(told.error)
        elif told.error is None:
            self._show(told.result)


def _made(state: State, make: Callable[[State], Made], report: Report) -> Made:
    return make(computing(state, Share(report)))
