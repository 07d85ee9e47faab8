"""Everything that is wrong with a lesson, down to claims that the engine contradicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path as FilePath
from typing import Any

from attnviz.content.lessons.claims import judge_claim
from attnviz.content.lessons.drafts import StepDraft
from attnviz.content.lessons.expressions import NONE, LabNumbers, holds, value_of
from attnviz.content.lessons.mistakes import Complaints, Mistake
from attnviz.content.lessons.placing import placed
from attnviz.content.lessons.reader import read_draft
from attnviz.content.strict_json import brief
from attnviz.engine.errors import AttentionError
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace

Labs = Callable[[str, Mapping[str, object], Scenario], Mapping[str, Any]]
"""The named numbers of a laboratory, by its name, for these values and this scenario. Raises AttentionError."""

CLAIM_DECIMALS = 12


def check_lesson(text: str, name: str, folder: FilePath | None = None, labs: Labs | None = None) -> tuple[Mistake, ...]:
    """Every mistake of a lesson from top to bottom; none if it can be played and all that it states is true.

    labs: how laboratories compute; without it nothing is said about them.
    """
    draft, complaints = read_draft(text, name, folder)
    if draft is not None:
        placed(draft, complaints)
        for step in draft.steps:
            if step.begins is not None:
                _check_step(step, step.begins, labs, complaints)
    return complaints.sorted()


def _check_step(draft: StepDraft, scenario: Scenario, labs: Labs | None, complaints: Complaints) -> None:
    """Claims, goals and numbers in prose against what the step begins with."""
    numbers: LabNumbers = NONE
    if draft.step.lab and labs is not None:
        try:
            numbers = labs(draft.step.lab, draft.step.lab_values, scenario)
        except AttentionError as error:
            named = error.where.name in draft.step.lab_values
            inner = ("lab_set", error.where.name) if named else ("lab",)
            complaints.add((*draft.path, *inner), str(error))
            return
    unknown = bool(draft.step.lab) and labs is None
    traced = trace(scenario)
    for path, before, expression in draft.values:
        if unknown and "lab." in expression:
            continue
        try:
            value_of(expression, traced, numbers)
        except AttentionError as error:
            complaints.add_within(path, before, f"{{{expression}}} has no value: {error}")
    for path, claim in draft.claims:
        if unknown and "lab." in claim.of:
            continue
        verdict = judge_claim(claim, traced, numbers, CLAIM_DECIMALS)
        if verdict.value is None:
            complaints.add((*path, "of"), f"{brief(claim.of)} has no value: {verdict.shown}")
        elif not verdict.true:
            complaints.add((*path, "is"), f"{brief(claim.of)} is {verdict.shown}. Correct the number or the scenario.")
    for path, task in draft.tasks:
        if unknown and "lab." in task.goal:
            continue
        if holds(task.goal, traced, numbers):
            complaints.add((*path, "goal"), "the goal is reached before the step begins. Ask for something new.")
            continue
        _check_goal(path, task.goal, scenario, numbers, complaints)


def _check_goal(
    path: tuple[str | int, ...], goal: str, scenario: Scenario, numbers: LabNumbers, complaints: Complaints
) -> None:
    """A goal may wait for a stage that is not there yet, but not for a comparison that can never be made."""
    try:
        value_of(goal, trace(scenario), numbers)
    except AttentionError as error:
        if "condition" in str(error):
            complaints.add((*path, "goal"), str(error))
