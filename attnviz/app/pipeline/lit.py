"""Which cells of the inputs are lit: the selected query's row, and what the selected cell came from and feeds."""

from __future__ import annotations

from dataclasses import dataclass

from attnviz.app.panes.matrix_words import ROLES, input_names
from attnviz.app.session import State
from attnviz.engine.cells import Region
from attnviz.engine.errors import AttentionError
from attnviz.engine.links import feeds, query_path, sources
from attnviz.figures.lighting import is_whole


@dataclass(frozen=True)
class Frame:
    """A rectangle of cells to frame, in half-open ranges. Strong: part of the selected cell's own arithmetic."""

    rows: tuple[int, int]
    columns: tuple[int, int]
    role: str
    strong: bool


Lit = dict[str, tuple[Frame, ...]]


def lit(state: State) -> Lit:
    """The frames in each input, by its name; thin ones first."""
    found: dict[str, list[Frame]] = {}
    head, query, cell = state.selection.head, state.selection.query, state.selection.cell
    try:
        path: tuple[Region, ...] = query_path(state.trace, head, query)
        own: tuple[Region, ...] = ()
        if cell is not None:
            fed = (region for region in feeds(state.trace, cell) if not is_whole(state.trace, region))
            own = (*sources(state.trace, cell), *fed)
    except AttentionError:  # the trace has no such cell any more: nothing to light
        return {}
    for strong, regions in ((False, path), (True, (*own, *state.selection.lit))):
        for region in regions:
            role = ROLES.get(region.name)
            if role is None or region.head not in (None, head):
                continue
            frame = Frame(region.rows, region.columns, "queries" if not strong else role, strong)
            found.setdefault(region.name, []).append(frame)
    return {name: tuple(frames) for name, frames in found.items()}


def same_light(old: State, new: State) -> bool:
    """True if the same cells are lit: no number changes which, only selection, sizes and what is hidden do."""
    before, after = old.scenario, new.scenario
    return (
        old.selection == new.selection
        and old.trace.sizes == new.trace.sizes
        and old.trace.stages == new.trace.stages
        and before.mask is after.mask
        and before.bias is after.bias
        and input_names(before) == input_names(after)
    )
