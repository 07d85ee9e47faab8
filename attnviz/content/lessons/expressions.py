"""What an expression comes to in the present state: numbers from the engine, and whether a goal or a claim holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from attnviz.content.lessons.calculating import Misused, Undefined, Value, compare, function, operation, text_of_kind
from attnviz.content.lessons.language import parse
from attnviz.content.lessons.nodes import (
    Call,
    Comparison,
    Index,
    LabNumber,
    List,
    Literal,
    Logic,
    Name,
    Node,
    Operation,
    Reference,
    parts,
)
from attnviz.content.lessons.places import region
from attnviz.content.lessons.vocabulary import CONSTANTS, SIZES
from attnviz.engine.cells import Region
from attnviz.engine.errors import AttentionError, counted
from attnviz.engine.tracing import Trace

LabNumbers = Mapping[str, Any]
NONE: LabNumbers = {}


def value_of(expression: str, trace: Trace, lab_numbers: LabNumbers = NONE) -> Value:
    """The number, row, table, or truth that an expression comes to.

    Raises BadExpression for what cannot be read, Undefined for what has no value now, and the engine's own errors,
    such as NoSuchStage for a stage that is not there and HiddenRow.
    """
    node = parse(expression)
    with np.errstate(all="ignore"):
        value = _Evaluation(expression, trace, lab_numbers).of(node)
    if np.isnan(value).any() and not isinstance(node, Name):
        raise Undefined(expression, node.at, "this has no value, such as 0 ÷ 0 or the root of −1.")
    return value


def holds(goal: str, trace: Trace, lab_numbers: LabNumbers = NONE) -> bool:
    """True if the condition is met everywhere it looks; False too where it has no value at present.

    Raises BadExpression for what cannot be read.
    """
    parse(goal)
    try:
        value = value_of(goal, trace, lab_numbers)
    except AttentionError:  # a hidden row, a stage or cell that is not there: then the goal is not reached
        return False
    return bool(np.all(value)) if text_of_kind(value) == "condition" else False


def is_condition(expression: str) -> bool:
    """True if the expression can be true or false, and is no plain number. Raises BadExpression."""
    node = parse(expression)
    named = isinstance(node, Name) and node.name in ("causal", "true", "false")
    return named or isinstance(node, Comparison | Logic) or (isinstance(node, Call) and node.name == "finite")


def reads(expression: str, trace: Trace) -> tuple[Region, ...]:
    """The cells that an expression names, as far as they exist. Raises BadExpression."""
    found: list[Region] = []
    for node in _nodes(expression):
        if isinstance(node, Reference):
            with suppress(AttentionError):  # not there at present: nothing is read
                found.append(region(node, trace))
    return tuple(found)


def asks_lab(expression: str) -> bool:
    """True if the expression names a number of a laboratory. Raises BadExpression."""
    return any(isinstance(node, LabNumber) for node in _nodes(expression))


def _nodes(expression: str) -> Iterator[Node]:
    waiting = [parse(expression)]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(parts(node))


class _Evaluation:
    """One walk over the tree, from the leaves up."""

    def __init__(self, text: str, trace: Trace, lab_numbers: LabNumbers) -> None:
        self._text, self._trace, self._lab_numbers = text, trace, lab_numbers

    def of(self, node: Node) -> Value:
        match node:
            case Literal():
                return node.value
            case Name():
                return self._named(node.name, node.at)
            case Reference():
                return self._cells(node)
            case LabNumber():
                return self._lab_number(node)
            case List():
                return self._listed(node)
            case Call():
                return function(self._text, node.at, node.name, [self.of(one) for one in node.arguments])
            case Operation():
                return operation(self._text, node.at, node.sign, [self.of(one) for one in node.operands])
            case Comparison():
                return compare(self._text, node.at, [self.of(one) for one in node.operands], node.signs)
            case Logic():
                return self._logic(node)

    def _named(self, name: str, at: int) -> Value:
        if name in CONSTANTS:
            return CONSTANTS[name]
        scenario = self._trace.scenario
        if name in SIZES:
            size = getattr(self._trace.sizes, name)
            if size is None:
                raise Undefined(self._text, at, f"this scenario has no {name}.")
            return float(size)
        if name == "causal":
            return scenario.mask.causal
        value = scenario.factor if name == "scale" else getattr(scenario, name)
        return float("nan") if value is None else float(value)

    def _cells(self, node: Reference) -> Value:
        place = region(node, self._trace)
        values = self._trace.at(place.name, place.head)
        if not node.indices:
            return values
        return _picked(values, node.indices)

    def _lab_number(self, node: LabNumber) -> Value:
        if node.name not in self._lab_numbers:
            known = ", ".join(self._lab_numbers)
            remedy = f"Choose one of: {known}." if known else "Give the step a laboratory."
            raise Misused(self._text, node.at, f"there is no number lab.{node.name}. {remedy}")
        values = np.asarray(self._lab_numbers[node.name], dtype=np.float64)
        indices = node.indices
        if len(indices) > values.ndim:
            raise Undefined(self._text, node.at, f"lab.{node.name} has {counted(values.ndim, 'axis')}. Give as many.")
        for index, size in zip(indices, values.shape, strict=False):
            if index is not None and index >= size:
                raise Undefined(self._text, node.at, f"lab.{node.name} ends at {size}. Choose a smaller place.")
        return _picked(values, indices)

    def _listed(self, node: List) -> Value:
        items = [np.asarray(self.of(item), dtype=np.float64) for item in node.items]
        if any(item.shape != items[0].shape for item in items) or items[0].ndim > 1:
            raise Undefined(self._text, node.at, "the rows of a list must be equally long.")
        return np.stack(items)

    def _logic(self, node: Logic) -> bool:
        """Stops at the first operand that decides, so that a goal may first ask whether something is there."""
        for operand in node.operands:
            value = self.of(operand)
            if text_of_kind(value) != "condition":
                raise Misused(self._text, node.at, f"{node.word} joins conditions. Compare the numbers first.")
            true = bool(np.all(value))
            if node.word == "not":
                return not true
            if true == (node.word == "or"):
                return true
        return node.word == "and"


def _picked(values: Any, indices: tuple[Index, ...]) -> Value:
    part = values[tuple(slice(None) if index is None else index for index in indices)]
    return part if isinstance(part, np.ndarray) and part.ndim else float(part)
