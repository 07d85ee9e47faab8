"""Which pair a number of rotated queries or keys belongs to, where its token stands, and by which angle it turns."""

from __future__ import annotations

from attnviz.engine.cells import Cell
from attnviz.engine.positions import Rotary
from attnviz.engine.rotation import Turn, first_position, turn_of
from attnviz.engine.tracing import Trace


def rotary_of(trace: Trace) -> tuple[Rotary, int]:
    """The rotary positions of a trace that has them, and the width of its heads."""
    rotary, d_k = trace.scenario.positions, trace.sizes.d_k
    assert isinstance(rotary, Rotary)
    assert d_k is not None
    return rotary, d_k


def turn(trace: Trace, cell: Cell) -> Turn:
    """How the number of a rotated cell turns, which must be one that does."""
    rotary, d_k = rotary_of(trace)
    found = turn_of(rotary, d_k, position_of(trace, cell.name, cell.row), cell.column)
    assert found is not None
    return found


def position_of(trace: Trace, name: str, row: int) -> int:
    """Where the query or key of a row of "rotated_queries", "queries" or their keys stands."""
    rotary, _ = rotary_of(trace)
    return first_position(rotary, trace.sizes, name.removeprefix("rotated_")) + row
