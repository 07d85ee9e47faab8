"""Where a session's undo stack holds what the file does, also if that was told late."""

from __future__ import annotations

from PySide6.QtCore import QObject
from shiboken6 import isValid

from attnviz.app.session import Session
from attnviz.engine.scenario import Scenario


class CleanMark(QObject):
    """Sets the stack's clean mark, which Qt sets only where the stack stands.

    A large file is written while editing goes on: what it holds is marked once undo or redo comes back to it.
    """

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._written: Scenario | None = None  # of which the place in the stack is not known yet
        session.undo_stack.indexChanged.connect(self._look)

    def set_here(self) -> None:
        """The file holds what the session does now."""
        self._written = None
        self._session.undo_stack.setClean()

    def set_at(self, written: Scenario) -> None:
        """The file holds that scenario, from before the last edits perhaps."""
        self._session.undo_stack.resetClean()
        self._written = written
        self._look()

    def take_away(self) -> None:
        """No file holds any of it."""
        self._written = None
        self._session.undo_stack.resetClean()

    def _look(self) -> None:
        """Compared by numbers: an edit and its undo may lead to another object."""
        if self._written is not None and isValid(self._session) and self._session.state.scenario == self._written:
            self.set_here()
