"""Any number explains itself: the complete arithmetic of one cell, from itself down to what was given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from attnviz.content.explanation_parts import (
    MOST_TERMS,
    Depth,
    ExplainedStep,
    Explanation,
    Gap,
    Part,
    Role,
    text_of,
)  # fmt: skip
from attnviz.content.explanation_positions import angle_step
from attnviz.content.explanation_softmax import largest_step, share_step, sum_steps
from attnviz.content.explanation_steps import Scope, changes, joined_step, seen, step_of
from attnviz.content.explanation_terms import Figures
from attnviz.content.explanation_words import role_of
from attnviz.content.labels import HEADING, quoted
from attnviz.content.wording import cell_name, least_figures, weight_decimals
from attnviz.engine.cells import Cell
from attnviz.engine.dependencies import node_of
from attnviz.engine.derivation import derive
from attnviz.engine.errors import AttentionError, FieldError, HiddenRow, Overflow, Where
from attnviz.engine.links import check_cell
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace

MOST_NUMBERS = 1000  # that an explanation from the inputs on writes out: some fifty pages

__all__ = [
    "MOST_NUMBERS", "MOST_TERMS", "Depth", "ExplainedStep", "Explanation", "Gap", "Part", "Role", "explain",
    "no_result", "text_of",
]  # fmt: skip


def explain(
    trace: Trace, cell: Cell, decimals: int, *, terms: int | None = MOST_TERMS, from_inputs: bool = False
) -> Explanation:
    """How the cell's number came about, from the dot product on for scores and weights; read top to bottom.

    Every operand leads to its own arithmetic. terms: how many products or exponentials a step writes out; None for
    all. from_inputs: every number on the way has its step, from the inputs on. Rounded operands end in "…". Steps that
    change nothing are left out unless they are what was asked for. Where a query sees no key, or a number is too
    large, the last step says so.
    Raises NoSuchStage if there is no such cell, FieldError if more numbers lead to it than anybody can read.
    """
    check_cell(trace, cell)
    asked = _same_number(trace, replace(cell, head=_own_head(trace, cell)))
    scope = Scope(trace, asked, figures_of(trace, decimals), terms)
    steps: list[ExplainedStep] = []
    try:
        for place in _everything(trace, asked) if from_inputs else _chain(trace, asked):
            steps.extend(step for step in _steps(scope, place) if step.cell is not None or step not in steps)
    except HiddenRow as error:
        steps.append(no_result(trace, cell.row, error))
    except Overflow as error:
        steps.append(_failed("No result", str(error)))
    return Explanation(cell, cell_name(trace, cell), tuple(steps), _gap(trace, asked, decimals))


def figures_of(trace: Trace, decimals: int) -> Figures:
    """How the numbers of a trace are written."""
    return Figures(decimals, trace.scenario.dtype == "float32", weight_decimals(trace, decimals), least_figures(trace))


def no_result(trace: Trace, query: int, error: HiddenRow) -> ExplainedStep:
    """Why a query has no weights: it sees no key itself, or softmax stops at another one that sees none."""
    row = error.where.row
    if row is None:
        return _failed("No result", str(error))
    seen = trace.row("masked", query, error.where.head)
    own = row == query or bool(np.isneginf(seen).all())  # the error names only the first that sees none
    row = query if own else row
    who = f"query {quoted(row + 1, trace.scenario.query_labels[row], HEADING)}"
    if own:
        return _failed("No result", f"{who[:1].upper()}{who[1:]} sees no key.")
    return _failed("Not computed", f"Softmax waits for {who}, which sees no key.", role="plain")


def _failed(title: str, reason: str, *, role: Role = "error") -> ExplainedStep:
    parts = (Part(reason, role),)
    return ExplainedStep(title, None, parts, parts, "", "", None)


def _steps(scope: Scope, cell: Cell) -> Iterator[ExplainedStep]:
    """The steps that make one cell of its operands; none where nothing happens that was not asked for."""
    made = derive(scope.trace, cell)
    asked = cell == scope.asked
    if not (asked or changes(made) or (made.operation == "concatenate" and _is_biased_only(scope))):
        return
    if made.operation == "rotate":
        yield angle_step(scope.trace, made, scope.figures)
    if made.operation == "exp":
        yield from largest_step(scope, made)
    if made.operation == "softmax":
        yield from sum_steps(scope, made)
    if made.operation == "project" and cell.name == "output":
        yield from joined_step(scope, cell)
    yield step_of(scope, made)
    if asked and cell.name == "weights" and cell.column in seen(scope.trace, cell):
        yield from share_step(scope, made)


def _is_biased_only(scope: Scope) -> bool:
    """True if b_O is added to a row of heads that no W_O mixes."""
    return scope.asked.name == "output" and getattr(scope.trace.scenario.inputs, "W_O", None) is None


def _chain(trace: Trace, cell: Cell) -> tuple[Cell, ...]:
    """The cells that lead to this one and are the same pair or the very same number, itself last."""
    if cell.name in trace.stages and "scores" in trace.stages and BY_NAME[cell.name].axes == ("queries", "keys"):
        start, stop = trace.stages.index("scores"), trace.stages.index(cell.name)
        return tuple(replace(cell, name=name) for name in trace.stages[start : stop + 1])
    if cell.name == "concatenated" or (cell.name == "output" and getattr(trace.scenario.inputs, "W_O", None) is None):
        head, column = divmod(cell.column, trace.sizes.d_v or 1)
        beside = (Cell("concatenated", None, cell.row, cell.column),) if trace.sizes.heads > 1 else ()
        return tuple(dict.fromkeys((Cell("head_output", head, cell.row, column), *beside, cell)))
    return (cell,)


def _same_number(trace: Trace, cell: Cell) -> Cell:
    """The cell, or the one that it is handed on from unchanged: an output without W_O and b_O, one head alone."""
    inputs = trace.scenario.inputs
    if cell.name == "output" and getattr(inputs, "W_O", None) is None and getattr(inputs, "b_O", None) is None:
        cell = replace(cell, name="concatenated")
    if cell.name == "concatenated" and trace.sizes.heads == 1:
        cell = replace(cell, name="head_output", head=0)
    return cell


def _everything(trace: Trace, cell: Cell) -> list[Cell]:
    """All cells of stages on which this one depends, in reading order, itself last."""
    found: dict[Cell, None] = {}
    waiting = [cell]
    while waiting:
        place = waiting.pop()
        if place in found or place.name not in trace.stages:
            continue
        found[place] = None
        if len(found) > MOST_NUMBERS:
            where = Where(cell.name, cell.row, cell.column)
            raise FieldError(
                f"More than {MOST_NUMBERS} numbers lead from the inputs to {where}. Leave them out, and explain one "
                "by one those that it is made of.",
                where,
            )
        for region in derive(trace, place).sources:
            if region.name not in trace.stages:
                continue
            head = _own_head(trace, Cell(region.name, region.head, 0, 0))
            waiting.extend(
                Cell(region.name, head, row, column) for row in range(*region.rows) for column in range(*region.columns)
            )
    found.pop(cell, None)
    order = {name: index for index, name in enumerate(trace.stages)}
    return [*sorted(found, key=lambda place: (order[place.name], place.head or 0, place.row, place.column)), cell]


def _own_head(trace: Trace, cell: Cell) -> int | None:
    """The cell's head, one for all query heads that share its keys and values; None where it has none."""
    if cell.name not in trace.stages:
        return node_of(trace, cell.name, cell.head)[1]
    if not BY_NAME[cell.name].per_head:
        return None
    if cell.name in ("keys", "values", "rotated_keys"):
        group = trace.sizes.heads // trace.sizes.kv_heads
        return (cell.head or 0) // group * group
    return cell.head or 0


def _gap(trace: Trace, cell: Cell, decimals: int) -> Gap | None:
    """With pencil precision: how far the rounded chain has come from the exact result."""
    pencil = trace.scenario.pencil
    if pencil is None or cell.name not in trace.stages:
        return None
    try:
        rounded = trace.number(cell)
        exact = trace.exact.number(cell)
    except AttentionError:
        return None
    if rounded == exact:
        return Gap(rounded, exact, (Part("With pencil: the same as the exact result."),))
    figures = Figures(max(pencil, decimals) + 3, trace.scenario.dtype == "float32")
    role = role_of(cell.name)
    distance = figures.operand(abs(rounded - exact)).parts[0]
    side = "above" if rounded > exact else "below"
    words = (Part("With pencil: the exact result is "), *figures.operand(exact, role).parts, Part(", the pencil is "),
             replace(distance, text=distance.text.replace("…", "")), Part(f" {side} it."))  # fmt: skip
    return Gap(rounded, exact, words)
