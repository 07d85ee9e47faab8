"""Which cells are set off: the selected query's path, a selected cell's sources and uses, what a lesson points at."""

from __future__ import annotations

from weakref import ref

from attnviz.content.stage_formulas import role_of
from attnviz.engine.cells import Region
from attnviz.engine.dependencies import shape_of
from attnviz.engine.errors import AttentionError
from attnviz.engine.links import feeds, query_path, sources
from attnviz.engine.tracing import Trace
from attnviz.figures.matrix_figure import Frame
from attnviz.figures.view import Selection

_Frames = dict[tuple[str, int | None], tuple[Frame, ...]]
# One set of frames serves all figures of one state; no trace is kept alive by it.
_latest: list[tuple[ref[Trace], Selection, _Frames]] = []
_KEPT = 4


def frames_of(trace: Trace, selection: Selection, name: str, head: int | None) -> tuple[Frame, ...]:
    """The frames on one stage or input for one head (None where it has none)."""
    known = (frames for of_trace, of_selection, frames in _latest if of_trace() is trace and of_selection == selection)
    frames = next(known, None)
    if frames is None:
        frames = _all_frames(trace, selection)
        _latest.insert(0, (ref(trace), selection, frames))
        del _latest[_KEPT:]
    return frames.get((name, head), ())


def _all_frames(trace: Trace, selection: Selection) -> _Frames:
    found: dict[tuple[str, int | None], list[Frame]] = {}

    def add(region: Region, role: str, *, strong: bool, dashed: bool = False) -> None:
        frame = Frame(region.rows, region.columns, role, strong, dashed)
        found.setdefault((region.name, region.head), []).append(frame)

    query = min(selection.query, trace.sizes.T - 1)
    for region in query_path(trace, min(selection.head, trace.sizes.heads - 1), query):
        add(region, _row_role(region.name), strong=False)
    if selection.cell is not None:
        try:
            upstream, downstream = sources(trace, selection.cell), feeds(trace, selection.cell)
        except AttentionError:  # the cell is no longer there, or a row before it is hidden: nothing to light
            upstream = downstream = ()
        for region in upstream:
            add(region, _row_role(region.name), strong=True)
        for region in downstream:
            if not is_whole(trace, region):
                add(region, _row_role(region.name), strong=True, dashed=True)
    for region in selection.lit:
        add(region, _row_role(region.name), strong=True)
    return {key: tuple(frames) for key, frames in found.items()}


def is_whole(trace: Trace, region: Region) -> bool:
    """True if the region is all of its stage or input: a frame around everything sets nothing off."""
    rows, columns = shape_of(trace, region.name)
    return region.rows == (0, rows) and region.columns == (0, columns)


def _row_role(name: str) -> str:
    """Scores and weights belong to the query in whose row they stand."""
    role = role_of(name)
    return "queries" if role in ("scores", "weights") or name == "X" else role
