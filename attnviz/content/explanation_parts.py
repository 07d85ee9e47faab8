"""What an explanation is made of: parts of lines, steps, and the gap that a pencil leaves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from attnviz.engine.cells import Cell

PLUS = "+ "  # what a further line of a sum begins with
MOST_TERMS = 8  # products or exponentials written out; of a longer sum the rest is counted

Role = Literal["queries", "keys", "values", "scores", "weights", "output", "input", "plain", "error"]
Depth = Literal["words", "numbers", "formula", "all"]


@dataclass(frozen=True)
class Part:
    """A piece of a line.

    role: whose colour it takes. cell: the number whose own arithmetic it leads to. strong: the number that was asked
    for. rounded: the text says less than the whole number, which is in `value`; `value` is None for words and signs.
    """

    text: str
    role: Role = "plain"
    cell: Cell | None = None
    strong: bool = False
    rounded: bool = False
    value: float | None = None


@dataclass(frozen=True)
class ExplainedStep:
    """One operation. cell: the number that it makes, None for what no figure shows, such as the sum of a row.

    words: sentences. numbers: lines of arithmetic, a part "\\n" between them, each `operands = result`.
    formula, substituted: LaTeX without dollar signs, with symbols and with numbers. result: None where it makes no
    single number.
    """

    title: str
    cell: Cell | None
    words: tuple[Part, ...]
    numbers: tuple[Part, ...]
    formula: str
    substituted: str
    result: float | None

    @property
    def text(self) -> str:
        """The numbers without their looks."""
        return text_of(self.numbers)

    @property
    def said(self) -> str:
        """The words without their looks."""
        return text_of(self.words)


@dataclass(frozen=True)
class Gap:
    """With pencil precision: the pencil's number, the exact one, and a sentence about the distance."""

    pencil: float
    exact: float
    words: tuple[Part, ...]

    @property
    def distance(self) -> float:
        """How far the pencil is above the exact number; negative below it."""
        return self.pencil - self.exact


@dataclass(frozen=True)
class Explanation:
    """The arithmetic of one cell, to be read top to bottom; `gap` only with pencil precision."""

    cell: Cell
    title: str
    steps: tuple[ExplainedStep, ...]
    gap: Gap | None


def text_of(parts: tuple[Part, ...]) -> str:
    """The parts as one text."""
    return "".join(part.text for part in parts)
