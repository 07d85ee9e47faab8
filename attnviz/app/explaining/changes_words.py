"""What the last edit and a pinned trace have to do with the selected number, in words."""

from __future__ import annotations

from typing import cast

from attnviz.app.inspection.page import PageLine, PageStep, sentence
from attnviz.app.session import State
from attnviz.content.changes import FEW, move_of
from attnviz.content.changes_summary import summary
from attnviz.content.explanation_parts import Part, Role
from attnviz.content.stage_formulas import role_of
from attnviz.content.wording import weight_decimals
from attnviz.engine.cells import Cell
from attnviz.engine.errors import AttentionError, BeyondMemory, NotYet
from attnviz.engine.tracing import Trace
from attnviz.figures.large.compose_large import is_large_map
from attnviz.figures.veil import veiled

CHANGED, COMPARED = "What the last edit changed", "Since it was pinned"
NOTHING, SAME = "Nothing has been edited yet. Edit a number to see.", "Nothing differs from what was pinned."
STAYED = "This number did not move."
COMING = "What changed is being computed."
STOPPED = "What changed is not computed: it was stopped. Press Compute."
BEFORE_COMING = "What it was is being computed."
BEFORE_STOPPED = "What it was is not computed: it was stopped. Press Compute."
NONE_BEFORE = "There was no such number."
THINNED = "Marked in larger maps: at least a tenth of the largest move."
UNMARKED = "Large maps are not marked. Select a number to see what it was."


def changes_steps(state: State) -> tuple[PageStep, ...]:
    """The sections about the last edit and about the pinned trace, each only while it is asked for."""
    steps = []
    if state.view.changes:
        steps.append(_step(state, CHANGED, state.before, NOTHING))
    if state.view.compare != "off" and state.pinned is not None:
        steps.append(_step(state, COMPARED, state.pinned, SAME))
    return tuple(steps)


def told_by_bar(state: State, other: Trace | None) -> str:
    """One line for the message bar: what moved since the last edit, or since something was pinned."""
    pinned = state.view.compare != "off"
    told = _still_to_come(state) or _summary(state, other)
    if not told:
        return SAME if pinned else "Edit a number to see what it moves."
    if pinned:
        return f"Compared with what was pinned: {told}"
    marks = _marks(state)
    return f"{told} {marks}" if marks else told


def moves_in_words(state: State, cell: Cell) -> str:
    """ "; last edit: 0.576 → 0.612 (+0.036)" after a number; "" if it did not move, is veiled, or nobody asked."""
    edited = _moved(state, cell, state.before) if state.view.changes else ""
    pinned = _moved(state, cell, state.pinned) if state.view.compare != "off" else ""
    return (f"; last edit: {edited}" if edited else "") + (f"; pinned: {pinned}" if pinned else "")


def _step(state: State, title: str, other: Trace | None, nothing: str) -> PageStep:
    cell = state.selection.cell
    coming = _still_to_come(state)
    if coming:
        return PageStep(title, (sentence(coming),), counted=False)
    told = _summary(state, other)
    lines = [sentence(told or nothing)]
    marks = _marks(state) if title == CHANGED else ""
    if told and other is not None and cell is None and marks:
        lines.append(sentence(marks))
    if told and other is not None and cell is not None and _may_be_told(state, cell, other):
        lines.insert(0, _line(state, cell, other))
    return PageStep(title, tuple(lines), counted=False)


def _marks(state: State) -> str:
    """What is not marked: in large maps of queries and keys nothing is, for a mark would be a speck; "" if all is."""
    sizes = state.trace.sizes
    if is_large_map((sizes.T, sizes.S)):
        return UNMARKED
    return THINNED if max(sizes.T, sizes.S) * max(sizes.S, sizes.d_k or 0, sizes.d_v or 0) > FEW else ""


def _line(state: State, cell: Cell, other: Trace) -> PageLine:
    """What became of the number; where one of the two is not there, why: never that it stayed."""
    state.trace.row(cell.name, cell.row, cell.head)  # while this is computed the whole page waits
    try:
        words = move_of(other, state.trace, cell, _decimals(state, cell))
    except NotYet:
        return sentence(BEFORE_STOPPED if other.asked.stopped else BEFORE_COMING)
    except BeyondMemory as error:
        return sentence(str(error))
    except AttentionError:
        return sentence(NONE_BEFORE)
    if not words:
        return sentence(STAYED)
    return PageLine((Part(words, cast(Role, role_of(cell.name))),))


def _decimals(state: State, cell: Cell) -> int:
    """With how many decimals the number itself is written wherever it stands."""
    return weight_decimals(state.trace, state.view.decimals) if cell.name == "weights" else state.view.decimals


def _still_to_come(state: State) -> str:
    """While numbers of before the last edit are shown there is nothing to compare; "" else."""
    if state.pending is None or not state.pending.stale:
        return ""
    return STOPPED if state.pending.stopped else COMING


def _summary(state: State, other: Trace | None) -> str:
    return "" if other is None else summary(other, state.trace)


def _may_be_told(state: State, cell: Cell, other: Trace) -> bool:
    return other.sizes == state.trace.sizes and veiled(state.trace, state.view.veil, cell) is None


def _moved(state: State, cell: Cell, other: Trace | None) -> str:
    """The move of one number; "" too where it is not known, or not yet."""
    if other is None or not _may_be_told(state, cell, other):
        return ""
    try:
        return move_of(other, state.trace, cell, _decimals(state, cell))
    except AttentionError:
        return ""
