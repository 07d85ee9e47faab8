"""A lesson while it is read: what was understood so far, each part with its place in the file."""

from __future__ import annotations

from dataclasses import dataclass, field

from attnviz.content.lessons.model import Claim, Place, Question, Step, Task
from attnviz.content.lessons.toml_lines import Path
from attnviz.engine.scenario import Scenario


@dataclass
class StepDraft:
    """A step whose places are not yet found in a scenario.

    step: as far as it could be read. begins: what it begins with, once its settings are applied. scenario_known: False
    where the step's own scenario could not be read, so that nothing can be said about its numbers. values: expressions
    in prose, each with its text's place and in which of that text's lines it stands, from 0. formulas: the same of
    formulas, with whether each stands in a line of text.
    """

    step: Step
    path: Path
    scenario_known: bool = True
    begins: Scenario | None = None
    cell: tuple[Path, Place] | None = None
    lit: list[tuple[Path, Place]] = field(default_factory=list)
    blank: list[tuple[Path, Place]] = field(default_factory=list)
    claims: list[tuple[Path, Claim]] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    tasks: list[tuple[Path, Task]] = field(default_factory=list)
    values: list[tuple[Path, int, str]] = field(default_factory=list)
    formulas: list[tuple[Path, int, str, bool]] = field(default_factory=list)


@dataclass
class LessonDraft:
    """A lesson whose steps are drafts. scenario: what its first step begins with unless it says so itself."""

    name: str
    unit: int
    title: str
    summary: str
    steps: list[StepDraft]
    scenario: Scenario | None
