"""From a draft to a lesson: each step's settings applied, its figure, head, query and places found in its scenario."""

from __future__ import annotations

from dataclasses import replace

from attnviz.content.lessons.drafts import LessonDraft, StepDraft
from attnviz.content.lessons.mistakes import Complaints
from attnviz.content.lessons.model import Lesson, Place, Step
from attnviz.content.lessons.places import cell_of, regions_of
from attnviz.content.lessons.steps import change
from attnviz.content.lessons.toml_lines import Path
from attnviz.content.lessons.unseen import INPUTS
from attnviz.content.strict_json import brief
from attnviz.engine.errors import AttentionError, counted
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace, trace

FIGURES = ("inputs", "board", "heads", "concat", "bars", "vectors")
"""The figures of several stages; every stage and input is a figure of its own name too, and "making." before a stage's
name sets it beside what it is computed from."""


def placed(draft: LessonDraft, complaints: Complaints) -> Lesson:
    """The lesson; what does not exist in its step's scenario becomes a mistake and is left out of the step."""
    steps: list[Step] = []
    scenario = draft.scenario
    for number, one in enumerate(draft.steps):
        if number == 0 and one.step.scenario is None:
            one.step = replace(one.step, scenario=draft.scenario)
        if one.step.scenario is not None or not one.scenario_known:
            scenario = one.step.scenario
        if scenario is not None:
            scenario = _changed(one, scenario, complaints)
        one.begins = scenario
        steps.append(_placed(one, None if scenario is None else trace(scenario), complaints))
    return Lesson(draft.name, draft.unit, draft.title, draft.summary, tuple(steps), None)


def _changed(draft: StepDraft, scenario: Scenario, complaints: Complaints) -> Scenario:
    """The scenario with the step's settings, as far as they can be applied."""
    for name, value in draft.step.changes.items():
        try:
            scenario = change(scenario, name, value)
        except AttentionError as error:
            path = (*draft.path, "set")
            inner = tuple(name.split(".")) if complaints.lines.has((*path, *name.split("."))) else (name,)
            complaints.add((*path, *inner), str(error))
    return scenario


def _placed(draft: StepDraft, traced: Trace | None, complaints: Complaints) -> Step:
    step, path = draft.step, draft.path
    whole = replace(
        step,
        claims=tuple(claim for _, claim in draft.claims),
        questions=tuple(draft.questions),
        tasks=tuple(task for _, task in draft.tasks),
    )
    if traced is None:
        return whole
    size = traced.sizes
    for name, index, most, word in (("head", step.head, size.heads, "head"), ("query", step.query, size.T, "query")):
        if index is not None and index >= most:
            complaints.add((*path, name), f"{name} is {index + 1}, but the scenario has {counted(most, word)}.")
            whole = replace(whole, head=None) if name == "head" else replace(whole, query=None)
    if step.figure and step.figure not in _figures(traced):
        choices = ", ".join(_figures(traced))
        complaints.add((*path, "figure"), f"there is no figure {brief(step.figure)} here. Choose one of: {choices}.")
    if step.until not in ("", INPUTS, *traced.stages):
        stages = ", ".join((INPUTS, *traced.stages))
        complaints.add((*path, "until"), f"there is no stage {brief(step.until)} here. Choose one of: {stages}.")
        whole = replace(whole, until="")
    if draft.cell is not None:
        where, place = draft.cell
        try:
            whole = replace(whole, cell=cell_of(place, traced))
        except AttentionError as error:
            complaints.add(where, str(error))
    lit, blank = (_found(places, traced, complaints) for places in (draft.lit, draft.blank))
    return replace(whole, lit=lit, blank=blank)


def _figures(traced: Trace) -> tuple[str, ...]:
    inputs = (name for name, _ in traced.scenario.inputs.items())
    bias = ("bias",) if traced.scenario.bias is not None else ()
    making = (f"making.{name}" for name in traced.stages)
    projections = ("making.projections",) if "queries" in traced.stages else ()
    return tuple(dict.fromkeys((*FIGURES, *traced.stages, *inputs, *bias, *projections, *making)))


def _found(places: list[tuple[Path, Place]], traced: Trace, complaints: Complaints) -> tuple[Place, ...]:
    found = []
    for path, place in places:
        try:
            regions_of(place, traced)
        except AttentionError as error:
            complaints.add(path, str(error))
        else:
            found.append(place)
    return tuple(found)
