"""The pictures of a trace's large matrices, made once and kept with their numbers; a thumb outlives these."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log2
from typing import NamedTuple
from weakref import ref

import numpy as np

from attnviz.content.stage_formulas import sums_of_rows
from attnviz.engine.arrays import Array, Bools
from attnviz.engine.blocks.visible import Visible
from attnviz.engine.chains import CHAINED
from attnviz.engine.errors import AttentionError
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.mask import Mask
from attnviz.engine.positions import Alibi
from attnviz.engine.tracing import Trace
from attnviz.figures.large.picture import HiddenRows, Picture, part_of_cells, picture
from attnviz.figures.viewport import Viewport

PICTURE, COARSE, THUMB, PART = "picture", "coarse", "thumb", "part"
_SIDE = 512  # rows and columns of a part's picture at most: so small that it outlives the numbers, as a thumb does
_AROUND = 2.5  # times the longer side of what is seen, that a part with its surroundings has at most
_FEW = 64.0  # rows and columns: around fewer as many are taken along as around these
_VEILED = frozenset({"exponentials", "weights"})  # those before have −∞ themselves
_PENALISED = frozenset({"alibi", "biased"})  # ALiBi gives keys after the query the largest numbers, which count nothing
POSITIVE = frozenset({"exponentials", "weights"})
HALVINGS = {
    "weights": 2,
    "exponentials": 3,
}  # of rows whose largest scores lie far apart they have tens of powers of ten


def picture_of(trace: Trace, name: str, head: int, *, thumb: bool = False) -> Picture:
    """The picture of one head's stage or of an input; from a deferred trace NotYet until somebody has made it.

    thumb: its thumb instead, which is there as long as its trace. Raises what the stage itself raises, such as
    HiddenRow.
    """
    kind = THUMB if thumb else PICTURE
    known = _made(kind, trace, name, head)
    if known is not None:
        trace.use(kind, name, head)
        return known
    if trace.defers:
        raise trace.want(kind, name, head)
    made = make_picture(trace, name, head)
    return made.thumb if thumb else made


def least_of(trace: Trace, name: str, heads: tuple[int, ...], *, together: bool) -> float | None:
    """The smallest number of these heads' pictures, as far as they are made; of a deferred trace none is asked for.

    together: of all of them, as a shared scale has it; else the largest of the heads' own. None where none is made.
    """
    made = []
    for head in heads:
        try:
            made.append(_made(THUMB, trace, name, head) if trace.defers else picture_of(trace, name, head, thumb=True))
        except AttentionError:  # a row that sees no key: such a head has no picture
            continue
    lows = [known.ends[0] for known in made if known is not None and known.ends is not None]
    return (min(lows) if together else max(lows)) if lows else None


def picture_before(trace: Trace, name: str, head: int, *, thumb: bool) -> Picture | None:
    """The picture of the scenario before the last edit, to be shown as such until a deferred trace has its own."""
    if not trace.defers:
        return None
    made = trace.made_before(name, head)
    found = None if thumb else made.get(_key(PICTURE, trace, name, head))
    found = made.get(_key(THUMB, trace, name, head)) if found is None else found
    return found.picture if isinstance(found, _Made) and found.picture.shape == trace.shape(name) else None


def near_picture(trace: Trace, name: str, head: int, viewport: Viewport) -> Picture | None:
    """A picture of what is seen of one of many heads, as fine as its few pixels can show; it outlives the numbers.

    viewport: the part that is seen, with whose surroundings it is made, so that moving on needs no other at once.
    None where the thumb is as fine, and from a deferred trace until somebody has made it.
    """
    thumb, needed = _made(THUMB, trace, name, head), _block_of(viewport)
    if thumb is None or max(thumb.block(0)) <= needed:
        return None
    known = _made(PART, trace, name, head)
    if known is not None and known.covers(viewport) and max(known.block(0)) <= needed:
        (top, left), (rows, columns) = known.corner, known.covered
        trace.use(_part_kind((top, top + rows), (left, left + columns)), name, head)
        return known
    kind = _part_kind(*_surroundings(viewport, trace.shape(name)))
    if trace.defers:
        for want in [own for own in trace.asked.missing if own.kind.startswith(PART) and own.kind != kind]:
            if (want.name, want.head) == (name, head):  # another part is seen by now
                del trace.asked.missing[want]
        trace.want(kind, name, head)
        return None
    make(kind, trace, name, head)
    return _made(PART, trace, name, head)


def make(kind: str, trace: Trace, name: str, head: int | None) -> None:
    """Makes what a deferred trace was asked for, on the trace that computes."""
    if kind in (PICTURE, THUMB):
        if kind == THUMB:
            trace.take_over(name, head)
            if _made(THUMB, trace, name, head or 0) is not None:
                return
        make_picture(trace, name, head or 0)
        return
    ends = [int(end) for end in kind.removeprefix(PART).split()]
    trace.take_over(name, head)
    whole = _made(PICTURE, trace, name, head or 0)
    if whole is None and max(ends[1] - ends[0], ends[3] - ends[2]) > _SIDE:  # its cells are not needed
        whole = _made(COARSE, trace, name, head or 0)
    rows, columns = (ends[0], ends[1]), (ends[2], ends[3])
    part = _part_of_cells(trace, name, head or 0, rows, columns) if whole is None else None
    if part is None:
        whole = whole or make_picture(trace, name, head or 0)
        part = whole.part(rows, columns, _SIDE)
    trace.made(name, head)[_key(PART, trace, name, head or 0)] = _Made(part, HiddenBy.of(trace))


def _part_of_cells(
    trace: Trace, name: str, head: int, rows: tuple[int, int], columns: tuple[int, int]
) -> Picture | None:
    """The picture of a small part, of whose head no more than these rows are computed where its numbers went.

    None where it has no cells for itself, where the head's thumb is not there, which knows the ends of its numbers, or
    where rows alone cannot be had.
    """
    thumb = _made(THUMB, trace, name, head)
    if thumb is None or max(rows[1] - rows[0], columns[1] - columns[0]) > _SIDE:
        return None
    if trace.peek(name, head) is not None:
        values = matrix_of(trace, name, head)[slice(*rows), slice(*columns)]
    elif trace.large and name in CHAINED and not isinstance(trace.scenario.inputs, GivenWeights):
        values = np.stack([trace.row(name, row, head)[slice(*columns)] for row in range(*rows)])
    else:
        return None
    hidden = hidden_rows(trace, name, head)
    veil = None if hidden is None else hidden(*rows)[:, slice(*columns)]
    return part_of_cells(
        values, veil, thumb, (rows[0], columns[0]), signed=name not in POSITIVE, halvings=HALVINGS.get(name)
    )


def make_picture(trace: Trace, name: str, head: int) -> Picture:
    """Makes the picture, computing what is not there, and keeps it and its thumb with the numbers."""
    values = matrix_of(trace, name, head)
    known = _made(PICTURE, trace, name, head)
    if known is not None:
        return known
    made = picture(values, hidden_rows(trace, name, head), signed=name not in POSITIVE, halvings=HALVINGS.get(name))
    kept = trace.made(name, head)
    if name == "weights" and isinstance(trace.scenario.inputs, GivenWeights):
        sums_of_rows(trace, head)  # the title says them
    hidden, coarse = HiddenBy.of(trace), made.coarse
    kept[_key(PICTURE, trace, name, head)] = _Made(made, hidden)
    kept[_key(THUMB, trace, name, head)] = _Made(made.thumb, hidden)
    if coarse is not None:
        kept[_key(COARSE, trace, name, head)] = _Made(coarse, hidden)
    if name in trace.stages:
        trace.peek(name, head)  # by which the budget sees what was made of it
    return made


def _block_of(viewport: Viewport) -> int:
    """The rows and columns of a block that the picture of a part has at most, with its surroundings."""
    return 1 << max(0, ceil(log2(_AROUND * max(viewport.rows, viewport.columns) / _SIDE)))


def _surroundings(viewport: Viewport, shape: tuple[int, int]) -> tuple[tuple[int, int], tuple[int, int]]:
    """The rows and columns around a part, half as many to each side as are seen, on a lattice of an eighth of these."""
    found = []
    sides = (viewport.top, viewport.rows), (viewport.left, viewport.columns)
    for (start, seen), count in zip(sides, shape, strict=True):
        length = max(seen, _FEW)
        step = 1 << floor(log2(length / 8))
        low, high = floor((start - length / 2) / step) * step, ceil((start + seen + length / 2) / step) * step
        found.append((max(low, 0), min(high, count)))
    return found[0], found[1]


def _part_kind(rows: tuple[int, int], columns: tuple[int, int]) -> str:
    """What is wanted of these rows and columns."""
    return f"{PART} {rows[0]} {rows[1]} {columns[0]} {columns[1]}"


def matrix_of(trace: Trace, name: str, head: int) -> Array:
    """The numbers of one head."""
    values = trace.at(name, head)
    return values[head] if values.ndim == 3 else values  # a bias of its own for each head, or given weights


def hidden_rows(trace: Trace, name: str, head: int) -> HiddenRows | None:
    """Where keys are hidden from queries in that stage, some rows at a time; None where only −∞ says so."""
    scenario, size = trace.scenario, trace.sizes
    penalised = name in _PENALISED and isinstance(scenario.positions, Alibi)
    if not (penalised or name in _VEILED) or isinstance(scenario.inputs, GivenWeights):
        return None
    bias = None if scenario.bias is None else scenario.bias[head] if scenario.bias.ndim == 3 else scenario.bias
    if scenario.mask.hides_nothing and (bias is None or bias.min() > -np.inf):
        return None
    visible = Visible(scenario.mask, size.T, size.S)

    def rows(start: int, stop: int) -> Bools:
        block = np.zeros((stop - start, size.S), dtype=np.float32)
        visible.hide(block, slice(start, stop), slice(0, size.S))
        hidden: Bools = block < 0
        return hidden if bias is None else hidden | (bias[start:stop] == -np.inf)

    return rows


class HiddenBy(NamedTuple):
    """What hid numbers of a scenario, for what was made of them and outlives it."""

    mask: ref[Mask]
    bias: ref[Array] | None

    @classmethod
    def of(cls, trace: Trace) -> HiddenBy:
        """That of the trace's scenario."""
        bias = trace.scenario.bias
        return cls(ref(trace.scenario.mask), None if bias is None else ref(bias))

    def holds(self, trace: Trace, name: str) -> bool:
        """True unless other numbers of the same stage are hidden now; of most stages those are other numbers, too."""
        if name not in _PENALISED or not isinstance(trace.scenario.positions, Alibi):
            return True
        bias = trace.scenario.bias
        same = bias is None if self.bias is None else bias is not None and self.bias() is bias
        return same and self.mask() is trace.scenario.mask


@dataclass(frozen=True)
class _Made:
    """A picture as it is kept with its numbers. hidden: by what in the scenario it was made for."""

    picture: Picture
    hidden: HiddenBy

    @property
    def nbytes(self) -> int:
        """Memory that it takes."""
        return self.picture.nbytes


def _made(kind: str, trace: Trace, name: str, head: int) -> Picture | None:
    """The picture that is kept, unless other numbers of the same stage are hidden now."""
    found = trace.made(name, head).get(_key(kind, trace, name, head))
    return found.picture if isinstance(found, _Made) and found.hidden.holds(trace, name) else None


def _key(kind: str, trace: Trace, name: str, head: int) -> tuple[str, int | None]:
    """What it is kept under: of a matrix of several heads with its head."""
    return kind, head if name not in trace.stages else None
