"""One lesson being played: which step, in which version, and what the learner has answered, predicted and solved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from attnviz.app.lessons.feedback import differing
from attnviz.app.lessons.steps_shown import areas_of, look_of, selection_of, veiled_by
from attnviz.app.session import Session, State
from attnviz.content.lessons.expressions import holds
from attnviz.content.lessons.model import Lesson, Step
from attnviz.content.lessons.progress import LessonProgress, StepProgress
from attnviz.content.lessons.steps import beginnings
from attnviz.content.lessons.unseen import not_yet
from attnviz.figures.veil import blanks, veiled
from attnviz.figures.view import Veil, View


class LessonPlayer(QObject):
    """Plays one lesson in a session of its own, from where its progress says.

    `turning` fires before another step is shown, `turned` once it is; `judged` when an answer, a prediction, the state
    or the laboratory's numbers changed what is to be said of the step. resume: with the learner's own numbers of the
    step, if any.
    """

    turning = Signal()
    turned = Signal()
    judged = Signal()

    def __init__(
        self,
        lesson: Lesson,
        view: View,
        progress: LessonProgress | None = None,
        parent: QObject | None = None,
        *,
        resume: bool = True,
    ) -> None:
        super().__init__(parent)
        self.lesson = lesson
        self._beginnings = beginnings(lesson)
        self._progress = (progress or LessonProgress()).fitted(lesson)
        self._turning = False
        self._last: dict[tuple[int, int], int] = {}  # by step and question, the choice that was taken last
        self.differing: tuple[str, ...] = ()  # what is said of right answers that the table has otherwise
        self.lab_numbers: Mapping[str, Any] = {}
        own = self.note.scenario if resume else None
        self.session = Session(self._beginnings[self.place] if own is None else own, self, view=view)
        self._show()
        self.session.changed.connect(self._follow)
        self._arrive()

    @property
    def place(self) -> int:
        """The number of the step, from 0."""
        return self._progress.step

    @property
    def step(self) -> Step:
        """The step that is shown."""
        return self.lesson.steps[self.place]

    @property
    def note(self) -> StepProgress:
        """What is known of the learner in this step."""
        return self._progress.at(self.place)

    @property
    def at_end(self) -> bool:
        """True on the last step."""
        return self.place == len(self.lesson.steps) - 1

    @property
    def changed(self) -> bool:
        """True while the numbers are not those that the step begins with."""
        return self.session.state.scenario != self._beginnings[self.place]

    @property
    def has_own(self) -> bool:
        """True if the step is shown as it begins and the learner has a version to go back to."""
        return self.note.scenario is not None and not self.changed

    @property
    def veiled(self) -> bool:
        """True while numbers wait to be predicted."""
        return bool(self.session.state.view.veil.regions)

    @property
    def waits(self) -> bool:
        """True while the step has something to predict, to solve or to answer rightly."""
        answered = all(self._is_answered(number) for number in range(len(self.step.questions)))
        return self.veiled or not answered or len(self.note.tasks) < len(self.step.tasks)

    @property
    def areas(self) -> frozenset[str]:
        """The columns that the step needs beside its figure."""
        return areas_of(self.step, self.session.state)

    def progress(self) -> LessonProgress:
        """How far the learner is, with the numbers of the moment."""
        self._keep()
        return self._progress

    def go(self, place: int) -> None:
        """Shows another step as it begins; the learner's version of this one is kept."""
        if not 0 <= place < len(self.lesson.steps):
            return
        self._keep()
        if place > self.place:
            self._note(done=True)
        self._progress = replace(self._progress, step=place)
        self._open()
        self.turned.emit()

    def finish(self) -> None:
        """The learner went on from the last step."""
        self._note(done=True)
        self._progress = replace(self._progress, finished=True)

    def start_step_again(self) -> None:
        """Back to the numbers that the step begins with; undo leads forward again, and the learner's own are kept."""
        self._keep()
        beginning = self._beginnings[self.place]
        self.session.edit("Start this step again", lambda _: beginning)
        self._show()

    def show_own(self) -> None:
        """The learner's version of this step."""
        own = self.note.scenario
        if own is not None:
            self.session.edit("Your version", lambda _: own)

    def reveal(self) -> None:
        """Shows the covered numbers."""
        state = self.session.state
        self.differing = differing(state)
        right = sum(entry.verdict == "right" for entry in state.view.veil.entries)
        self._note(revealed=True, right=right, predicted=len(state.view.veil.entries))
        self.session.look(veil=Veil(unseen=state.view.veil.unseen))

    def choose(self, question: int, choice: int) -> None:
        """Answers a question."""
        self._last[self.place, question] = choice
        self._progress = self._progress.with_step(self.place, self.note.answered(question, choice))
        self.judged.emit()

    def answer(self, question: int) -> tuple[int | None, int | None]:
        """The choice taken first and the one taken last."""
        answers = self.note.answers
        first = answers[question] if question < len(answers) else None
        return first, self._last.get((self.place, question), first)

    def _is_answered(self, question: int) -> bool:
        """True once the choice taken last is the right one."""
        _, last = self.answer(question)
        return last is not None and self.step.questions[question].choices[last].right

    def take_lab_numbers(self, numbers: Mapping[str, Any]) -> None:
        """The laboratory of the step has a result."""
        self.lab_numbers = dict(numbers)
        self._judge_tasks()
        self.judged.emit()

    def restart(self) -> None:
        """Begins the lesson anew, as if nothing had been answered."""
        self._progress = LessonProgress()
        self._last = {}
        self._open()
        self.turned.emit()

    def reload(self, lesson: Lesson) -> None:
        """Goes on with a new text of the lesson, at the same step and with the learner's numbers."""
        own = self.session.state.scenario if self.changed else None
        self.lesson = lesson
        self._beginnings = beginnings(lesson)
        self._progress = self._progress.fitted(lesson)
        self._open()
        if own is not None:
            self.session.edit("Your version", lambda _: own)
        self.turned.emit()

    def _open(self) -> None:
        self.turning.emit()
        self.lab_numbers = {}
        self.differing = ()
        self._turning = True  # what is said of the step waits until it has arrived
        self.session.open(self._beginnings[self.place], self._arranged)
        self._turning = False
        self._arrive()

    def _arrive(self) -> None:
        """A step is begun by being shown; with the last one the lesson has been seen."""
        self._progress = self._progress.with_step(self.place, self.note)
        self._judge_tasks()

    def _show(self) -> None:
        """Figure, selection and covered numbers of the step."""
        arranged = self._arranged(self.session.state)
        self.session.look(**vars(arranged.view))
        self.session.select(**vars(arranged.selection))

    def _arranged(self, state: State) -> State:
        traced = state.trace
        asked = () if self.note.revealed else veiled_by(self.step, traced)
        veil = Veil(asked, unseen=not_yet(self.step, traced))
        view = replace(state.view, veil=veil, **look_of(self.lesson, self.place, traced))
        selection = replace(state.selection, **selection_of(self.lesson, self.place, traced))
        return replace(state, view=view, selection=selection)

    def _keep(self) -> None:
        if self.changed:
            self._note(scenario=self.session.state.scenario)

    def _note(self, **changes: Any) -> None:
        self._progress = self._progress.with_step(self.place, replace(self.note, **changes))

    def _follow(self, old: State, new: State) -> None:
        if self._turning:
            return
        if new.view.veil.entries != old.view.veil.entries:
            self._reveal_if_right(new)
        if new.scenario is not old.scenario:
            self._judge_tasks()
        if new.scenario is not old.scenario or new.view != old.view:
            self.judged.emit()

    def _judge_tasks(self) -> None:
        traced = self.session.state.trace
        for number, task in enumerate(self.step.tasks):
            if number not in self.note.tasks and holds(task.goal, traced, self.lab_numbers):
                self._progress = self._progress.with_step(self.place, self.note.solved(number))

    def _reveal_if_right(self, state: State) -> None:
        """Once every prediction is right, the numbers are shown."""
        veil = state.view.veil
        marks = [veiled(state.trace, veil, cell) for cell in blanks(state.trace, veil)]
        if marks and all(mark is not None and mark.verdict == "right" for mark in marks):
            self.reveal()
