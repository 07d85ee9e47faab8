"""The steps of a softmax that no figure has a cell for: the row's maximum, its other exponentials, their sum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from attnviz.content.explanation_formulas import exponential as exponential_formula
from attnviz.content.explanation_formulas import named_sum, row_maximum, symbol, weighted_value
from attnviz.content.explanation_parts import ExplainedStep, Part
from attnviz.content.explanation_steps import Scope, exponential, operands_of, seen
from attnviz.content.explanation_terms import (
    Expression,
    called,
    counted,
    equation,
    lines,
    more_of,
    product,
    side_by_side,
    total,
    with_rest,
)  # fmt: skip
from attnviz.content.explanation_words import key_part, query_part, sentence
from attnviz.content.labels import HEADING, isolated
from attnviz.engine.arrays import Array
from attnviz.engine.cells import Cell
from attnviz.engine.derivation import Derivation, derive
from attnviz.engine.tracing import Trace

WIDEST_VECTOR = 4  # values with more numbers are not written out


def largest_step(scope: Scope, made: Derivation) -> Iterator[ExplainedStep]:
    """The row's largest score, where it is subtracted before the exponentials."""
    if len(made.operands) < 2:
        return
    cell, top = made.cell, made.operands[1].values[0]
    row = scope.trace.row("masked", cell.row, cell.head)
    keys = seen(scope.trace, cell)
    listed = scope.shown(len(keys))
    shown = keys if listed == len(keys) else _largest_first(keys, row)[:listed]
    scores = [_number(scope, "masked", cell, key, row) for key in shown]
    left = called("max", *scores, more=more_of(len(keys) - listed, "score") if len(keys) > listed else "")
    line = equation(left, next(operands_of(scope, made.operands[1])))
    query = query_part(scope.trace, cell.row)
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
    exponentials = np.asarray(made.operands[1].values)
    listed = scope.chosen(keys, exponentials)
    if cell == scope.asked:
        other = keys.copy()
        if cell.column in other:
            other.remove(cell.column)
        chosen = scope.chosen(other, exponentials)
        yield _others(scope, cell, chosen, other, exponentials)
        own = [cell.column] if len(other) < len(keys) else []
        listed = [*own, *chosen]  # each was met before, in this order
        if len(chosen) == len(other):
            listed.sort()
    result = made.operands[2].values[0]
    terms = [_number(scope, "exponentials", cell, key, exponentials) for key in listed]
    rest = _rest(scope, keys, listed, exponentials)
    line = equation(
        with_rest(total(terms), len(keys) - len(terms), "exponential", rest), scope.figures.operand(result, "weights")
    )
    query = query_part(scope.trace, cell.row)
    words = (Part("All exponentials of what "), query, Part(" may see are added up. That makes "),
             *scope.figures.said(result, "weights"), Part("."))  # fmt: skip
    yield ExplainedStep(
        _sum_title(scope.trace, cell.row), None, words, line.parts, named_sum(scope.trace, cell), line.latex, result
    )


def share_step(scope: Scope, made: Derivation) -> Iterator[ExplainedStep]:
    """What the weight takes of its value, where that is short enough to be written out."""
    trace, cell, size = scope.trace, made.cell, scope.trace.sizes
    if "head_output" not in trace.stages or (size.d_v or 0) > WIDEST_VECTOR:
        return
    mixed = "values" if "values" in trace.stages else "V"
    start = 0 if mixed == "values" else (cell.head or 0) * size.kv_heads // size.heads * (size.d_v or 0)
    value = trace.at(mixed, cell.head)[cell.column, start : start + (size.d_v or 0)]
    with np.errstate(over="ignore"):
        share = value * value.dtype.type(made.result)
    if not np.isfinite(share).all():  # its head's output says so
        return
    head = cell.head if mixed == "values" else None
    entries = [
        scope.figures.operand(number, "values", Cell(mixed, head, cell.column, start + place))
        for place, number in enumerate(value.tolist())
    ]
    made_of_it = [scope.figures.result(number, "output") for number in share.tolist()]
    weight = scope.figures.operand(made.result, "weights", cell)
    left = product(weight, side_by_side(entries, len(entries)), wide=True)
    line = equation(left, side_by_side(made_of_it, len(made_of_it)))
    words = sentence(
        query_part(trace, cell.row), " takes that share of ", key_part(trace, cell.column, "values"), ": it is what "
        "this pair adds to the output.",
    )  # fmt: skip
    formula = weighted_value(trace, cell, mixed)
    yield ExplainedStep("Its share of the output", None, words, line.parts, formula, line.latex, None)


def _others(scope: Scope, cell: Cell, chosen: Sequence[int], keys: Sequence[int], exponentials: Array) -> ExplainedStep:
    """The exponentials of the chosen ones of the other keys, each under its name, and what the rest comes to."""
    rows = []
    for key in chosen:
        made = derive(scope.trace, Cell("exponentials", cell.head, cell.row, key))
        rows.append(equation(exponential(scope, made), scope.figures.operand(made.result, "weights", made.cell)))
    line = lines([key_part(scope.trace, key) for key in chosen], rows)
    more: tuple[Part, ...] = ()
    if len(keys) > len(rows):
        rest = _rest(scope, keys, chosen, exponentials)
        more = (Part("\n"), Part(counted(len(keys) - len(rows), "key")), Part(": "), *rest.parts)
    own = symbol(scope.trace, "exponentials", cell.head, cell.row, "j")
    formula = f"{own} = {exponential_formula(scope.trace, cell, 'j')}"
    words = _largest_of(scope, cell, keys, exponentials)
    return ExplainedStep(
        "The other exponentials of the row", None, words, (*line.parts, *more), formula, line.latex, None
    )


def _largest_of(scope: Scope, cell: Cell, keys: Sequence[int], exponentials: Array) -> tuple[Part, ...]:
    """Which of the other keys has the largest exponential, and how large it is; true of equal ones too."""
    largest = keys[int(np.argmax(exponentials[np.asarray(keys, np.intp)]))]
    place = Cell("exponentials", cell.head, cell.row, largest)
    number = scope.figures.said(float(exponentials[largest]), "weights", place)
    key, query = key_part(scope.trace, largest), query_part(scope.trace, cell.row)
    if len(keys) == 1:
        told = sentence("the other key that ", query, " may see is ", key, ". Its exponential is ")
    else:
        count = f"of the {len(keys)} other keys that "
        told = (*sentence(count, query, " may see, none has a larger exponential than ", key), Part(": "))
    return (*told, *number, Part("."))


def _rest(scope: Scope, keys: Sequence[int], listed: Sequence[int], exponentials: Array) -> Expression:
    """What the exponentials that are not listed come to."""
    return scope.rest(exponentials, keys, listed, "weights")


def _largest_first(keys: Sequence[int], row: Array) -> list[int]:
    known = np.asarray(keys, np.intp)
    order: list[int] = known[np.argsort(-row[known], kind="stable")].tolist()
    return order


def _number(scope: Scope, name: str, cell: Cell, key: int, row: Array) -> Expression:
    """One number of the cell's row of a stage, which leads there."""
    role = "scores" if name == "masked" else "weights"
    return scope.figures.operand(float(row[key]), role, Cell(name, cell.head, cell.row, key))  # type: ignore[arg-type]


def _sum_title(trace: Trace, query: int) -> str:
    label = trace.scenario.query_labels[query]
    who = f"“{isolated(label, HEADING)}”" if label != str(query + 1) else f"query {label}"
    return f"Sum over what {who} may see"
