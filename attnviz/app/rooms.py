"""Which of its rooms a window shows: the learner's document, a lesson, a laboratory, practice or the first screen."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QWidget

from attnviz.app.centre import Centre
from attnviz.app.controls.messages import Message
from attnviz.app.controls.rest import Rest
from attnviz.app.lessons.lab_of_step import LabOfStep
from attnviz.app.lessons.lesson_menu import title_of
from attnviz.app.lessons.progress_store import ProgressStore
from attnviz.app.presenting.playing import Playing
from attnviz.app.run import LESSON_SUFFIX
from attnviz.app.session import Session

if TYPE_CHECKING:
    from attnviz.app.labs.lab_exports import Exhibiting
    from attnviz.app.labs.lab_room import LabRoom
    from attnviz.app.lessons.lesson_room import LessonRoom
    from attnviz.app.practice.panel import PracticePanel
    from attnviz.app.sources.source_room import SourceRoom
    from attnviz.app.welcome.welcome import Welcome
    from attnviz.app.window import MainWindow


class Rooms(QObject):
    """Moves a window between rooms. Each is made when it is first entered, so that the window itself opens sooner.

    A lesson and a practice bring a session of their own; the document waits with its undo stack until they are left.
    `turned` fires when another room is shown or left, `said` carries what a room has to tell.
    """

    turned = Signal()
    said = Signal(object)

    def __init__(self, window: MainWindow, centre: Centre) -> None:
        super().__init__(window)
        self._window = window
        self._centre = centre
        self._lab: LabRoom | None = None
        self._lesson: LessonRoom | None = None
        self._practice: PracticePanel | None = None
        self._source: SourceRoom | None = None
        self._welcome: Welcome | None = None
        self.turn = LabOfStep(window, self)
        self.progress = ProgressStore(window.settings.path, self)
        self.progress.trouble.connect(lambda text: self.said.emit(Message(text)))
        centre.turned.connect(self.turned)
        for changing in (window.document.opening, window.areas.turning):  # figures take a search
            changing.connect(window.menus.view.paint_later)

    @property
    def lab(self) -> LabRoom | None:
        """The laboratory, None until one was opened."""
        return self._lab

    @property
    def lesson(self) -> LessonRoom | None:
        """The lesson, None until one was started."""
        return self._lesson

    @property
    def in_lab(self) -> bool:
        """True while a laboratory stands in front."""
        return self._lab is not None and self._centre.front is self._lab

    @property
    def in_source(self) -> bool:
        """True while the grid of a model's heads stands in front."""
        return self._source is not None and self._centre.front is self._source

    @property
    def exhibiting(self) -> Exhibiting | None:
        """The room in front that has figures of its own to be exported, None while it is another one."""
        return self._lab if self.in_lab else self._source if self.in_source else None

    @property
    def in_lesson(self) -> bool:
        """True while a lesson runs."""
        return self._lesson is not None and self._lesson.runs

    @property
    def in_practice(self) -> bool:
        """True while exercises are set."""
        return self._practice is not None and self._centre.below is self._practice

    @property
    def in_welcome(self) -> bool:
        """True while the first screen stands in front."""
        return self._welcome is not None and self._centre.front is self._welcome

    @property
    def rest(self) -> Rest:
        """What of the controls for the scenario has nothing to do with what stands in front."""
        if self.in_practice or self.in_source:  # an exercise's numbers stay as they are; a model's are opened first
            return Rest.ALL
        lab = self._lab.lab if self.in_lab and self._lab is not None else None
        if lab is None:
            return Rest.NOTHING
        if not lab.takes_scenario:
            return Rest.ALL
        masks = any(parameter.name == "causal" for parameter in lab.parameters(self._window.session.state.scenario))
        return Rest.MASKS if masks else Rest.NOTHING

    @property
    def title(self) -> str:
        """What the window is called while something else than the document is shown."""
        if self.in_welcome:
            return "Welcome"
        if self.in_source:
            return "Grid of heads"
        if self.in_lesson and self._lesson is not None:
            return self._lesson.title
        return "Practice" if self.in_practice else ""

    def show_lab(self, name: str, values: Mapping[str, object] | None = None) -> None:
        """Puts a laboratory in the place of the columns; a panel below stays."""
        self._window.menus.view.paint_later()
        if self._lab is None:
            from attnviz.app.labs.lab_in_window import lab_in

            self._lab = lab_in(self._window, self._centre.above)
            self._lab.left.connect(self._leave_lab)
            self._lab.ran.connect(self._hear_lab)
            self._lab.menu_asked.connect(self._offer_exhibit)
        self._lab.column.back.show()
        self._lab.open(name, values)
        self._centre.show_in_front(self._lab)
        self.turned.emit()  # perhaps to another laboratory

    def show_source(self) -> SourceRoom:
        """Puts the room of the source that stands beside the document in the place of the columns."""
        if self._source is None:
            from attnviz.app.sources.room_in_window import room_in

            self._source = room_in(self._window, self._centre)
            self._source.menu_asked.connect(self._offer_exhibit)
        self.show_document()
        self._centre.show_in_front(self._source)
        self._source.take_keyboard()
        return self._source

    def choose_source(self) -> None:
        """Asks which saved weights or checkpoint to open, and opens it beside the document."""
        path = self._window.questions.source_to_open(self._window.settings.folder)
        if path is not None:
            self.show_source().open_file(path)

    def _offer_exhibit(self, place: QPoint) -> None:
        """The menu of the exhibit under the pointer."""
        from attnviz.app.labs.lab_menu import exhibit_menu

        exhibit_menu(self._window.menus.commands, self._window).popup(place)

    def show_document(self) -> None:
        """Back to the learner's document, as it was left."""
        self._window.menus.view.paint_later()
        if self._lesson is not None:
            self._lesson.stop()
        self._centre.show_below(None)
        self._window.areas.need(None)
        self.show_session(self._window.document.session)
        self._centre.show_columns()
        self._centre.take_keyboard()

    def show_session(self, session: Session) -> None:
        """Shows another session in the looks of the one before: theme and text size belong to the person."""
        looks = self._window.session.state.view
        view = session.state.view
        if (view.theme, view.text_size) != (looks.theme, looks.text_size):
            session.look(theme=looks.theme, text_size=looks.text_size)
        self._window.show_session(session)

    def start_lesson(self, which: str | int | Path) -> bool:
        """Plays a lesson: by name, unit of the course, or path."""
        if self._lesson is None:
            from attnviz.app.lessons.lesson_room import LessonRoom

            self._lesson = LessonRoom(self._window, self._centre.beneath, self.progress)
            self._lesson.shown.connect(self._show_lesson)
            self._lesson.said.connect(self.said)
            self._lesson.panel.leave.connect(self.leave_lesson)
            self._lesson.panel.refit.connect(self._centre.share)
        began = not self._lesson.runs
        started = self._lesson.start(which)
        if started and began:
            self._lesson.panel.focus_next()
        return started

    def continue_course(self) -> None:
        """Goes on with the lesson that was played last, else begins the course."""
        latest = self.progress.progress.latest
        known, path = bool(title_of(latest)), Path(latest)
        if not self.start_lesson((path if path.is_absolute() else latest) if known else 1) and known:
            self.start_lesson(1)

    def open_file(self, path: Path) -> None:
        """Plays a lesson file; documents, pictures and data of all kinds go through the import door."""
        if path.suffix.lower() == LESSON_SUFFIX:
            self.start_lesson(path)
        else:
            self._window.imports.open(path)

    def leave_lesson(self) -> None:
        """Back from the lesson to the document; the lesson remembers where it was."""
        self.show_document()

    def playing(self) -> Playing | None:
        """The lesson that is played and its step, None outside lessons."""
        player = self._lesson.player if self._lesson is not None else None
        return None if player is None else Playing(player.lesson, player.place)

    def go_to_step(self, place: int) -> None:
        """Shows another step of the lesson that is played."""
        player = self._lesson.player if self._lesson is not None else None
        if player is not None and place != player.place:
            player.go(place)

    def start_practice(self) -> None:
        """Sets exercises, in a panel below and a session of their own."""
        self._window.menus.view.paint_later()
        if self._practice is None:
            from attnviz.app.practice.panel import PracticePanel

            self._practice = PracticePanel(self._window, self._centre.beneath)
            self._practice.left.connect(self.show_document)
        if self._lesson is not None:
            self._lesson.stop()
        self._window.areas.need(None)
        self._centre.show_columns()
        self._centre.show_below(self._practice)
        self._practice.begin()

    def show_figures_or(self, board: QWidget | None) -> None:
        """Puts a board of an exercise in the place of the columns; None brings these back."""
        if board is None:
            self._centre.show_columns()
        else:
            self._centre.show_in_front(board)

    def show_welcome(self) -> None:
        """The first screen; what ran is left."""
        if self._welcome is None:
            from attnviz.app.welcome.welcome import Welcome

            self._welcome = Welcome(self._window, self._centre.above, self)
            self._window.add_view(self._welcome)
        self.show_document()
        self._welcome.refresh()
        self._centre.show_in_front(self._welcome)
        self._welcome.take_keyboard()

    def close_down(self) -> None:
        """The window closes: what was reached is remembered, what runs is stopped."""
        if self._lesson is not None:
            self._lesson.keep()
        self.progress.finish()
        if self._lab is not None:
            self._lab.close_down()
        if self._source is not None:
            self._source.close_down()

    def _show_lesson(self) -> None:
        """Brings session, figures or laboratory, and panel of the lesson's step into the window."""
        room = self._lesson
        if room is None or not room.runs:
            return
        self._window.menus.view.paint_later()
        player = room.player
        if player is not None:
            self._window.areas.need(player.areas)
            self._window.show_session(player.session)
            if player.step.lab:
                self.turn.come()
            else:
                self._centre.show_columns()
        else:  # nothing but a list of mistakes
            self.show_session(self._window.document.session)
            self._centre.show_columns()
        self._centre.show_below(room.panel)
        self.turned.emit()

    def _leave_lab(self) -> None:
        """Back to the figures, or to the step of the lesson that the laboratory was opened from."""
        if self.in_lesson:
            self._show_lesson()
        else:
            self._centre.show_columns()

    def _hear_lab(self) -> None:
        """A laboratory's numbers are what the lesson's claims and goals may speak of."""
        player = self._lesson.player if self._lesson is not None else None
        if player is not None and self._lab is not None and player.step.lab == self._lab.name:
            player.take_lab_numbers(self._lab.numbers)
