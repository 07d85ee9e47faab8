"""The sentences that several views share, so that a head, a query and a cell are called the same everywhere."""

from __future__ import annotations

from attnviz.content.arithmetic import Line, Span, arithmetic
from attnviz.content.labels import quoted
from attnviz.engine.cells import Cell
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace

__all__ = [
    "Line",
    "Span",
    "arithmetic",
    "cell_name",
    "head_name",
    "key_name",
    "place_name",
    "query_looks_at",
    "query_name",
]

_INPUT_ROWS = {"X": "queries", "Q": "queries", "bias": "queries", "source": "keys", "K": "keys", "V": "keys"}
_INPUT_COLUMNS = {"bias": "keys"}


def head_name(head: int) -> str:
    """The name of a head that counts from 0: "Head 1"."""
    return f"Head {head + 1}"


def query_name(trace: Trace, query: int) -> str:
    """The query with its label: "query 2 'b'"."""
    return f"query {quoted(query + 1, trace.scenario.query_labels[query])}"


def key_name(trace: Trace, key: int) -> str:
    """The key with its label: "key 3 'c'"."""
    return f"key {quoted(key + 1, trace.scenario.key_labels[key])}"


def query_looks_at(trace: Trace, query: int, key: int) -> str:
    """A pair as one says it: "query 2 'b' looks at key 3 'c'"."""
    return f"{query_name(trace, query)} looks at {key_name(trace, key)}"


def cell_name(trace: Trace, cell: Cell) -> str:
    """What the cell is and where: "Weights, head 1: query 2 'b' looks at key 3 'c'", "W_Q: row 1, column 2"."""
    title = BY_NAME[cell.name].title if cell.name in trace.stages else cell.name
    head = f", head {cell.head + 1}" if cell.head is not None and trace.sizes.heads > 1 else ""
    return f"{title}{head}: {place_name(trace, cell)}"


def place_name(trace: Trace, cell: Cell) -> str:
    """The cell's place by its labels: "query 2 'b', key 3 'c'", "key 1 'a', column 2", "row 1, column 2"."""
    if cell.name == "weights":
        return query_looks_at(trace, cell.row, cell.column)
    if cell.name in trace.stages:
        rows, columns = (str(axis) for axis in BY_NAME[cell.name].axes)
    else:
        rows, columns = _INPUT_ROWS.get(cell.name, ""), _INPUT_COLUMNS.get(cell.name, "")
    row = f"row {cell.row + 1}"
    if rows in ("queries", "keys"):
        row = query_name(trace, cell.row) if rows == "queries" else key_name(trace, cell.row)
    column = key_name(trace, cell.column) if columns == "keys" else f"column {cell.column + 1}"
    return f"{row}, {column}"
