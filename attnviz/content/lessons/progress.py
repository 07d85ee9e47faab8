"""How far a learner has come in each lesson, and what they left there, to be resumed another day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from attnviz.engine.scenario import Scenario

if TYPE_CHECKING:
    from attnviz.content.lessons.model import Lesson, Step


@dataclass(frozen=True)
class StepProgress:
    """One step of one learner.

    done: they went on from it. scenario: what they made of it, None if they changed nothing. answers: the first choice
    of each question, from 0, None where there is none yet. tasks: those that were solved, from 0. revealed: whether
    the covered numbers were uncovered. right, predicted: how many of them were predicted rightly, and at all.
    """

    done: bool = False
    scenario: Scenario | None = None
    answers: tuple[int | None, ...] = ()
    tasks: tuple[int, ...] = ()
    revealed: bool = False
    right: int = 0
    predicted: int = 0

    def answered(self, question: int, choice: int) -> StepProgress:
        """With a choice; the first one for a question stays."""
        answers = list(self.answers) + [None] * (question + 1 - len(self.answers))
        if answers[question] is not None:
            return self
        answers[question] = choice
        return replace(self, answers=tuple(answers))

    def fitted(self, step: Step) -> StepProgress:
        """Without answers and tasks that the step does not have."""
        answers = tuple(
            answer if answer is not None and answer < len(question.choices) else None
            for answer, question in zip(self.answers, step.questions, strict=False)
        )
        return replace(self, answers=answers, tasks=tuple(task for task in self.tasks if task < len(step.tasks)))

    def solved(self, task: int) -> StepProgress:
        """With a task solved."""
        return self if task in self.tasks else replace(self, tasks=tuple(sorted((*self.tasks, task))))


@dataclass(frozen=True)
class LessonProgress:
    """One lesson of one learner. step: the one they were at, from 0. steps: those that were begun, by their number."""

    step: int = 0
    finished: bool = False
    steps: Mapping[int, StepProgress] = field(default_factory=lambda: MappingProxyType({}))

    def at(self, step: int) -> StepProgress:
        """What is known of a step; nothing yet if it was not begun."""
        return self.steps.get(step, StepProgress())

    def with_step(self, step: int, progress: StepProgress) -> LessonProgress:
        """With another state of one step."""
        if self.steps.get(step) == progress:
            return self
        return replace(self, steps=MappingProxyType(dict(sorted({**self.steps, step: progress}.items()))))

    def fitted(self, lesson: Lesson) -> LessonProgress:
        """Cut to what the lesson has now: it may have been rewritten since."""
        kept = {number: one.fitted(step) for number, step in enumerate(lesson.steps) if (one := self.steps.get(number))}
        return replace(self, step=min(self.step, len(lesson.steps) - 1), steps=MappingProxyType(kept))

    def done(self) -> int:
        """How many steps are done."""
        return sum(one.done for one in self.steps.values())


@dataclass(frozen=True)
class Progress:
    """All lessons of one learner, by their names, or the paths of files of their own; latest: the one played last."""

    lessons: Mapping[str, LessonProgress] = field(default_factory=lambda: MappingProxyType({}))
    latest: str = ""

    def of(self, name: str) -> LessonProgress:
        """What is known of a lesson; nothing yet if it was not begun."""
        return self.lessons.get(name, LessonProgress())

    def with_lesson(self, name: str, lesson: LessonProgress) -> Progress:
        """With another state of one lesson, which becomes the latest."""
        if self.latest == name and self.lessons.get(name) == lesson:
            return self
        return replace(self, lessons=MappingProxyType({**self.lessons, name: lesson}), latest=name)

    def without(self, name: str) -> Progress:
        """As if that lesson had never been begun."""
        kept: dict[str, Any] = {other: one for other, one in self.lessons.items() if other != name}
        return replace(self, lessons=MappingProxyType(kept), latest="" if self.latest == name else self.latest)
