"""The texts of scenarios that learners left in lessons, each made once: progress is written whole at every step."""

from __future__ import annotations

from collections.abc import Iterable
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


def without_text(progress: Progress) -> list[Scenario]:
    """Those that have no text yet."""
    steps = (step for lesson in progress.lessons.values() for step in lesson.steps.values())
    return [step.scenario for step in steps if step.scenario is not None and id(step.scenario) not in _known]


def numbers_in(scenarios: Iterable[Scenario]) -> int:
    """How many numbers they hold."""
    return sum(array.size for scenario in scenarios for _, array in scenario.given())
