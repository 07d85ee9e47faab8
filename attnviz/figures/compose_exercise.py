"""What an exercise is about and nothing else: the tables that it starts from, beside the one that is typed into."""

from __future__ import annotations

from attnviz.engine.tracing import Trace
from attnviz.figures.board import Board
from attnviz.figures.compose_heatmap import heatmap_of
from attnviz.figures.view import Selection, View

EXERCISE = "exercise."  # before names of stages and inputs: "exercise.masked.weights" is both in a line
_OF_ALL_HEADS = "head_output"  # shown for each head where the last table joins them
_JOINED = ("concatenated", "output")


def exercise_name(given: tuple[str, ...], asked: str) -> str:
    """The name of the figure with those tables and the one that is asked for."""
    parts = (_OF_ALL_HEADS, *given) if asked in _JOINED and not {"weights", "values", "V"} & set(given) else given
    return EXERCISE + ".".join(dict.fromkeys((*parts, asked)))


def is_exercise(name: str, trace: Trace) -> bool:
    """True for the name of such a figure whose tables this scenario has."""
    known = {*trace.stages, *(own for own, _ in trace.scenario.inputs.items())}
    return name.startswith(EXERCISE) and known.issuperset(_parts(name))


def exercise_of(name: str, trace: Trace, selection: Selection, view: View) -> Board:
    """The tables side by side; where heads are joined, the output of each."""
    parts = _parts(name)
    wanted: list[tuple[str, int | None]] = []
    for part in parts:
        every = part == _OF_ALL_HEADS and parts[-1] in _JOINED
        wanted += [(part, head) for head in range(trace.sizes.heads)] if every else [(part, None)]
    panels = tuple(
        heatmap_of(part, trace, selection, view, head, compact=True, title=None if head is None else f"Head {head + 1}")
        for part, head in wanted
    )
    return Board(name, panels, (0,) * len(panels), show_title=False, equal=False, centred=True)


def _parts(name: str) -> list[str]:
    return name.removeprefix(EXERCISE).split(".")
