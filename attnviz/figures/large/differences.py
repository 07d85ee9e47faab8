"""What was added to a large matrix since another trace was put aside, as a picture kept with the numbers of now."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from weakref import ref

import numpy as np

from attnviz.content.colours import Limits, scale_for
from attnviz.content.numerals import NEARLY_0, format_result
from attnviz.engine.arrays import Array, Bools
from attnviz.engine.errors import AttentionError, NoSuchStage, NotYet
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace, trace
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.picture import HiddenRows, Picture, picture
from attnviz.figures.large.pictures import HALVINGS, HiddenBy, hidden_rows, matrix_of
from attnviz.figures.large.powers import two_sided_powers

BETWEEN = "now − pinned"
NOT_PINNED = "Not in the pinned one."
DIFFERENCE, DIFFERENCE_THUMB = "difference", "difference thumb"
_Side = tuple[Array, HiddenRows | None]  # the numbers and what hides some of them
_BLOCK = 1 << 18  # numbers that are subtracted at once


@dataclass(frozen=True)
class Difference:
    """A difference as it is kept with the numbers of now.

    picture: None where the pinned trace has no such numbers, and `reason` says why. values: (T, S), ±∞ where a key is
    hidden in one alone, 0 where in both; None beside a thumb. pinned: whose numbers were subtracted. hidden: those of
    now.
    """

    picture: Picture | None
    values: Array | None
    reason: str
    pinned: ref[Scenario]
    hidden: HiddenBy

    @property
    def nbytes(self) -> int:
        """Memory that it takes."""
        return sum(part.nbytes for part in (self.picture, self.values) if part is not None)


def large_difference(model: LargeMap, now: Trace, pinned: Trace) -> LargeMap:
    """The map with what was added since the pinned trace in place of its numbers, on a scale centred on 0.

    Where the numbers themselves are coloured by powers of ten their differences are so too, to both sides of 0, and
    down to the same number: of thousands of weights most move by far less than the largest. Where there is no such
    difference, or not yet, it is dimmed and says why.
    """
    words = replace(
        model, formula=BETWEEN, signed=True, powers=False, least=0.0, scale_ends=None, colour_map="auto", pending=""
    )
    reason, found = _why_none(model, now, pinned), None
    try:
        found = None if reason else _difference_of(model, now, pinned)
    except AttentionError as error:
        reason = model.dim_reason or str(error)
    if found is None or found.picture is None:
        return replace(words, picture=None, values=None, dim_reason=reason if found is None else found.reason)
    ends = found.picture.ends
    if ends == (0.0, 0.0):
        words = replace(words, formula=f"{BETWEEN}: nothing changed", legend=False)
    limits = scale_for(_readable(ends, model), signed=True, fixed=None, choice="auto")
    least = 0.0
    if model.powers and ends is not None and ends[0] != ends[1]:
        least, reach = two_sided_powers(ends, model.limits[0])
        limits = -reach, reach
    return replace(
        words, picture=found.picture, values=found.values, limits=limits, powers=least > 0, least=least, dim_reason=""
    )


def _readable(ends: Limits | None, model: LargeMap) -> Limits | None:
    """Ends of the scale: those of the differences; of the numbers themselves where no difference shows a digit."""
    numbers = None if model.picture is None else model.picture.ends
    if ends is None or numbers is None or format_result(max(map(abs, ends)), model.decimals) != NEARLY_0:
        return ends
    return min(ends[0], *numbers), max(ends[1], *numbers)


def make_difference(now: Trace, pinned: Trace, name: str, head: int) -> None:
    """Makes the difference of one head's stage or of an input, and keeps it and its thumb with the numbers of now.

    now: one that computes, in the worker's thread where that of the window defers. pinned: as the window shows it.
    Raises NotYet where the numbers of a pinned one that defers are to be waited for.
    """
    values = matrix_of(now, name, head)
    if _kept(DIFFERENCE, now, pinned, name, head) is not None:
        return
    kept, of, by = now.made(name, head), ref(pinned.scenario), HiddenBy.of(now)
    computing = pinned
    if now.report is not None:  # beside the window, whose traces are not touched
        computing = pinned.behind or trace(pinned.scenario, pinned)
        computing.report = now.report
    try:
        then = matrix_of(computing, name, head)
    except NotYet:
        raise
    except AttentionError as error:
        kept[_key(DIFFERENCE, now, name, head)] = Difference(None, None, f"Of the pinned one: {error}", of, by)
        return
    apart = _apart(values, then)
    sides = ((values, hidden_rows(now, name, head)), (then, hidden_rows(computing, name, head)))
    hidden = partial(_hidden, apart, sides)
    made = picture(apart, hidden, signed=True, halvings=HALVINGS.get(name))
    kept[_key(DIFFERENCE, now, name, head)] = Difference(made, apart, "", of, by)
    kept[_key(DIFFERENCE_THUMB, now, name, head)] = Difference(made.thumb, None, "", of, by)
    if name in now.stages:
        now.peek(name, head)  # by which the budget sees what was made of it


def _hidden(apart: Array, sides: tuple[_Side, _Side], start: int, stop: int) -> Bools:
    """Where some rows have no difference to draw: hidden in both, or a number in one alone."""
    veils = (
        values[start:stop] == -np.inf if hidden is None else hidden(start, stop) | (values[start:stop] == -np.inf)
        for values, hidden in sides
    )
    both = next(veils) & next(veils)
    none: Bools = both | ~np.isfinite(apart[start:stop])
    return none


def _why_none(model: LargeMap, now: Trace, pinned: Trace) -> str:
    """Why no number has a twin; "" if they have."""
    try:
        was, here = pinned.shape(model.key), now.shape(model.key)
    except NoSuchStage:
        return NOT_PINNED
    return "" if was == here else no_twins(was, here)


def no_twins(was: tuple[int, int], here: tuple[int, int]) -> str:
    """That two matrices have not the same shape."""
    return f"The pinned one is {was[0]}×{was[1]}, this one {here[0]}×{here[1]}: no cell has a twin."


def _difference_of(model: LargeMap, now: Trace, pinned: Trace) -> Difference:
    """What is kept, or made at once where the trace does not defer. Raises NotYet, or why there is none."""
    name, head = model.key, model.head or 0
    kind = DIFFERENCE_THUMB if model.compact else DIFFERENCE
    known = _kept(kind, now, pinned, name, head)
    if known is None and not now.defers:
        make_difference(now, pinned, name, head)
        known = _kept(kind, now, pinned, name, head)
    if known is None:
        raise now.want(kind, name, head, against=pinned)
    now.use(kind, name, head, against=pinned)
    return known


def _kept(kind: str, now: Trace, pinned: Trace, name: str, head: int) -> Difference | None:
    made = now.made(name, head)
    found = made.get(_key(kind, now, name, head))
    if found is None:
        found = made.get(_key(DIFFERENCE, now, name, head))
    known = isinstance(found, Difference) and found.pinned() is pinned.scenario and found.hidden.holds(now, name)
    return found if known else None


def _key(kind: str, now: Trace, name: str, head: int) -> tuple[str, int | None]:
    return kind, head if name not in now.stages else None


def _apart(now: Array, then: Array) -> Array:
    """now − then by blocks of rows; 0 where both are −∞, since nothing happened there."""
    apart = np.empty(now.shape, dtype=np.result_type(now, then))
    height = max(1, _BLOCK // max(1, now.shape[1]))
    with np.errstate(invalid="ignore"):
        for start in range(0, now.shape[0], height):
            part = apart[start : start + height]
            np.subtract(now[start : start + height], then[start : start + height], out=part)
            part[np.isnan(part)] = 0.0
    apart.flags.writeable = False
    return apart
