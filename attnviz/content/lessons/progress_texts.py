"""The texts of scenarios that learners left in lessons, each made once: progress is written whole at every step."""

from __future__ import annotations

from weakref import finalize

from attnviz.content.attn_fields import fields_of
from attnviz.content.attn_text import Rendered, rendered
from attnviz.content.lessons.progress import Progress
from attnviz.engine.scenario import Scenario

_known: dict[int, Rendered] = {}  # by which scenario it is; equal ones are not looked for, which takes long


def text_of_scenario(scenario: Scenario) -> Rendered:
    """Its fields as JSON, kept for as long as it lives."""
    text = _known.get(id(scenario))
    if text is None:
        text = rendered(fields_of(scenario))
        _known[id(scenario)] = text
        finalize(scenario, _known.pop, id(scenario), None).atexit = False
    return text


def scenarios_in(progress: Progress) -> list[Scenario]:
    """All that learners left."""
    steps = (step for lesson in progress.lessons.values() for step in lesson.steps.values())
    return [step.scenario for step in steps if step.scenario is not None]


def numbers_in(progress: Progress) -> int:
    """How many numbers these hold."""
    return sum(array.size for scenario in scenarios_in(progress) for _, array in scenario.given())
