"""What a preview table shows: the numbers of a matrix with their labels, or the cells of a text that is faulty."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from attnviz.content.adding_up import sum_in_words, sums_along
from attnviz.content.importing.found import Found
from attnviz.content.importing.grid import cut, guess_delimiter
from attnviz.content.numerals import format_number
from attnviz.content.sources.row_sums import NEAR
from attnviz.engine.errors import AttentionError
from attnviz.figures.colour_maps import ENTRIES, MIDDLE

SEE, HIDE = "see", "hide"
_DECIMALS = 3
_MOST_LINES, _MOST_LETTERS = 2_000, 1 << 20  # of a faulty text
_MOST_IN_CELL = 200  # letters of a text
_MEASURED = 60  # rows, columns and labels that tell how wide cells are
_SAMPLED = 400  # numbers that tell how wide columns are


@dataclass(frozen=True, eq=False)
class PreviewCells:
    """A table to look at. texts: cells of a text, where there are no values. faulty: row and column, or the whole row.

    sums: of the rows, in a last column of their own.
    """

    values: npt.NDArray[Any] | None = None
    row_labels: tuple[str, ...] | None = None
    column_labels: tuple[str, ...] | None = None
    texts: tuple[tuple[str, ...], ...] = ()
    faulty: tuple[int, int | None] | None = None
    signed: bool = True
    sums: npt.NDArray[Any] | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        if self.values is not None:
            rows, columns = self.values.shape
            return int(rows), int(columns) + (self.sums is not None)
        return len(self.texts), max(map(len, self.texts), default=0)

    def text(self, row: int, column: int) -> str:
        """What stands in a cell."""
        if self.values is None:
            cells = self.texts[row]
            return _brief(cells[column]) if column < len(cells) else ""
        if self.is_sum(column):
            assert self.sums is not None
            return sum_in_words(float(self.sums[row]), _DECIMALS)
        value = self.values[row, column]
        if self.values.dtype == np.bool_:
            return SEE if value else HIDE
        return format_number(float(value), _DECIMALS)

    def sample(self) -> tuple[str, ...]:
        """Texts of some cells, among them those of the largest numbers, to measure columns by."""
        if self.values is None:
            return tuple({_brief(cell) for line in self.texts[:_MEASURED] for cell in line[:_MEASURED]})
        if self.values.dtype == np.bool_:
            return SEE, HIDE
        flat, columns = self.values.ravel(), self.values.shape[1]
        step = max(1, flat.size // _SAMPLED)
        some = {self.text(place // columns, place % columns) for place in range(0, flat.size, step)}
        return tuple(some | {format_number(end, _DECIMALS) for end in self._ends})

    def entry(self, row: int, column: int) -> int | None:
        """Where the number stands in the colour map; None for what has no colour."""
        if self.values is None or self.values.dtype == np.bool_ or self.is_sum(column):
            return None
        value = float(self.values[row, column])
        if not np.isfinite(value):
            return None
        if not self.signed:
            return round(min(max(value, 0.0), 1.0) * (ENTRIES - 1))
        return MIDDLE if self.largest == 0 else round(MIDDLE + value / self.largest * (MIDDLE - 1))

    def label(self, place: int, axis: int) -> str:
        """The label of a row (axis 0) or column, or its number."""
        if axis == 1 and self.is_sum(place):
            return "sum"
        labels = self.row_labels if axis == 0 else self.column_labels
        return str(place + 1) if labels is None or place >= len(labels) else _brief(labels[place])

    def labels(self, axis: int) -> tuple[str, ...]:
        """The labels of the first rows (axis 0) or columns, to measure them by; without any the longest number."""
        count, known = self.shape[axis], self.column_labels if axis else self.row_labels
        return (str(count),) if known is None else tuple(self.label(place, axis) for place in range(count)[:_MEASURED])

    def is_sum(self, column: int) -> bool:
        """True for the column of sums."""
        return self.sums is not None and self.values is not None and column == self.values.shape[1]

    def is_off(self, row: int, column: int) -> bool:
        """True for a sum that is not 1, by more than rounding explains."""
        return self.is_sum(column) and self.sums is not None and abs(float(self.sums[row]) - 1) > NEAR

    def is_faulty(self, row: int, column: int) -> bool:
        """True for the cell that cannot be read, and for all of a row that has the wrong length."""
        return self.faulty is not None and self.faulty[0] == row and self.faulty[1] in (None, column)

    @cached_property
    def _ends(self) -> tuple[float, float]:
        """The smallest and the largest number, found once: both passes over millions take a millisecond each."""
        assert self.values is not None
        return float(self.values.min()), float(self.values.max())

    @cached_property
    def largest(self) -> float:
        """The largest finite size among the values, 0 for none."""
        if self.values is None:
            return 0.0
        if np.isfinite(self._ends).all():
            return max(-self._ends[0], self._ends[1])
        finite = self.values[np.isfinite(self.values)]
        return float(np.abs(finite).max()) if finite.size else 0.0


def _brief(text: str) -> str:
    """As much of a text as anybody reads in a cell: a font takes a second for a million letters."""
    return text if len(text) <= _MOST_IN_CELL else f"{text[:_MOST_IN_CELL]}…"


def faulty_text(found: Found) -> PreviewCells:
    """The cells of a text that is no table of numbers, with the place that its problem names."""
    lines = found.texts or ()
    text = "\n".join(lines[:_MOST_LINES])[:_MOST_LETTERS]
    where = found.problem.where if found.problem is not None else None
    faulty = None if where is None or where.row is None else (where.row, where.column)
    try:
        cells = cut(text, guess_delimiter(text) or ("," if "," in text else " ")).rows
    except AttentionError:
        cells = [[line] for line in lines[:_MOST_LINES]]
    return PreviewCells(texts=tuple(map(tuple, cells)), faulty=faulty)


def preview_of(
    values: npt.NDArray[Any],
    rows: tuple[str, ...] | None = None,
    columns: tuple[str, ...] | None = None,
    *,
    signed: bool = True,
    with_sums: bool = False,
) -> PreviewCells:
    """A matrix; of what has one axis its one row, of what has more than two the first plane."""
    while values.ndim > 2:
        values = values[0]
    values = np.atleast_2d(values)
    return PreviewCells(values, rows, columns, signed=signed, sums=sums_along(values) if with_sums else None)
