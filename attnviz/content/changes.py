"""What differs between two traces of one document: which numbers moved, and by how much."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import cached_property

import numpy as np

from attnviz.content.numerals import MINUS, NEARLY_0, amount, format_number, format_result
from attnviz.engine.arrays import Array, Bools
from attnviz.engine.cells import Cell
from attnviz.engine.errors import AttentionError
from attnviz.engine.replacing import changed_part
from attnviz.engine.tracing import Trace

_NOISE = 8  # units in the last place by which a number may differ and still count as the same
_MOST_DECIMALS = 15  # that two numbers are written with so that their difference can be read
_FINER = 2  # decimals more at most, so that a small difference is not rounded to twice or half of it
FEW = 36  # numbers of a matrix of which every one that moved is marked
_TENTH = 0.1  # of the largest move: what is less is not marked where there are more numbers
_TOLD_BY = 10  # units in the last place from which on a difference is told well enough
_SMALL = 1e-3  # what is less is told with a power of ten, where decimals do not show it
_DIGITS = 3  # after the first, of a number with a power of ten


@dataclass(frozen=True, eq=False)
class Moves:
    """One matrix before and after: the numbers, and how many decimals are shown of them."""

    before: Array
    now: Array
    decimals: int

    @cached_property
    def moved(self) -> Bools:
        """(rows, columns), True where the number is another one."""
        return moved_cells(self.before, self.now)

    @cached_property
    def rows(self) -> list[list[bool]]:
        """`moved` as plain truth values, which painting reads faster."""
        rows: list[list[bool]] = self.moved.tolist()
        return rows

    @cached_property
    def marks(self) -> list[list[bool]]:
        """What is to be marked: all that moved, or of many only the larger moves, so that marks say where to look.

        Of more than 36 numbers nearly all may move by a little: those are marked that moved by at least a tenth of
        the largest move, and those that were hidden or shown.
        """
        if not self.thinned:
            return self.rows
        marks: list[list[bool]] = (self.moved & self._large).tolist()
        return marks

    @cached_property
    def thinned(self) -> bool:
        """True if something moved that is not marked."""
        return self.now.size > FEW and bool((self.moved & ~self._large).any())

    @cached_property
    def _large(self) -> Bools:
        with np.errstate(invalid="ignore"):
            size = np.abs(self.now - self.before)
        finite = np.isfinite(self.now) & np.isfinite(self.before)
        largest = float(size[finite].max(initial=0.0))
        return np.asarray(~finite | (size >= _TENTH * largest))

    @property
    def any(self) -> bool:
        """True if some number moved."""
        return bool(self.moved.any())

    def rose(self, row: int, column: int) -> bool:
        """True if that number is larger than before; a key that was shown again counts as larger."""
        return bool(self.now[row, column] > self.before[row, column])

    def difference(self, row: int, column: int) -> str:
        """The difference with its sign: "+0.036"."""
        return difference_in_words(float(self.before[row, column]), float(self.now[row, column]), self.decimals)

    def short_words(self, row: int, column: int) -> tuple[str, ...]:
        """What can stand under the number, the longest first: "was 0.576 (+0.036)", "was 0.576", "+0.036"."""
        before, now = float(self.before[row, column]), float(self.now[row, column])
        if not (np.isfinite(before) and np.isfinite(now)):
            return (f"was {format_result(before, self.decimals)}",)
        was = f"was {_written(before, _telling(before, now, self.decimals))}"
        return f"{was} ({self.difference(row, column)})", was, self.difference(row, column)

    def in_words(self, row: int, column: int) -> str:
        """ "0.576 → 0.612 (+0.036)"; "" where nothing moved."""
        if not self.moved[row, column]:
            return ""
        return move_in_words(float(self.before[row, column]), float(self.now[row, column]), self.decimals)


def moved_cells(before: Array, now: Array) -> Bools:
    """Where two matrices of one shape hold different numbers; what differs by rounding noise alone is the same."""
    if before is now:
        return np.zeros(now.shape, dtype=np.bool_)
    part = changed_part(before, now)
    if part is not None and part.stop - part.start < now.size:  # nothing else needs to be looked at
        moved = np.zeros(now.shape, dtype=np.bool_)
        moved.reshape(-1)[part] = moved_cells(before.reshape(-1)[part], now.reshape(-1)[part])
        return moved
    coarser = max(np.finfo(before.dtype).eps, np.finfo(now.dtype).eps)
    with np.errstate(invalid="ignore"):
        size = np.maximum(np.abs(before), np.abs(now))
        apart = np.abs(now - before) > _NOISE * coarser * np.where(np.isfinite(size), size, 0)
    return np.asarray(np.where(np.isfinite(before) & np.isfinite(now), apart, before != now))


def move_in_words(before: float, now: float, decimals: int) -> str:
    """ "0.576 → 0.612 (+0.036)", with as many decimals as it takes to tell the two apart; "… (hidden now)" for −∞."""
    if np.isneginf(now):
        return f"{format_result(before, decimals)} → −∞ (hidden now)"
    if np.isneginf(before):
        return f"−∞ → {format_result(now, decimals)} (visible now)"
    places = _telling(before, now, decimals)
    change = difference_in_words(before, now, decimals)
    return f"{_written(before, places)} → {_written(now, places)} ({change})"


def difference_in_words(before: float, now: float, decimals: int) -> str:
    """The difference with its sign, "−0.080"; never a 0 where there is one.

    It is that of the two numbers as they are written, so that what is read adds up.
    """
    places = _telling(before, now, decimals)
    shown = None if places is None else _shown_difference(before, now, places)
    difference = now - before if shown is None else float(shown)
    text = _written(abs(difference), places)
    return f"{'+' if difference > 0 else MINUS}{text}" if difference else "0"


def _telling(before: float, now: float, decimals: int) -> int | None:
    """Decimals, at least so many, with which both numbers and their difference show that something moved, and the
    difference as large as it is; None where powers of ten are needed, since both are near 0.
    """
    if 0 < max(abs(before), abs(now)) < min(_SMALL, 10.0**-decimals):
        return None
    first = next((places for places in range(decimals, _MOST_DECIMALS) if _apart(before, now, places)), _MOST_DECIMALS)
    for places in range(first, min(first + _FINER, _MOST_DECIMALS) + 1):
        shown, unit = _shown_difference(before, now, places), 10.0**-places
        if shown is None or abs(shown) >= _TOLD_BY * unit or abs(abs(now - before) - abs(float(shown))) <= unit / 2:
            return places
    return min(first + _FINER, _MOST_DECIMALS)


def _apart(before: float, now: float, places: int) -> bool:
    shown = _shown_difference(before, now, places)
    return format_result(before, places) != format_result(now, places) if shown is None else shown != 0


def _shown_difference(before: float, now: float, places: int) -> Decimal | None:
    """What is between the two as they are written; None where one of them is written with a power of ten."""
    texts = (format_result(value, places).replace(MINUS, "-").replace(NEARLY_0, "0") for value in (before, now))
    try:
        old, new = map(Decimal, texts)
    except InvalidOperation:
        return None
    return new - old


def _written(value: float, places: int | None) -> str:
    return amount(value, _DIGITS) if places is None else format_result(value, places)


def moves_of(before: Trace, now: Trace, name: str, head: int | None, decimals: int) -> Moves | None:
    """One stage or input before and after; None where either has no such numbers, or not as many."""
    matrices: list[Array] = []
    for trace in (before, now):
        try:
            values = trace.peek(name, head)
        except AttentionError:
            return None
        if values is None:
            return None
        matrices.append(values[head or 0] if values.ndim == 3 else values)
    old, new = matrices
    return Moves(old, new, decimals) if old.shape == new.shape else None


def move_of(before: Trace, now: Trace, cell: Cell, decimals: int) -> str:
    """What became of one number, "0.576 → 0.612 (+0.036)"; "" where it is the same. No more than its row is read.

    Raises AttentionError where either trace has no such number: NotYet while it is computed.
    """
    row = now.row(cell.name, cell.row, cell.head)
    old = before.row(cell.name, cell.row, cell.head)
    here = slice(cell.column, cell.column + 1)
    if not moved_cells(old[here], row[here]).any():
        return ""
    return move_in_words(float(old[cell.column]), float(row[cell.column]), decimals)


def one_number_in_words(name: str, before: Array | None, now: Array) -> str:
    """ "V row 1, column 2 from 0 to 3" if all but one number stayed."""
    if before is None or before.shape != now.shape:
        return ""
    part = changed_part(before, now) or slice(0, now.size)
    places = np.flatnonzero(before.reshape(-1)[part] != now.reshape(-1)[part])
    if len(places) != 1:
        return ""
    place = tuple(int(index) for index in np.unravel_index(int(places[0]) + part.start, now.shape))
    column = place[-1] + 1
    where = f"number {column}" if name.startswith("b_") else f"row {place[-2] + 1}, column {column}"
    head = f" of head {place[0] + 1}" if len(place) == 3 else ""
    places_shown = _telling(float(before[place]), float(now[place]), 3)
    old, new = (
        amount(values[place], _DIGITS) if places_shown is None else format_number(values[place], places_shown)
        for values in (before, now)
    )
    return f"{name} {where}{head} from {old} to {new}"
