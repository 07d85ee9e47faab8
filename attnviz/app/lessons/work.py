"""The right part of the panel: what the step asks to predict, to solve and to answer, and what it states."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from attnviz.app.lessons.checks import ClaimView, PredictView, TaskView
from attnviz.app.lessons.choices import QuestionView
from attnviz.app.lessons.player import LessonPlayer
from attnviz.content.lessons.claims import Verdict, judge_claim
from attnviz.content.lessons.model import Claim
from attnviz.engine.errors import AttentionError
from attnviz.figures.theme import Theme, font
from attnviz.figures.veil import blanks, veiled

AIR = 12


class Work(QScrollArea):
    """Made anew for each step, brought up to date with each change.

    `typing_asked` fires when somebody wants to type the first covered number.
    """

    typing_asked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("lesson.work")
        self.setAccessibleName("What the step asks and states")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Base)
        self._headings: list[QLabel] = []
        self._predict: PredictView | None = None
        self._tasks: list[TaskView] = []
        self._questions: list[QuestionView] = []
        self._claims: list[ClaimView] = []
        self._claims_title: QLabel | None = None

    @property
    def is_empty(self) -> bool:
        """True if the step asks and states nothing."""
        return not (self._predict or self._tasks or self._questions or self._claims)

    def show_step(self, player: LessonPlayer, look: Theme, px: int) -> None:
        """Makes the parts of a step."""
        page = QWidget(self)
        page.setBackgroundRole(QPalette.ColorRole.Base)
        page.setAutoFillBackground(True)
        column = QVBoxLayout(page)
        column.setContentsMargins(AIR, 0, AIR, AIR)
        column.setSpacing(6)
        self._headings, self._predict, self._claims_title = [], None, None
        self._tasks, self._questions, self._claims = [], [], []
        step, note = player.step, player.note
        if step.blank and (player.veiled or note.predicted):
            self._head("Predict first", column, page)
            self._predict = PredictView(page)
            self._predict.asked.connect(player.reveal)
            self._predict.begun.connect(self.typing_asked)
            column.addWidget(self._predict)
        for title, entries in (("To do", step.tasks), ("Question", step.questions), ("True now?", step.claims)):
            if not entries:
                continue
            heading = self._head(title if len(entries) == 1 or title != "Question" else "Questions", column, page)
            if title == "True now?":
                self._claims_title = heading
            self._fill(title, player, column, page)
        column.addStretch(1)
        self.setWidget(page)
        self.show_look(look, px)
        self.show_state(player)

    def show_state(self, player: LessonPlayer) -> None:
        """What is predicted, solved, answered and true at present."""
        state, note = player.session.state, player.note
        if self._predict is not None and player.veiled:
            veil = state.view.veil
            cells = blanks(state.trace, veil)
            marks = [veiled(state.trace, veil, cell) for cell in cells]
            right = sum(mark is not None and mark.verdict == "right" for mark in marks)
            self._predict.show_count(len(cells), right, veil.entries[-1].note if veil.entries else "")
        elif self._predict is not None:
            self._predict.show_result(note.predicted, note.right)
        for number, task in enumerate(self._tasks):
            task.show_solved(number in note.tasks)
        for number, question in enumerate(self._questions):
            question.show_answer(*player.answer(number))
        # A claim would give covered numbers away.
        shown = not player.veiled
        for view, claim in zip(self._claims, player.step.claims, strict=True):
            view.setVisible(shown)
            if shown:
                view.show_verdict(verdict_of(claim, player))
        if self._claims_title is not None:
            self._claims_title.setVisible(shown)

    def show_look(self, look: Theme, px: int) -> None:
        """Takes on a theme and a size of letters."""
        for heading in self._headings:
            heading.setFont(font(max(11, px - 2), bold=True))
        parts = (*self._tasks, *self._questions, *self._claims, *((self._predict,) if self._predict else ()))
        for part in parts:
            part.show_look(look, px)

    def _fill(self, title: str, player: LessonPlayer, column: QVBoxLayout, page: QWidget) -> None:
        step = player.step
        if title == "To do":
            self._tasks = [TaskView(number, task, page) for number, task in enumerate(step.tasks)]
        elif title == "True now?":
            self._claims = [ClaimView(number, claim, page) for number, claim in enumerate(step.claims)]
        else:
            self._questions = [QuestionView(number, one, page) for number, one in enumerate(step.questions)]
            for number, view in enumerate(self._questions):
                view.chosen.connect(lambda choice, number=number: player.choose(number, choice))
        parts: dict[str, Sequence[QWidget]] = {
            "To do": self._tasks, "True now?": self._claims, "Question": self._questions,
        }  # fmt: skip
        for part in parts[title]:
            column.addWidget(part)

    def _head(self, title: str, column: QVBoxLayout, page: QWidget) -> QLabel:
        heading = QLabel(title, page)
        heading.setProperty("part", "heading")
        if self._headings:
            column.addSpacing(8)
        column.addWidget(heading)
        self._headings.append(heading)
        return heading


def verdict_of(claim: Claim, player: LessonPlayer) -> Verdict | None:
    """Whether a claim holds at present; None where it has no value."""
    try:
        return judge_claim(claim, player.session.state.trace, player.lab_numbers)
    except AttentionError:  # a hidden row, another scenario, a laboratory that has not run
        return None
