"""What the inspector says: a heading, and steps, for the selected cell or else for the selected query."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from attnviz.app.explaining.changes_words import changes_steps
from attnviz.app.explaining.masking import masked
from attnviz.app.inspection.page import Page, PageLine, PageStep, lines_of
from attnviz.app.inspection.row_sum_words import row_is_veiled, row_sum_steps
from attnviz.app.pipeline.head_tabs import shown_tab
from attnviz.app.pipeline.pending_marks import is_old
from attnviz.app.session import State
from attnviz.content.explanation_parts import ExplainedStep, Explanation, Part, text_of
from attnviz.content.input_wording import what_it_feeds
from attnviz.content.labels import HEADING
from attnviz.content.numerals import NEARLY_0, format_in_sum, format_result, in_full, told
from attnviz.content.wording import (
    head_name,
    key_name,
    least_figures,
    query_looks_at,
    query_name,
    row_name,
    stage_title,
    weight_decimals,
)
from attnviz.engine.cells import Cell
from attnviz.engine.errors import AttentionError, BeyondMemory, HiddenRow, NotYet
from attnviz.engine.inputs import Projected
from attnviz.engine.stages import BY_NAME
from attnviz.figures.large.compose_large import BEFORE
from attnviz.figures.veil import ASK, kept_back

MOST_KEYS = 4  # weights that are told in words
_NAMES = {
    "rotated_queries": "turned query", "rotated_keys": "turned key", "alibi": "penalty",
    "queries": "query", "keys": "key", "values": "value", "scores": "score", "scaled": "scaled score",
    "capped": "capped score", "biased": "score with bias", "tempered": "score ÷ temperature",
    "masked": "masked score", "exponentials": "exponential", "weights": "weight", "head_output": "output",
    "concatenated": "heads side by side", "output": "output",
}  # fmt: skip
HOW = "Click any number to see how it came about, or walk to it with the arrow keys."
WAIT = "These numbers are being computed."
STOPPED = "These numbers are not computed: it was stopped. Press Compute."
LATER = "How it comes about stands here after a hint, or once it is found."
DRAG = " Drag the tip of an arrow to change the numbers that are given."


def page_of(state: State) -> Page:
    """The page for the selected cell; for the selected query where no cell is selected.

    While a number on it is being computed, it says so in place of all of them. Numbers of before the last edit are
    marked.
    """
    return dated(written(state), state)


def dated(page: Page, state: State) -> Page:
    """The page with a mark on numbers of before the last edit."""
    return replace(page, mark=BEFORE[:1].upper() + BEFORE[1:]) if is_old(state) and not page.waiting else page


def written(state: State) -> Page:
    """The page whatever the date of its numbers."""
    cell = state.selection.cell
    heading, whole, place = _over_query(state) if cell is None else _over_cell(state, cell)
    whole = whole if whole != heading else ""
    try:
        if cell is None:
            page = _query_page(state, heading, whole, place)
            return replace(page, steps=(*changes_steps(state), *page.steps, *row_sum_steps(state)))
        return _cell_page(state, cell, heading, whole, place)
    except NotYet:
        stopped = state.pending is not None and state.pending.stopped
        return Page(heading, place, STOPPED if stopped else WAIT, (), whole=whole, waiting=True)
    except BeyondMemory as error:
        return Page(heading, place, str(error), (), whole=whole)


def _over_cell(state: State, cell: Cell) -> tuple[str, str, str]:
    """The heading, shortened and whole, and the soft words after it."""
    place = f"row {cell.row + 1}, column {cell.column + 1}"
    if cell.head is not None and state.trace.sizes.heads > 1:
        place = f"{head_name(cell.head).lower()}, {place}"
    return _heading(state, cell, HEADING), _heading(state, cell, None), place


def _cell_page(state: State, cell: Cell, heading: str, whole: str, place: str) -> Page:
    beside = (*changes_steps(state), *_moves(state))
    computed = cell.name in state.trace.stages or cell.name == "alibi"
    given = not computed or state.trace.stages[0] == cell.name == "weights"
    feeds = what_it_feeds(state.trace, cell) if given else ""
    if not computed:
        return Page(heading, place, feeds, (*beside, _given(state, cell)), numbered=False, whole=whole)
    told = explanation_of(state, cell)
    steps = tuple(_step(step, told.cell, state.view.depth) for step in told.steps)
    close = text_of(told.gap.words) if told.gap is not None else "" if steps else LATER
    steps_shown = (*beside, *steps, *row_sum_steps(state))
    numbered, result = len(steps) > 1, _result(told)
    return Page(heading, place, feeds, steps_shown, close, numbered=numbered, whole=whole, result=result)


def _result(told: Explanation) -> Part | None:
    """The number that was asked for, as its own step writes it; None where there is none or it is kept back.

    With one head and no W_O an output is explained as that head's, in its one step.
    """
    alone = told.cell.name == "output" and len(told.steps) == 1
    own = (step for step in reversed(told.steps) if alone or step.cell == told.cell)
    parts = (part for step in own for part in step.numbers)
    return next((part for part in parts if part.strong and part.value is not None), None)


def _moves(state: State) -> tuple[PageStep, ...]:
    """The section about what moves the number, while it is asked for."""
    if not state.view.moves:
        return ()
    from attnviz.app.explaining.moves_words import moves_steps  # only those who ask wait for it

    return moves_steps(state)


def explanation_of(state: State, cell: Cell) -> Explanation:
    """The cell's arithmetic as it may be shown: veiled numbers are kept back."""
    from attnviz.content.explanation import explain  # the window opens without it

    told = explain(state.trace, cell, state.view.decimals)
    return masked(told, state.trace, state.view.veil)


def _step(step: ExplainedStep, asked: Cell, depth: str) -> PageStep:
    leads = step.cell if step.cell != asked else None
    if depth == "words":
        return PageStep(step.title, lines_of(step.words, prose=True), leads)
    formula = step.formula if depth == "formula" else ""
    alone = len(step.numbers) == 1 and step.numbers[0].value is None  # a sentence that stands for a result
    name = _NAMES.get(step.cell.name, "") if step.cell is not None else ""
    return PageStep(step.title, lines_of(step.numbers, prose=alone), leads, formula, name=name)


def _given(state: State, cell: Cell) -> PageStep:
    """The number as it was typed, with all its digits."""
    if kept_back(state.trace, state.view.veil, cell):
        return PageStep("Given", (PageLine((Part(ASK, strong=True),)),))
    number = told(state.trace.at(cell.name, cell.head)[cell.row, cell.column]).removesuffix(".0")
    return PageStep("Given", (PageLine((Part(number, strong=True),)),))


def _heading(state: State, cell: Cell, most: int | None) -> str:
    """Query 2 “b” looks at key 1 “a”; the stage and whose it is for the others. most: signs of each name."""
    trace = state.trace
    if cell.name not in trace.stages and cell.name != "alibi":
        return cell.name
    if cell.name == "weights":
        return _sentence(query_looks_at(trace, cell.row, cell.column, most))
    pair = cell.name == "alibi" or BY_NAME[cell.name].axes[1] == "keys"
    column = f", {key_name(trace, cell.column, most)}" if pair else ""
    return f"{stage_title(trace, cell.name)}: {row_name(trace, cell.name, cell.row, most)}{column}"


def _sentence(words: str) -> str:
    """The words with a capital at their beginning."""
    return words[:1].upper() + words[1:]


def _over_query(state: State) -> tuple[str, str, str]:
    """As over a cell."""
    trace, query = state.trace, state.selection.query
    heading, whole = (_sentence(query_name(trace, query, most)) for most in (HEADING, None))
    place = f"row {query + 1}"
    if trace.sizes.heads > 1:
        joined = shown_tab(state) == "concat"
        place = f"{'all heads' if joined else head_name(state.selection.head).lower()}, {place}"
    return heading, whole, place


def _query_page(state: State, heading: str, whole: str, place: str) -> Page:
    """The selected query's row in words, and how to see more."""
    trace, head, query = state.trace, state.selection.head, state.selection.query
    joined = shown_tab(state) == "concat"
    movable = not isinstance(state.scenario.inputs, Projected) and trace.sizes.d_v == 2
    close = "" if state.problem is not None else HOW + (DRAG if movable else "")
    try:
        steps = _output_steps(state, "output", None) if joined else _weight_steps(state)
    except HiddenRow as error:
        from attnviz.content.explanation import no_result

        steps = [_step(no_result(trace, query, error), Cell("weights", head, query, 0), "words")]
    except NotYet:
        raise
    except AttentionError as error:
        steps = [PageStep("No result", (PageLine((Part(str(error), "error"),), prose=True),))]
    return Page(heading, place, "", tuple(steps), close, numbered=False, whole=whole)


def _weight_steps(state: State) -> list[PageStep]:
    """The keys that the query looks at most, and what it gets from them; nothing of a row that is veiled."""
    trace, head, query = state.trace, state.selection.head, state.selection.query
    weights = trace.row("weights", query, head)
    steps: list[PageStep] = []
    if not row_is_veiled(state, head, query):
        order = [key for key in np.argsort(-weights, kind="stable")[:MOST_KEYS].tolist() if weights[key] > 0]
        decimals, figures = weight_decimals(trace, state.view.decimals), least_figures(trace)
        texts = _aligned([float(weights[key]) for key in order], decimals, figures)
        lines = tuple(
            PageLine((
                Part(before), Part(text, "weights", Cell("weights", head, query, key)), Part("  "),
                Part(key_name(trace, key, HEADING).removeprefix("key "), "keys"),
            ))
            for key, (before, text) in zip(order, texts, strict=True)
            if not (trace.large and text == NEARLY_0 and key != order[0])
        )  # fmt: skip
        steps.append(PageStep("Looks most at key" if len(weights) > 1 else "Looks at key", lines))
    return steps + (_output_steps(state, "head_output", head) if "head_output" in trace.stages else [])


def _output_steps(state: State, name: str, head: int | None) -> list[PageStep]:
    """The query's row of an output, if it is short enough to be written out."""
    query = state.selection.query
    row = state.trace.row(name, query, head)
    if len(row) > MOST_KEYS:
        return []
    parts = [Part("(", "output")]
    for column, value in enumerate(row):
        cell = Cell(name, head, query, column)
        text = ASK if _is_veiled(state, cell) else _shown(float(value), state)
        parts += [Part(", ", "output")] if column else []
        parts.append(Part(text, "output", cell))
    parts.append(Part(")", "output"))
    share = name == "head_output" and state.trace.sizes.heads > 1
    title = f"{head_name(head or 0)}'s output" if share else "Its output"
    return [PageStep(title, (PageLine(tuple(parts)),))]


def _aligned(values: list[float], decimals: int, figures: int) -> list[tuple[str, str]]:
    """Each of several results, after the blanks with which they end under each other.

    All have as many decimals as it takes that none is written as 1 which is less. Where these show one
    digit of one, it has a power of ten as in its own arithmetic.
    """
    exact = [format_in_sum(value, decimals).replace("…", "") for value in values]
    places = max((len(text.partition(".")[2]) for text in exact if "×" not in text), default=decimals)
    texts = [format_result(value, max(places, decimals)) for value in values]
    if figures > 1:
        powers = [in_full(value, max(places, decimals), figures) for value in values]
        texts = [own if "×" in own and text != NEARLY_0 else text for own, text in zip(powers, texts, strict=True)]
    widest = max(map(len, texts), default=0)
    return [(" " * (widest - len(text)), text) for text in texts]


def _shown(value: float, state: State) -> str:
    """A result that is not 0 is never written as 0.000."""
    return in_full(value, state.view.decimals, least_figures(state.trace))


def _is_veiled(state: State, cell: Cell) -> bool:
    return kept_back(state.trace, state.view.veil, cell)
