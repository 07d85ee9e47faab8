"""Visible arithmetic, piece by piece: each expression as parts to be read and, at the same time, as LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from attnviz.content.explanation_parts import PLUS, Part, Role
from attnviz.content.numerals import MINUS, NEARLY_0, format_in_sum
from attnviz.engine.cells import Cell
from attnviz.engine.stages import BY_NAME

LATEX_NEARLY_0 = r"{\approx}0"
_LOWERED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


@dataclass(frozen=True)
class Expression:
    """The same arithmetic for reading and for setting."""

    parts: tuple[Part, ...]
    latex: str

    @property
    def negative(self) -> bool:
        """True if it begins with a minus, and so needs brackets after a sign."""
        return self.parts[0].text.startswith(MINUS)


@dataclass(frozen=True)
class Figures:
    """How numbers are written: with so many decimals, weights with as many as they need, in the format that they were
    computed in. least: figures that each has, so that what is printed comes out among very small numbers too.
    """

    decimals: int
    float32: bool = False
    of_weights: int = 0
    least: int = 1

    def of(self, name: str) -> Figures:
        """How those of one stage are written."""
        more = name == "weights" and self.of_weights > self.decimals
        return replace(self, decimals=self.of_weights, of_weights=0) if more else self

    def operand(self, value: float, role: Role = "plain", cell: Cell | None = None) -> Expression:
        """A computed number that is used again: a rounded one ends in "…"."""
        decimals = self.decimals if cell is None else self.of(cell.name).decimals
        return _leaf(format_in_sum(self._own(value), decimals, figures=self.least), role, cell, value)

    def given(self, value: float, role: Role = "plain", cell: Cell | None = None) -> Expression:
        """A number of an input or a setting, written as it was typed."""
        text = format_in_sum(self._own(value), self.decimals, given=True, figures=self.least)
        return _leaf(text, role, cell, value)

    def result(self, value: float, role: Role, cell: Cell | None = None, *, strong: bool = False) -> Expression:
        """What is not used again, and so ends without "…", such as the number that was asked for."""
        part = self.operand(value, role, cell).parts[0]
        part = replace(part, text=part.text.replace("…", ""), strong=strong)
        return Expression((part,), latex_number(part.text))

    def said(self, value: float, role: Role = "plain", cell: Cell | None = None) -> tuple[Part, ...]:
        """A number inside a sentence: a rounded one is "about" what is written."""
        write = self.operand if cell is None or cell.name in BY_NAME else self.given
        part = write(value, role, cell).parts[0]
        if not part.rounded:
            return (part,)
        return Part("about "), replace(part, text=part.text.replace("…", ""))

    def _own(self, value: float) -> float | np.float32:
        """A float32 as such, whose shortest form is what was typed; a row's sum is a float64 in either format."""
        if not self.float32 or abs(value) > np.finfo(np.float32).max or float(np.float32(value)) != value:
            return value
        return np.float32(value)


def latex_number(text: str) -> str:
    """A number's text as LaTeX: a hyphen for the minus, powers of ten, dots for what is left out, ≈ as a sign."""
    mantissa, power, exponent = text.replace("…", "").replace("×10", "e").translate(_LOWERED).partition("e")
    dots = r"\ldots" if "…" in text else ""
    ten = rf" \times 10^{{{exponent}}}" if power else ""
    return mantissa.replace(MINUS, "-").replace("∞", r"\infty").replace(NEARLY_0, LATEX_NEARLY_0) + dots + ten


def bracketed(inner: Expression) -> Expression:
    """The expression in brackets if it begins with a minus."""
    return in_brackets(inner) if inner.negative else inner


def in_brackets(inner: Expression) -> Expression:
    """The expression in brackets."""
    return Expression((Part("("), *inner.parts, Part(")")), rf"\left( {inner.latex} \right)")


def product(left: Expression, right: Expression, *, first: bool = True, wide: bool = False) -> Expression:
    """left·right; first: nothing stands before it, so that a minus needs no brackets. wide: spaces around the dot."""
    left = left if first else bracketed(left)
    return _joined(left, " · " if wide else "·", r" \cdot ", bracketed(right))


def total(terms: Sequence[Expression]) -> Expression:
    """term + term."""
    made = terms[0]
    for term in terms[1:]:
        made = _joined(made, " + ", " + ", term)
    return made


def with_rest(made: Expression, left_out: int, noun: str, rest: Expression) -> Expression:
    """term + term + 1.414… (4 more products). rest: what those that are left out come to."""
    if not left_out:
        return made
    more = Part(" + "), *bracketed(rest).parts, Part(f" ({counted(left_out, noun)})")
    return Expression((*made.parts, *more), rf"{made.latex} + \cdots")


def column(
    names: Sequence[Part], terms: Sequence[Expression], left_out: int, noun: str, rest: Expression
) -> Expression:
    """A sum with a line for each term after its name: "key 7: 0.5·2", "+ key 1: 0.25·4", "+ 4 more keys: 1.414…".

    The sign stands before the name: after the colon it would be read as that of the number.
    """
    made = Expression((names[0], Part(": "), *terms[0].parts), terms[0].latex)
    for name, term in zip(names[1:], terms[1:], strict=True):
        made = further(made, name, term)
    more = Part("\n"), Part(PLUS), Part(counted(left_out, noun)), Part(": "), *bracketed(rest).parts
    return Expression((*made.parts, *more), rf"{made.latex} + \cdots")


def further(made: Expression, name: Part, term: Expression) -> Expression:
    """One more term in a line of its own, after its name."""
    more = Part("\n"), Part(PLUS), name, Part(": "), *term.parts
    return Expression((*made.parts, *more), f"{made.latex} + {term.latex}")


def in_lines(made: Expression) -> bool:
    """True if it takes several lines."""
    return Part("\n") in made.parts


def counted(count: int, noun: str) -> str:
    """So many of what is left out: "4 more products"."""
    return f"{count} more {noun}{'s' if count > 1 else ''}"


def more_of(count: int, noun: str) -> str:
    """What is left out: "… (4 more products)"."""
    return f"… ({counted(count, noun)})"


def plus(left: Expression, right: Expression) -> Expression:
    """left + right."""
    return _joined(left, " + ", " + ", bracketed(right))


def minus(left: Expression, right: Expression) -> Expression:
    """left − right."""
    return _joined(left, f" {MINUS} ", " - ", bracketed(right))


def quotient(left: Expression, right: Expression) -> Expression:
    """left ÷ right."""
    return Expression((*left.parts, Part(" ÷ "), *right.parts), rf"\frac{{{left.latex}}}{{{right.latex}}}")


def root(inner: Expression) -> Expression:
    """√inner."""
    return Expression((Part("√"), *inner.parts), rf"\sqrt{{{inner.latex}}}")


def power_of_e(exponent: Expression) -> Expression:
    """e^exponent; in brackets for reading where it is more than one positive number."""
    plain = exponent if len(exponent.parts) == 1 and not exponent.negative else in_brackets(exponent)
    return Expression((Part("e^"), *plain.parts), f"e^{{{exponent.latex}}}")


def called(function: str, *inner: Expression, more: str = "") -> Expression:
    """tanh(inner), max(inner, inner). more: what is left out, at the end."""
    listed = inner[0]
    for other in inner[1:]:
        listed = _joined(listed, ", ", ", ", other)
    if more:
        listed = Expression((*listed.parts, Part(f", {more}")), rf"{listed.latex}, \ldots")
    return Expression((Part(f"{function}("), *listed.parts, Part(")")), rf"\{function}\left( {listed.latex} \right)")


def equation(left: Expression, right: Expression) -> Expression:
    """left = right; in a line of its own under several lines."""
    if in_lines(left):
        return Expression((*left.parts, Part("\n"), Part("= "), *right.parts), f"{left.latex} = {right.latex}")
    return _joined(left, " = ", " = ", right)


def becomes(left: Expression, right: Expression) -> Expression:
    """left → right."""
    return _joined(left, " → ", r" \to ", right)


def lines(names: Sequence[Part], expressions: Sequence[Expression]) -> Expression:
    """The expressions under each other, each after its name; side by side in LaTeX, which breaks lines itself."""
    named = [
        Expression((name, Part(": "), *own.parts), own.latex) for name, own in zip(names, expressions, strict=True)
    ]
    made = named[0]
    for line in named[1:]:
        made = _joined(made, "\n", r",\quad ", line)
    return made


def side_by_side(numbers: Sequence[Expression], width: int, more: str = "") -> Expression:
    """(1, 2 | 3, 4): numbers in a row, with a bar after each `width` of them. more: what is left out."""
    made = numbers[0]
    for place, number in enumerate(numbers[1:], start=1):
        made = _joined(made, " | ", r" \mid ", number) if place % width == 0 else _joined(made, ", ", ", ", number)
    if more:
        made = Expression((*made.parts, Part(f", {more}")), rf"{made.latex}, \ldots")
    return in_brackets(made)


def _joined(left: Expression, sign: str, latex: str, right: Expression) -> Expression:
    return Expression((*left.parts, Part(sign), *right.parts), f"{left.latex}{latex}{right.latex}")


def _leaf(text: str, role: Role, cell: Cell | None, value: float) -> Expression:
    return Expression((Part(text, role, cell, rounded="…" in text, value=value),), latex_number(text))
