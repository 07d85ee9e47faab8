"""A lesson in memory: steps that show, tell, blank out, claim, ask and set tasks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from attnviz.engine.cells import Cell
from attnviz.engine.scenario import Scenario


@dataclass(frozen=True)
class Place:
    """Cells as a lesson names them: "weights[2,3]", "queries[2,*]", "scores@2[*,*]"; all count from 0 here.

    row, column: None for all of them. head: None means the first, or none where the stage has none.
    """

    name: str
    head: int | None
    row: int | None
    column: int | None


@dataclass(frozen=True)
class Choice:
    """One answer to a question, and why it is right or wrong."""

    text: str
    right: bool
    why: str


@dataclass(frozen=True)
class Question:
    """A question with one right choice."""

    ask: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Task:
    """Something to bring about. `goal` is a condition on the state, so that every way to reach it counts."""

    text: str
    goal: str
    hint: str
    line: int


Figures = float | tuple[float, ...] | tuple[tuple[float, ...], ...]
"""A number, a row, or a table."""


@dataclass(frozen=True)
class Claim:
    """A number that the lesson states. of: an expression; equals: a number, row or table, or True or False.

    within: the tolerance, one for all or one for each number. source: where the figures of the curriculum have the
    same number, such as "by_hand.weights"; "" where they have not.
    """

    text: str
    of: str
    equals: Figures
    within: Figures
    source: str
    line: int


Build = Literal["", "rows", "stages", "values"]


@dataclass(frozen=True)
class Step:
    """One page. What it does not set stays as it is.

    scenario: what the step begins with, None to go on with what is there. changes: settings on top of it, by the
    names of the scenario file ("mask.causal", "temperature", "pencil", "scale", "heads"). figure: a figure's name, or
    "". lab, lab_values: a laboratory in place of figures. head, query: from 0, None to leave them. cell: the selected
    one. lit: set off. blank: to be predicted before they are shown. build: how a presentation builds the step up.
    text, notes: Markdown; $…$ is LaTeX, [[term]] or [[term|words]] links to the glossary. line: in its file, from 1.
    until: the last stage that is shown, "inputs" for none of them, "" for what `blank` leaves to be seen. show: which
    of the columns "inputs" and "inspector" stand beside the figure, None for those that the step needs. decimals: how
    many are shown, None for the usual ones.
    """

    title: str
    text: str
    notes: str
    scenario: Scenario | None
    changes: Mapping[str, object]
    figure: str
    lab: str
    lab_values: Mapping[str, object]
    head: int | None
    query: int | None
    cell: Cell | None
    lit: tuple[Place, ...]
    blank: tuple[Place, ...]
    build: Build
    claims: tuple[Claim, ...]
    questions: tuple[Question, ...]
    tasks: tuple[Task, ...]
    line: int
    until: str = ""
    show: tuple[str, ...] | None = None
    decimals: int | None = None


@dataclass(frozen=True)
class Lesson:
    """One lesson: name (its file's stem), unit of the course (0 outside it), title, one sentence, steps."""

    name: str
    unit: int
    title: str
    summary: str
    steps: tuple[Step, ...]
    path: Path | None
