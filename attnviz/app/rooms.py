"""Which of its rooms a window shows: the learner's document, a lesson, a laboratory, practice or the first screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from attnviz.app.centre import Centre
from attnviz.app.session import Session

if TYPE_CHECKING:
    from attnviz.app.labs.lab_room import LabRoom
    from attnviz.app.practice.panel import PracticePanel
    from attnviz.app.window import MainWindow


class Rooms(QObject):
    """Moves a window between rooms. Each is made when it is first entered, so that the window itself opens sooner.

    A lesson and a practice bring a session of their own; the document waits with its undo stack until they are left.
    `turned` fires when another room is shown or left.
    """

    turned = Signal()

    def __init__(self, window: MainWindow, centre: Centre) -> None:
        super().__init__(window)
        self._window = window
        self._centre = centre
        self._lab: LabRoom | None = None
        self._practice: PracticePanel | None = None
        centre.turned.connect(self.turned)

    @property
    def lab(self) -> LabRoom | None:
        """The laboratory, None until one was opened."""
        return self._lab

    @property
    def in_lab(self) -> bool:
        """True while a laboratory stands in front."""
        return self._lab is not None and self._centre.front is self._lab

    def show_lab(self, name: str, values: Mapping[str, object] | None = None) -> None:
        """Puts a laboratory in the place of the columns; a panel below stays."""
        if self._lab is None:
            from attnviz.app.labs.lab_room import LabRoom

            self._lab = LabRoom(self._window.session, self._window)
            self._lab.left.connect(self._centre.show_columns)
            self._window.add_view(self._lab)
        self._lab.open(name, values)
        self._centre.show_in_front(self._lab)

    def show_document(self) -> None:
        """Back to the learner's document, as it was left."""
        self._centre.show_below(None)
        self.show_session(self._window.document.session)
        self._centre.show_columns()

    def show_session(self, session: Session) -> None:
        """Shows another session in the looks of the one before: theme and text size belong to the person."""
        looks = self._window.session.state.view
        view = session.state.view
        if (view.theme, view.text_size) != (looks.theme, looks.text_size):
            session.look(theme=looks.theme, text_size=looks.text_size)
        self._window.show_session(session)

    def start_lesson(self, which: str | Path) -> None:
        """Plays a lesson: by name, unit of the course, or path."""

    def leave_lesson(self) -> None:
        """Back from the lesson to the document; the lesson remembers where it was."""
        self.show_document()

    def start_practice(self) -> None:
        """Sets exercises, in a panel below and a session of their own."""
        if self._practice is None:
            from attnviz.app.practice.panel import PracticePanel

            self._practice = PracticePanel(self._window)
            self._practice.left.connect(self.show_document)
        self._centre.show_columns()
        self._centre.show_below(self._practice)
        self._practice.begin()
