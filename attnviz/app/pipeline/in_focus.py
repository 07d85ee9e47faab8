"""What focus shows: one stage, a stage beside its operands, or any other figure that `View.focus` names."""

from __future__ import annotations

from attnviz.app.session import State
from attnviz.content.stage_formulas import added_to_scores
from attnviz.content.wording import is_output, stage_title
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace
from attnviz.figures.compose import figure_of, map_of
from attnviz.figures.compose_exercise import EXERCISE, is_exercise
from attnviz.figures.compose_making import MAKING, PROJECTIONS, is_making, operands_of
from attnviz.figures.compose_rotation import ROTATION, has_rotation
from attnviz.figures.figure import Figure
from attnviz.figures.view import Selection, View

FALLBACK = "weights"
_OF_THE_QUERY = {"bars": "weights", "vectors": "head_output"}  # what these are pictures of
_PROJECTED = ("queries", "keys", "values")


def focus_figure(trace: Trace, selection: Selection, view: View) -> Figure:
    """The figure in focus; with one head and no W_O the head's output is the output."""
    name = focus_name(trace, view)
    if name not in trace.stages:
        return figure_of(name, trace, selection, view)
    title = stage_title(trace, name) if name == "head_output" and is_output(trace) else None
    return map_of(name, trace, selection, view, title=title)


def focus_name(trace: Trace, view: View) -> str:
    """What focus shows: what the view names, or the weights where this scenario has no such figure."""
    return view.focus if _exists(view.focus, trace) else FALLBACK


def is_of_stages(state: State) -> bool:
    """True if focus shows a stage, with its operands or alone, rather than bars, arrows or inputs."""
    name = focus_name(state.trace, state.view)
    return is_making(name) or name in state.trace.stages or name in strip_stages(state)


def is_of_one_head(state: State) -> bool:
    """True if focus shows what belongs to the selected head, False for what all heads share or make together."""
    name = focus_name(state.trace, state.view).removeprefix(MAKING)
    if name in strip_stages(state) or (name == "output" and is_output(state.trace)):
        return True
    return name != "inputs" and name not in state.trace.stages and all(name != own for own, _ in state.scenario.given())


def strip_stages(state: State) -> tuple[str, ...]:
    """What there is to see of one head, in reading order: its stages, and before the biased scores what is added."""
    names = [name for name in state.trace.stages if BY_NAME[name].per_head]
    if "rotated_keys" in names:  # each beside what it becomes
        names[: names.index("scores")] = ["queries", "rotated_queries", "keys", "rotated_keys", "values"]
    if "biased" in names:
        place = names.index("biased")
        names[place:place] = added_to_scores(state.trace)
    return tuple(names)


def front_stages(state: State) -> tuple[str, ...]:
    """The stages of one head that the figure in focus is a picture of; none for inputs."""
    name, trace = focus_name(state.trace, state.view), state.trace
    if name == PROJECTIONS:
        return _PROJECTED
    stage = _OF_THE_QUERY.get(name, name.removeprefix(MAKING))
    if stage == "output" and is_output(trace):
        stage = "head_output"
    return (stage,) if stage in strip_stages(state) else ()


def behind_stages(state: State) -> tuple[str, ...]:
    """The stages that the one in front is computed from."""
    front = front_stages(state)
    behind = (name for stage in front if stage in BY_NAME for name in operands_of(stage, state.trace))
    known = strip_stages(state)
    return tuple(name for name in dict.fromkeys(behind) if name in known and name not in front)


def _exists(name: str, trace: Trace) -> bool:
    if name.startswith(EXERCISE):
        return is_exercise(name, trace)
    if is_making(name):
        return name.removeprefix(MAKING) in trace.stages or (name == PROJECTIONS and "queries" in trace.stages)
    if name in ("bars", "vectors", "inputs"):
        return True
    if name == ROTATION:
        return has_rotation(trace)
    if name in added_to_scores(trace):
        return True
    return name in trace.stages or any(name == given for given, _ in trace.scenario.given())
