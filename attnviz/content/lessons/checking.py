"""Everything that is wrong with a lesson, down to claims that the engine contradicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from attnviz.content.lessons.calculating import Misused
from attnviz.content.lessons.claims import judge_claim
from attnviz.content.lessons.drafts import StepDraft
from attnviz.content.lessons.expressions import NONE, LabNumbers, asks_lab, holds, value_of
from attnviz.content.lessons.mistakes import Complaints, Mistake
from attnviz.content.lessons.placing import placed
from attnviz.content.lessons.reader import read_draft
from attnviz.content.strict_json import brief
from attnviz.engine.errors import AttentionError
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace, trace

Labs = Callable[[str, Mapping[str, object], Scenario], Mapping[str, Any]]
"""The named numbers of a laboratory, by its name, for these values and this scenario. Raises AttentionError."""

Formulas = Callable[[str, bool], object]
"""Tries to set LaTeX, in a line of text or on its own. Raises AttentionError if that cannot be done."""

CLAIM_DECIMALS = 12
MOST_SHOWN = 200  # characters of a table that a claim is wrong about


def check_lesson(
    text: str,
    name: str,
    folder: FilePath | None = None,
    labs: Labs | None = None,
    formulas: Formulas | None = None,
) -> tuple[Mistake, ...]:
    """Every mistake of a lesson from top to bottom; none if it can be played and all that it states is true.

    labs: how laboratories compute; formulas: what tries to set one. Without these nothing is said about them.
    """
    draft, complaints = read_draft(text, name, folder)
    if draft is not None:
        placed(draft, complaints)
        for step in draft.steps:
            if formulas is not None:
                _check_formulas(step, formulas, complaints)
            if step.begins is not None:
                _check_step(step, step.begins, labs, complaints)
    return complaints.sorted()


@dataclass(frozen=True)
class _Begun:
    """A step as it begins: its trace, and the numbers of its laboratory, None where these are not known."""

    draft: StepDraft
    trace: Trace
    numbers: LabNumbers | None

    def can_judge(self, expression: str) -> bool:
        """False for what asks for numbers of a laboratory that nobody can run here."""
        return self.numbers is not None or not asks_lab(expression)


def _check_step(draft: StepDraft, scenario: Scenario, labs: Labs | None, complaints: Complaints) -> None:
    """Claims, goals and numbers in prose against what the step begins with."""
    numbers: LabNumbers | None = NONE
    if draft.step.lab:
        numbers = None if labs is None else _lab_numbers(draft, scenario, labs, complaints)
    begun = _Begun(draft, trace(scenario), numbers)
    _check_values(begun, complaints)
    _check_claims(begun, complaints)
    _check_goals(begun, complaints)


def _lab_numbers(draft: StepDraft, scenario: Scenario, labs: Labs, complaints: Complaints) -> LabNumbers | None:
    try:
        return labs(draft.step.lab, draft.step.lab_values, scenario)
    except AttentionError as error:
        named = error.where.name in draft.step.lab_values
        inner = ("lab_set", error.where.name) if named else ("lab",)
        complaints.add((*draft.path, *inner), str(error))
        return None


def _check_formulas(draft: StepDraft, formulas: Formulas, complaints: Complaints) -> None:
    for path, row, latex, inline in draft.formulas:
        try:
            formulas(latex, inline)
        except AttentionError as error:
            complaints.add_within(path, row, str(error))


def _check_values(begun: _Begun, complaints: Complaints) -> None:
    for path, row, expression in begun.draft.values:
        if not begun.can_judge(expression):
            continue
        try:
            value_of(expression, begun.trace, begun.numbers or NONE)
        except AttentionError as error:
            complaints.add_within(path, row, f"{{{expression}}} has no value: {error}")


def _check_claims(begun: _Begun, complaints: Complaints) -> None:
    for path, claim in begun.draft.claims:
        if not begun.can_judge(claim.of):
            continue
        verdict = judge_claim(claim, begun.trace, begun.numbers or NONE, CLAIM_DECIMALS)
        if verdict.value is None:
            complaints.add((*path, "of"), f"{brief(claim.of)} has no value: {verdict.shown}")
        elif not verdict.true:
            shown = verdict.shown if len(verdict.shown) <= MOST_SHOWN else f"{verdict.shown[:MOST_SHOWN]}…"
            complaints.add((*path, "is"), f"{brief(claim.of)} is {shown}. Correct the number or the scenario.")


def _check_goals(begun: _Begun, complaints: Complaints) -> None:
    for path, task in begun.draft.tasks:
        if not begun.can_judge(task.goal):
            continue
        numbers = begun.numbers or NONE
        if holds(task.goal, begun.trace, numbers):
            complaints.add((*path, "goal"), "the goal is reached before the step begins. Ask for something new.")
        with suppress(AttentionError):  # a goal may wait for a stage, row or column that is not there yet
            try:
                value_of(task.goal, begun.trace, numbers)
            except Misused as error:
                complaints.add((*path, "goal"), str(error))
