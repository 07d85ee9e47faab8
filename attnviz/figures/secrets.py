"""Where the numbers that a veil keeps back stand, matrix by matrix, also where they are merely handed on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from weakref import ref

import numpy as np
import numpy.typing as npt

from attnviz.content.wording import is_output
from attnviz.engine.cells import Cell, Region
from attnviz.engine.dependencies import node_of, shape_of
from attnviz.engine.errors import AttentionError
from attnviz.engine.inputs import Direct
from attnviz.engine.tracing import Trace
from attnviz.figures.view import Veil

# A code for each number of a matrix: SHOWN, ASKED, UNSEEN, or TYPED + the place of its entry among the veil's.
SHOWN, ASKED, TYPED, UNSEEN = 0, 1, 2, -1
Codes = npt.NDArray[np.int32]
Place = tuple[str, int | None]  # a matrix: a stage or input, and its head

_LETTERS = {"queries": "Q", "keys": "K", "values": "V"}
_KEPT = 4


@dataclass(frozen=True, eq=False)
class Secrets:
    """The codes of one trace under one veil; `codes` are by each matrix's one name, `found` with what is handed on."""

    codes: dict[Place, Codes]
    found: dict[Place, Codes | None] = field(default_factory=dict)


# The secrets of the latest traces; no trace is kept alive by it.
_latest: list[tuple[ref[Trace], Veil, Secrets]] = []


def codes_of(trace: Trace, veil: Veil, name: str, head: int | None) -> Codes | None:
    """The codes of one matrix, None if all of it may be shown."""
    if not veil.regions and not veil.unseen:
        return None
    secrets = _secrets(trace, veil)
    place = own_place(trace, name, head)
    if place not in secrets.found:
        codes = _with_copies(trace, secrets.codes, place)
        secrets.found[place] = codes if codes is not None and codes.any() else None
    return secrets.found[place]


def own_place(trace: Trace, name: str, head: int | None) -> Place:
    """The one name of a matrix: heads that share keys have one, and so has the only head's output."""
    if name not in trace.stages:
        return node_of(trace, name, head)
    if name in ("head_output", "concatenated") and is_output(trace):
        return "output", None
    slot = trace.slot(name, head)
    if slot is not None and name in ("keys", "values", "rotated_keys"):
        slot *= trace.sizes.heads // trace.sizes.kv_heads
    return name, slot


def own_cell(trace: Trace, cell: Cell) -> Cell:
    """The one name of a number."""
    name, head = own_place(trace, cell.name, cell.head)
    return replace(cell, name=name, head=head)


def cells_of(trace: Trace, region: Region) -> Iterator[Cell]:
    """The cells of a region, row by row; none if an edit took its head away."""
    if not has_head(trace, region.head):
        return
    for row in range(*region.rows):
        for column in range(*region.columns):
            yield Cell(region.name, region.head, row, column)


def has_head(trace: Trace, head: int | None) -> bool:
    """True if that head is there, or none is meant."""
    return head is None or 0 <= head < trace.sizes.heads


def source_of(trace: Trace, cell: Cell) -> Cell | None:
    """The number before that is handed on unchanged to this one, None where this one is computed or given."""
    own = own_cell(trace, cell)
    for copy in _copies(trace, (own.name, own.head)):
        start = copy.to.start or 0
        ends = copy.to.stop is None or own.column < copy.to.stop
        if start <= own.column and ends and (copy.seen is None or copy.seen[own.row, own.column]):
            column = own.column - start + (copy.of.start or 0)
            return own_cell(trace, Cell(copy.name, copy.head, own.row, column))
    return None


@dataclass(frozen=True, eq=False)
class _Copy:
    """Columns `to` of a matrix are columns `of` of the one before; `seen`: where they are, None for everywhere."""

    name: str
    head: int | None
    of: slice = field(default_factory=lambda: slice(None))
    to: slice = field(default_factory=lambda: slice(None))
    seen: npt.NDArray[np.bool_] | None = None


def _secrets(trace: Trace, veil: Veil) -> Secrets:
    known = next((own for of, of_veil, own in _latest if of() is trace and of_veil is veil), None)
    if known is None:
        known = Secrets(_codes(trace, veil))
        _latest.insert(0, (ref(trace), veil, known))
        del _latest[_KEPT:]
    return known


def _codes(trace: Trace, veil: Veil) -> dict[Place, Codes]:
    """The codes of the matrices that the veil names."""
    codes: dict[Place, Codes] = {}
    asked_as: dict[Place, dict[str, Codes]] = {}
    for region in veil.regions:
        for place, part in _parts(trace, region):
            own = _zeros(trace, place)
            own[part] = ASKED
            names = asked_as.setdefault(place, {})
            names[region.name] = np.maximum(names.get(region.name, own), own)
            codes[place] = np.maximum(codes.get(place, own), own)
    for number, entry in enumerate(veil.entries):
        if has_head(trace, entry.cell.head):
            cell = own_cell(trace, entry.cell)
            matrix = codes.get((cell.name, cell.head))
            if matrix is not None and cell.row < matrix.shape[0] and cell.column < matrix.shape[1]:
                matrix[cell.row, cell.column] = TYPED + number if matrix[cell.row, cell.column] else SHOWN
    for region in veil.unseen:
        for place, part in _parts(trace, region):
            own = codes.setdefault(place, _zeros(trace, place))
            kept = np.ones(own.shape, dtype=np.bool_)
            # An asked output is still asked where its other names, which come later, are not reached yet.
            for name, asked in asked_as.get(place, {}).items():
                kept &= (asked == SHOWN) | (name == region.name)
            own[part][kept[part]] = UNSEEN
    return codes


def _parts(trace: Trace, region: Region) -> Iterator[tuple[Place, tuple[slice, slice]]]:
    """Where a region stands; nowhere if an edit took its head or its stage away."""
    known = region.name in trace.stages or region.name in dict(trace.scenario.inputs.items()) or region.name == "bias"
    if known and has_head(trace, region.head):
        yield own_place(trace, region.name, region.head), (slice(*region.rows), slice(*region.columns))


def _zeros(trace: Trace, place: Place) -> Codes:
    return np.zeros(shape_of(trace, place[0]), dtype=np.int32)


def _with_copies(trace: Trace, codes: dict[Place, Codes], place: Place) -> Codes | None:
    """The codes of a matrix, joined with those of the numbers that it hands on."""
    own = codes.get(place)
    for copy in _copies(trace, place):
        before = _with_copies(trace, codes, own_place(trace, copy.name, copy.head))
        if before is None:
            continue
        own = _zeros(trace, place) if own is None else own.copy()
        part, handed = own[:, copy.to], before[:, copy.of]
        joined = np.where(part >= TYPED, part, np.maximum(part, handed))
        joined[(part == UNSEEN) | (handed == UNSEEN)] = UNSEEN
        part[...] = joined if copy.seen is None else np.where(copy.seen, joined, part)
    return own


def _copies(trace: Trace, place: Place) -> Iterator[_Copy]:
    """What of a matrix, under its one name, is handed on unchanged from matrices before it."""
    (name, head), scenario, size = place, trace.scenario, trace.sizes
    if name not in trace.stages:
        return
    match name:
        case "queries" | "keys" | "values" if isinstance(scenario.inputs, Direct):
            width, slot = (size.d_v if name == "values" else size.d_k) or 1, trace.slot(name, head) or 0
            yield _Copy(_LETTERS[name], None, of=slice(slot * width, (slot + 1) * width))
        case "scaled" if scenario.factor == 1.0:
            yield _Copy("scores", head)
        case "masked":
            try:
                seen = ~np.isneginf(trace.at("masked", head))
            except AttentionError:  # a number before is too large: nothing is shown there anyway
                return
            yield _Copy(trace.stages[trace.stages.index("masked") - 1], head, seen=seen)
        case "concatenated":
            width = size.d_v or 1
            for own in range(size.heads):
                yield _Copy("head_output", own, to=slice(own * width, (own + 1) * width))
        case "output" if not is_output(trace) and _unprojected(trace):
            yield _Copy("concatenated", None)


def _unprojected(trace: Trace) -> bool:
    inputs = trace.scenario.inputs
    return getattr(inputs, "W_O", None) is None and getattr(inputs, "b_O", None) is None
