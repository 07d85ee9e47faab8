"""What the last edit and a pinned trace have to do with the selected number, in words."""

from __future__ import annotations

from typing import cast

from attnviz.app.inspection.page import PageLine, PageStep, sentence
from attnviz.app.session import State
from attnviz.content.changes import moves_of, summary
from attnviz.content.explanation_parts import Part, Role
from attnviz.content.stage_formulas import role_of
from attnviz.engine.cells import Cell
from attnviz.engine.tracing import Trace
from attnviz.figures.veil import veiled

CHANGED, COMPARED = "What the last edit changed", "Since it was pinned"


def changes_steps(state: State) -> tuple[PageStep, ...]:
    """The sections about the last edit and about the pinned trace, each only while it is asked for."""
    steps = []
    if state.view.changes:
        steps.append(_step(state, CHANGED, state.before, "Nothing has been edited yet. Edit a number to see."))
    if state.view.compare != "off" and state.pinned is not None:
        steps.append(_step(state, COMPARED, state.pinned, "Nothing differs from what was pinned."))
    return tuple(steps)


def told_by_bar(state: State, other: Trace | None) -> str:
    """One line for the message bar: what moved since the last edit, or since something was pinned."""
    told = "" if other is None else summary(other, state.trace)
    pinned = state.view.compare != "off"
    if told:
        return f"Compared with what was pinned: {told}" if pinned else told
    return "Nothing differs from what was pinned." if pinned else "Edit a number to see what it moves."


def moves_in_words(state: State, cell: Cell) -> str:
    """ "; last edit: 0.576 → 0.612 (+0.036)" after a number; "" if it did not move, is veiled, or nobody asked."""
    edited = _moved(state, cell, state.before) if state.view.changes else ""
    pinned = _moved(state, cell, state.pinned) if state.view.compare != "off" else ""
    return (f"; last edit: {edited}" if edited else "") + (f"; pinned: {pinned}" if pinned else "")


def _step(state: State, title: str, other: Trace | None, nothing: str) -> PageStep:
    told = "" if other is None else summary(other, state.trace)
    lines = [sentence(told or nothing)]
    cell = state.selection.cell
    if told and cell is not None and veiled(state.trace, state.view.veil, cell) is None:
        words = _moved(state, cell, other)
        own = (Part(words, cast(Role, role_of(cell.name))),) if words else (Part("This number did not move."),)
        lines.insert(0, PageLine(own, prose=not words))
    return PageStep(title, tuple(lines), counted=False)


def _moved(state: State, cell: Cell, other: Trace | None) -> str:
    if other is None or veiled(state.trace, state.view.veil, cell) is not None:
        return ""
    if other.sizes != state.trace.sizes:
        return ""
    pair = moves_of(other, state.trace, cell.name, cell.head, state.view.decimals)
    return "" if pair is None else pair.in_words(cell.row, cell.column)
