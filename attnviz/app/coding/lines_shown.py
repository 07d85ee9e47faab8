"""What a line of the program and a place in the figures have to do with each other."""

from __future__ import annotations

from typing import Any

from attnviz.app.session import State
from attnviz.content.code.rows import CodeLine
from attnviz.content.wording import is_output
from attnviz.engine.cells import Region
from attnviz.engine.dependencies import shape_of
from attnviz.engine.errors import AttentionError
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace
from attnviz.figures.told import head_in


def stages_shown(state: State) -> tuple[str, ...]:
    """The stages or the input that the figures set off: those of the selected cell, else those that are lit."""
    selection = state.selection
    if selection.cell is not None:
        return (selection.cell.name,)
    lit = tuple(dict.fromkeys(region.name for region in selection.lit))
    if lit:
        return lit
    return (state.view.focus,) if state.view.layout == "focus" else ()


def lit_by(trace: Trace, line: CodeLine, head: int) -> tuple[Region, ...]:
    """All cells of what the line computes, in that head; nothing where it computes no stage."""
    found = []
    for name in _seen(trace, line.stages):
        try:
            rows, columns = shape_of(trace, name)
        except AttentionError:  # a name that only the program has, such as that of a painted mask
            continue
        found.append(Region(name, head_in(trace, name, head), (0, rows), (0, columns)))
    return tuple(found)


def look_of(state: State, line: CodeLine) -> dict[str, Any]:
    """The changes of the view that bring the line's result into sight; none for an input, whose pane is always there.

    Only the heads side by side have a tab of their own.
    """
    result = line.stages[-1] if line.stages else ""
    if result not in state.trace.stages:
        return {}
    with_concat = result == "concatenated" or (result == "output" and state.view.tab == "concat")
    tab = "concat" if with_concat and state.trace.sizes.heads > 1 else "head"
    return {"focus": result, "tab": tab}


def next_line(lines: tuple[CodeLine, ...], start: int, step: int) -> int | None:
    """The next line, or with step −1 the one before, that computes something; None where there is none.

    What is given computes nothing: such lines are passed over. start: the present line, −1 before the first.
    """
    place = start + step
    while 0 <= place < len(lines):
        if _computes(lines[place]):
            return place
        place += step
    return None


def lines_of(lines: tuple[CodeLine, ...], names: tuple[str, ...], trace: Trace) -> tuple[int, ...]:
    """The lines that compute one of these stages or hold one of these inputs; those with it as result come first.

    A stage that only hands on the one before, such as masked where nothing is hidden, has no line: it has that one's.
    """
    exact = [place for place, line in enumerate(lines) if line.stages and line.stages[-1] in names]
    found = exact or [place for place, line in enumerate(lines) if set(names) & set(line.stages)]
    if not found and len(names) == 1 and names[0] in trace.stages[1:]:
        return lines_of(lines, (trace.stages[trace.stages.index(names[0]) - 1],), trace)
    return tuple(found)


def _computes(line: CodeLine) -> bool:
    return bool(line.stages) and (line.stages[-1] in BY_NAME or line.stages[-1] == "alibi")


def _seen(trace: Trace, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names, and the output where it is the only head's."""
    return (*names, "output") if "head_output" in names and is_output(trace) and "output" not in names else names
