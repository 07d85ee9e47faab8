"""Which numbers are veiled, wherever the same number stands, and what was typed in their place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal
from weakref import ref

import numpy as np

from attnviz.content.wording import is_output
from attnviz.engine.arrays import Array, Bools
from attnviz.engine.cells import Cell, Region
from attnviz.engine.errors import AttentionError, FieldError, Where
from attnviz.engine.inputs import Direct
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace
from attnviz.figures.view import Entry, Veil

ASK = "?"
# Stages that a number may come from though the first cell of its matrix, which a mask may hide, does not.
_FOLLOWED = {"masked": frozenset({"scores", "scaled", "capped", "biased", "tempered"})}
_LETTERS = {"queries": "Q", "keys": "K", "values": "V"}


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


@dataclass(frozen=True, eq=False)
class Cover:
    """The veiled cells of one matrix, by row and column."""

    shape: tuple[int, int]
    marks: Mapping[tuple[int, int], Mark]

    @cached_property
    def cells(self) -> Bools:
        """Where a number is veiled."""
        found = np.zeros(self.shape, dtype=np.bool_)
        for place in self.marks:
            found[place] = True
        return found

    def in_place_of(self, texts: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
        """The texts of a matrix, those of veiled cells replaced by what stands there."""
        marks = self.marks
        return tuple(
            tuple(marks[i, j].text if (i, j) in marks else text for j, text in enumerate(row))
            for i, row in enumerate(texts)
        )

    def over(self, values: Array) -> Array:
        """The numbers that may be shown; NaN stands for the others, so that no picture can give them away."""
        shown = np.where(self.cells, values.dtype.type(np.nan), values)
        shown.flags.writeable = False
        return shown


def cover_of(trace: Trace, veil: Veil, name: str, head: int | None, shape: tuple[int, ...]) -> Cover | None:
    """The veiled cells of one head of a stage or input, None if there are none."""
    if not veil.regions and not veil.unseen:
        return None
    secrets = _secrets(trace, veil)
    covers, key = secrets.covers, (name, head)
    if key not in covers:
        rows, columns = shape[-2:]
        # A number that is handed on keeps its row, so that most rows of a large matrix need no look.
        seen = {place.name for place in _places(trace, Cell(name, head, 0, 0))} | _FOLLOWED.get(name, frozenset())
        touched = seen & {cell.name for cell in (*secrets.asked, *secrets.unseen)}
        marks = {
            (row, column): mark
            for row in (sorted(secrets.rows) if touched else ())
            if row < rows
            for column in range(columns)
            if (mark := veiled(trace, veil, Cell(name, head, row, column))) is not None
        }
        covers[key] = Cover((rows, columns), marks) if marks else None
    return covers[key]


def veiled(trace: Trace, veil: Veil, cell: Cell) -> Mark | None:
    """What stands in place of that number, None if it may be shown.

    A number is veiled too where it is merely handed on: a head's output in the concatenation, a score that no mask
    hides. So a copy never gives it away.
    """
    if not veil.regions and not veil.unseen:
        return None
    secrets = _secrets(trace, veil)
    places = tuple(_places(trace, cell))
    if any(place in secrets.unseen for place in places):
        return Mark("", "unseen")
    if not any(place in secrets.asked for place in places):
        return None
    entry = next((secrets.entries[place] for place in places if place in secrets.entries), None)
    return Mark(ASK, "asked") if entry is None else Mark(entry.text, entry.verdict, entry.note)


def refuse_veiled(trace: Trace, veil: Veil, name: str, head: int | None) -> None:
    """Raises FieldError if some number of that stage or input is veiled, so that no copy or file gives it away."""
    if cover_of(trace, veil, name, head, trace.at(name, head).shape) is not None:
        raise FieldError("Some of these numbers are not shown yet. Reveal them first.", Where(name))


def blanks(trace: Trace, veil: Veil) -> tuple[Cell, ...]:
    """The cells to be typed into, in the order of their regions, row by row."""
    found: dict[Cell, Cell] = {}
    for region in veil.regions:
        for cell in _cells(trace, region):
            mark = veiled(trace, veil, cell)
            if mark is not None and mark.verdict != "unseen":
                found.setdefault(_own(trace, cell), cell)
    return tuple(found.values())


def blank_of(trace: Trace, veil: Veil, cell: Cell) -> Cell | None:
    """The cell to be typed into whose number stands at `cell` too; itself where it is one, None where none is."""
    places = tuple(_places(trace, cell))
    return next((blank for blank in blanks(trace, veil) if _own(trace, blank) in places), None)


@dataclass(frozen=True)
class _Secrets:
    asked: frozenset[Cell]
    unseen: frozenset[Cell]
    entries: Mapping[Cell, Entry]
    rows: frozenset[int]
    covers: dict[tuple[str, int | None], Cover | None] = field(default_factory=dict)  # found for figures so far


# The secrets of the latest traces; no trace is kept alive by it.
_latest: list[tuple[ref[Trace], Veil, _Secrets]] = []
_KEPT = 4


def _secrets(trace: Trace, veil: Veil) -> _Secrets:
    known = next((own for of, of_veil, own in _latest if of() is trace and of_veil is veil), None)
    if known is None:
        asked = {_own(trace, cell): cell.name for region in veil.regions for cell in _cells(trace, region)}
        # An asked output is still asked where its other names, which come later, are not reached yet.
        unseen = frozenset(
            _own(trace, cell)
            for region in veil.unseen
            for cell in _cells(trace, region)
            if asked.get(_own(trace, cell), region.name) == region.name
        )
        known = _Secrets(
            frozenset(asked),
            unseen,
            {_own(trace, entry.cell): entry for entry in veil.entries if _has_head(trace, entry.cell.head)},
            frozenset(cell.row for cell in (*asked, *unseen)),
        )
        _latest.insert(0, (ref(trace), veil, known))
        del _latest[_KEPT:]
    return known


def _cells(trace: Trace, region: Region) -> Iterator[Cell]:
    if not _has_head(trace, region.head):  # an edit took that head away
        return
    for row in range(*region.rows):
        for column in range(*region.columns):
            yield Cell(region.name, region.head, row, column)


def _has_head(trace: Trace, head: int | None) -> bool:
    return head is None or 0 <= head < trace.sizes.heads


def _places(trace: Trace, cell: Cell) -> Iterator[Cell]:
    """The cell, and those before it whose very number it shows."""
    place: Cell | None = _own(trace, cell)
    while place is not None:
        yield place
        before = _copied_from(trace, place)
        place = None if before is None else _own(trace, before)


def _own(trace: Trace, cell: Cell) -> Cell:
    """The one name of a number: heads that share keys have one, and so has the only head's output."""
    if cell.name not in trace.stages:
        return cell if cell.name == "bias" else replace(cell, head=None)
    if not BY_NAME[cell.name].per_head:
        head = None
    else:
        slot = trace.slot(cell.name, cell.head) or 0
        shared = cell.name in ("keys", "values", "rotated_keys")
        head = slot * (trace.sizes.heads // trace.sizes.kv_heads) if shared else slot
    if cell.name in ("head_output", "concatenated") and is_output(trace):
        return Cell("output", None, cell.row, cell.column)
    return replace(cell, head=head)


def _copied_from(trace: Trace, cell: Cell) -> Cell | None:
    """The cell before whose number is handed on unchanged, None where this one is computed or given."""
    scenario, size = trace.scenario, trace.sizes
    match cell.name:
        case "queries" | "keys" | "values" if isinstance(scenario.inputs, Direct):
            width = (size.d_v if cell.name == "values" else size.d_k) or 1
            slot = trace.slot(cell.name, cell.head) or 0
            return Cell(_LETTERS[cell.name], None, cell.row, slot * width + cell.column)
        case "scaled" if scenario.factor == 1.0:
            return replace(cell, name="scores")
        case "masked" if not _is_hidden(trace, cell):
            return replace(cell, name=trace.stages[trace.stages.index("masked") - 1])
        case "concatenated":
            head, column = divmod(cell.column, size.d_v or 1)
            return Cell("head_output", head, cell.row, column)
        case "output" if not is_output(trace) and _unprojected(trace):
            return replace(cell, name="concatenated")
    return None


def _unprojected(trace: Trace) -> bool:
    inputs = trace.scenario.inputs
    return getattr(inputs, "W_O", None) is None and getattr(inputs, "b_O", None) is None


def _is_hidden(trace: Trace, cell: Cell) -> bool:
    try:
        return bool(np.isneginf(trace.at("masked", cell.head)[cell.row, cell.column]))
    except AttentionError:  # a number before is too large: nothing is shown there anyway
        return True
