"""What is selected and how it is shown, where another scenario has other sizes or a pencil."""

from __future__ import annotations

from dataclasses import replace

from attnviz.engine.cells import Cell, Region
from attnviz.engine.errors import AttentionError
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace
from attnviz.figures.view import Selection, View


def as_rounded(view: View, scenario: Scenario) -> View:
    """The view with as many decimals as the pencil keeps, so that no figure shows less than was computed with."""
    if scenario.pencil is None or scenario.pencil == view.decimals:
        return view
    return replace(view, decimals=scenario.pencil)


def within(selection: Selection, traced: Trace) -> Selection:
    """The selection, moved inside the sizes of the trace; a cell or a lit part that no longer exists is let go."""
    size = traced.sizes
    head = min(max(selection.head, 0), size.heads - 1)
    query = min(max(selection.query, 0), size.T - 1)
    cell = selection.cell
    if cell is not None and not is_there(cell, traced):
        cell = None
    return Selection(head, query, cell, lit_within(selection.lit, traced))


def is_there(cell: Cell, traced: Trace) -> bool:
    """True if the trace has that cell, or will have it."""
    try:
        values = traced.peek(cell.name, cell.head)
        if values is None and not (traced.defers or traced.large):
            return False
        rows, columns = traced.shape(cell.name) if values is None else values.shape[-2:]
    except AttentionError:
        return False
    return bool(0 <= cell.row < rows and 0 <= cell.column < columns)


def lit_within(lit: tuple[Region, ...], traced: Trace) -> tuple[Region, ...]:
    """Those parts that the trace has, too."""
    return tuple(region for region in lit if _has(traced, region))


def _has(traced: Trace, region: Region) -> bool:
    try:
        rows, columns = traced.shape(region.name)
    except AttentionError:
        return False
    return (region.head or 0) < traced.sizes.heads and region.rows[1] <= rows and region.columns[1] <= columns
