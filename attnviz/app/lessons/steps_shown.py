"""What a step shows: which figure and tab, which head, query and cell, what is set off and what is covered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attnviz.content.lessons.model import Lesson, Place, Step
from attnviz.content.lessons.places import regions_of
from attnviz.engine.cells import Region
from attnviz.engine.errors import AttentionError
from attnviz.engine.tracing import Trace

_TABS = ("heads", "concat")


def look_of(lesson: Lesson, place: int, trace: Trace) -> dict[str, Any]:
    """The fields of the view that a step sets. A step without a figure goes on with that of the steps before it."""
    figure = next((step.figure for step in reversed(lesson.steps[: place + 1]) if step.figure), "board")
    if figure in _TABS:
        return {"tab": figure, "layout": "auto"}
    if figure in trace.stages or figure == "bars":
        return {"tab": "head", "layout": "focus", "focus": figure}
    step = lesson.steps[place]
    # Where the board has no room for its numbers, the stage that the step is about stands in front.
    about = next((one.name for one in (*step.blank, *step.lit) if one.name in trace.stages), "weights")
    return {"tab": "head", "layout": "auto", "focus": about}


def selection_of(lesson: Lesson, place: int, trace: Trace) -> dict[str, Any]:
    """The fields of the selection that a step sets: head and query as the steps before left them, its own cell."""
    steps = lesson.steps[: place + 1]
    head = next((step.head for step in reversed(steps) if step.head is not None), 0)
    query = next((step.query for step in reversed(steps) if step.query is not None), min(1, trace.sizes.T - 1))
    step = lesson.steps[place]
    return {"head": head, "query": query, "cell": step.cell, "lit": found(step.lit, trace)}


def veiled_by(step: Step, trace: Trace) -> tuple[Region, ...]:
    """The cells that a step asks to predict."""
    return found(step.blank, trace)


def found(places: Iterable[Place], trace: Trace) -> tuple[Region, ...]:
    """The cells of those places that exist at present."""
    regions: list[Region] = []
    for place in places:
        try:
            regions.extend(regions_of(place, trace))
        except AttentionError:  # the learner's numbers have no such place; there is nothing to show there
            continue
    return tuple(regions)
