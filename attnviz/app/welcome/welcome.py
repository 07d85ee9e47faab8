"""The first screen: what this is, and the few things to begin with. Nothing here changes the document."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from attnviz.app.lessons.lesson_menu import title_of
from attnviz.app.lessons.words import PX
from attnviz.app.palette import CONTROL_PX
from attnviz.app.panes.pane_theme import growth_of
from attnviz.app.run import SKIPPED
from attnviz.app.session import State
from attnviz.app.watching import Watching
from attnviz.app.welcome.big_button import BigButton
from attnviz.app.welcome.course_list import CourseList
from attnviz.content.lessons.course import LESSONS
from attnviz.figures.theme import Theme, font, theme

if TYPE_CHECKING:
    from attnviz.app.rooms import Rooms
    from attnviz.app.window import MainWindow

TITLE = "See attention, number by number"
AIRS = 1.0, 0.75, 0.5  # parts of the air between and in the buttons: letters shrink only when there is none to spare
BETWEEN, LEAST_BETWEEN = 56, 16  # pixels between the two columns where there is room, and where there is little
PART = 11 / 21  # of their width, for the first one where both fit
GAPS = 4, 28, 20, 12  # pixels: below the title, the sentence, the two columns, the word to teachers
SENTENCE = "Every step from queries to output is on the screen. Change any number and watch what follows."
TEACHING = "Teaching? F5 presents; Lesson ▸ Worksheet… saves exercises and their key; Lab has eleven laboratories."


class Welcome(QScrollArea, Watching):
    """Course, examples, files, practice. The keyboard begins on the first of them."""

    def __init__(self, window: MainWindow, place: QWidget, rooms: Rooms) -> None:
        super().__init__(place)
        self.setObjectName("welcome")
        self.setAccessibleName("Welcome")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._window = window
        self._rooms = rooms
        self._worn: tuple[str, str] | None = None  # theme and text size
        self._resume = BigButton("welcome.continue", self, primary=True)
        self._course = BigButton("welcome.course", self, primary=True)
        self._examples = BigButton("welcome.examples", self)
        self._model = BigButton("welcome.model", self)
        self._open = BigButton("welcome.open", self)
        self._practice = BigButton("welcome.practice", self)
        self._document = BigButton("welcome.document", self)
        self._buttons = (
            self._resume, self._course, self._examples, self._model, self._open, self._practice, self._document,
        )  # fmt: skip
        self._list = CourseList(self)
        self._list.chosen.connect(window.start_lesson)
        self._show = QCheckBox("Show this first when attnviz starts", self)
        self._show.setObjectName("welcome.show")
        self._show.clicked.connect(self._remember)
        self._title, self._sentence, self._heading = QLabel(TITLE, self), QLabel(SENTENCE, self), QLabel(self)
        self._sentence.setWordWrap(True)
        self._sentence.setProperty("part", "soft")
        self._heading.setProperty("part", "soft")
        self._teaching = QLabel(TEACHING, self)
        self._teaching.setObjectName("welcome.teaching")
        self._teaching.setWordWrap(True)
        self._teaching.setProperty("part", "soft")
        self._resume.clicked.connect(rooms.continue_course)
        self._course.clicked.connect(lambda: rooms.start_lesson(1))
        self._examples.clicked.connect(window.document.choose_preset)
        self._open.clicked.connect(self._choose_file)
        self._model.clicked.connect(lambda: rooms.show_source())
        self._practice.clicked.connect(window.start_practice)
        self._document.clicked.connect(window.show_document)
        self._lay_out()
        self.watch(window.session)

    def refresh(self) -> None:
        """Says how far the learner is."""
        progress = self._rooms.progress.progress
        latest = next((one for one in LESSONS if one.name == progress.latest), None)
        title = title_of(progress.latest)
        begun = bool(title)
        step = progress.of(progress.latest).step + 1
        self._resume.setVisible(begun)
        self._course.stand_out(not begun)
        which = f"Lesson {latest.unit}, step {step}" if latest is not None else f"step {step}"
        self._resume.say(f"Continue: {title}", which)
        about = f"{len(LESSONS)} short lessons, from a weighted average to real heads"
        self._course.say("The course from its beginning" if begun else "Start the course", about)
        self._examples.say("Open an example", "Worked examples, from pencil and paper to a trained layer")
        self._open.say("Open a file", "A scenario, a sheet (.csv), arrays (.npy), or a lesson")
        self._model.say("A sentence in a model", "See what all 72 heads of a small trained model look at")
        self._practice.say("Practise", "Compute numbers yourself; each answer is checked at once")
        own = self._window.document.session.state.scenario.title or self._window.document.name
        self._document.say("Go to the board", f"Edit, see, explain, export: {own}")
        done = sum(progress.of(one.name).finished for one in LESSONS)
        self._heading.setText(f"The course: {done} of {len(LESSONS)} finished" if done else "The course")
        self._list.show_progress(progress)
        self._show.setChecked(SKIPPED not in self._window.settings.dismissed)

    def take_keyboard(self) -> None:
        """Puts the keyboard on the thing to begin with."""
        (self._course if self._resume.isHidden() else self._resume).setFocus()

    def show_state(self, _old: State | None, new: State) -> None:
        """Wears the theme and the text size."""
        if (new.view.theme, new.view.text_size) != self._worn:
            self._dress_if_seen()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Letters grow with the window."""
        super().resizeEvent(event)
        self._dress_if_seen()

    def showEvent(self, event: QShowEvent) -> None:
        """As for another size."""
        super().showEvent(event)
        self._dress_if_seen()

    def _dress_if_seen(self) -> None:
        """Behind another room it would hold that one up."""
        if self.isVisible():
            self._dress(self.session.state)

    def _dress(self, state: State) -> None:
        """In the largest letters with which all of it is in sight, but none smaller than those of the controls.

        Larger ones that break a sentence are for where the smaller ones break it too.
        """
        text_size = state.view.text_size
        self._worn = state.view.theme, text_size
        wanted = round(PX[text_size] * growth_of(self.window()))
        tried = list(product(range(wanted, CONTROL_PX[text_size] - 1, -1), AIRS))
        for whole in (True, False):
            for px, air in tried:
                wide = self._dress_in(theme(state.view.theme, text_size), px, air)
                high = self._page.heightForWidth(self._page.maximumWidth()) <= self.viewport().height()
                if high and (wide or not whole):
                    return

    def _dress_in(self, look: Theme, px: int, air: float) -> bool:
        """True if each sentence has a line for itself."""
        for button in self._buttons:
            button.show_look(look, px, air)
        self._list.show_look(look, px, air)
        for below, pixels in enumerate(GAPS):
            self._column.setRowMinimumHeight(2 * below + 1, round(air * pixels))
        self._left.setSpacing(round(10 * air))
        self._column.setContentsMargins(0, round(24 * air), 0, round(16 * air))
        self._list.updateGeometry()  # at once: its own lines would tell its layout only later
        self._title.setFont(font(round(1.9 * px), bold=True))
        self._sentence.setFont(font(round(1.05 * px)))
        self._heading.setFont(font(px, bold=True))
        self._teaching.setFont(font(px))
        self._show.setFont(font(round(0.9 * px)))
        self._page.setFixedWidth(min(63 * px, max(200, self.viewport().width() - 32)))
        whole = self._share()
        for layout in self._layouts:  # at once, for what changed in one is told to those around it only later
            layout.invalidate()
        return whole

    def _share(self) -> bool:
        """Gives the buttons more of the width than the lessons, and all that they need while these have theirs.

        True if that is all that they need; a document's title may be of any length and does not count.
        """
        needed = max(one.whole_width() for one in self._buttons if not one.isHidden() and one is not self._document)
        beside, width = self._list.whole_width(), self._page.maximumWidth()
        between = max(LEAST_BETWEEN, min(BETWEEN, width - needed - beside))
        room = width - between
        left = max(round(room * PART), min(needed, room - beside))
        self._sides.setSpacing(between)
        self._sides.setStretch(0, left)
        self._sides.setStretch(1, room - left)
        return left >= needed

    def _lay_out(self) -> None:
        ground = QWidget(self)
        self._page = QWidget(ground)
        self._column = column = QGridLayout(self._page)  # every other row is empty, and as high as its gap
        column.setSpacing(0)
        column.addWidget(self._title, 0, 0)
        column.addWidget(self._sentence, 2, 0)
        self._sides = sides = QHBoxLayout()
        column.addLayout(sides, 4, 0)
        column.addWidget(self._teaching, 6, 0)
        column.addWidget(self._show, 8, 0, Qt.AlignmentFlag.AlignLeft)
        self._left = left = QVBoxLayout()
        sides.addLayout(left)
        for button in self._buttons:
            left.addWidget(button)
        left.addStretch(1)
        right = QVBoxLayout()
        sides.addLayout(right)
        right.setSpacing(8)
        right.addWidget(self._heading)
        right.addWidget(self._list)
        right.addStretch(1)
        self._layouts = left, right, sides, column
        around = QVBoxLayout(ground)
        around.setContentsMargins(0, 0, 0, 0)
        around.addStretch(2)
        middle = QHBoxLayout()  # an alignment would have Qt (6.11) ask for the height in all of the width
        around.addLayout(middle)
        middle.addStretch(1)
        middle.addWidget(self._page)
        middle.addStretch(1)
        around.addStretch(3)
        self.setWidget(ground)

    def _choose_file(self) -> None:
        path = self._window.questions.any_to_open(self._window.settings.folder)
        if path is not None:
            self._rooms.open_file(path)

    def _remember(self, shown: bool) -> None:
        settings = self._window.settings
        if shown:
            settings.bring_back(SKIPPED)
        else:
            settings.dismiss(SKIPPED)
