"""The sentences that several views share, so that a head, a query and a cell are called the same everywhere."""

from __future__ import annotations

from typing import Any

import numpy as np

from attnviz.content.colours import is_drawn_singly
from attnviz.content.labels import quoted
from attnviz.content.numerals import FIGURES, MINUS, share_decimals, sure, told
from attnviz.engine.cells import Cell
from attnviz.engine.inputs import Direct, GivenWeights
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace

_INPUT_ROWS = {
    "X": "queries", "Q": "queries", "bias": "queries", "alibi": "queries", "source": "keys", "K": "keys", "V": "keys",
}  # fmt: skip
_ROWS = {"X": "token", "source": "source token", "V": "value", "values": "value"}  # else "query" or "key"
_TAKEN_OVER = {  # stages that are inputs, cut into heads
    Direct: frozenset({"queries", "keys", "values"}), GivenWeights: frozenset({"weights", "values"}),
}  # fmt: skip
_INPUT_COLUMNS = {"bias": "keys", "alibi": "keys"}
_MANY_KEYS = 64  # more are not listed one by one
_MOST_LISTED = 3  # heads that are told one by one


def head_name(head: int) -> str:
    """The name of a head that counts from 0: "Head 1"."""
    return f"Head {head + 1}"


def shared_by(trace: Trace, head: int) -> str:
    """Whose keys and values a query head reads: "key/value head 1, shared by heads 1 and 2"; "" if they are its own."""
    group = trace.sizes.heads // trace.sizes.kv_heads
    if group == 1:
        return ""
    return f"key/value head {head // group + 1}, shared by {sharing(trace, head)}"


def sharing(trace: Trace, head: int) -> str:
    """The query heads that read the same keys and values as this one: "heads 1 and 2"."""
    group = trace.sizes.heads // trace.sizes.kv_heads
    numbers = [str(head // group * group + place + 1) for place in range(group)]
    if group > _MOST_LISTED:
        return f"heads {numbers[0]} to {numbers[-1]}"
    return f"heads {', '.join(numbers[:-1])} and {numbers[-1]}" if group > 1 else f"head {numbers[0]}"


def head_title(trace: Trace, head: int) -> str:
    """The head's name with its group, where heads share keys and values in several groups: "Head 3 · group 2"."""
    size = trace.sizes
    group = f" · group {head * size.kv_heads // size.heads + 1}" if 1 < size.kv_heads < size.heads else ""
    return head_name(head) + group


def query_name(trace: Trace, query: int, most: int | None = None) -> str:
    """The query with its label: "query 2 “b”". most: signs of the label that there is room for; None for all."""
    return f"query {quoted(query + 1, trace.scenario.query_labels[query], most)}"


def key_name(trace: Trace, key: int, most: int | None = None) -> str:
    """The key with its label: "key 3 “c”". most: signs of the label that there is room for; None for all."""
    return f"key {quoted(key + 1, trace.scenario.key_labels[key], most)}"


def query_looks_at(trace: Trace, query: int, key: int, most: int | None = None) -> str:
    """A pair as one says it: "query 2 “b” looks at key 3 “c”"."""
    return f"{query_name(trace, query, most)} looks at {key_name(trace, key, most)}"


def weight_decimals(trace: Trace, decimals: int) -> int:
    """With how many decimals a weight is written wherever it stands: over very many keys with more."""
    return share_decimals(trace.sizes.S, decimals) if has_maps(trace) else decimals


def has_maps(trace: Trace) -> bool:
    """True if there are so many queries and keys that their weights are a map, in which none stands by itself."""
    return trace.large or not is_drawn_singly(trace.sizes.T, trace.sizes.S)


def least_figures(trace: Trace) -> int:
    """How many figures a number in arithmetic has at least: among many keys nearly all weights are very small."""
    return FIGURES if trace.sizes.S > _MANY_KEYS else 1


def stage_title(trace: Trace, name: str) -> str:
    """What a stage or input is called here: with one head and no W_O the head's output is the output itself."""
    if name == "head_output" and is_output(trace):
        name = "output"
    if name == "alibi":
        return "ALiBi"
    return BY_NAME[name].title if name in trace.stages else name


def is_output(trace: Trace) -> bool:
    """True if the only head's output is what the layer hands on: there is no W_O and no b_O."""
    inputs = trace.scenario.inputs
    plain = getattr(inputs, "W_O", None) is None and getattr(inputs, "b_O", None) is None
    return trace.sizes.heads == 1 and plain and "output" in trace.stages


def number_in_full(trace: Trace, name: str, value: np.floating[Any]) -> str:
    """A number of a stage or input by itself: as it was given, or with the digits that are sure of a computed one."""
    if np.isneginf(value):
        return f"{MINUS}∞"
    inputs = trace.scenario.inputs
    taken = _TAKEN_OVER.get(type(inputs), frozenset())
    return (told if name in taken or name not in trace.stages else sure)(value).removesuffix(".0")


def cell_name(trace: Trace, cell: Cell) -> str:
    """What the cell is and where: "Weights, head 1: query 2 “b” looks at key 3 “c”", "W_Q: row 1, column 2"."""
    title = stage_title(trace, cell.name)
    head = f", head {cell.head + 1}" if cell.head is not None and trace.sizes.heads > 1 else ""
    return f"{title}{head}: {place_name(trace, cell)}"


def place_name(trace: Trace, cell: Cell) -> str:
    """The cell's place by its labels: "query 2 “b”, key 3 “c”", "value 1 “a”, column 2", "row 1, column 2"."""
    if cell.name == "weights":
        return query_looks_at(trace, cell.row, cell.column)
    columns = str(BY_NAME[cell.name].axes[1]) if cell.name in trace.stages else _INPUT_COLUMNS.get(cell.name, "")
    column = key_name(trace, cell.column) if columns == "keys" else f"column {cell.column + 1}"
    return f"{row_name(trace, cell.name, cell.row)}, {column}"


def row_name(trace: Trace, name: str, row: int, most: int | None = None) -> str:
    """Whose row of a stage or input it is: "query 2 “b”", "value 1 “a”", "token 2 “b”"; "row 2" of a projection."""
    rows = str(BY_NAME[name].axes[0]) if name in trace.stages else _INPUT_ROWS.get(name, "")
    if rows not in ("queries", "keys"):
        return f"row {row + 1}"
    labels = trace.scenario.query_labels if rows == "queries" else trace.scenario.key_labels
    return f"{row_word(name, rows)} {quoted(row + 1, labels[row], most)}"


def row_word(name: str, rows: str) -> str:
    """What a row of a stage or input is, whose rows are "queries" or "keys": "query", "key", "value", "token"."""
    return _ROWS.get(name, "query" if rows == "queries" else "key")
