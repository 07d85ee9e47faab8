"""A pencil's own reading of printed arithmetic: what stands left of "=", computed exactly, in decimals.

Nothing of the program's: a little parser of the signs that are printed, and Python's decimal arithmetic.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal, getcontext

getcontext().prec = 60
_SIGNS = re.compile(r"\s*(\d+(?:\.\d+)?|e\^|√|[()+\-·÷])")


def rounded(value: Decimal, decimals: int) -> Decimal:
    """Half away from zero, as one does on paper."""
    return value.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)


def number(text: str) -> Decimal:
    """A printed number."""
    return Decimal(text.strip().replace("−", "-").replace("\u202f", ""))


def value_of(expression: str) -> Decimal:
    """What a printed expression comes to. Raises ValueError for a sign that no sheet has."""
    text = expression.replace("−", "-").replace("\u202f", "").strip()
    if text in ("e^(-∞)", "e^-∞"):
        return Decimal(0)
    signs, place = [], 0
    while place < len(text):
        found = _SIGNS.match(text, place)
        if found is None:
            raise ValueError(f"{text[place:]!r} in {expression!r}")
        signs.append(found[1])
        place = found.end()
    value, rest = _sum(signs)
    if rest:
        raise ValueError(f"{rest} is left of {expression!r}")
    return value


def _sum(signs: list[str]) -> tuple[Decimal, list[str]]:
    value, signs = _product(signs)
    while signs and signs[0] in "+-":
        sign, (other, signs) = signs[0], _product(signs[1:])
        value = value + other if sign == "+" else value - other
    return value, signs


def _product(signs: list[str]) -> tuple[Decimal, list[str]]:
    value, signs = _factor(signs)
    while signs and signs[0] in ("·", "÷"):
        sign, (other, signs) = signs[0], _factor(signs[1:])
        value = value * other if sign == "·" else value / other
    return value, signs


def _factor(signs: list[str]) -> tuple[Decimal, list[str]]:
    first, rest = signs[0], signs[1:]
    if first == "-":
        value, rest = _factor(rest)
        return -value, rest
    if first == "(":
        value, rest = _sum(rest)
        if rest[0] != ")":
            raise ValueError(f"{rest} does not close")
        return value, rest[1:]
    if first in ("√", "e^"):
        value, rest = _factor(rest)
        return (value.sqrt() if first == "√" else value.exp()), rest
    return Decimal(first), rest
