"""What the next press of the clicker will show, computed beside the screen while the present slide is talked about."""

from __future__ import annotations

from weakref import ref

from PySide6.QtCore import QObject, QTimer

from attnviz.app.presenting.presentation import Presentation

_ROUNDS = 3  # so often one slide asks: what comes lets it ask for the rest


class Following(QObject):
    """Has the numbers of the next slide computed once those of the present one are there.

    The next press comes first: what it shows and is not there goes before. A slide asks a few times only, so that two
    that the memory does not hold together do not push each other out for ever.
    """

    def __init__(self, presentation: Presentation, parent: QObject) -> None:
        super().__init__(parent)
        self._presentation = presentation
        self._asked: tuple[object, ...] = ()
        self._rounds = 0
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)  # after the present slide was composed and has asked
        self._soon.timeout.connect(self._ask)
        presentation.moved.connect(self._soon.start)
        presentation.session.changed.connect(self._soon.start)
        self._soon.start()

    def _ask(self) -> None:
        show, session = self._presentation, self._presentation.session
        traced = session.state.trace
        if not traced.defers or session.busy or session.state.pending is not None or not show.goes_on_alike:
            return
        asks = (show.place, ref(traced))
        if asks != self._asked:
            self._asked, self._rounds = asks, 0
        if self._rounds < _ROUNDS:
            self._rounds += 1
            session.look_ahead(show.following)
