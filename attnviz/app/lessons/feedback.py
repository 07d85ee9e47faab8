"""What is said of a typed prediction: which cell, what was typed, why, and the lab's own number where it differs."""

from __future__ import annotations

from attnviz.app.session import State
from attnviz.content.numerals import format_result
from attnviz.content.practice.judging import in_words
from attnviz.content.practice.typed import read_typed
from attnviz.figures.view import Entry


def told(state: State, entry: Entry) -> str:
    """One line on one answer: "query b, key a: 9 is too high."."""
    return f"{in_words(state.trace, entry.cell, entry.text, entry.note)}{_beside(state, entry)}"


def differing(state: State) -> tuple[str, ...]:
    """The lines on those right answers beside which the table will have another number."""
    return tuple(told(state, entry) for entry in state.view.veil.entries if _beside(state, entry))


def _beside(state: State, entry: Entry) -> str:
    """Only of an answer that is right; so it gives nothing away."""
    typed = read_typed(entry.text) if entry.verdict == "right" else None
    if typed is None or typed.decimals is None:
        return ""
    cell = entry.cell
    own = float(state.trace.at(cell.name, cell.head)[cell.row, cell.column])
    if typed.says(own):
        return ""
    pencil = state.scenario.pencil
    why = "unrounded before" if pencil is None else f"rounded to {pencil} decimals at each step"
    return f" The table has {format_result(own, state.view.decimals)}, {why}."
