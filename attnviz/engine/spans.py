"""Marked cells as a few products of rows and columns, for stages whose tables of marks would be too large."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

import numpy as np

from attnviz.engine.arrays import Bools
from attnviz.engine.dependencies import Kind, Link
from attnviz.engine.sight import Sight

MOST_RECTANGLES = 64  # of one stage; more would say no more than one around them all
MOST_PARTS = 8

Range = tuple[int, int]


class Part(NamedTuple):
    """All cells in some rows and some columns: rows (R,), columns (C,)."""

    rows: Bools
    columns: Bools


@dataclass
class Spans:
    """The marked cells of a stage or input of that shape: those of its parts, which may overlap.

    Where a mask cuts through several rows and columns at once the parts hold hidden pairs too; of one row or one
    column they hold exactly what is seen.
    """

    shape: tuple[int, int]
    parts: list[Part] = field(default_factory=list)

    def mark(self, rows: Bools, columns: Bools) -> None:
        """Marks the cells in those rows and columns."""
        if not (rows.any() and columns.any()):
            return
        for place, part in enumerate(self.parts):
            if np.array_equal(part.rows, rows):
                self.parts[place] = Part(rows, part.columns | columns)
                return
            if np.array_equal(part.columns, columns):
                self.parts[place] = Part(part.rows | rows, columns)
                return
        self.parts.append(Part(rows, columns))
        if len(self.parts) > MOST_PARTS:
            every = (np.logical_or.reduce(marks) for marks in zip(*self.parts, strict=True))
            self.parts = [Part(*every)]

    def rectangles(self) -> Iterator[tuple[Range, Range]]:
        """Rectangles (rows, columns) that cover the marked cells, from top to bottom; one a part if there are many."""
        runs = [(_runs(rows), _runs(columns)) for rows, columns in self.parts]
        if sum(len(rows) * len(columns) for rows, columns in runs) > MOST_RECTANGLES:
            runs = [([(rows[0][0], rows[-1][1])], [(columns[0][0], columns[-1][1])]) for rows, columns in runs]
        found = sorted({pair for rows, columns in runs for pair in product(rows, columns)})
        yield from (one for one in found if not any(_holds(other, one) for other in found if other != one))


def upstream(link: Link, reached: Spans, operand: Spans) -> None:
    """Marks the operand's cells on which the reached cells of the result depend."""
    _along(_UPSTREAM, link, (reached, link.result_columns), (operand, link.operand_columns))


def downstream(link: Link, reached: Spans, result: Spans) -> None:
    """Marks the result's cells that depend on the reached cells of the operand."""
    _along(_DOWNSTREAM, link, (reached, link.operand_columns), (result, link.result_columns))


def _along(way: dict[Kind, _Follow], link: Link, start: tuple[Spans, slice], end: tuple[Spans, slice]) -> None:
    (reached, own), (found, target) = start, end
    every = np.ones(found.shape[0], dtype=np.bool_), np.ones(found.shape[1], dtype=np.bool_)[target]
    for rows, columns in reached.parts:
        part = Part(rows, columns[own])
        if link.pairs is not None:
            marked = _both(part, *link.pairs)
        elif part.columns.any():
            marked = way[link.kind](part, Part(*every), link.seen)
        else:
            continue
        whole = np.zeros(found.shape[1], dtype=np.bool_)
        whole[target] = marked.columns
        found.mark(marked.rows, whole)


def _both(part: Part, first: slice, second: slice) -> Part:
    """Both numbers of each turned pair of which one is marked."""
    either = part.columns.copy()
    either[first] |= part.columns[second]
    either[second] |= part.columns[first]
    return Part(part.rows, either)


def _seen(part: Part, _every: Part, seen: Sight | None) -> Part:
    """The part without hidden pairs, as far as it is one row or one column."""
    if seen is None:
        return part
    row, column = _only(part.rows), _only(part.columns)
    if row is not None:
        return Part(part.rows, part.columns & seen.row(row))
    return part if column is None else Part(part.rows & seen.column(column), part.columns)


def _rows_that_see(part: Part, every: Part, seen: Sight | None) -> Part:
    """All columns of the rows that see one of the part's."""
    left = _seen(part, every, seen)
    return Part(left.rows if left.columns.any() else np.zeros_like(left.rows), every.columns)


def _what_rows_see(part: Part, every: Part, seen: Sight | None) -> Part:
    """All that the part's rows see."""
    row = _only(part.rows)
    return Part(part.rows, every.columns if row is None or seen is None else seen.row(row))


def _softmax(part: Part, every: Part, seen: Sight | None) -> Part:
    return _what_rows_see(Part(_rows_that_see(part, every, seen).rows, part.columns), every, seen)


def _values_seen(part: Part, every: Part, seen: Sight | None) -> Part:
    """The rows of the values that the part's queries see."""
    row = _only(part.rows)
    return Part(every.rows if row is None or seen is None else seen.row(row), part.columns)


def _queries_that_see(part: Part, every: Part, seen: Sight | None) -> Part:
    """The rows of the output whose queries see the part's values."""
    key = _only(part.rows)
    return Part(every.rows if key is None or seen is None else seen.column(key), part.columns)


_Follow = Callable[[Part, Part, Sight | None], Part]

_BOTH_WAYS: dict[Kind, _Follow] = {
    "cell": _seen,
    "row": lambda part, every, _: Part(part.rows, every.columns),
    "column": lambda part, every, _: Part(every.rows, part.columns),
    "softmax": _softmax,
}
_UPSTREAM: dict[Kind, _Follow] = {
    **_BOTH_WAYS,
    "key": lambda part, every, _: Part(part.columns, every.columns),
    "weights": _what_rows_see,
    "values": _values_seen,
}
_DOWNSTREAM: dict[Kind, _Follow] = {
    **_BOTH_WAYS,
    "key": lambda part, every, _: Part(every.rows, part.rows),
    "weights": _rows_that_see,
    "values": _queries_that_see,
}


def _only(marks: Bools) -> int | None:
    """The one that is marked; None where several are, or none."""
    return int(np.argmax(marks)) if np.count_nonzero(marks) == 1 else None


def _runs(marks: Bools) -> list[Range]:
    """Where marks begin and end."""
    ends = np.flatnonzero(np.diff(marks, prepend=False, append=False)).tolist()
    return list(zip(ends[::2], ends[1::2], strict=True))


def _holds(outer: tuple[Range, Range], inner: tuple[Range, Range]) -> bool:
    return all(a[0] <= b[0] and b[1] <= a[1] for a, b in zip(outer, inner, strict=True))
