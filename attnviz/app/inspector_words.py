"""What the inspector says: a heading, and lines in steps, for the selected cell or else for the selected query."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnviz.app.session import State
from attnviz.content.arithmetic import Line, Span
from attnviz.content.numerals import format_in_sum, format_result
from attnviz.content.wording import arithmetic, head_name, key_name, query_looks_at, query_name
from attnviz.engine.cells import Cell
from attnviz.engine.errors import AttentionError
from attnviz.engine.inputs import Projected
from attnviz.engine.stages import BY_NAME

MOST_KEYS = 4  # weights that are told in words
HOW = "Click any number to see how it came about, or walk to it with the arrow keys."
DRAG = " Drag the tip of an arrow to change the numbers that are given."


@dataclass(frozen=True)
class Page:
    """A heading, the soft words after it, a sentence, and the arithmetic; `close` ends the page in soft letters."""

    heading: str
    place: str
    sentence: str
    lines: tuple[Line, ...]
    close: str = ""
    numbered: bool = True  # whether the lines are steps of one calculation

    @property
    def text(self) -> str:
        """All words without their looks."""
        steps = [f"{line.step}: {line.text}" for line in self.lines]
        return "\n".join((f"{self.heading} ({self.place})", self.sentence, *steps, self.close))


def page_of(state: State) -> Page:
    """The page for the selected cell; for the selected query where no cell is selected."""
    cell = state.selection.cell
    if cell is None:
        return _query_page(state)
    stage = BY_NAME.get(cell.name) if cell.name in state.trace.stages else None
    try:
        lines = arithmetic(state.trace, cell, state.view.decimals)
    except AttentionError as error:
        lines = (Line("No result", (Span(str(error), "error"),)),)
    place = f"row {cell.row + 1}, column {cell.column + 1}"
    if cell.head is not None and state.trace.sizes.heads > 1:
        place = f"{head_name(cell.head).lower()}, {place}"
    return Page(_heading(state, cell), place, stage.sentence if stage else "", lines, _distance(state, cell))


def _heading(state: State, cell: Cell) -> str:
    """Query 2 'b' looks at key 1 'a'; the stage and whose it is for the others."""
    trace = state.trace
    stage = BY_NAME.get(cell.name) if cell.name in trace.stages else None
    if stage is None:
        return cell.name
    if cell.name == "weights":
        return _sentence(query_looks_at(trace, cell.row, cell.column))
    rows, columns = stage.axes
    row = query_name(trace, cell.row) if rows == "queries" else key_name(trace, cell.row)
    return f"{stage.title}: {row}" + (f", {key_name(trace, cell.column)}" if columns == "keys" else "")


def _sentence(words: str) -> str:
    """The words with a capital at their beginning."""
    return words[:1].upper() + words[1:]


def _distance(state: State, cell: Cell) -> str:
    """With pencil precision: how far the rounded chain has come from the exact result."""
    pencil = state.scenario.pencil
    if pencil is None or cell.name not in state.trace.stages:
        return ""
    try:
        rounded = float(state.trace.at(cell.name, cell.head)[cell.row, cell.column])
        exact = float(state.trace.exact.at(cell.name, cell.head)[cell.row, cell.column])
    except AttentionError:
        return ""
    if rounded == exact or (np.isneginf(rounded) and np.isneginf(exact)):
        return "With pencil: the same as the exact result."
    decimals = pencil + 3
    return (
        f"With pencil: the exact result is {format_in_sum(exact, decimals)}, "
        f"the pencil is {format_result(abs(rounded - exact), decimals)} {'above' if rounded > exact else 'below'} it."
    )


def _query_page(state: State) -> Page:
    """The selected query's row in words, and how to see more."""
    trace, head, query = state.trace, state.selection.head, state.selection.query
    heading = _sentence(query_name(trace, query))
    place = f"row {query + 1}" if trace.sizes.heads == 1 else f"{head_name(head).lower()}, row {query + 1}"
    try:
        weights = trace.at("weights", head)[query]
    except AttentionError as error:
        return Page(heading, place, "", (Line("No result", (Span(str(error), "error"),)),), HOW)
    decimals = state.view.decimals
    order = np.argsort(-weights, kind="stable")[:MOST_KEYS]
    lines = [
        Line("Looks most at" if len(weights) > 1 else "Looks at", (
            Span(format_result(weights[key], decimals), "weights"), Span("  "),
            Span(key_name(trace, key), "keys"),
        ))
        for key in order.tolist() if weights[key] > 0
    ]  # fmt: skip
    if "head_output" in trace.stages and (trace.sizes.d_v or 0) <= MOST_KEYS:
        output = ", ".join(format_result(value, decimals) for value in trace.at("head_output", head)[query])
        lines.append(Line("Its output", (Span(f"({output})", "output"),)))
    movable = not isinstance(state.scenario.inputs, Projected) and trace.sizes.d_v == 2
    return Page(heading, place, "", tuple(lines), HOW + (DRAG if movable else ""), numbered=False)
