"""What is said of given weights whose row does not sum to 1: how much it is, and why that may be."""

from __future__ import annotations

import numpy as np

from attnviz.app.inspection.page import PageStep, sentence
from attnviz.app.session import State
from attnviz.content.adding_up import sum_in_words, sums_along
from attnviz.content.labels import HEADING
from attnviz.content.numerals import format_result
from attnviz.content.sources.row_sums import NEAR, row_sums
from attnviz.content.wording import query_name
from attnviz.engine.cells import Cell
from attnviz.engine.inputs import GivenWeights
from attnviz.figures.veil import kept_back

_MORE = 1  # further decimals, where a sum would be shown as 1


def row_sum_steps(state: State) -> tuple[PageStep, ...]:
    """One section for the selected query; none where its row sums to 1, and none that would tell a veiled number."""
    cell, selection, trace = state.selection.cell, state.selection, state.trace
    if not isinstance(state.scenario.inputs, GivenWeights) or (cell is not None and cell.name != "weights"):
        return ()
    head = selection.head if cell is None or cell.head is None else cell.head
    query = selection.query if cell is None else cell.row
    weights = trace.at("weights", head)  # as given: nothing is computed
    total = float(sums_along(weights[query]))
    if abs(total - 1) <= NEAR or row_is_veiled(state, head, query):
        return ()
    shown = sum_in_words(total, state.view.decimals)
    if abs(total) < 2 and round(total, state.view.decimals) == 1:
        shown = format_result(total, state.view.decimals + _MORE)
    told = row_sums(weights[np.newaxis, query : query + 1] if trace.large else weights[np.newaxis])
    lines = [sentence(f"The row of {query_name(trace, query, HEADING)} sums to {shown}. It is shown as it was given.")]
    lines += [sentence(reason) for reason in told.reasons]
    return (PageStep("Its row does not sum to 1", tuple(lines), counted=False),)


def row_is_veiled(state: State, head: int, query: int) -> bool:
    """True if a weight of that query must not be said."""
    trace, veil = state.trace, state.view.veil
    if not veil.regions and not veil.unseen:
        return False
    return any(kept_back(trace, veil, Cell("weights", head, query, key)) for key in range(trace.sizes.S))
