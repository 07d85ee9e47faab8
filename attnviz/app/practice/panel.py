"""The panel under the figures that sets exercises: the question, what came of the answers, hints and the score."""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from attnviz.app.lessons.checks import Sign, Tick
from attnviz.app.lessons.words import PX, Words
from attnviz.app.own_turn import OwnTurn
from attnviz.app.panes.pane_theme import growth_of
from attnviz.app.pipeline.answering import close_lines
from attnviz.app.pipeline.figure_view import FigureView
from attnviz.app.practice.fields import Fields
from attnviz.app.practice.header import Header
from attnviz.app.practice.player import SEEDS, Practice
from attnviz.app.practice.sizes_board import SizesBoard
from attnviz.app.practice.steps_told import StepsTold
from attnviz.content.practice.judging import in_words
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.theme import Theme, font, theme
from attnviz.figures.worksheet_words import with_formulas

if TYPE_CHECKING:
    from attnviz.app.window import MainWindow

AIR = 12
PART = 0.2
_PRAISE = {
    "first": "Right, at the first try.", "later": "Right.", "hinted": "Right, with hints.",
    "shown": "This is how it goes. Click any number: it explains itself in the inspector.",
}  # fmt: skip

_SIGNS: dict[str, Sign] = {"right": "yes", "wrong": "no", "typed": "open"}


class PracticePanel(QFrame):
    """Plays one Practice; `left` asks the window to show the document again. All of it works by keys alone.

    place: where it is going to stand. seed: of the first exercise; None draws one.
    """

    left = Signal()

    def __init__(self, window: MainWindow, place: QWidget, seed: int | None = None) -> None:
        super().__init__(place)
        self.setObjectName("practice")
        self.setAccessibleName("Practice")
        self.setProperty("part", "lesson")
        self.setProperty("part_of_height", PART)  # the figures that are typed into need the room
        self.practice = Practice(SystemRandom().randrange(SEEDS) if seed is None else seed, self)
        self.header = Header(self.practice, self)
        self.question = Words("", self)
        self.question.setObjectName("practice.question")
        self.tick = Tick(self)
        self.tick.setObjectName("practice.tick")
        self.note = QLabel(self)
        self.note.setObjectName("practice.note")
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.fields = Fields(self)
        self.fields.finished.connect(self._to_next_button)
        self.told = StepsTold(self)
        self.board = SizesBoard(self)
        self._lay_out()
        self.header.leave.connect(self.left)
        self._keyboard = OwnTurn(self, self._take_keyboard)
        window.menus.view.looks.give_turns(self._keyboard)
        self.practice.turning.connect(self._cover)
        self.practice.turned.connect(self._turn)
        self.practice.changed.connect(self._show)
        self.practice.session.changed.connect(self._look_again)

    def begin(self) -> None:
        """Shows an exercise in the window, with the keyboard where the first answer goes."""
        window = cast("MainWindow", self.window())
        window.rooms.show_session(self.practice.session)
        self.practice.begin(window.document.session.state.scenario)

    def minimumSizeHint(self) -> QSize:
        """High enough for the question in the lines that it has at this width, and what is typed under it."""
        least, layout = super().minimumSizeHint(), self.layout()
        if layout is None or self.width() < least.width():
            return least
        return QSize(least.width(), max(least.height(), layout.minimumHeightForWidth(self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Letters grow with the window."""
        super().resizeEvent(event)
        self._show()

    def _turn(self) -> None:
        self.fields.show_exercise(self.practice)
        self._put_board()
        self._show()
        self._keyboard.start()  # once the figures are placed

    def _cover(self) -> None:
        """The boxes come before the scenario that they stand for, of which nothing else is seen.

        Numbers and question of another exercise come one after the other: what is drawn waits for all of them.
        """
        window = cast("MainWindow", self.window())
        close_lines(window)
        window.menus.view.paint_later()
        if self.practice.exercise.fields:
            self._put_board()

    def _put_board(self) -> None:
        """Exercises about sizes have boxes in the place of figures, which would show other sizes."""
        window = cast("MainWindow", self.window())
        if window.rooms.in_practice:
            window.rooms.show_figures_or(self.board if self.practice.exercise.fields else None)

    def _take_keyboard(self) -> None:
        """Opens the first answer, a field or the line on the first veiled cell, unless practice was left meanwhile."""
        made = self.practice.exercise
        if not cast("MainWindow", self.window()).rooms.in_practice:
            return
        if made.fields:
            self.fields.take_keyboard()
            return
        # The map itself before the bars of the inspector, which show the same numbers.
        views = sorted(self.window().findChildren(FigureView), key=lambda view: not isinstance(view.figure, Heatmap))
        for view in views:
            if view.isVisible() and made.cells and view.cell_rect_of(made.cells[0]) is not None:
                view.answering.begin(made.cells[0])
                return

    def _to_next_button(self) -> None:
        if self.practice.done:
            self.header.next_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _look_again(self, old: object, new: object) -> None:
        before, now = getattr(old, "view", None), getattr(new, "view", None)
        looks = [(view.theme, view.text_size, view.decimals) for view in (before, now) if view is not None]
        if looks[0] != looks[-1]:
            self._show()

    def _show(self) -> None:
        practice = self.practice
        look, px = self._looks()
        self.question.show_look(look, round(1.1 * px))
        self.question.say(with_formulas(practice.exercise.question))
        self.question.setAccessibleName(practice.exercise.question)
        self.note.setFont(font(px))
        sign, words = self._verdict()
        self.note.setText(words)
        self.tick.show_look(look, px)
        self.tick.show_sign(sign)
        self.tick.setVisible(bool(words) and sign != "open")
        self.fields.show_state(look, px)
        self.told.show_steps(practice, look, px)
        self.header.show_state(px)
        self.board.show_exercise(practice.exercise, look, answered=practice.done)
        if practice.done and not practice.exercise.fields:
            QTimer.singleShot(0, self, self._to_next_button)

    def _verdict(self) -> tuple[Sign, str]:
        """The sign and the words under the question."""
        practice = self.practice
        if practice.done:
            told = _PRAISE[practice.attempt.outcome]
            if practice.exercise.fields:  # nothing to be clicked
                told = told.partition(". ")[0].rstrip(".") + "."
            return ("open" if practice.attempt.shown else "yes"), told
        if practice.latest is None and not practice.fields:
            count = len(practice.exercise.cells)
            how = "Type the number into its cell." if count == 1 else f"Type the {count} numbers into their cells."
            return "open", f"{how} Enter checks." if count else ""
        if practice.exercise.fields:
            answers = list(practice.fields.values())
            wrong = [own for own in answers if own.judgement.verdict == "wrong"]
            shown = (wrong or answers)[-1]
            return _SIGNS[shown.judgement.verdict], f"{shown.text}: {shown.judgement.note}"
        entry = practice.latest
        assert entry is not None
        return _SIGNS[entry.verdict], in_words(practice.exercise.trace, entry.cell, entry.text, entry.note)

    def _looks(self) -> tuple[Theme, int]:
        view = self.practice.session.state.view
        return theme(view.theme, view.text_size), round(PX[view.text_size] * growth_of(self.window()) ** 0.6)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addWidget(self.header)
        asked = QVBoxLayout()  # over the whole width, so that the arithmetic beside the answers takes no line of it
        column.addLayout(asked)
        asked.setContentsMargins(AIR, 4, AIR, 4)
        asked.addWidget(self.question)
        body = QVBoxLayout()  # what is said to the answer, and under it the hints, all at one edge
        column.addLayout(body, 1)
        body.setSpacing(0)
        words = QVBoxLayout()
        body.addLayout(words)
        words.setContentsMargins(AIR, 0, AIR, 4)
        words.setSpacing(4)
        words.addWidget(self.fields)
        verdict = QHBoxLayout()
        words.addLayout(verdict)
        verdict.setSpacing(6)
        verdict.addWidget(self.tick, 0, Qt.AlignmentFlag.AlignTop)
        verdict.addWidget(self.note, 1)
        body.addWidget(self.told, 1)
        body.addStretch(0)
