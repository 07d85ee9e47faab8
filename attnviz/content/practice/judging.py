"""Judges an answer to "which number stands here?": right, honestly rounded, a classic mistake, or too high or low."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from attnviz.content.labels import HEADING, isolated
from attnviz.content.practice.chains import pencil_values
from attnviz.content.practice.mistakes import mistake_in
from attnviz.content.practice.typed import ENOUGH_DECIMALS, Typed, read_typed
from attnviz.content.wording import place_name, row_word
from attnviz.engine.cells import Cell
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace

_NEARLY = 5.0  # half units of the last digit: so near it is arithmetic or rounding, not a wrong idea


@dataclass(frozen=True)
class Judgement:
    """verdict: "typed" means that the answer cannot be told from a guess yet, and the note asks for more digits."""

    verdict: Literal["right", "wrong", "typed"]
    note: str


def judge(trace: Trace, cell: Cell, text: str) -> Judgement:
    """What came of `text` typed for that cell.

    Right is what differs by no more than half a unit of its last digit, from the exact number or from what a chain
    rounded on the way comes to; two decimals (or three figures) at least, unless the number is exact. The note never
    gives the right number away. Raises BadNumber if `text` is no number, AttentionError if the cell has none.
    """
    typed = read_typed(text)
    exact = float(trace.exact.at(cell.name, cell.head)[cell.row, cell.column])
    shown = float(trace.at(cell.name, cell.head)[cell.row, cell.column])
    if typed.is_exactly(exact) or typed.is_exactly(shown):
        return Judgement("right", "Right.")
    if typed.says(exact) or typed.says(shown):
        known = None if typed.enough else mistake_in(trace, cell, typed)
        return _rounded(typed) if known is None else Judgement("wrong", known)
    decimals = _by_pencil(trace, cell, typed)
    if decimals is not None:
        return Judgement("right", f"Right, for a pencil that rounds to {decimals} decimals on the way.")
    mistake = mistake_in(trace, cell, typed)
    if mistake is not None:
        return Judgement("wrong", mistake)
    return Judgement("wrong", _which_way(typed, exact))


def judge_whole(right: int, text: str, mistakes: dict[int, str]) -> Judgement:
    """What came of `text` typed for a count or a length, whose classic mistakes are known by value."""
    typed = read_typed(text)
    if typed.value == right:
        return Judgement("right", "Right.")
    known = mistakes.get(int(typed.value)) if math.isfinite(typed.value) and typed.value.is_integer() else None
    return Judgement("wrong", known or _which_way(typed, float(right)))


def in_words(trace: Trace, cell: Cell, text: str, note: str) -> str:
    """A judgement with the cell that it is about: "query b, key a: 9 is too high.", "query b, number 2: 3. This …"."""
    first = note.split(" ")[0].rstrip(".,")
    verdict = first in ("Right", "Too") or note.startswith("A little too")
    what = f"{text} is {note[0].lower()}{note[1:]}" if verdict else f"{text}. {note}"
    return f"{_place(trace, cell)}: {what}"


def _place(trace: Trace, cell: Cell) -> str:
    """The cell by the labels beside and over it, each with what it is: of one token both are the same."""
    if cell.name not in trace.stages:
        return place_name(trace, cell)
    rows, columns = BY_NAME[cell.name].axes
    scenario = trace.scenario
    labels = scenario.query_labels if rows == "queries" else scenario.key_labels
    row = f"{row_word(cell.name, str(rows))} {isolated(labels[cell.row], HEADING)}"
    if columns == "keys":
        return f"{row}, key {isolated(scenario.key_labels[cell.column], HEADING)}"
    return f"{row}, number {cell.column + 1}"


def _rounded(typed: Typed) -> Judgement:
    if not typed.enough:
        more = "at least 2 decimals" if (typed.decimals or 0) < ENOUGH_DECIMALS else "one more decimal"
        return Judgement("typed", f"So far so good: give {more}.")
    count = typed.decimals or 0
    return Judgement("right", f"Right to {count} decimal{'s' if count != 1 else ''}.")


def _by_pencil(trace: Trace, cell: Cell, typed: Typed) -> int | None:
    """The decimals to which a chain was rounded on the way that comes to this number; None if none does."""
    if typed.decimals is None or not typed.enough:
        return None
    chains = ((decimals, value) for decimals, value in pencil_values(trace, cell) if typed.says(value))
    return next((decimals for decimals, _ in chains if abs(decimals - typed.decimals) <= 1), None)


def _which_way(typed: Typed, exact: float) -> str:
    if math.isinf(exact):
        return "This key is hidden from this query, and a hidden score is −∞."
    if math.isinf(typed.value):
        return "This is a finite number: here nothing is hidden."
    way = "high" if typed.value > exact else "low"
    nearly = typed.enough and abs(typed.value - exact) <= _NEARLY * typed.half_unit
    return f"A little too {way}: check the last digits." if nearly else f"Too {way}."
