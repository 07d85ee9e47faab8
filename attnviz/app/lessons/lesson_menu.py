"""The Lesson menu: go on, the course with what is done of it, lesson files, practice, the glossary."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

from attnviz.app.controls.commands import Commands
from attnviz.content.lessons.course import LESSONS, Listed

if TYPE_CHECKING:
    from attnviz.app.window import MainWindow

NOT_NOW = "No lesson is running."


class LessonMenu(QMenu):
    """Its paging keys exist only while a lesson runs: tables page with them otherwise."""

    def __init__(self, commands: Commands, window: MainWindow) -> None:
        super().__init__("Le&sson", window)
        self.setObjectName("menu.lesson")
        self.setToolTipsVisible(True)
        self._commands = commands
        self._window = window
        self._add_commands()
        self.course = QMenu("&Course", self)
        self.course.setObjectName("menu.course")
        self.course.setToolTipsVisible(True)
        for one in LESSONS:
            commands.fill(self.course, f"lesson.{one.name}")
        commands.fill(self, "continue_course")
        self.addMenu(self.course)
        commands.fill(self, "open_lesson | lesson_next lesson_back lesson_restart lesson_leave")
        commands.fill(self, "| practice worksheet | glossary")
        self.aboutToShow.connect(self.show_progress)

    def follow_rooms(self) -> None:
        """Offers what the room of the moment has: steps while a lesson runs."""
        rooms = self._window.rooms
        turns = rooms.lesson is not None and rooms.lesson.turns
        for name in ("lesson_next", "lesson_back", "lesson_restart"):
            self._commands.explain(name, "" if turns else NOT_NOW)
        self._commands.explain("lesson_leave", "" if rooms.in_lesson else NOT_NOW)
        for name, key in (("lesson_next", "PgDown"), ("lesson_back", "PgUp")):
            self._commands[name].setShortcuts([QKeySequence(key)] if turns else [])
        self.show_progress()

    def show_progress(self) -> None:
        """A tick for each lesson that is finished, the step for one that was begun."""
        progress = self._window.rooms.progress.progress
        for one in LESSONS:
            state = progress.of(one.name)
            begun = one.name in progress.lessons and not state.finished
            action = self._commands[f"lesson.{one.name}"]
            action.setText(_label(one) + (f"\tstep {state.step + 1}" if begun else ""))
            action.setChecked(state.finished)
        latest = title_of(progress.latest).replace("&", "&&")
        self._commands["continue_course"].setText(f"&Continue: {latest}" if latest else "&Start the Course")

    def _add_commands(self) -> None:
        add, window = self._commands.add, self._window
        add("continue_course", "&Continue", lambda: window.rooms.continue_course(), sentence="Where you left off")
        for one in LESSONS:
            play = partial(self._play, one.name)
            add(f"lesson.{one.name}", _label(one), play, checkable=True, sentence=one.summary)
        add("open_lesson", "&Open Lesson File…", self._open, sentence="Play a lesson that somebody wrote")
        add("lesson_next", "&Next Step", lambda: self._room_does("go_on"))
        add("lesson_back", "Step &Before", lambda: self._room_does("go_back"))
        add("lesson_restart", "&Restart Lesson", lambda: self._room_does("restart"))
        add("lesson_leave", "&Leave Lesson", window.leave_lesson, sentence="Your own document is as you left it")
        add("practice", "&Practice…", window.start_practice, sentence="Exercises, checked as you type")
        add("worksheet", "&Worksheet…", self._worksheet, sentence="Exercises for paper, with their key")
        add("glossary", "&Glossary…", lambda: window.questions.glossary(window.session.state.view))

    def _play(self, name: str) -> None:
        self._window.start_lesson(name)
        self.show_progress()

    def _open(self) -> None:
        path = self._window.questions.lesson_to_open(self._window.settings.folder)
        if path is not None:
            self._window.start_lesson(path)

    def _worksheet(self) -> None:
        from attnviz.app.practice.worksheets import save_worksheet

        save_worksheet(self._window)

    def _room_does(self, what: str) -> None:
        room = self._window.rooms.lesson
        if room is not None:
            {"go_on": room.go_on, "go_back": room.go_back, "restart": room.restart}[what]()


def title_of(latest: str) -> str:
    """The title of the lesson that was played last, of a file its name; "" if there is none or it has gone."""
    found = next((one.title for one in LESSONS if one.name == latest), None)
    path = Path(latest)
    try:
        there = path.is_absolute() and path.is_file()
    except OSError:  # longer than a path can be, or in a folder that may not be looked into
        there = False
    return found or (path.stem if there else "")


def _label(one: Listed) -> str:
    return f"{one.unit}  {one.title}".replace("&", "&&")
