"""Numbers between brackets: printouts of NumPy, PyTorch and others, Python lists, MATLAB rows; of one to five axes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from attnviz.content.importing.marks import Marks, flag
from attnviz.content.importing.matrix_of_cells import matrix_of
from attnviz.content.importing.printouts import PRINT_ALL, Words, words_after, words_before, words_between
from attnviz.content.importing.refusals import MOST_NUMBERS, MOST_ROWS, BadBlock, short, too_many, too_many_rows
from attnviz.engine.errors import Where, counted

MOST_AXES = 5  # layers, batch, heads, queries, keys
_BRACKET = re.compile(r"[\[\]]")
_EMPTY_CELL = re.compile(r"(?:^|,)\s*(?:,|$)")
PRINTED = Marks(infinities=True)


@dataclass(frozen=True)
class Printed:
    """One array of a printout: its name if it has one, its values, the words that were skipped.

    loose: it was found among words, not as bare code.
    """

    name: str
    values: npt.NDArray[Any]
    skipped: str
    loose: bool


def printed_arrays(text: str, marks: Marks = PRINTED) -> tuple[Printed, ...]:
    """The arrays of a printout, in its order; what stands between brackets only, calculations are refused.

    Raises BadBlock with row and column for what is ragged, empty, summarised or no number.
    """
    groups = list(_groups(text))
    if not groups:
        raise BadBlock("The brackets do not close in pairs. Copy the block from “[” to “]”.", Where("block"))
    joined: list[list[tuple[int, int]]] = []
    words: list[Words] = []
    end = 0
    for start, stop in groups:
        between = text[end:start]
        if joined and between.strip() == ",":
            joined[-1].append((start, stop))  # rows without brackets around them
        else:
            words.append(words_between(between) if joined else words_before(between))
            joined.append([(start, stop)])
        end = stop
    last = words_after(text[end:])
    room = MOST_NUMBERS
    found: list[Printed] = []
    for spans, before in zip(joined, words, strict=True):
        values = nested(text, spans, marks, room)
        room -= values.size
        found.append(Printed(before.name, values, before.skipped, before.loose))
    if last.loose:
        found[-1] = replace(found[-1], skipped=f"{found[-1].skipped} {last.skipped}".strip(), loose=True)
    return tuple(found)


def nested(text: str, spans: list[tuple[int, int]], marks: Marks, room: int) -> npt.NDArray[Any]:
    """The array that brackets hold; several spans are rows of one. Raises BadBlock, TooMuch."""
    tree = _Tree(marks, room)
    if len(spans) > 1:
        tree.open()
    for start, stop in spans:
        last = start
        opened = False  # the last bracket was an opening one
        for found in _BRACKET.finditer(text, start, stop):
            between = text[last : found.start()]
            if found.group() == "[":
                _only_separators(between)
                tree.open()
                opened = True
            elif opened:
                tree.row(between)
                opened = False
            else:
                _only_separators(between)
                tree.close()
            last = found.end()
    if len(spans) > 1:
        tree.close()
    return tree.array()


def _groups(text: str) -> Iterator[tuple[int, int]]:
    """From and to of each outermost pair of brackets. Raises BadBlock where they do not close or go too deep."""
    if text.count("[") > MOST_ROWS:
        raise too_many_rows()
    depth = start = 0
    for found in _BRACKET.finditer(text):
        if found.group() == "[":
            if depth == 0:
                start = found.start()
            depth += 1
            if depth > MOST_AXES:
                raise BadBlock(
                    f"Brackets are nested more than {MOST_AXES} deep. Give one matrix, or one matrix a head.",
                    Where("block"),
                )
        else:
            depth -= 1
            if depth < 0:
                break
            if depth == 0:
                yield start, found.end()
    if depth:
        raise BadBlock("The brackets do not close in pairs. Copy the block from “[” to “]”.", Where("block"))


def _only_separators(between: str) -> None:
    rest = between.strip(" \t\n\r\f\v,;\u00a0")
    if rest in ("...", "…"):
        raise BadBlock(f"This printout leaves rows out at “...”. {PRINT_ALL}", Where("block"))
    if rest:
        raise BadBlock(f"“{short(rest)}” stands between brackets. Copy the block from “[” to “]”.", Where("block"))


@dataclass
class _Tree:
    """What was read so far of one array: the lengths of each axis, and the values row by row."""

    marks: Marks
    room: int
    lengths: list[int | None] = field(default_factory=list)  # of each axis, once one list of it is closed
    counts: list[int] = field(default_factory=list)  # children of the lists that are open
    rows: list[npt.NDArray[Any]] = field(default_factory=list)

    def open(self) -> None:
        if self.counts:
            self.counts[-1] += 1
        self.counts.append(0)
        if len(self.counts) > len(self.lengths):
            if self.rows:
                raise _uneven()
            self.lengths.append(None)

    def row(self, text: str) -> None:
        if len(self.counts) != len(self.lengths):
            raise _uneven()
        if not self.rows and len(self.lengths) <= 2 and ";" in text:
            parts = [part for part in text.split(";") if part.strip()]  # [1 2; 3 4]
            if len(self.lengths) == 2:
                raise BadBlock("A “;” stands within a row. Put rows into brackets of their own.", Where("block", 0))
            self.lengths = [None, None]
            self.counts = [0, 0]
            for part in parts:
                self.counts[0] += 1
                self.counts[1:] = [0]
                self._row(part)
            self.close()
            return
        self._row(text)

    def _row(self, text: str) -> None:
        cells = _cells(text, self.room)
        self.room -= len(cells)
        if self.room < 0:
            raise too_many()
        index = self.counts[-2] - 1 if len(self.counts) > 1 else 0
        self._length(len(self.counts) - 1, len(cells), index, "number")
        self.rows.append(self._values(cells, index))
        self.counts.pop()

    def close(self) -> None:
        axis = len(self.counts) - 1
        if axis < 0:
            return
        self._length(axis, self.counts[-1], self.counts[-2] - 1 if axis else 0, "row")
        self.counts.pop()

    def array(self) -> npt.NDArray[Any]:
        if not self.rows:
            raise BadBlock("The brackets are empty. Give numbers.", Where("block"))
        kinds = {row.dtype.kind for row in self.rows}
        if len(kinds) > 1:
            row = next(at for at, one in enumerate(self.rows) if one.dtype != self.rows[0].dtype)
            raise BadBlock(
                f"Row {row + 1} is of another kind than row 1. Give numbers, or true and false.", Where("block")
            )
        shape = tuple(length or 0 for length in self.lengths)
        flat = np.concatenate(self.rows)
        if prod(shape) != flat.size:
            raise BadBlock("The brackets do not close in pairs. Copy the block from “[” to “]”.", Where("block"))
        return flat.reshape(shape)

    def _length(self, axis: int, length: int, index: int, noun: str) -> None:
        if not length:
            raise BadBlock(f"Row {index + 1} is empty. Give it numbers.", Where("block", index))
        known = self.lengths[axis]
        if known is None:
            self.lengths[axis] = length
        elif known != length:
            word, first = ("Row", "row 1") if noun == "number" else ("Matrix", "matrix 1")
            raise BadBlock(
                f"{self._matrix() if noun == 'number' else ''}{word} {index + 1} has {counted(length, noun)} but "
                f"{first} has {known}. Make them equal.",
                Where("block", index),
            )

    def _values(self, cells: list[str], index: int) -> npt.NDArray[Any]:
        flags = [flag(cell) for cell in cells] if flag(cells[0]) is not None else []
        if flags and None not in flags:
            return np.array(flags, dtype=np.bool_)
        matrix = self._matrix()
        values = matrix_of([cells], self.marks, places=[index], word=f"{matrix}row" if matrix else "Row")
        return values.reshape(-1)

    def _matrix(self) -> str:
        """Which matrix of several is being read, with a comma after it."""
        if len(self.counts) < 3:
            return ""
        return f"Matrix {self.counts[-3]}, "


def _uneven() -> BadBlock:
    return BadBlock("Brackets are not nested alike everywhere. Make all rows lists of numbers.", Where("block"))


def _cells(text: str, room: int) -> list[str]:
    if "," in text:
        plain = text.strip().removesuffix(",").rstrip()
        if _EMPTY_CELL.search(plain):
            return re.split(r"\s*,\s*|\s+", plain, maxsplit=room + 1)
        text = plain.replace(",", " ")
    return text.split(None, room + 1)
