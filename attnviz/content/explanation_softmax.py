"""The steps of a softmax that no figure has a cell for: the row's maximum, its other exponentials, their sum."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from attnviz.content.explanation_formulas import exponential as exponential_formula
from attnviz.content.explanation_formulas import row_maximum, row_sum, symbol, weighted_value
from attnviz.content.explanation_parts import ExplainedStep, Part
from attnviz.content.explanation_steps import Scope, exponential, operands_of, seen
from attnviz.content.explanation_terms import (
    Expression,
    called,
    equation,
    lines,
    more_of,
    product,
    side_by_side,
    total,
)  # fmt: skip
from attnviz.content.labels import HEADING, isolated
from attnviz.content.wording import key_name, query_name
from attnviz.engine.cells import Cell
from attnviz.engine.derivation import Derivation, derive
from attnviz.engine.tracing import Trace

WIDEST_VECTOR = 4  # values with more numbers are not written out


def largest_step(scope: Scope, made: Derivation) -> Iterator[ExplainedStep]:
    """The row's largest score, where it is subtracted before the exponentials."""
    if len(made.operands) < 2:
        return
    cell, top = made.cell, made.operands[1].values[0]
    scores = [_number(scope, "masked", cell, key) for key in seen(scope.trace, cell)]
    # The largest itself is always among those that are written out.
    scores.sort(key=lambda number: number.parts[0].value != top)
    shown = scope.shown(len(scores))
    left = called("max", *scores[:shown], more=more_of(len(scores) - shown, "score") if len(scores) > shown else "")
    line = equation(left, next(operands_of(scope, made.operands[1])))
    query = Part(query_name(scope.trace, cell.row, HEADING), "queries")
    words = (Part("The largest score of "), query, Part(" is "), *scope.figures.said(top, "scores"), Part("."))
    yield ExplainedStep(
        "Largest score of the row", None, words, line.parts, row_maximum(scope.trace, cell), line.latex, top
    )


def sum_steps(scope: Scope, made: Derivation) -> Iterator[ExplainedStep]:
    """The other exponentials of a weight's row and their sum, where the query sees more than this key."""
    cell = made.cell
    keys = seen(scope.trace, cell)
    if len(keys) < 2:
        return
    if cell == scope.asked:
        yield _others(scope, cell, [key for key in keys if key != cell.column])
    result = made.operands[2].values[0]
    shown = scope.shown(len(keys))
    terms = [_number(scope, "exponentials", cell, key) for key in keys]
    line = equation(total(terms[:shown], len(terms) - shown, "exponential"), scope.figures.operand(result, "weights"))
    query = Part(query_name(scope.trace, cell.row, HEADING), "queries")
    words = (Part("All exponentials of what "), query, Part(" may see are added up. That makes "),
             *scope.figures.said(result, "weights"), Part("."))  # fmt: skip
    yield ExplainedStep(
        _sum_title(scope.trace, cell.row), None, words, line.parts, row_sum(scope.trace, cell), line.latex, result
    )


def share_step(scope: Scope, made: Derivation) -> Iterator[ExplainedStep]:
    """What the weight takes of its value, where that is short enough to be written out."""
    trace, cell = scope.trace, made.cell
    mixed = "values" if "values" in trace.stages else "V"
    if "head_output" not in trace.stages or (trace.sizes.d_v or 0) > WIDEST_VECTOR:
        return
    start = 0
    if mixed == "V":
        start = (cell.head or 0) * trace.sizes.kv_heads // trace.sizes.heads * (trace.sizes.d_v or 0)
    head = cell.head if mixed == "values" else None
    columns = range(start, start + (trace.sizes.d_v or 0))
    numbers = trace.at(mixed, cell.head)[cell.column]
    value = [float(numbers[column]) for column in columns]
    weight = scope.figures.operand(made.result, "weights", cell)
    entries = [
        scope.figures.operand(number, "values", Cell(mixed, head, cell.column, column))
        for number, column in zip(value, columns, strict=True)
    ]
    share = [scope.figures.result(float(np.float64(made.result) * number), "output") for number in value]
    line = equation(product(weight, side_by_side(entries, len(entries)), wide=True), side_by_side(share, len(share)))
    key = Part(key_name(trace, cell.column, HEADING).replace("key", "value", 1), "values")
    query = Part(query_name(trace, cell.row, HEADING), "queries")
    words = (query, Part(" takes that share of "), key, Part(": it is what this pair adds to the output."))
    words = (Part(query.text[:1].upper() + query.text[1:], "queries"), *words[1:])
    yield ExplainedStep(
        "Its share of the output", None, words, line.parts, weighted_value(trace, cell, mixed), line.latex, None
    )


def _others(scope: Scope, cell: Cell, keys: list[int]) -> ExplainedStep:
    shown = scope.shown(len(keys))
    rows = []
    for key in keys[:shown]:
        made = derive(scope.trace, Cell("exponentials", cell.head, cell.row, key))
        rows.append(equation(exponential(scope, made), scope.figures.operand(made.result, "weights", made.cell)))
    line = lines(rows)
    more = (Part("\n" + more_of(len(keys) - shown, "exponential")),) if len(keys) > shown else ()
    words = (Part("The other keys that "), Part(query_name(scope.trace, cell.row, HEADING), "queries"),
             Part(" may see have their exponentials too."))  # fmt: skip
    own = symbol(scope.trace, "exponentials", cell.head, cell.row, "j")
    formula = f"{own} = {exponential_formula(scope.trace, cell, 'j')}"
    return ExplainedStep(
        "The other exponentials of the row", None, words, (*line.parts, *more), formula, line.latex, None
    )


def _number(scope: Scope, name: str, cell: Cell, key: int) -> Expression:
    value = float(scope.trace.at(name, cell.head)[cell.row, key])
    role = "scores" if name == "masked" else "weights"
    return scope.figures.operand(value, role, Cell(name, cell.head, cell.row, key))  # type: ignore[arg-type]


def _sum_title(trace: Trace, query: int) -> str:
    label = trace.scenario.query_labels[query]
    who = f"'{isolated(label, HEADING)}'" if label != str(query + 1) else f"query {label}"
    return f"Sum over what {who} may see"
