"""The pieces of a formula in LaTeX between signs at which a line may end."""

from __future__ import annotations

import re
from collections.abc import Iterator

_OPENS = re.compile(r"\{|\\left\b")
_CLOSES = re.compile(r"\}|\\right\b")


def pieces_of(latex: str, parting: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Each piece after the sign before it, "" before the first; what is in brackets is one piece.

    parting: matches the signs, in one group.
    """
    sign, term, depth = "", "", 0
    for place, piece in enumerate(parting.split(latex)):
        if place % 2 and not depth and term:
            yield sign, term
            sign, term = piece, ""
            continue
        term += piece
        depth += len(_OPENS.findall(piece)) - len(_CLOSES.findall(piece))
    yield sign, term
