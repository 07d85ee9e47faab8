"""Selecting a number brings its query and its head along, wherever it was chosen."""

from __future__ import annotations

from attnviz.app.pipeline.figure_cursor import rows_are_queries
from attnviz.app.session import Session
from attnviz.engine.cells import Cell


def choose(session: Session, cell: Cell) -> None:
    """Selects a cell, with its query and head where it has them."""
    changes: dict[str, object] = {"cell": cell}
    if rows_are_queries(cell.name):
        changes["query"] = cell.row
    if cell.head is not None:
        changes["head"] = cell.head
    session.select(**changes)
