"""How wide a formula is on paper, near enough to say where a line must end."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\S")
_SMALL = 0.72  # of letters raised or lowered
_LETTER = 5.4
# In points, for letters of 10: what TeX sets, with the space that it leaves around.
_WIDTHS = {
    "+": 12.2, "-": 10.5, "=": 13.3, ".": 2.8, ",": 4.5, "(": 3.9, ")": 3.9, "[": 2.8, "]": 2.8, "|": 2.8, "/": 5.0,
    r"\cdot": 7.2, r"\times": 12.2, r"\ldots": 13.4, r"\cdots": 13.4, r"\to": 15.6, r"\mid": 8.4, r"\sum": 16.1,
    r"\infty": 10.0, r"\partial": 5.8, r"\quad": 10.0, r"\,": 1.7, r"\left": 0.9, r"\right": 0.9, r"\approx": 7.8,
    r"\displaystyle": 0.0, r"\boldsymbol": 0.0, r"\text": 0.0, r"\operatorname": 1.7, r"\top": 7.8,
    **dict.fromkeys((r"\tanh", r"\max", r"\min", r"\exp", r"\cos", r"\sin"), 20.0),
    **dict.fromkeys((r"\small", r"\footnotesize", r"\scriptsize", r"\tiny", "{", "}", "$", "&"), 0.0),
    **dict.fromkeys("0123456789", 5.0),
}  # fmt: skip


def width_of(formula: str) -> float:
    """Points from its left to its right in letters of 10 points, rather a little too many."""
    return _wide(_TOKEN.findall(formula), 0)[0]


def _wide(tokens: list[str], at: int) -> tuple[float, int]:
    """The width up to the brace that ends this group, and the place after it."""
    width = 0.0
    while at < len(tokens) and tokens[at] != "}":
        own, at = _one(tokens, at)
        width += own
    return width, at + 1


def _one(tokens: list[str], at: int) -> tuple[float, int]:
    """One sign, group or command with what it takes, and the place after it."""
    if at >= len(tokens):
        return 0.0, at
    token, at = tokens[at], at + 1
    match token:
        case "{":
            return _wide(tokens, at)
        case r"\frac":
            over, at = _one(tokens, at)
            under, at = _one(tokens, at)
            return max(over, under) + 2.4, at
        case r"\sqrt":
            inner, at = _one(tokens, at)
            return inner + 8.4, at
        case "^" | "_":
            inner, at = _one(tokens, at)
            return _SMALL * inner + 0.5, at
    return _WIDTHS.get(token, _LETTER if len(token) == 1 else 6.5), at
