"""From a trace, a selection and a view to figures: what each of them shows is decided here and nowhere else."""

from __future__ import annotations

from dataclasses import replace

from attnviz.content.stage_formulas import added_to_scores, brief_of, title_of
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace
from attnviz.figures.board import Board
from attnviz.figures.compose_bars import bars_of, components_of
from attnviz.figures.compose_exercise import EXERCISE, exercise_of
from attnviz.figures.compose_heatmap import heatmap_of, map_of
from attnviz.figures.compose_making import is_making, making_of
from attnviz.figures.compose_parts import among_heads, fits_board, part_of, shared_limits
from attnviz.figures.compose_rotation import ROTATION, has_rotation, rotation_of
from attnviz.figures.compose_vectors import vectors_of
from attnviz.figures.figure import Figure
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.in_steps import Steps, finished
from attnviz.figures.large.among import seen_briefly, told_once
from attnviz.figures.large.arrange import Shown
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.view import Selection, View

__all__ = [
    "FIGURES", "bars_of", "board_of", "components_of", "composed_figures", "concat_of", "figure_of", "fits_board",
    "heads_of",
    "heatmap_of", "inputs_of", "making_of", "map_of", "vectors_of",
]  # fmt: skip

FIGURES = ("board", "heads", "bars", "vectors", "concat", "inputs")  # besides the stages and inputs
LINES = "lines"  # one more figure: lines from tokens to what they look at
BOARD_LINES: tuple[tuple[str, ...], ...] = (
    ("queries", "keys", "values"),
    ("scores", "scaled", "capped", "alibi", "bias", "biased", "tempered", "masked"),
    ("exponentials", "weights"),
    ("head_output", "output"),
)
# With rotary positions queries and keys stand beside what they become.
ROTARY_LINES = (("queries", "rotated_queries"), ("keys", "rotated_keys", "values"), *BOARD_LINES[1:])
_ROTATED = ("rotated_queries", "rotated_keys")
_NARROW = 3  # numbers of a head up to which what it becomes stands in the same row for sure


def composed_figures(trace: Trace) -> tuple[str, ...]:
    """The figures of this scenario besides its stages and inputs."""
    return (*FIGURES, LINES, *((ROTATION,) if has_rotation(trace) else ()))


def figure_of(name: str, trace: Trace, selection: Selection, view: View, head: int | None = None) -> Figure:
    """Any figure by its name: a stage, an input, one of FIGURES, or "making.scores" for a stage with its operands.

    Raises NoSuchStage for another name.
    """
    match name:
        case "board":
            return board_of(trace, selection, view)
        case "heads":
            return heads_of(trace, selection, view)
        case "concat":
            return concat_of(trace, selection, view)
        case "inputs":
            return inputs_of(trace, selection, view)
        case _ if is_making(name):
            return making_of(name, trace, selection, view)
        case _ if name.startswith(EXERCISE):
            return exercise_of(name, trace, selection, view)
        case _ if name == LINES:
            from attnviz.figures.overview.composing import lines_of  # here, so that the window opens sooner

            return lines_of(trace, view, head)
        case _ if name == ROTATION:
            return rotation_of(trace, selection, view)
        case "bars":
            return bars_of(trace, selection, view)
        case "vectors":
            return vectors_of(trace, selection, view)
    return map_of(name, trace, selection, view, head)


def board_of(trace: Trace, selection: Selection, view: View) -> Board:
    """The whole pipeline of the selected head, with the bars of the selected query beside the output."""
    panels: list[Shown] = []
    groups: list[int] = []
    rotated = "rotated_keys" in trace.stages
    lines = ROTARY_LINES if rotated else BOARD_LINES
    there = {*trace.stages, *added_to_scores(trace)}
    for line, names in enumerate(lines):
        for name in names:
            if name in there and not _same_as_output(trace, name):
                panels.append(_on_board(name, trace, selection, view))
                groups.append(line)
    panels.append(bars_of(trace, selection, view))
    groups.append(len(lines) - 1)
    head = min(selection.head, trace.sizes.heads - 1)
    title = f"Head {head + 1}" if trace.sizes.heads > 1 else ""
    joins = frozenset({len(lines) - 1, *((1,) if rotated else ())})
    return Board("board", tuple(panels), tuple(groups), joins, title, show_title=False)


def _on_board(name: str, trace: Trace, selection: Selection, view: View) -> Heatmap | LargeMap:
    """A stage as it stands on the board: what is rotated has its labels at its left already."""
    if not fits_board(trace):
        return part_of(name, trace, selection, view, thumb=True)
    if name not in _ROTATED or (trace.sizes.d_k or 0) > _NARROW:
        return heatmap_of(name, trace, selection, view, compact=True)
    return replace(heatmap_of(name, trace, selection, view, compact=True), row_labels=())


def heads_of(trace: Trace, selection: Selection, view: View, name: str = "weights") -> Board:
    """One stage of all heads side by side, on one scale unless the view asks for each head's own."""
    return finished(heads_in_steps(trace, selection, view, name))


def heads_in_steps(trace: Trace, selection: Selection, view: View, name: str = "weights") -> Steps[Board]:
    """The same, head by head."""
    limits = (yield from shared_limits(trace, name, view.veil)) if view.shared_scale else None
    per_head = name in BY_NAME and BY_NAME[name].per_head
    panels = []
    formulas = set()
    for head in range(trace.sizes.heads if per_head else 1):
        panel = among_heads(name, trace, selection, view, head, limits)
        formulas.add(panel.formula)
        panels.append(panel)
        yield
    shared = limits is not None and view.legend
    formula = formulas.pop() if len(formulas) == 1 else ""
    common = f"{formula}, " if formula else ""
    if common or shared:  # said once, in the title of all
        panels = [
            panel.but(formula="" if common else panel.formula, legend=panel.legend and not shared) for panel in panels
        ]
    yield
    panels, part = told_once(panels, shared=limits is not None)
    common = f"{common}{part}"
    scale = "one scale for all" if view.shared_scale else "each head on its own scale"
    powers = any(isinstance(panel, LargeMap) and panel.powers for panel in panels)
    scale = f"{scale}, by powers of ten" if powers else scale
    title = f"{title_of(name)} of all heads"
    brief = seen_briefly(panels) or (f"{part}powers of ten" if powers else part.removesuffix(", "))
    if not any(isinstance(panel, LargeMap) for panel in panels):
        brief = brief_of(name, formula) or formula
    return Board(
        "heads", tuple(panels), (0,) * len(panels), frozenset(), title, f"{common}{scale}", brief, shared=shared
    )


def concat_of(trace: Trace, selection: Selection, view: View) -> Board:
    """How the heads' outputs become the layer's: side by side, times W_O, the output."""
    inputs = {name for name, _ in trace.scenario.inputs.items()}
    lines = {"concatenated": 0, "W_O": 0, "b_O": 1, "output": 1}
    names = [name for name in lines if name in trace.stages or name in inputs] or ["weights"]
    parts = (part_of(name, trace, selection, view) for name in names)
    panels = tuple(replace(part, broad=True) if isinstance(part, LargeMap) else part.but(far=True) for part in parts)
    groups = tuple(lines.get(name, 0) for name in names)
    # Concatenated · W_O = output: in one line where that gives larger numbers.
    title = "Concat · W_O" if "W_O" in names else "Concat"
    return Board("concat", panels, groups, frozenset({1}), title, show_title=False, equal=False)


def inputs_of(trace: Trace, selection: Selection, view: View) -> Board:
    """All that is given: the matrices in one line, biases below."""
    names = [name for name, _ in trace.scenario.given()]
    panels = tuple(part_of(name, trace, selection, view) for name in names)
    groups = tuple(int(name.startswith("b")) for name in names)
    return Board("inputs", panels, groups, frozenset({1}), "Inputs", show_title=False, equal=False, centred=True)


def _same_as_output(trace: Trace, name: str) -> bool:
    """With one head and no W_O the head's output is the output: it is shown once."""
    inputs = trace.scenario.inputs
    alone = trace.sizes.heads == 1 and getattr(inputs, "W_O", None) is None and getattr(inputs, "b_O", None) is None
    return name == "head_output" and alone
