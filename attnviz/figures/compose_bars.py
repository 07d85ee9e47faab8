"""The weights of the selected query, and the components of its output, as bars."""

from __future__ import annotations

from attnviz.content.adding_up import sum_in_words, sums_along
from attnviz.content.colours import Limits
from attnviz.content.labels import HEADING
from attnviz.content.numerals import format_result
from attnviz.content.wording import has_maps, query_name, weight_decimals
from attnviz.engine.arrays import Array
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.tracing import Trace
from attnviz.figures.bars import Bars
from attnviz.figures.compose_heatmap import weight_limits
from attnviz.figures.numbers import ends_of, shown_row
from attnviz.figures.veil import Cover, Mark
from attnviz.figures.view import Selection, View

_SPREAD = 0.25  # a row of very many weights whose largest is smaller has a scale of its own
_OFF = 1e-3  # further from 1 than rounded numbers bring a row


def bars_of(trace: Trace, selection: Selection, view: View) -> Bars:
    """How the selected query shares its attention over the keys."""
    head, query = chosen(trace, selection)
    row, reason, hidden, cover = shown_row(trace, "weights", head, query, view.veil)
    limits = (0.0, 1.0)
    if row is not None:
        low, high = _ends(row)
        limits = weight_limits(row) if view.shared_scale else (min(0.0, low), max(0.0, high))
    said = "" if row is None or cover is not None else _sum_words(trace, row, view.decimals)
    if has_maps(trace) and row is not None and high < _SPREAD:  # on a scale up to 1 nothing would be seen of them
        limits = limits[0], high
    return Bars(
        key="weights",
        head=head,
        row=query,
        title=f"{whose(trace, head, query)} looks at",
        role="weights",
        values=row,
        labels=trace.scenario.key_labels,
        hidden=tuple(hidden.tolist()) if hidden is not None else (False,) * trace.sizes.S,
        limits=limits if limits[1] > limits[0] else (0.0, 1.0),
        decimals=weight_decimals(trace, view.decimals),
        formula=said,
        axis=has_maps(trace),
        cursor=_cursor(selection, "weights", head, query),
        numbers=view.numbers,
        dim_reason=reason,
        marks=_marks(cover, query),
    )


def _sum_words(trace: Trace, row: Array, decimals: int) -> str:
    """What a row of given weights sums to, where that is not 1: "sums to 1.100"; nothing is rescaled in silence."""
    if not isinstance(trace.scenario.inputs, GivenWeights) or abs((total := float(sums_along(row))) - 1) <= _OFF:
        return ""
    shown = sum_in_words(total, decimals)
    return f"sums to {shown if shown.strip('0.') != '1' else format_result(total, decimals + 1)}"


def components_of(trace: Trace, selection: Selection, view: View, *, of_layer: bool = False) -> Bars:
    """The output of the head number by number; the weights where there are no values at all.

    of_layer: what all heads put out together instead.
    """
    head, query = chosen(trace, selection)
    mixed = "head_output" in trace.stages
    name = "output" if of_layer else "head_output" if mixed else "weights"
    row, reason, _, cover = shown_row(trace, name, head, query, view.veil)
    count = (trace.sizes.d_out if of_layer else trace.sizes.d_v if mixed else trace.sizes.S) or 1
    low, high = (0.0, 1.0) if row is None else _ends(row)
    reach = max(abs(low), abs(high))
    return Bars(
        key=name,
        head=None if of_layer else head,
        row=query,
        title=output_title(trace, None if of_layer else head, query) if mixed else f"Weights of {_named(trace, query)}",
        formula="" if of_layer else "weights · V" if mixed else "no values given",
        role="output" if mixed else "weights",
        values=row,
        labels=tuple(map(str, range(1, count + 1))),
        hidden=(False,) * count,
        limits=(0.0 if low >= 0 else -reach, reach or 1.0),
        decimals=view.decimals,
        word="component",
        share=False,
        axis=cover is None,  # its scale follows the numbers, of which none is told before it is seen
        listed=True,
        cursor=_cursor(selection, name, None if of_layer else head, query),
        numbers=view.numbers,
        dim_reason=reason,
        marks=_marks(cover, query),
    )


def whose(trace: Trace, head: int, query: int) -> str:
    """Who looks: "Query 2 “b”"; of many heads "Head 1: query 2 “b”"."""
    name = _named(trace, query)
    return f"Head {head + 1}: {name}" if trace.sizes.heads > 1 else name[:1].upper() + name[1:]


def output_title(trace: Trace, head: int | None, query: int) -> str:
    """Whose output: "Output of query 2 “b”"; of one among many heads "Head 1: output of query 2 “b”"."""
    name = f"utput of {_named(trace, query)}"
    return f"Head {head + 1}: o{name}" if head is not None and trace.sizes.heads > 1 else f"O{name}"


def chosen(trace: Trace, selection: Selection) -> tuple[int, int]:
    """The selected head and query, within the sizes of the trace."""
    return min(selection.head, trace.sizes.heads - 1), min(selection.query, trace.sizes.T - 1)


def _ends(row: Array) -> Limits:
    """The smallest and largest number that is not veiled; 0 and 1 where all are."""
    return ends_of(row, None) or (0.0, 1.0)


def _marks(cover: Cover | None, query: int) -> dict[int, Mark]:
    """What stands in place of the veiled numbers of one row, by column."""
    return {} if cover is None else cover.row(query)


def _named(trace: Trace, query: int) -> str:
    return query_name(trace, query, HEADING)


def _cursor(selection: Selection, name: str, head: int | None, query: int) -> int | None:
    cell = selection.cell
    return cell.column if cell is not None and (cell.name, cell.head, cell.row) == (name, head, query) else None
