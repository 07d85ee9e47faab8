"""The right part of the panel: what the step asks to predict, to solve and to answer, and what it states."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QAbstractButton, QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from attnviz.app.lessons.checks import PredictView, TaskView
from attnviz.app.lessons.choices import QuestionView
from attnviz.app.lessons.claims_view import ClaimsView
from attnviz.app.lessons.feedback import told
from attnviz.app.lessons.more_sign import MoreSign
from attnviz.app.lessons.player import LessonPlayer
from attnviz.app.lessons.words import Words
from attnviz.figures.theme import Theme, font
from attnviz.figures.veil import blanks, veiled

AIR = 12
_LINES = (Words, QAbstractButton, QLabel)  # what is not to be cut in two


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
        self._claims: ClaimsView | None = None
        self._more = MoreSign(self)

    def height_wanted(self, width: int) -> int:
        """How high everything stands in that width, with the longest reason of each question."""
        page = self.widget()
        layout = page.layout() if page is not None else None
        if layout is None:
            return 0
        room = width - self.verticalScrollBar().sizeHint().width()
        return layout.heightForWidth(room) + sum(one.height_of_reason(room - 2 * AIR) for one in self._questions)

    def top_of_line(self, y: int) -> int:
        """Where the words or the button begin that stand at that height."""
        page = self.widget()
        if page is None:
            return y
        at = y - page.y()
        parts = [part for part in page.findChildren(QWidget) if isinstance(part, _LINES) and part.isVisible()]
        tops = [part.mapTo(page, QPoint()).y() for part in parts]
        cut = [(part, top) for part, top in zip(parts, tops, strict=True) if top < at < top + part.height()]
        lines = (top + part.top_of_line(at - top) if isinstance(part, Words) else top for part, top in cut)
        return min(lines, default=at) + page.y()

    @property
    def is_empty(self) -> bool:
        """True if the step asks and states nothing."""
        return self.only_states and not self._claims

    @property
    def only_states(self) -> bool:
        """True if the step asks nothing."""
        return not (self._predict or self._tasks or self._questions)

    @property
    def typing_button(self) -> QWidget | None:
        """What leads to the first covered number; None where no number is covered."""
        return self._predict.begin_button if self._predict is not None else None

    def show_step(self, player: LessonPlayer, look: Theme, px: int) -> None:
        """Makes the parts of a step."""
        page = QWidget(self)
        page.setBackgroundRole(QPalette.ColorRole.Base)
        page.setAutoFillBackground(True)
        column = QVBoxLayout(page)
        column.setContentsMargins(AIR, 0, AIR, AIR)
        column.setSpacing(6)
        self._headings, self._predict, self._claims = [], None, None
        self._tasks, self._questions = [], []
        step, note = player.step, player.note
        if step.blank and (player.veiled or note.predicted):
            self._head("Predict first", column, page)
            self._predict = PredictView(page)
            self._predict.asked.connect(player.reveal)
            self._predict.begun.connect(self.typing_asked)
            column.addWidget(self._predict)
        if step.tasks:
            self._head("To do", column, page)
            self._tasks = [TaskView(number, task, page) for number, task in enumerate(step.tasks)]
            for task_view in self._tasks:
                column.addWidget(task_view)
        if step.questions:
            self._head("Question" if len(step.questions) == 1 else "Questions", column, page)
            self._questions = [QuestionView(number, one, page) for number, one in enumerate(step.questions)]
            for number, view in enumerate(self._questions):
                view.chosen.connect(lambda choice, number=number: player.choose(number, choice))
                column.addWidget(view)
        if step.claims:
            self._claims = ClaimsView(step.claims, page)
            column.addSpacing(8 if self._headings else 0)
            column.addWidget(self._claims)
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
            self._predict.show_count(len(cells), right, told(state, veil.entries[-1]) if veil.entries else "")
        elif self._predict is not None:
            self._predict.show_result(note.predicted, note.right, player.differing)
        for number, task in enumerate(self._tasks):
            task.show_solved(number in note.tasks)
        for number, question in enumerate(self._questions):
            question.show_answer(*player.answer(number))
        if self._claims is not None:  # they would give covered numbers away
            self._claims.setVisible(not player.veiled)
            if not player.veiled:
                self._claims.show_state(player)

    def show_look(self, look: Theme, px: int) -> None:
        """Takes on a theme and a size of letters."""
        self._more.show_look(look)
        for heading in self._headings:
            heading.setFont(font(max(11, px - 2), bold=True))
        for part in (*self._tasks, *self._questions, self._predict, self._claims):
            if part is not None:
                part.show_look(look, px)

    def _head(self, title: str, column: QVBoxLayout, page: QWidget) -> QLabel:
        heading = QLabel(title, page)
        heading.setProperty("part", "heading")
        if self._headings:
            column.addSpacing(8)
        column.addWidget(heading)
        self._headings.append(heading)
        return heading
