"""Each operation as steps of an explanation: its title, its arithmetic with links, and how it is said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attnviz.content.adding_up import total_of
from attnviz.content.explanation_formulas import formula_of, joined_row
from attnviz.content.explanation_parts import ExplainedStep, Part, Role
from attnviz.content.explanation_positions import turned
from attnviz.content.explanation_terms import (
    Expression,
    Figures,
    becomes,
    bracketed,
    called,
    column,
    equation,
    further,
    in_lines,
    minus,
    more_of,
    plus,
    power_of_e,
    product,
    quotient,
    root,
    side_by_side,
    total,
)  # fmt: skip
from attnviz.content.explanation_words import key_part, query_part, role_of, words_of
from attnviz.content.turning import turn
from attnviz.engine.cells import Cell
from attnviz.engine.derivation import HIDERS, Derivation, Operand, hidden_by
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace


@dataclass(frozen=True)
class Scope:
    """What is explained, and how: the cell that was asked for, the look of numbers, and how many terms are shown."""

    trace: Trace
    asked: Cell
    figures: Figures
    terms: int | None

    def shown(self, count: int) -> int:
        """How many of so many terms are written out."""
        return count if self.terms is None else min(count, self.terms)

    def chosen(self, places: Sequence[int], sizes: npt.ArrayLike) -> Sequence[int]:
        """The places whose terms are written out: all, or those of the largest `sizes`, strongest first."""
        shown = self.shown(len(places))
        if shown == len(places):
            return places
        known = np.asarray(places, dtype=np.intp)
        largest = np.argsort(-np.abs(np.asarray(sizes)[known]), kind="stable")[:shown]
        chosen: list[int] = known[largest].tolist()
        return chosen

    def rest(self, terms: npt.ArrayLike, of: Sequence[int], shown: Sequence[int], role: Role = "plain") -> Expression:
        """What the terms of places that are not shown come to; a sum that no number can hold as it is."""
        values = np.asarray(terms, np.float64)
        left_out = np.zeros(values.shape, np.bool_)
        left_out[of] = True
        left_out[shown] = False
        values = values[left_out]
        whole = total_of(values.tolist()) if np.isfinite(values).all() else np.sum(values)
        return self.figures.operand(float(whole), role)


def step_of(scope: Scope, made: Derivation) -> ExplainedStep:
    """The one step that makes a derivation's number of its operands."""
    title, left = _TITLES[made.operation](scope, made)
    line = _line(scope, made, left)
    formula = formula_of(scope.trace, made)
    words = words_of(scope.trace, made, scope.figures)
    return ExplainedStep(title, made.cell, words, line.parts, formula, line.latex, made.result)


def joined_step(scope: Scope, cell: Cell) -> Iterator[ExplainedStep]:
    """The row that W_O reads, as the heads' outputs side by side."""
    trace, width = scope.trace, scope.trace.sizes.d_v or 1
    if trace.sizes.heads == 1:
        return
    row = trace.row("concatenated", cell.row).tolist()
    shown = scope.shown(len(row))
    numbers = [
        scope.figures.operand(value, "output", Cell("head_output", column // width, cell.row, column % width))
        for column, value in enumerate(row[:shown])
    ]
    line = side_by_side(numbers, width, more_of(len(row) - shown, "number") if shown < len(row) else "")
    words = (Part(f"The outputs of the {trace.sizes.heads} heads for "), query_part(trace, cell.row),
             Part(f" stand side by side, {width} number{'s' if width > 1 else ''} each."))  # fmt: skip
    yield ExplainedStep("Heads side by side", None, words, line.parts, joined_row(cell.row), line.latex, None)


def changes(made: Derivation) -> bool:
    """True if the operation does something: a scale that is off, a mask that hides nothing, a copy do not."""
    if made.operation == "scale":
        return made.operands[1].values[0] != 1.0 or made.operands[1].symbol == "√d_k"
    return made.operation not in ("keep", "input", "concatenate")


def seen(trace: Trace, cell: Cell) -> list[int]:
    """The keys that the cell's query may see."""
    if "masked" not in trace.stages:
        return list(range(trace.sizes.S))
    keys: list[int] = np.flatnonzero(~np.isneginf(trace.row("masked", cell.row, cell.head))).tolist()
    return keys


def operands_of(scope: Scope, operand: Operand, only: Sequence[int] | None = None) -> Iterator[Expression]:
    """Each number of an operand, with the link to its cell; those of inputs as they were typed.

    only: the places of those that are wanted.
    """
    region = operand.region
    if region is None:
        yield from (scope.figures.given(value) for value in operand.values)
        return
    role = role_of(region.name)
    write = scope.figures.operand if region.name in BY_NAME else scope.figures.given
    width = region.columns[1] - region.columns[0]
    for place in range(len(operand.values)) if only is None else only:
        row, column = divmod(place, width)
        cell = Cell(region.name, region.head, region.rows[0] + row, region.columns[0] + column)
        yield write(operand.values[place], role, cell)


def _line(scope: Scope, made: Derivation, left: Expression | None) -> Expression:
    """operands = result; a number that is only handed on stands alone, and leads to where it came from."""
    asked = made.cell == scope.asked
    role, figures = role_of(made.cell.name), scope.figures.of(made.cell.name)
    if left is None:
        source = next(operands_of(scope, made.operands[0])).parts[0].cell if made.operands else None
        return figures.result(made.result, role, source, strong=asked)
    result = figures.operand(made.result, role, made.cell)
    if asked:
        result = figures.result(made.result, role, strong=True)
    return becomes(left, result) if made.operation in ("hide", "input") else equation(left, result)


_Titled = tuple[str, Expression | None]


def _project(scope: Scope, made: Derivation) -> _Titled:
    rows, matrix, *bias = made.operands
    left = _products(scope, rows, matrix)
    for added in bias:
        own = next(operands_of(scope, added))
        left = further(left, Part(added.symbol), bracketed(own)) if in_lines(left) else plus(left, own)
    more = f" + {bias[0].symbol}" if bias else ""
    return f"Row {made.cell.row + 1} of {rows.symbol} times {matrix.symbol}{more}", left


def _rotate(scope: Scope, made: Derivation) -> _Titled:
    """x·cos − y·sin, or y·cos + x·sin, with the numbers of cos and sin."""
    sign = turn(scope.trace, made.cell).sign
    own, partner = (next(operands_of(scope, made.operands[place])) for place in (0, 2))
    cos, sin = (scope.figures.operand(made.operands[place].values[0]) for place in (1, 3))
    if sign < 0:
        sin = scope.figures.operand(-made.operands[3].values[0])
    assert made.operands[2].region is not None
    pair = sorted((made.cell.column + 1, made.operands[2].region.columns[0] + 1))
    return f"Turn numbers {pair[0]} and {pair[1]}", turned(own, cos, partner, sin, sign)


def _penalty(scope: Scope, made: Derivation) -> _Titled:
    return "Slope times distance", product(*(scope.figures.given(operand.values[0]) for operand in made.operands))


def _dot(scope: Scope, made: Derivation) -> _Titled:
    return "Dot product", _products(scope, *made.operands)


def _mix(scope: Scope, made: Derivation) -> _Titled:
    """The products of weights and values; of many the largest, each under the name of its key."""
    weights, values = made.operands
    visible = seen(scope.trace, made.cell)
    sizes = _sizes(weights, values)
    keys = scope.chosen(visible, sizes)
    many = f"Head {(made.cell.head or 0) + 1}: values mixed by its weights"
    title = many if scope.trace.sizes.heads > 1 else "Values mixed by the weights"
    terms = _terms(scope, weights, values, keys)
    if len(keys) == len(visible):
        return title, total(terms)
    names, rest = [key_part(scope.trace, key) for key in keys], scope.rest(sizes, visible, keys)
    return title, column(names, terms, len(visible) - len(keys), "key", rest)


def _products(scope: Scope, left: Operand, right: Operand) -> Expression:
    """left·right + left·right + …; of many the largest, each under its number."""
    sizes = _sizes(left, right)
    places = range(len(sizes))
    shown = scope.chosen(places, sizes)
    terms = _terms(scope, left, right, shown)
    if len(shown) == len(places):
        return total(terms)
    names, rest = [Part(f"number {place + 1}") for place in shown], scope.rest(sizes, places, shown)
    return column(names, terms, len(places) - len(shown), "product", rest)


def _sizes(left: Operand, right: Operand) -> npt.NDArray[np.float64]:
    """The product at each place; one that no number can hold is infinite."""
    with np.errstate(over="ignore", invalid="ignore"):
        sizes: npt.NDArray[np.float64] = np.multiply(left.values, right.values, dtype=np.float64)
    return sizes


def _terms(scope: Scope, left: Operand, right: Operand, shown: Sequence[int]) -> list[Expression]:
    """The products of the places that are written out."""
    pairs = zip(operands_of(scope, left, shown), operands_of(scope, right, shown), strict=True)
    return [product(a, b, first=index == 0) for index, (a, b) in enumerate(pairs)]


def _scale(scope: Scope, made: Derivation) -> _Titled:
    score, by = made.operands
    number = next(operands_of(scope, score))
    if by.symbol == "√d_k":
        assert scope.trace.sizes.d_k is not None
        return "Scale by √d_k", quotient(number, root(scope.figures.given(scope.trace.sizes.d_k)))
    if by.values[0] == 1.0:
        return "Not scaled", None
    return "Scale", product(number, scope.figures.given(by.values[0]), wide=True)


def _cap(scope: Scope, made: Derivation) -> _Titled:
    number, limit = (next(operands_of(scope, operand)) for operand in made.operands)
    return "Cap softly", product(limit, called("tanh", quotient(number, limit)), wide=True)


def _bias(scope: Scope, made: Derivation) -> _Titled:
    """The number before, with slope · distance and the bias added, as far as there are such."""
    before, *added = made.operands
    left = next(operands_of(scope, before))
    if len(added) > 1:
        left = plus(left, product(*(scope.figures.given(operand.values[0]) for operand in added[:2])))
    for own in added if len(added) == 1 else added[2:]:
        left = plus(left, next(operands_of(scope, own)))
    names = ("", "the bias", "what the distance costs", "distance and bias")
    return f"Add {names[len(added)]}", left


def _temper(scope: Scope, made: Derivation) -> _Titled:
    number, temperature = (next(operands_of(scope, operand)) for operand in made.operands)
    return "Divide by the temperature", quotient(number, temperature)


def _hide(scope: Scope, made: Derivation) -> _Titled:
    by = " and ".join(HIDERS[name] for name in hidden_by(scope.trace, made.cell))
    return f"Hidden by {by}", next(operands_of(scope, made.operands[0]))


def _keep(_scope: Scope, made: Derivation) -> _Titled:
    names = {"masked": "Not hidden", "rotated_queries": "Not turned", "rotated_keys": "Not turned"}
    return names.get(made.cell.name, "Handed on"), None


def _exp(scope: Scope, made: Derivation) -> _Titled:
    return "Exponential", exponential(scope, made)


def exponential(scope: Scope, made: Derivation) -> Expression:
    """e^score, or e^(score − row maximum)."""
    score, *top = (next(operands_of(scope, operand)) for operand in made.operands)
    return power_of_e(minus(score, top[0]) if top else score)


def _softmax(scope: Scope, made: Derivation) -> _Titled:
    own, _row, summed = made.operands
    return "Its share of the sum", quotient(
        next(operands_of(scope, own)), scope.figures.operand(summed.values[0], "weights")
    )


def _concatenate(_scope: Scope, made: Derivation) -> _Titled:
    assert made.operands[0].region is not None
    return f"Heads side by side: from head {(made.operands[0].region.head or 0) + 1}", None


def _given(scope: Scope, made: Derivation) -> _Titled:
    if not made.operands:
        return "Given", None
    name = made.operands[0].symbol
    if made.operands[0].values[0] != made.result:
        return f"Given in {name}, rounded with the pencil", next(operands_of(scope, made.operands[0]))
    return f"As given in {name}", None


_TITLES = {
    "input": _given, "project": _project, "rotate": _rotate, "penalty": _penalty, "dot": _dot, "scale": _scale,
    "cap": _cap, "bias": _bias, "temper": _temper,
    "hide": _hide, "keep": _keep, "exp": _exp, "softmax": _softmax, "mix": _mix, "concatenate": _concatenate,
}  # fmt: skip
