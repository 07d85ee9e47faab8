"""What a step shows: which figure and tab, which head, query and cell, what is set off and what is covered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attnviz.app.session import State
from attnviz.content.lessons.model import Lesson, Place, Step
from attnviz.content.lessons.places import regions_of
from attnviz.engine.cells import Region
from attnviz.engine.errors import AttentionError
from attnviz.engine.tracing import Trace
from attnviz.figures.compose_making import MAKING, PROJECTIONS, operands_of
from attnviz.figures.view import View

_TABS = ("heads", "concat")
_PROJECTED = {"queries", "keys", "values"}
_READ_WHOLE = 8  # tokens up to which several matrices stand beside each other with numbers that can be read


def look_of(lesson: Lesson, place: int, trace: Trace) -> dict[str, Any]:
    """The fields of the view that a step sets. A step without a figure goes on with that of the steps before it.

    A lesson that asks for more decimals somewhere shows the usual ones everywhere else.
    """
    if all(step.decimals is None for step in lesson.steps):
        return _figure_of(lesson, place, trace)
    decimals = lesson.steps[place].decimals
    return {"decimals": View.decimals if decimals is None else decimals, **_figure_of(lesson, place, trace)}


def _figure_of(lesson: Lesson, place: int, trace: Trace) -> dict[str, Any]:
    """Which figure and tab."""
    figure = next((step.figure for step in reversed(lesson.steps[: place + 1]) if step.figure), "board")
    if figure in _TABS:
        return {"tab": figure, "layout": "auto"}
    figure = with_operands(figure, lesson.steps[place], trace)
    if figure != "board":
        return {"tab": "head", "layout": "focus", "focus": figure}
    step = lesson.steps[place]
    # Where the board has no room for its numbers, the stage that the step is about stands in front.
    about = next((one.name for one in (*step.blank, *step.lit) if one.name in trace.stages), "weights")
    return {"tab": "head", "layout": "auto", "focus": about}


def with_operands(figure: str, step: Step, trace: Trace) -> str:
    """The figure, or a stage beside what it is computed from where the step speaks of that or asks to compute it."""
    if max(trace.sizes.T, trace.sizes.S) > _READ_WHOLE:
        return figure
    asked = {place.name for place in step.blank}
    if figure == "board" and asked and asked <= _PROJECTED and set(trace.stages) >= _PROJECTED:
        return PROJECTIONS
    if figure not in trace.stages:
        return figure
    speaks = any(place.name in operands_of(figure, trace) for place in step.lit)
    return f"{MAKING}{figure}" if speaks or figure in asked else figure


def selection_of(lesson: Lesson, place: int, trace: Trace) -> dict[str, Any]:
    """The fields of the selection that a step sets: head and query as the steps before left them, its own cell."""
    steps = lesson.steps[: place + 1]
    head = next((step.head for step in reversed(steps) if step.head is not None), 0)
    query = next((step.query for step in reversed(steps) if step.query is not None), min(1, trace.sizes.T - 1))
    step = lesson.steps[place]
    return {"head": head, "query": query, "cell": step.cell, "lit": found(step.lit, trace)}


def areas_of(step: Step, state: State) -> frozenset[str]:
    """Which columns a step needs beside its figure, unless it says so itself: inputs to type into or to look at, and
    the inspector for a number that explains itself.
    """
    if step.show is not None:
        return frozenset(step.show)
    needed = set()
    if step.cell is not None:
        needed.add("inspector")
    given = {name for name, _ in state.scenario.given()}
    elsewhere = {place.name for place in step.lit} & given - _inputs_in(state.view, given)
    if step.tasks or elsewhere:
        needed.add("inputs")
    return frozenset(needed)


def _inputs_in(view: View, given: set[str]) -> set[str]:
    """The inputs that the figure in the middle shows itself."""
    if view.tab == "concat":
        return {"W_O", "b_O"} & given
    if view.tab == "heads" or view.layout != "focus":
        return set()
    figure = view.focus
    return given if figure in ("inputs", PROJECTIONS) or figure.startswith(MAKING) else {figure} & given


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
