"""What a window knows of presenting; the big screen itself is loaded when it is first wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from attnviz.app.controls.messages import Message
from attnviz.app.session import Session

if TYPE_CHECKING:
    from attnviz.app.presenting.presenter import Presenter
    from attnviz.app.window import MainWindow


class Presenting(QObject):
    """The door to the presenter of one window."""

    def __init__(self, window: MainWindow, say: Callable[[Message], None]) -> None:
        super().__init__(window)
        self._window = window
        self._say = say
        self._presenter: Presenter | None = None

    @property
    def presenter(self) -> Presenter:
        """Made at the first call, so that the window itself opens sooner."""
        if self._presenter is None:
            from attnviz.app.presenting.presenter import Presenter

            window = self._window
            self._presenter = Presenter(window, window.settings, self._presented, window.rooms.playing)
            self._presenter.ended.connect(self._return)
            self._presenter.said.connect(self._say)
        return self._presenter

    def start(self, *, from_the_beginning: bool = False) -> None:
        """Presents the lesson that is played from its step on, else the scenario."""
        self.presenter.start(from_the_beginning=from_the_beginning)

    def end(self) -> None:
        """Ends what is presented, if anything is."""
        if self._presenter is not None:
            self._presenter.end()

    def save_walk(self) -> None:
        """Asks for a file and writes the walk through the lesson or the scenario as pictures."""
        from attnviz.app.presenting.walk_saving import save_walk

        window = self._window
        said = save_walk(self._presented().state, window.rooms.playing(), window.questions, window.settings)
        if said is not None:
            self._say(said)

    def _presented(self) -> Session:
        """What is shown; in practice the document, since a walk through an exercise would give its answers away."""
        window = self._window
        return window.document.session if window.rooms.in_practice else window.session

    def _return(self, step: int | None) -> None:
        """The window goes on at the step where the class ended."""
        if step is not None:
            self._window.rooms.go_to_step(step)
