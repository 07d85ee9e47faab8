"""The weights of the selected query, and the components of its output, as bars."""

from __future__ import annotations

import numpy as np

from attnviz.engine.tracing import Trace
from attnviz.figures.bars import Bars
from attnviz.figures.compose_heatmap import weight_limits
from attnviz.figures.labels import quoted
from attnviz.figures.numbers import hidden_in, values_of
from attnviz.figures.view import Selection, View


def bars_of(trace: Trace, selection: Selection, view: View) -> Bars:
    """How the selected query shares its attention over the keys."""
    head, query = chosen(trace, selection)
    weights, reason = values_of(trace, "weights", head)
    hidden = None if weights is None else hidden_in(trace, "weights", head, weights)
    row = None if weights is None else weights[query]
    limits = (0.0, 1.0)
    if row is not None:
        limits = weight_limits(row) if view.shared_scale else (min(0.0, float(row.min())), max(0.0, float(row.max())))
    return Bars(
        key="weights",
        head=head,
        row=query,
        title=f"Query {_query(trace, query)} looks at",
        role="weights",
        values=row,
        labels=trace.scenario.key_labels,
        hidden=tuple(hidden[query].tolist()) if hidden is not None else (False,) * trace.sizes.S,
        limits=limits if limits[1] > limits[0] else (0.0, 1.0),
        decimals=view.decimals,
        cursor=_cursor(selection, "weights", head, query),
        numbers=view.numbers,
        dim_reason=reason,
    )


def components_of(trace: Trace, selection: Selection, view: View) -> Bars:
    """The output of the head number by number; the weights where there are no values at all."""
    head, query = chosen(trace, selection)
    mixed = "head_output" in trace.stages
    name = "head_output" if mixed else "weights"
    output, reason = values_of(trace, name, head)
    count = (trace.sizes.d_v if mixed else trace.sizes.S) or 1
    row = None if output is None else output[query]
    reach = float(np.abs(row).max()) if row is not None else 1.0
    return Bars(
        key=name,
        head=head,
        row=query,
        title=f"Output of query {_query(trace, query)}" if mixed else f"Weights of query {_query(trace, query)}",
        formula="weights · V" if mixed else "no values given",
        role="output" if mixed else "weights",
        values=row,
        labels=tuple(map(str, range(1, count + 1))),
        hidden=(False,) * count,
        limits=(0.0 if row is None or float(row.min()) >= 0 else -reach, reach or 1.0),
        decimals=view.decimals,
        word="component",
        share=False,
        cursor=_cursor(selection, name, head, query),
        numbers=view.numbers,
        dim_reason=reason,
    )


def chosen(trace: Trace, selection: Selection) -> tuple[int, int]:
    """The selected head and query, within the sizes of the trace."""
    return min(selection.head, trace.sizes.heads - 1), min(selection.query, trace.sizes.T - 1)


def _query(trace: Trace, query: int) -> str:
    return quoted(query + 1, trace.scenario.query_labels[query])


def _cursor(selection: Selection, name: str, head: int, query: int) -> int | None:
    cell = selection.cell
    return cell.column if cell is not None and (cell.name, cell.head, cell.row) == (name, head, query) else None
