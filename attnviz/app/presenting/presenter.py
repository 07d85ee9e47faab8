"""Starts and ends presentations of a window's lesson or scenario, on the screen that was chosen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QScreen
from PySide6.QtWidgets import QWidget

from attnviz.app.controls.messages import Message
from attnviz.app.palette import dress_window
from attnviz.app.presenting.notes_window import NotesWindow
from attnviz.app.presenting.playing import Playing
from attnviz.app.presenting.presentation import Presentation, present_lesson, present_scenario
from attnviz.app.presenting.reduced_motion import system_reduces_motion
from attnviz.app.presenting.stage import Stage
from attnviz.app.session import Session
from attnviz.app.settings import Settings
from attnviz.content.lessons.model import Lesson
from attnviz.engine.scenario import Scenario
from attnviz.figures.theme import theme


class Presenter(QObject):
    """One presentation at a time. `started` and `ended` fire around it; `ended` carries the lesson's step reached.

    Edits made while presenting a scenario go to the document, as one undo step, when the presentation ends; if that
    was changed or opened anew meanwhile it stays as it is, and `said` tells of the edits that have no place any more.
    """

    started = Signal()
    ended = Signal(object)
    said = Signal(object)

    def __init__(
        self,
        window: QWidget,
        settings: Settings,
        shown: Callable[[], Session],
        playing: Callable[[], Playing | None],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._shown = shown
        self._playing = playing
        self._lesson: Lesson | None = None
        self._source: Session | None = None
        self._began: Scenario | None = None  # what the source held then
        self.presentation: Presentation | None = None
        self.stage: Stage | None = None
        self.notes: NotesWindow | None = None

    @property
    def running(self) -> bool:
        """True while something is presented."""
        return self.stage is not None

    def start(self, *, from_the_beginning: bool = False) -> None:
        """Presents the window's lesson from its step on, else its scenario. One that runs comes to the front."""
        if self.stage is not None:
            self.stage.raise_()
            self.stage.activateWindow()
            return
        self._source = self._shown()
        playing = self._playing()
        state = self._source.state
        self._began = state.scenario
        if playing is None:
            self.presentation = present_scenario(state)
        else:
            self._lesson = playing.lesson
            step = 0 if from_the_beginning else playing.step
            own = state.scenario if step == playing.step else None
            self.presentation = present_lesson(playing.lesson, state.view, step, own)
        self._show(self.presentation)
        self.started.emit()

    def end(self) -> None:
        """Closes both windows and gives the document what was edited."""
        if self.stage is None or self.presentation is None:
            return
        stage, notes, presentation = self.stage, self.notes, self.presentation
        self.stage = self.notes = self.presentation = None
        stage.left.disconnect(self.end)
        stage.close()
        stage.deleteLater()
        if notes is not None:
            notes.left.disconnect(self.end)
            notes.close()
            notes.deleteLater()
        lesson, self._lesson = self._lesson, None
        step = None
        if lesson is None:
            self._hand_back(presentation.session.state.scenario)
        elif presentation.beat.step is not None and self._plays(lesson):
            step = lesson.steps.index(presentation.beat.step)
        self._source = self._began = None
        self.ended.emit(step)

    def screens(self) -> list[QScreen]:
        """The screens there are, the window's own first."""
        own = self._window.screen()
        return [own, *(screen for screen in QGuiApplication.screens() if screen is not own)]

    def screen(self) -> QScreen:
        """Where to present: the chosen screen if it is there, else one that the window is not on."""
        screens = self.screens()
        chosen = next((screen for screen in screens if screen.name() == self._settings.presenting_screen), None)
        return chosen or screens[min(1, len(screens) - 1)]

    def moves(self) -> bool:
        """Whether motion is wanted."""
        return not (self._settings.reduce_motion or system_reduces_motion())

    def _show(self, presentation: Presentation) -> None:
        screen, own = self.screen(), self._window.screen()
        self.stage = Stage(presentation, motion=self.moves())
        self.stage.left.connect(self.end)
        self._dress(self.stage)
        self.stage.setGeometry(screen.geometry())
        self.stage.showFullScreen()
        if screen is not own:
            self.notes = NotesWindow(presentation)
            self.notes.left.connect(self.end)
            self._dress(self.notes)
            self.notes.pressed.connect(self._pass_on)
            self.notes.move(own.availableGeometry().topLeft())
            self.notes.resize(self.notes.sizeHint().boundedTo(own.availableSize()))
            self.notes.show()
        self.stage.activateWindow()
        self.stage.setFocus(Qt.FocusReason.OtherFocusReason)

    def _dress(self, window: QWidget) -> None:
        """Controls on it look as those in the window."""
        view = self._shown().state.view
        dress_window(window, theme(view.theme, view.text_size))

    def _hand_back(self, edited: Scenario) -> None:
        """Gives the document what was edited on the stage, unless it is no longer what was presented."""
        source = self._source
        if source is None or edited == self._began:
            return
        if source.state.scenario is self._began:
            source.edit("Edits while presenting", lambda _: edited)
        else:
            self.said.emit(Message("The document was changed meanwhile: the edits while presenting were let go."))

    def _plays(self, lesson: Lesson) -> bool:
        """True while the window plays that lesson, perhaps read anew from its file."""
        playing = self._playing()
        return playing is not None and (playing.lesson.name, playing.lesson.path) == (lesson.name, lesson.path)

    def _pass_on(self, event: QKeyEvent) -> None:
        """A key that was pressed in the notes."""
        if self.stage is not None:
            self.stage.keyPressEvent(event)
