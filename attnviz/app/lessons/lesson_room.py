"""The lesson in a window: which one is played, where it leads, what is remembered of it, and how it is left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from attnviz.app.controls.messages import Message
from attnviz.app.lessons.panel import LessonPanel
from attnviz.app.lessons.player import LessonPlayer
from attnviz.app.lessons.progress_store import ProgressStore
from attnviz.app.lessons.steps_shown import with_operands
from attnviz.app.lessons.watch import FileWatch
from attnviz.app.own_turn import OwnTurn
from attnviz.app.pipeline.answering import close_lines
from attnviz.app.pipeline.figure_area import FigureArea
from attnviz.app.pipeline.figure_view import FigureView
from attnviz.content.lessons.course import LESSONS, lesson
from attnviz.content.lessons.mistakes import BadLesson
from attnviz.content.lessons.model import Lesson
from attnviz.engine.cells import Cell
from attnviz.engine.errors import AttentionError
from attnviz.figures.veil import blanks, veiled

if TYPE_CHECKING:
    from attnviz.app.window import MainWindow

WRITTEN_AFTER = 1000  # milliseconds after the last answer


class LessonRoom(QObject):
    """Plays one lesson at a time in a window. `shown` fires when another step or lesson is shown, or none any more.

    `said` carries what is to be told in the message bar. place: where the panel is going to stand.
    """

    shown = Signal()
    said = Signal(object)

    def __init__(self, window: MainWindow, place: QWidget, store: ProgressStore) -> None:
        super().__init__(window)
        self._window = window
        self._store = store
        self.panel = LessonPanel(lambda: window.session.state.view, place)
        self.panel.hide()
        window.menus.view.looks.give_turns(self.panel.turn, first=True)
        self._held: tuple[QWidget, ...] = ()  # what had the keyboard before a step, and what that lies in
        self._keyboard = OwnTurn(self.panel, self._take_keyboard)
        window.menus.view.looks.give_turns(self._keyboard)  # the last one: what is hidden by then stays so
        self.player: LessonPlayer | None = None
        self._failed: Path | None = None  # a file that cannot be played yet
        self._watch = FileWatch(self)
        self._watch.saved.connect(self._read_again)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(WRITTEN_AFTER)
        self._timer.timeout.connect(self.keep)
        self.panel.on.connect(self.go_on)
        self.panel.back.connect(self.go_back)
        self.panel.work.typing_asked.connect(self._begin_typing)

    @property
    def lesson(self) -> Lesson | None:
        """The one that is played."""
        return self.player.lesson if self.player is not None else None

    @property
    def title(self) -> str:
        """What the window is called meanwhile."""
        if self._failed is not None:
            return f"Lesson {self._failed.name}"
        one = self.lesson
        if one is None:
            return ""
        return f"Lesson {one.unit}: {one.title}" if one.unit else f"Lesson: {one.title}"

    @property
    def runs(self) -> bool:
        """True while a lesson is played, or a file's mistakes are listed."""
        return self.player is not None or self._failed is not None

    @property
    def turns(self) -> bool:
        """True while there are steps to turn; a lesson behind a list of mistakes waits."""
        return self.player is not None and self._failed is None

    def start(self, which: str | int | Path) -> bool:
        """Plays a lesson from where it was left; False if it cannot be played, for a reason that is told."""
        path = which if isinstance(which, Path) else None
        try:
            found = lesson(which)
        except BadLesson as error:
            self._fail(path or Path(error.name), error)
            return True
        except AttentionError as error:
            self.said.emit(Message(str(error)))
            return False
        self._play(found, afresh=self._store.progress.of(key_of(found)).finished)
        return True

    def go_on(self) -> None:
        """The next step; after the last one the next lesson of the course, else the end."""
        player = self.player
        if player is None or not self.turns:
            return
        if not player.at_end:
            player.go(player.place + 1)
            return
        player.finish()
        following = _beside(player.lesson, 1)
        if following is not None:
            self._begin_other(following)
            return
        self._finish(player.lesson)

    def go_back(self) -> None:
        """The step before; before the first one the last step of the lesson before."""
        player = self.player
        if player is None or not self.turns:
            return
        if player.place > 0:
            player.go(player.place - 1)
            return
        before = _beside(player.lesson, -1)
        if before is not None:
            self._begin_other(before, at_end=True)

    def restart(self) -> None:
        """Begins the lesson anew."""
        if self.player is not None and self.turns:
            self.player.restart()

    def stop(self) -> None:
        """Ends the playing; what was reached is remembered."""
        self.keep()
        self._watch.follow(None)
        self._failed = None
        player, self.player = self.player, None
        if player is not None:
            self.panel.let_go()
            player.deleteLater()
        self.shown.emit()

    def keep(self) -> None:
        """Writes down how far the learner is."""
        self._timer.stop()
        if self.player is not None:
            self._store.keep(key_of(self.player.lesson), self.player.progress())

    def _begin_typing(self) -> None:
        """Opens the line on the first covered number that is not right yet: of those in sight, else where it stands."""
        state = self._window.session.state
        veil = state.view.veil
        marks = ((cell, veiled(state.trace, veil, cell)) for cell in blanks(state.trace, veil))
        waiting = [cell for cell, mark in marks if mark is not None and mark.verdict != "right"]
        if waiting and not any(map(self._begin_at, waiting)):
            self._bring_to_sight(waiting[0])
            self._begin_at(waiting[0])

    def _begin_at(self, cell: Cell) -> bool:
        """True if a figure in sight holds that cell: the line is open on it."""
        figure = self._window.findChild(FigureView, f"figure.{cell.name}")
        if figure is None or not figure.isVisible() or figure.cell_rect_of(cell) is None:
            return False
        figure.setFocus()
        figure.answering.begin(cell)
        return True

    def _bring_to_sight(self, cell: Cell) -> None:
        """Shows the figure of a cell, in place of another one or of a laboratory, before the next key comes."""
        assert self.player is not None
        session = self._window.session
        self._window.rooms.show_figures_or(None)
        if cell.head is not None:
            session.select(head=cell.head)
        focus = with_operands(cell.name, self.player.step, session.state.trace)
        session.look(tab="head", layout="focus", focus=focus)
        area = self._window.findChild(FigureArea)
        while area is not None and area.turn.waits:
            area.turn.take()

    def _begin_other(self, name: str, *, at_end: bool = False) -> None:
        try:
            self._play(lesson(name), at_end=at_end, afresh=True)
        except AttentionError as error:
            self.said.emit(Message(str(error)))

    def _play(self, found: Lesson, *, at_end: bool = False, afresh: bool = False) -> None:
        """afresh: from the first step, or the last one, instead of where it was left."""
        self.keep()
        self._paint_later()
        before = self.player
        self._failed = None
        progress = self._store.progress.of(key_of(found))
        afresh = afresh or progress.step >= len(found.steps)
        if afresh:
            progress = replace(progress, step=len(found.steps) - 1 if at_end else 0)
        player = LessonPlayer(found, self._window.session.state.view, progress, self, resume=not afresh)
        self.player = player
        self._watch.follow(None if in_course(found) else found.path)
        self.panel.show_player(
            player, leads_back=_beside(found, -1) is not None,
            leads_on="Next Lesson ▸" if _beside(found, 1) is not None else "Finish",
        )  # fmt: skip
        # After the panel, which has the parts of a step before a laboratory tells of its numbers.
        player.turning.connect(self._paint_later)
        player.turned.connect(self._turned)
        player.judged.connect(self._timer.start)
        self._turned()
        if before is not None:
            before.deleteLater()

    def _paint_later(self) -> None:
        """Numbers, text and height of another step come one after the other: what is drawn waits for all of them."""
        close_lines(self._window)
        self._held = tuple(_outwards(self._window.focusWidget()))
        self._window.menus.view.paint_later()

    def _turned(self) -> None:
        self.keep()
        self.shown.emit()
        if self._keyboard_went:  # no key may meet what Qt gave it to
            self.panel.focus_next()
        self._keyboard.come()

    @property
    def _keyboard_went(self) -> bool:
        """True if what had the keyboard before the step is hidden by it or gone."""
        now = self._window.focusWidget()
        return now is None or not now.isVisible() or now not in self._held

    def _take_keyboard(self) -> None:
        """The step is there: the keyboard that lost its place goes where the step begins."""
        if self.turns and self._keyboard_went:
            self.panel.take_keyboard()

    def _finish(self, ended: Lesson) -> None:
        words = "That was the whole course." if in_course(ended) else f"“{ended.title}” is finished."
        self.panel.leave.emit()
        self.said.emit(Message(f"{words} Here is your own document again.", "done"))

    def _read_again(self, path: Path) -> None:
        """The file was saved: it goes on at the same step, or says what is wrong with it now."""
        try:
            found = lesson(path)
        except BadLesson as error:
            self._fail(path, error)
            return
        except AttentionError as error:
            self.said.emit(Message(str(error)))
            return
        if self.player is not None and key_of(self.player.lesson) == key_of(found):
            self._failed = None
            self.panel.show_mistakes("", ())
            self.player.reload(found)
            self.said.emit(Message(f"{path.name} was saved and is read again.", "done"))
        else:
            self._play(found)

    def _fail(self, path: Path, error: BadLesson) -> None:
        """Lists the mistakes; a lesson of the same file that plays already stays behind the list."""
        playing = self.lesson
        if playing is None or playing.path is None or playing.path.absolute() != path.absolute():
            self.stop()
        self._failed = path
        self._watch.follow(path)
        self.panel.show_mistakes(path.name, error.mistakes)
        self.said.emit(None)  # what was said of the file before
        self.shown.emit()


def _outwards(widget: QWidget | None) -> Iterator[QWidget]:
    """The widget and all that it lies in, but for the window: of an editor that closes, the table stays."""
    while widget is not None and not widget.isWindow():
        yield widget
        widget = widget.parentWidget()


def key_of(one: Lesson) -> str:
    """The name under which a lesson's progress is kept: its own in the course, else the path of its file."""
    return one.name if in_course(one) or one.path is None else str(one.path.absolute())


def in_course(one: Lesson) -> bool:
    """True for a lesson that ships with the program."""
    return any(one.path == listed.path for listed in LESSONS)


def _beside(one: Lesson, step: int) -> str | None:
    """The lesson after or before one of the course."""
    if not in_course(one):
        return None
    names = [listed.name for listed in LESSONS]
    place = names.index(one.name) + step
    return names[place] if 0 <= place < len(names) else None
