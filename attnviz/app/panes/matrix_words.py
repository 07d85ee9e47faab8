"""What a pane says about its matrix: role, shape, labels, and which rows or columns belong to which head."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from attnviz.app.session import State
from attnviz.engine.arrays import Array
from attnviz.engine.edits import dimensions_of
from attnviz.engine.inputs import GivenWeights, Projected
from attnviz.engine.scenario import Scenario
from attnviz.engine.stages import BY_NAME, Role

PAPER_ORDER = (
    "X", "source", "Q", "K", "weights", "W_Q", "W_K", "W_V", "V", "W_O", "b_Q", "b_K", "b_V", "b_O", "bias",
)  # fmt: skip
ROLES: dict[str, Role] = {
    "X": "input", "source": "input", "weights": "weights",
    "W_Q": "queries", "b_Q": "queries", "Q": "queries", "W_K": "keys", "b_K": "keys", "K": "keys",
    "W_V": "values", "b_V": "values", "V": "values", "W_O": "output", "b_O": "output", "bias": "scores",
}  # fmt: skip
_OF_PAIRS = frozenset({"weights", "bias"})  # rows are queries, columns keys
_QUERY_ROWS = frozenset({"X", "Q"}) | _OF_PAIRS
_KEY_ROWS = frozenset({"source", "K", "V"})
_ROW_WORDS = {"X": "tokens", "source": "source tokens"}
_PER_HEAD = frozenset({"d_k", "d_v"})
_NUMBERS_FROM = 5  # rows or columns from which on it helps to see their numbers


def input_names(scenario: Scenario) -> tuple[str, ...]:
    """The matrices of this scenario in the order of the paper."""
    present = {name for name, _ in scenario.given()}
    return tuple(name for name in PAPER_ORDER if name in present)


def has_query_rows(name: str) -> bool:
    """True if the rows of this matrix are the queries."""
    return name in _QUERY_ROWS


def followed_row(state: State, name: str) -> int:
    """The row that this matrix brings to sight: the query, of keys and values that of the selected cell, -1: none."""
    if name in _QUERY_ROWS:
        return state.selection.query
    cell = state.selection.cell
    if name not in _KEY_ROWS or cell is None or cell.name not in BY_NAME:
        return -1
    rows, columns = BY_NAME[cell.name].axes
    return cell.column if columns == "keys" else cell.row if rows == "keys" else -1


def plane(values: Array, head: int) -> Array:
    """The rows and columns that a pane shows: a bias such as b_Q as one row, given weights and biases of one head."""
    if values.ndim == 1:
        return values[np.newaxis]
    return values[head] if values.ndim == 3 else values


def row_labels(scenario: Scenario, name: str) -> tuple[str, ...] | None:
    """The tokens beside the rows, or None where rows are no tokens."""
    if name in _QUERY_ROWS:
        return scenario.query_labels
    return scenario.key_labels if name in _KEY_ROWS else None


def column_labels(scenario: Scenario, name: str) -> tuple[str, ...] | None:
    """The tokens above the columns, or None where columns are no tokens."""
    return scenario.key_labels if name in _OF_PAIRS else None


def token_side(scenario: Scenario, name: str) -> Literal["tokens", "source_tokens"]:
    """Whose labels stand beside the rows: keys follow the queries' labels while they have none of their own."""
    size, inputs = scenario.sizes, scenario.inputs
    own_source = isinstance(inputs, Projected) and inputs.source is not None
    follows = scenario.source_tokens is None and size.T == size.S and not own_source
    return "tokens" if name in _QUERY_ROWS or follows else "source_tokens"


@dataclass(frozen=True)
class HeadSpan:
    """The rows (axis 0) or columns (axis 1) of one head: `width` of them from `start` on, out of `count` heads."""

    axis: Literal[0, 1]
    start: int
    width: int
    count: int
    head: int


def head_span(scenario: Scenario, name: str, head: int) -> HeadSpan | None:
    """Where the numbers of query head `head` stand in this matrix; None if heads do not divide it."""
    size, shape = scenario.sizes, _shape(scenario, name)
    dimensions = dimensions_of(scenario, name)
    axis: Literal[0, 1] = 0 if dimensions[0] in _PER_HEAD else 1
    if dimensions[axis] not in _PER_HEAD:
        return None
    by_query_head = ROLES[name] in ("queries", "output")
    count = size.heads if by_query_head else size.kv_heads
    if count == 1:
        return None
    own = head * count // size.heads
    width = shape[axis] // count
    return HeadSpan(axis, own * width, width, count, own)


def numbers_help(count: int, span: HeadSpan | None, axis: int) -> bool:
    """True if row (axis 0) or column (axis 1) numbers are worth their room: many of them, or several heads."""
    return count >= _NUMBERS_FROM or (span is not None and span.axis == axis)


def shape_words(scenario: Scenario, name: str) -> str:
    """The shape in numbers and in names: "2×4, d_model × heads·d_k"."""
    rows, columns = _shape(scenario, name)
    first, second = (axis_words(scenario, name, axis) for axis in (0, 1))
    return f"{rows}×{columns}, {second}" if first is None else f"{rows}×{columns}, {first} × {second}"


def axis_words(scenario: Scenario, name: str, axis: int) -> str | None:
    """What the rows or columns are called, as in "d_model", "heads·d_k" or "tokens"; None for a bias's one row."""
    dimension = dimensions_of(scenario, name)[axis]
    if dimension == "one":
        return None
    if name in _OF_PAIRS:
        return ("queries", "keys")[axis]
    if dimension in ("T", "S"):
        if isinstance(scenario.inputs, GivenWeights) and name == "V":
            return "values"  # there are no keys where weights are given
        return _ROW_WORDS.get(name, "queries" if dimension == "T" else "keys")
    span = head_span(scenario, name, 0)
    if span is not None and span.axis == axis:
        return f"{'heads' if span.count == scenario.sizes.heads else 'kv_heads'}·{dimension}"
    return dimension


def place(name: str, row: int, column: int) -> str:
    """A cell as people call it, counted from 1: "W_Q row 1, column 2", "b_Q number 2"."""
    return f"{name} number {column + 1}" if name.startswith("b_") else f"{name} row {row + 1}, column {column + 1}"


def _shape(scenario: Scenario, name: str) -> tuple[int, int]:
    rows, columns = plane(scenario.matrix(name), 0).shape
    return rows, columns
