"""What a typed number is and what it feeds, and where to type what a computed one comes from; a sentence each."""

from __future__ import annotations

from attnviz.content.labels import HEADING
from attnviz.content.wording import key_name, query_name
from attnviz.engine.cells import Cell
from attnviz.engine.inputs import GivenWeights, Projected
from attnviz.engine.links import sources
from attnviz.engine.tracing import Trace

_STAGES = {"Q": "queries", "K": "keys", "V": "values"}
_THEN = {"Q": "the scores", "K": "the scores", "V": "the output"}


def what_it_feeds(trace: Trace, cell: Cell) -> str:
    """What the input's cell is and where it goes: "It is number 1 of token 2 “b” and feeds its query …"."""
    name, inputs = cell.name, trace.scenario.inputs
    if name in ("X", "source"):
        return _token(trace, cell, own_source=isinstance(inputs, Projected) and inputs.source is not None)
    if name in ("W_O", "b_O"):
        role = "weighs number" if name == "W_O" else "is added to number"
        if name == "b_O":
            return f"It {role} {cell.column + 1} of every output."
        width = trace.sizes.d_v or 1
        head = f" of head {cell.row // width + 1}" if trace.sizes.heads > 1 else ""
        return f"It {role} {cell.row % width + 1}{head} in number {cell.column + 1} of every output."
    if name == "weights" and isinstance(inputs, GivenWeights):
        query, key = query_name(trace, cell.row, HEADING), key_name(trace, cell.column, HEADING)
        return f"It is how much {query} takes of {key}." + (
            " It feeds that query's output." if inputs.V is not None else ""
        )
    if name == "bias":
        query, key = query_name(trace, cell.row, HEADING), key_name(trace, cell.column, HEADING)
        return f"It is added to the score of {query} with {key}."
    return _learned(trace, cell)


def where_to_type(trace: Trace, cell: Cell) -> str:
    """What to do to change that number: "This number is computed. Change X, W_Q or W_K in the panes and it follows."

    A number comes from all that is given and can move it, which differs by stage and by kind of inputs.
    """
    given = [name for name, _ in trace.scenario.given()]
    if cell.name in given:
        return f"This number is given. Type it into the pane {cell.name}."
    reached = {region.name for region in sources(trace, cell)}
    *others, last = [name for name in given if name in reached] or [""]
    if not last:
        return "No input changes this number, for its key is hidden from this query."
    names = f"{', '.join(others)} or {last}" if others else last
    return f"This number is computed. Change {names} in the panes and it follows."


def _token(trace: Trace, cell: Cell, *, own_source: bool) -> str:
    """A row of X is a token; with a source of their own, keys and values come from there."""
    row = key_name(trace, cell.row, HEADING) if cell.name == "source" else query_name(trace, cell.row, HEADING)
    token = row.replace("key", "source token", 1) if cell.name == "source" else row.replace("query", "token", 1)
    fed = "its key and value" if cell.name == "source" else "its query" if own_source else "its query, key and value"
    return f"It is number {cell.column + 1} of {token} and feeds {fed}."


def _learned(trace: Trace, cell: Cell) -> str:
    """Q, K and V as given, or a number of the projection or bias that makes them."""
    letter, size = cell.name[-1], trace.sizes
    if letter not in _STAGES:
        return ""
    width = (size.d_v if letter == "V" else size.d_k) or 1
    heads = size.heads if letter == "Q" else size.kv_heads
    head = f" in head {cell.column // width + 1}" if heads > 1 else ""
    number, then = cell.column % width + 1, _THEN[letter]
    if cell.name == letter:
        whose = query_name(trace, cell.row, HEADING) if letter == "Q" else key_name(trace, cell.row, HEADING)
        whose = whose.replace("key", "value", 1) if letter == "V" else whose
        return f"It is number {number} of {whose}{head} and feeds {then}."
    if cell.name.startswith("b_"):
        return f"It is added to number {number} of all {_STAGES[letter]}{head}, and so feeds {then}."
    rows = "source" if letter != "Q" and getattr(trace.scenario.inputs, "source", None) is not None else "X"
    made = f"number {number} of all {_STAGES[letter]}{head}"
    return f"It weighs column {cell.row + 1} of {rows} in {made}, and so feeds {then}."
