"""What the inspector says: a heading, and lines in steps, for the selected cell or else for the selected query."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnviz.app.pipeline.head_tabs import shown_tab
from attnviz.app.session import State
from attnviz.content.arithmetic import Line, Span, no_result
from attnviz.content.input_wording import what_it_feeds
from attnviz.content.labels import HEADING
from attnviz.content.numerals import format_in_sum, format_result, full
from attnviz.content.wording import arithmetic, head_name, key_name, query_looks_at, query_name, stage_title
from attnviz.engine.cells import Cell
from attnviz.engine.errors import AttentionError, HiddenRow
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
    whole: str = ""  # the heading with whole names, where it was shortened

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
    place = f"row {cell.row + 1}, column {cell.column + 1}"
    if cell.head is not None and state.trace.sizes.heads > 1:
        place = f"{head_name(cell.head).lower()}, {place}"
    heading, whole = _heading(state, cell, HEADING), _heading(state, cell, None)
    whole = whole if whole != heading else ""
    if cell.name not in state.trace.stages:
        number = full(state.trace.at(cell.name, cell.head)[cell.row, cell.column]).removesuffix(".0")
        lines: tuple[Line, ...] = (Line("Given", (Span(number.replace("-", "−"), "plain", True),)),)
        return Page(heading, place, what_it_feeds(state.trace, cell), lines, numbered=False, whole=whole)
    try:
        lines = arithmetic(state.trace, cell, state.view.decimals)
    except AttentionError as error:
        lines = (Line("No result", (Span(str(error), "error"),)),)
    numbered = len({line.step for line in lines}) > 1
    given = state.trace.stages[0] == cell.name == "weights"
    sentence = what_it_feeds(state.trace, cell) if given else ""
    return Page(heading, place, sentence, lines, _distance(state, cell), numbered=numbered, whole=whole)


def _heading(state: State, cell: Cell, most: int | None) -> str:
    """Query 2 'b' looks at key 1 'a'; the stage and whose it is for the others. most: signs of each name."""
    trace = state.trace
    if cell.name not in trace.stages:
        return cell.name
    if cell.name == "weights":
        return _sentence(query_looks_at(trace, cell.row, cell.column, most))
    rows, columns = BY_NAME[cell.name].axes
    row = query_name(trace, cell.row, most) if rows == "queries" else key_name(trace, cell.row, most)
    column = f", {key_name(trace, cell.column, most)}" if columns == "keys" else ""
    return f"{stage_title(trace, cell.name)}: {row}{column}"


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
    heading, whole = (_sentence(query_name(trace, query, most)) for most in (HEADING, None))
    whole = whole if whole != heading else ""
    joined = shown_tab(state) == "concat"
    place = f"row {query + 1}"
    if trace.sizes.heads > 1:
        place = f"{'all heads' if joined else head_name(head).lower()}, {place}"
    movable = not isinstance(state.scenario.inputs, Projected) and trace.sizes.d_v == 2
    close = "" if state.problem is not None else HOW + (DRAG if movable else "")
    try:
        lines = _output_lines(state, "output", None) if joined else _weight_lines(state)
    except HiddenRow as error:
        lines = [no_result(trace, query, error)]
    except AttentionError as error:
        lines = [Line("No result", (Span(str(error), "error"),))]
    return Page(heading, place, "", tuple(lines), close, numbered=False, whole=whole)


def _weight_lines(state: State) -> list[Line]:
    """The keys that the query looks at most, and what it gets from them."""
    trace, head, query = state.trace, state.selection.head, state.selection.query
    weights = trace.at("weights", head)[query]
    order = np.argsort(-weights, kind="stable")[:MOST_KEYS]
    lines = [
        Line("Looks most at key" if len(weights) > 1 else "Looks at key", (
            Span(format_result(float(weights[key]), state.view.decimals), "weights"), Span("  "),
            Span(key_name(trace, key, HEADING).removeprefix("key "), "keys"),
        ))
        for key in order.tolist() if weights[key] > 0
    ]  # fmt: skip
    return lines + (_output_lines(state, "head_output", head) if "head_output" in trace.stages else [])


def _output_lines(state: State, name: str, head: int | None) -> list[Line]:
    """The query's row of an output, if it is short enough to be written out."""
    row = state.trace.at(name, head)[state.selection.query]
    if len(row) > MOST_KEYS:
        return []
    numbers = ", ".join(format_result(float(value), state.view.decimals) for value in row)
    share = name == "head_output" and state.trace.sizes.heads > 1
    return [Line(f"{head_name(head or 0)}'s output" if share else "Its output", (Span(f"({numbers})", "output"),))]
