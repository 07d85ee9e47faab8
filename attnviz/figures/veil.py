"""Which numbers are veiled, wherever the same number stands, and what was typed in their place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from attnviz.engine.arrays import Array, Bools
from attnviz.engine.cells import Cell, Region
from attnviz.engine.errors import FieldError, Where
from attnviz.engine.tracing import Trace
from attnviz.figures.secrets import ASKED, SHOWN, TYPED, UNSEEN, Codes, cells_of, codes_of, own_cell, source_of
from attnviz.figures.view import Entry, Veil

ASK = "?"


@dataclass(frozen=True)
class Mark:
    """What stands in place of a veiled number. asked: to be typed; unseen: not reached yet, so nothing stands there."""

    text: str
    verdict: Literal["asked", "typed", "right", "wrong", "unseen"]
    note: str = ""

    @property
    def words(self) -> str:
        """The mark as one hears or reads it."""
        match self.verdict:
            case "unseen":
                return "not shown yet"
            case "asked":
                return "not shown: type what you expect"
            case "typed":
                return f"you typed {self.text}. {self.note}".rstrip(" .")
        return f"you typed {self.text}, {self.verdict}. {self.note}".rstrip()


class Marks(Mapping[tuple[int, int], Mark]):
    """What stands in place of each veiled number of one matrix, by row and column."""

    def __init__(self, codes: Codes, entries: tuple[Entry, ...] = ()) -> None:
        self.codes = codes
        self._entries = entries

    def __getitem__(self, place: tuple[int, int]) -> Mark:
        row, column = place
        if not (0 <= row < self.codes.shape[0] and 0 <= column < self.codes.shape[1]):
            raise KeyError(place)
        mark = _mark(int(self.codes[row, column]), self._entries)
        if mark is None:
            raise KeyError(place)
        return mark

    def __iter__(self) -> Iterator[tuple[int, int]]:
        rows, columns = np.nonzero(self.codes)
        return iter(zip(rows.tolist(), columns.tolist(), strict=True))

    def __len__(self) -> int:
        return int(np.count_nonzero(self.codes))


@dataclass(frozen=True, eq=False)
class Cover:
    """The veiled cells of one matrix."""

    marks: Marks

    @cached_property
    def cells(self) -> Bools:
        """Where a number is veiled."""
        return np.not_equal(self.marks.codes, SHOWN)

    def row(self, row: int) -> dict[int, Mark]:
        """The marks of one row, by column."""
        return {column: self.marks[row, column] for column in np.flatnonzero(self.cells[row]).tolist()}

    def in_place_of(self, texts: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
        """The texts of a matrix, those of veiled cells replaced by what stands there."""
        marks, cells = self.marks, self.cells.tolist()
        return tuple(
            tuple(marks[i, j].text if cells[i][j] else text for j, text in enumerate(row))
            for i, row in enumerate(texts)
        )

    def over(self, values: Array) -> Array:
        """The numbers that may be shown; NaN stands for the others, so that no picture can give them away."""
        shown = np.where(self.cells, values.dtype.type(np.nan), values)
        shown.flags.writeable = False
        return shown


def empty_cover(rows: int, columns: int) -> Cover:
    """A matrix of which nothing is shown yet."""
    return Cover(Marks(np.full((rows, columns), UNSEEN, dtype=np.int32)))


def cover_of(trace: Trace, veil: Veil, name: str, head: int | None) -> Cover | None:
    """The veiled cells of one head of a stage or input, None if there are none."""
    codes = codes_of(trace, veil, name, head)
    return None if codes is None else Cover(Marks(codes, veil.entries))


def veiled(trace: Trace, veil: Veil, cell: Cell) -> Mark | None:
    """What stands in place of that number, None if it may be shown.

    A number is veiled too where it is merely handed on: a head's output in the concatenation, a score that no mask
    hides. So a copy never gives it away.
    """
    codes = codes_of(trace, veil, cell.name, cell.head)
    return None if codes is None else Marks(codes, veil.entries).get((cell.row, cell.column))


def kept_back(trace: Trace, veil: Veil, cell: Cell) -> bool:
    """True if that number must not be said: it is veiled, and nobody has found it yet."""
    mark = veiled(trace, veil, cell)
    return mark is not None and mark.verdict != "right"


def refuse_veiled(trace: Trace, veil: Veil, name: str, head: int | None) -> None:
    """Raises FieldError if some number of that stage or input is veiled, so that no copy or file gives it away."""
    if codes_of(trace, veil, name, head) is not None:
        raise FieldError("Some of these numbers are not shown yet. Reveal them first.", Where(name))


def blanks(trace: Trace, veil: Veil) -> tuple[Cell, ...]:
    """The cells to be typed into, in the order of their regions, row by row."""
    found: dict[Cell, Cell] = {}
    for region in veil.regions:
        for cell in cells_of(trace, region):
            mark = veiled(trace, veil, cell)
            if mark is not None and mark.verdict != "unseen":
                found.setdefault(own_cell(trace, cell), cell)
    return tuple(found.values())


def without_found(trace: Trace, veil: Veil) -> Veil:
    """The veil over what nobody has found yet: a picture takes up each number once it is found."""
    right = {own_cell(trace, entry.cell) for entry in veil.entries if entry.verdict == "right"}
    if not right:
        return veil
    still = (cell for cell in blanks(trace, veil) if own_cell(trace, cell) not in right)
    regions = (Region(one.name, one.head, (one.row, one.row + 1), (one.column, one.column + 1)) for one in still)
    return replace(veil, regions=tuple(regions), entries=())


def blank_of(trace: Trace, veil: Veil, cell: Cell) -> Cell | None:
    """The cell to be typed into whose number stands at `cell` too; itself where it is one, None where none is."""
    by_name = {own_cell(trace, blank): blank for blank in blanks(trace, veil)}
    place: Cell | None = own_cell(trace, cell)
    while place is not None and place not in by_name:
        place = source_of(trace, place)
    return None if place is None else by_name[place]


def _mark(code: int, entries: tuple[Entry, ...]) -> Mark | None:
    if code == SHOWN:
        return None
    if code in (UNSEEN, ASKED):
        return _NOT_YET if code == UNSEEN else _ASKED
    entry = entries[code - TYPED]
    return Mark(entry.text, entry.verdict, entry.note)


_NOT_YET, _ASKED = Mark("", "unseen"), Mark(ASK, "asked")
