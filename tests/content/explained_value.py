"""An evaluator of explanations that knows nothing of how they are made: it reads their lines as arithmetic.

Numbers that are linked to a stage are evaluated from their own explanation, down to the inputs; the trace is not asked.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from attnviz.content.explanation import Explanation, Part, explain
from attnviz.engine.cells import Cell
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.tracing import Trace

SIGN = re.compile(r"\s*(tanh|max|e\^|[-+−·÷√(),=→])")


@dataclass(frozen=True)
class Line:
    """One line of arithmetic: the tokens of its left side, the part after = or →, and the sign between."""

    left: tuple[Part | str, ...]
    sign: str
    result: Part


def lines_of(parts: tuple[Part, ...]) -> list[Line]:
    """The lines that say one number; vectors and sentences are left out. A number alone is a line without a sign."""
    rows: list[list[Part | str]] = [[]]
    for part in parts:
        if part.value is not None:
            rows[-1].append(part)
        elif part.text == "\n":
            rows.append([])
        elif part.text == ": ":  # what stood before it is the line's name
            rows[-1].clear()
        else:
            rows[-1].extend(_signs(part.text))
    return [line for row in rows if (line := _line(row)) is not None]


def _signs(text: str) -> list[str]:
    found, end = [], 0
    while end < len(text.rstrip()):
        match = SIGN.match(text, end)
        if match is None:
            return ["?"]
        found.append(match[1])
        end = match.end()
    return found


def _line(tokens: list[Part | str]) -> Line | None:
    for sign in ("=", "→"):
        if sign in tokens:
            place = tokens.index(sign)
            right = tokens[place + 1 :]
            one = len(right) == 1 and isinstance(right[0], Part)
            return Line(tuple(tokens[:place]), sign, right[0]) if one else None
    if len(tokens) == 1 and isinstance(tokens[0], Part):
        return Line((), "", tokens[0])
    return None


class Reader:
    """Reads a line's left side by recursive descent; `number` says what a number is worth."""

    def __init__(self, tokens: tuple[Part | str, ...], number) -> None:
        self.tokens = [*tokens, "end"]
        self.number = number

    def value(self) -> float:
        """The whole left side."""
        found = self.sum()
        assert self.tokens == ["end"], self.tokens
        return found

    def sum(self) -> float:
        """term + term − term"""
        terms = [self.product()]
        while self.tokens[0] in ("+", "−"):
            sign = 1 if self.tokens.pop(0) == "+" else -1
            terms.append(sign * self.product())
        return math.fsum(terms) if all(map(math.isfinite, terms)) else sum(terms)

    def product(self) -> float:
        """factor · factor ÷ factor"""
        found = self.factor()
        while self.tokens[0] in ("·", "÷"):
            if self.tokens.pop(0) == "·":
                found *= self.factor()
            else:
                found /= self.factor()
        return found

    def factor(self) -> float:
        """√factor, e^factor, tanh(…), max(…), (…) or a number"""
        token = self.tokens.pop(0)
        if isinstance(token, Part):
            return self.number(token)
        if token == "√":
            return math.sqrt(self.factor())
        if token == "e^":
            return math.exp(self.factor())
        if token == "(":
            return self.closed(self.sum())
        assert token in ("tanh", "max"), token
        assert self.tokens.pop(0) == "("
        arguments = [self.sum()]
        while self.tokens[0] == ",":
            self.tokens.pop(0)
            arguments.append(self.sum())
        return self.closed(math.tanh(*arguments) if token == "tanh" else max(arguments))

    def closed(self, value: float) -> float:
        """The value before a bracket that must close now."""
        assert self.tokens.pop(0) == ")"
        return value


@dataclass
class Evaluator:
    """Numbers from explanations alone, each once."""

    trace: Trace
    known: dict[Cell, float] = field(default_factory=dict)

    def cell(self, cell: Cell) -> float:
        """What a cell is worth, by its explanation and those that it links to."""
        if cell not in self.known:
            self.known[cell] = self._given(cell) if self._is_given(cell) else self._explained(cell)
        return self.known[cell]

    def _explained(self, cell: Cell) -> float:
        explanation = explain(self.trace, cell, 3, terms=None)
        unplaced: dict[float, float] = {}  # results that no figure shows, such as a row's sum, by what is printed
        asked = None

        def number(part: Part) -> float:
            if part.cell is None:
                return unplaced.get(part.value, part.value)
            return self.cell(part.cell)

        for step in explanation.steps:
            for line in lines_of(step.numbers):
                if not line.result.strong:
                    if line.result.cell is None and step.cell is None:
                        unplaced[line.result.value] = Reader(line.left, number).value()
                    continue
                assert asked is None, "two numbers are marked as asked for"
                asked = self._line(line, number)
        assert asked is not None, cell
        return asked

    def _line(self, line: Line, number) -> float:
        if line.sign == "→":
            assert line.result.value == -math.inf
            return -math.inf
        if line.sign == "":
            assert line.result.cell is not None
            return self.cell(line.result.cell)
        return Reader(line.left, number).value()

    def _is_given(self, cell: Cell) -> bool:
        weights = isinstance(self.trace.scenario.inputs, GivenWeights) and cell.name == "weights"
        return weights or cell.name not in self.trace.stages

    def _given(self, cell: Cell) -> float:
        """An input's number, read from the scenario."""
        scenario = self.trace.scenario
        values = scenario.bias if cell.name == "bias" else scenario.matrix(cell.name)
        if values.ndim == 3:
            values = values[cell.head or 0]
        return float(values[cell.column] if values.ndim == 1 else values[cell.row, cell.column])


def lines(explanation: Explanation) -> list[Line]:
    """All lines of arithmetic of all steps."""
    return [line for step in explanation.steps for line in lines_of(step.numbers)]
