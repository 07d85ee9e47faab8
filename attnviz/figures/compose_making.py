"""One stage beside what it is computed from, as one would write that step on a blackboard."""

from __future__ import annotations

from attnviz.content.stage_formulas import added_to_scores
from attnviz.content.wording import is_output
from attnviz.engine.errors import NoSuchStage, Where
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.rules import matched_stages
from attnviz.engine.tracing import Trace
from attnviz.figures.board import Board
from attnviz.figures.compose_parts import part_of
from attnviz.figures.view import Selection, View

MAKING = "making."  # before the name of a stage: "making.scores" is queries, keys and scores
FROM_INPUTS = "from_inputs."  # before names of stages: "from_inputs.weights.output" is all inputs over those
PROJECTIONS = f"{MAKING}projections"  # queries, keys and values under all that they are computed from
_PROJECTED = {"queries": "Q", "keys": "K", "values": "V"}


def is_making(name: str) -> bool:
    """True for the name of such a figure."""
    return name.startswith((MAKING, FROM_INPUTS))


def making_of(name: str, trace: Trace, selection: Selection, view: View) -> Board:
    """The operands of a stage and the stage, side by side; for PROJECTIONS those of all three, line under line.

    Raises NoSuchStage if the scenario has no such stage.
    """
    if name.startswith(FROM_INPUTS):
        return _from_inputs(name, trace, selection, view)
    if name == PROJECTIONS and "queries" in trace.stages:
        return _projections(trace, selection, view)
    stage = name.removeprefix(MAKING)
    if stage not in trace.stages:
        names = ", ".join(figures_of_making(trace))
        raise NoSuchStage(f"This scenario has no figure {name!r}. Choose one of: {names}.", Where(name))
    together = (*operands_of(stage, trace), stage)
    panels = tuple(part_of(each, trace, selection, view) for each in together)
    return Board(name, panels, (0,) * len(panels), show_title=False, equal=False, centred=True)


def figures_of_making(trace: Trace) -> tuple[str, ...]:
    """The names of all such figures of a scenario."""
    more = (PROJECTIONS,) if "queries" in trace.stages else ()
    return (*more, *(MAKING + stage for stage in trace.stages))


def _from_inputs(name: str, trace: Trace, selection: Selection, view: View) -> Board:
    """All inputs in a line, and under them what is to be watched while they are changed."""
    inputs = [own for own, _ in trace.scenario.inputs.items()]
    stages = [stage for stage in name.removeprefix(FROM_INPUTS).split(".") if stage in trace.stages]
    names = dict.fromkeys((*inputs, *stages))
    panels = tuple(part_of(each, trace, selection, view) for each in names)
    groups = tuple(int(each in stages) for each in names)
    return Board(name, panels, groups, show_title=False, equal=False)


def _projections(trace: Trace, selection: Selection, view: View) -> Board:
    operands = dict.fromkeys(name for stage in _PROJECTED for name in operands_of(stage, trace))
    names = (*operands, *_PROJECTED)
    panels = tuple(part_of(each, trace, selection, view) for each in names)
    groups = tuple(int(name in _PROJECTED) for name in names)
    joins = frozenset({1})  # in one line with their operands where that makes larger cells
    return Board(PROJECTIONS, panels, groups, joins, show_title=False, equal=False, centred=True)


def operands_of(stage: str, trace: Trace) -> tuple[str, ...]:
    """The stages and inputs that a stage is computed from, in the order of its formula."""
    given = [name for name, _ in trace.scenario.inputs.items()]
    if stage in _PROJECTED:
        letter = _PROJECTED[stage]
        rows = "X" if letter == "Q" or "source" not in given else "source"
        wanted = (letter,) if letter in given else (rows, f"W_{letter}", f"b_{letter}")
        return tuple(name for name in wanted if name in given)
    place = trace.stages.index(stage)
    before = trace.stages[place - 1] if place else ""
    match stage:
        case "scores":
            return matched_stages(trace.scenario)
        case "rotated_queries" | "rotated_keys":
            return (stage.removeprefix("rotated_"),)
        case "biased":
            return (before, *added_to_scores(trace))
        case "weights":
            return () if isinstance(trace.scenario.inputs, GivenWeights) else ("exponentials",)
        case "head_output":
            return _mixed(trace)
        case "output" if is_output(trace):
            return _mixed(trace)
        case "output":
            return ("concatenated", *(name for name in ("W_O", "b_O") if name in given))
    return (before,) if before else ()


def _mixed(trace: Trace) -> tuple[str, str]:
    return "weights", "values" if "values" in trace.stages else "V"
