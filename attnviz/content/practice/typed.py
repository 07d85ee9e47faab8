"""A number as somebody typed it as an answer: its value, and how exactly it was given."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from attnviz.content.numerals import MINUS, parse_number

_PLAIN = re.compile(r"[+-]?(?P<whole>[0-9]*)[.,]?(?P<part>[0-9]*)(?:[eE](?P<power>[+-]?[0-9]+))?")
_HIDDEN = frozenset({"-inf", "-infinity", "-∞", "-oo"})
ENOUGH_DECIMALS, _ENOUGH_FIGURES = 2, 3
EXPRESSION_DECIMALS = 3  # an expression is made of rounded numbers, and as near as they are
_ABOUT_EXACT = 1e-9  # of the number: what is left of a fraction such as 1/3 in binary


@dataclass(frozen=True)
class Typed:
    """decimals: how many were given; an expression such as e^1.414 counts as the three that it would be written with.
    figures: digits from the first that is not 0. −∞ has no decimals: None.
    """

    value: float
    decimals: int | None
    figures: int

    @property
    def half_unit(self) -> float:
        """How far an honestly rounded answer may be off: half of what its last digit counts, with binary's own dust."""
        if self.decimals is None:
            return _ABOUT_EXACT * max(1.0, abs(self.value))
        return 0.5 * 10.0**-self.decimals + 1e-12 * max(1.0, abs(self.value))

    @property
    def enough(self) -> bool:
        """True if it is given exactly enough to tell a right calculation from a lucky guess."""
        if self.decimals is None or not math.isfinite(self.value):
            return True
        if self.decimals > ENOUGH_DECIMALS or self.figures >= _ENOUGH_FIGURES:
            return self.decimals >= 1
        return self.decimals == ENOUGH_DECIMALS and self.figures >= min(2, self._figures_there_can_be())

    def says(self, number: float) -> bool:
        """True if this is that number, honestly rounded."""
        if not math.isfinite(number) or not math.isfinite(self.value):
            return number == self.value
        return abs(self.value - number) <= self.half_unit

    def is_exactly(self, number: float) -> bool:
        """True if nothing was left out: 2 or 2.0 for 2, 0.25 for 0.25."""
        if not math.isfinite(number) or not math.isfinite(self.value):
            return self.value == number
        return abs(self.value - number) <= _ABOUT_EXACT * max(1.0, abs(number))

    def _figures_there_can_be(self) -> int:
        """0.05 has one figure at two decimals, and cannot have more."""
        return 1 if abs(self.value) < 0.095 else 2


def read_typed(text: str) -> Typed:
    """What was typed. Raises BadNumber if it is no number; −∞ (or -inf) is one here, since a mask writes it."""
    plain = text.strip().replace(MINUS, "-").replace(" ", "")
    if plain.lower() in _HIDDEN:
        return Typed(-math.inf, None, 0)
    value = parse_number(text)
    found = _PLAIN.fullmatch(plain)
    if found is None:
        return Typed(value, EXPRESSION_DECIMALS, EXPRESSION_DECIMALS)
    power = int(found["power"] or 0)
    digits = (found["whole"] + found["part"]).lstrip("0")
    return Typed(value, max(0, len(found["part"]) - power), len(digits))
