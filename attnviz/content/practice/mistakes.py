"""Classic mistakes, recognised by the value that they come to: "This is what you get without dividing by √d_k"."""

from __future__ import annotations

import math
from collections.abc import Iterator

from attnviz.content.practice.mistakes_before import earlier_mistakes
from attnviz.content.practice.mistakes_in_softmax import mistaken_scores, mistaken_shares
from attnviz.content.practice.mistakes_in_sums import mistaken_products
from attnviz.content.practice.typed import Typed
from attnviz.content.wording import stage_title
from attnviz.engine.arrays import Array
from attnviz.engine.cells import Cell
from attnviz.engine.errors import AttentionError
from attnviz.engine.tracing import Trace

Candidate = tuple[str, float]  # what was done, as a sentence, and the value that it comes to
_SLACK = 2.0  # half units: a mistaken chain is rounded on the way as well

_LOCAL = {
    "queries": mistaken_products, "keys": mistaken_products, "values": mistaken_products,
    "scores": mistaken_products, "head_output": mistaken_products, "concatenated": mistaken_products,
    "output": mistaken_products, "scaled": mistaken_scores, "capped": mistaken_scores, "biased": mistaken_scores,
    "tempered": mistaken_scores, "masked": mistaken_scores, "exponentials": mistaken_shares,
    "weights": mistaken_shares,
}  # fmt: skip


def mistake_in(trace: Trace, cell: Cell, typed: Typed) -> str | None:
    """The sentence that names the mistake, None if the value is that of none known here."""
    right = float(trace.exact.at(cell.name, cell.head)[cell.row, cell.column])
    near = 2 * _SLACK * typed.half_unit if typed.enough else 0.0  # so near the right one, nothing can be told apart
    known = (
        sentence for sentence, value in mistakes(trace, cell) if _came_to(typed, value) and _off(value, right, near)
    )
    return next(known, None)


def mistakes(trace: Trace, cell: Cell) -> Iterator[Candidate]:
    """Every classic mistake that can be made for that cell, the likeliest first; its value may by chance be right."""
    exact = trace.exact
    right = exact.at(cell.name, cell.head)
    local = _LOCAL.get(cell.name)
    if local is not None:
        yield from local(exact, cell)
    yield from earlier_mistakes(exact, cell)
    yield from _other_places(exact, cell, right)
    value = float(right[cell.row, cell.column])
    if value and math.isfinite(value):
        yield "The size is right, the sign is not: look at the minus signs.", -value


def _came_to(typed: Typed, value: float) -> bool:
    """Whole numbers must be met exactly: a 3 is no rounded 2.8."""
    if not math.isfinite(value) or not math.isfinite(typed.value):
        return typed.value == value
    return abs(typed.value - value) <= _SLACK * typed.half_unit if typed.enough else typed.is_exactly(value)


def _off(value: float, right: float, near: float) -> bool:
    return not math.isfinite(value) or not math.isfinite(right) or abs(value - right) > near


def _other_places(trace: Trace, cell: Cell, right: Array) -> Iterator[Candidate]:
    """Right numbers of other cells: row and column swapped, another head, another row or column."""
    rows, columns = right.shape
    title = stage_title(trace, cell.name).lower()
    if cell.row != cell.column and cell.column < rows and cell.row < columns:
        place = f"row {cell.column + 1}, column {cell.row + 1}"
        yield f"Row and column are swapped: this stands in {place}.", float(right[cell.column, cell.row])
    for head in range(trace.sizes.heads) if cell.head is not None else ():
        if head != cell.head:
            try:
                value = float(trace.at(cell.name, head)[cell.row, cell.column])
            except AttentionError:
                continue
            yield f"This belongs to head {head + 1}.", value
    for row in range(rows):
        if row != cell.row:
            yield f"This stands in row {row + 1} of the {title}.", float(right[row, cell.column])
    for column in range(columns):
        if column != cell.column:
            yield f"This stands in column {column + 1} of the {title}.", float(right[cell.row, column])
