"""What an edit changed: both scenarios, or for large matrices only the numbers that differ; and two edits as one."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from attnviz.engine.edits.arrays import AnyArray, arrays_of, with_arrays
from attnviz.engine.records import same
from attnviz.engine.replacing import changed_part, filled_but, known_false, with_cells
from attnviz.engine.scenario import Scenario

MASK = "mask.custom"
SNAPSHOT_LIMIT = 1_000_000  # bytes of matrices up to which a step keeps both scenarios whole


@dataclass(frozen=True)
class Snapshots:
    """Both scenarios whole; unchanged arrays are shared with the present one."""

    old: Scenario
    new: Scenario

    def before(self, _now: Scenario) -> Scenario:
        """The scenario before the edit."""
        return self.old

    def after(self, _now: Scenario) -> Scenario:
        """The scenario after the edit."""
        return self.new

    @property
    def is_nothing(self) -> bool:
        """True if the edit changed nothing."""
        return self.old == self.new


@dataclass(frozen=True)
class Cells:
    """Some numbers of an array, at flat places in ascending order, before and after an edit."""

    places: npt.NDArray[np.intp]
    old: AnyArray
    new: AnyArray


@dataclass(frozen=True)
class ChangedCells:
    """What an edit of large matrices changed: cells of arrays that kept their shape, other arrays and settings whole.

    fields, arrays: by name, as they were and as they are. unmasked: whether there was, and is, no custom mask; one that
    is not there has no cells that hide anything.
    """

    cells: dict[str, Cells]
    fields: dict[str, tuple[Any, Any]]
    arrays: dict[str, tuple[AnyArray | None, AnyArray | None]]
    unmasked: tuple[bool, bool]

    def before(self, now: Scenario) -> Scenario:
        """`now` with the old numbers put back; now must be the scenario after the edit."""
        return self._with(now, 0)

    def after(self, now: Scenario) -> Scenario:
        """`now` with the new numbers put in; now must be the scenario before the edit."""
        return self._with(now, 1)

    @property
    def is_nothing(self) -> bool:
        """True if the edit changed nothing."""
        return not (self.cells or self.fields or self.arrays) and self.unmasked[0] == self.unmasked[1]

    def _with(self, now: Scenario, side: int) -> Scenario:
        present = arrays_of(now)
        arrays: dict[str, AnyArray | None] = {name: pair[side] for name, pair in self.arrays.items()}
        for name, cells in self.cells.items():
            numbers = cells.new if side else cells.old
            if name == MASK and self.unmasked[side]:
                arrays[name] = None
            elif name in present and not numbers.size:
                arrays[name] = present[name]
            elif name in present:
                arrays[name] = with_cells(present[name], cells.places, numbers)
            else:
                arrays[name] = filled_but(_mask_shape(now), cells.places, numbers)
        changes = {name: pair[side] for name, pair in self.fields.items()}
        if "mask" in changes:
            changes["mask"] = replace(changes["mask"], custom=now.mask.custom)
        return with_arrays(now, arrays, **changes)


NOTHING = ChangedCells({}, {}, {}, (False, False))


def step_between(before: Scenario, after: Scenario) -> Snapshots | ChangedCells:
    """What changed only, where matrices are large and of the same kind; else both scenarios."""
    old, new = arrays_of(before), arrays_of(after)
    size = sum(array.nbytes for array in new.values())
    if size <= SNAPSHOT_LIMIT or type(before.inputs) is not type(after.inputs) or before.dtype != after.dtype:
        return Snapshots(before, after)
    cells, whole = {}, {}
    for name in dict.fromkeys((*old, *new)):
        then, now = old.get(name), new.get(name)
        if then is now:
            continue
        if name == MASK and then is None and now is not None:
            found = _hidden(now, before)
        elif name == MASK and now is None and then is not None:
            found = _turned(_hidden(then, after))
        else:
            found = _cells(then, now)
        if found is not None:
            cells[name] = found
        else:
            whole[name] = then, now
    return ChangedCells(cells, _changed_fields(before, after), whole, (MASK not in old, MASK not in new))


def _cells(old: AnyArray | None, new: AnyArray | None) -> Cells | None:
    """The places where they differ; None where that would take more than both arrays, or one is not there."""
    if old is None or new is None or old.shape != new.shape:
        return None
    part = changed_part(old, new) or slice(0, new.size)
    then, now = old.ravel()[part], new.ravel()[part]
    differs = _differ(then, now)
    count = np.count_nonzero(differs)  # in no time, where finding all of very many would take a while
    if count == 0 or _is_too_many(int(count), new):
        return None
    places = np.flatnonzero(differs)
    return Cells(places + part.start, then[places], now[places])


def _differ(old: AnyArray, new: AnyArray) -> npt.NDArray[np.bool_]:
    """Where the bits differ: −0 is another number than 0 to whoever wants the very same scenario back."""
    bits = f"u{old.itemsize}"
    differ: npt.NDArray[np.bool_] = old.view(bits) != new.view(bits)
    return differ


def _changed_fields(before: Scenario, after: Scenario) -> dict[str, tuple[Any, Any]]:
    """The settings that differ, arrays left out."""
    changed = {}
    for field in fields(Scenario):
        old, new = getattr(before, field.name), getattr(after, field.name)
        if field.name == "mask":
            old, new = replace(old, custom=None), replace(new, custom=None)
        if field.name not in ("inputs", "bias") and old != new:
            changed[field.name] = old, new
    return changed


def _hidden(mask: AnyArray, without: Scenario) -> Cells | None:
    """The cells that a mask hides, against a scenario without one; None where that would take more than the mask."""
    if mask.shape != _mask_shape(without):
        return None
    places = known_false(mask)
    if _is_too_many(int(mask.size - np.count_nonzero(mask)) if places is None else places.size, mask):
        return None
    if places is None:
        rows = np.flatnonzero(~mask.all(axis=1))
        inside, columns = np.nonzero(~mask[rows])
        places = rows[inside] * mask.shape[1] + columns
    shown = np.ones(places.size, dtype=np.bool_)
    return Cells(places, shown, ~shown)


def _turned(cells: Cells | None) -> Cells | None:
    return None if cells is None else Cells(cells.places, cells.new, cells.old)


def _is_too_many(count: int, array: AnyArray) -> bool:
    """True if so many cells of it would take more than the array before and after."""
    return count * (np.intp().itemsize + 2 * array.itemsize) >= 2 * array.nbytes


def _mask_shape(scenario: Scenario) -> tuple[int, int]:
    return scenario.sizes.T, scenario.sizes.S


Step = Snapshots | ChangedCells


def as_one(first: Step, second: Step, now: Scenario) -> Step | None:
    """Two steps, one after the other, as one, from what they keep alone; None where that does not tell.

    now: the scenario after both. No array is looked at, so that a stroke of the hand costs what it changes.
    """
    if isinstance(first, Snapshots) and isinstance(second, Snapshots):
        return Snapshots(first.old, second.new)
    if isinstance(first, Snapshots) or isinstance(second, Snapshots) or first.arrays or second.arrays:
        return None
    unmasked = first.unmasked[0], second.unmasked[1]
    cells, present = {}, arrays_of(now)
    for name in first.cells.keys() | second.cells.keys():
        found = _both(first.cells.get(name), second.cells.get(name))
        if name in present and _is_too_many(found.places.size, present[name]):
            return None
        if found.places.size or (name == MASK and unmasked[0] != unmasked[1]):
            cells[name] = found
    return ChangedCells(cells, _ends(first.fields, second.fields), {}, unmasked)


def _ends(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """How it was before the first and is after the second, where that differs."""
    ends = {name: (first.get(name, pair)[0], pair[1]) for name, pair in (first | second).items()}
    return {name: pair for name, pair in ends.items() if not same(*pair)}


def _both(first: Cells | None, second: Cells | None) -> Cells:
    """The cells of both, as they were before the first and are after the second."""
    if first is None or second is None:
        one = first or second
        assert one is not None
        return one
    places = _either(first.places, second.places)
    old, new = np.empty(places.size, first.old.dtype), np.empty(places.size, first.new.dtype)
    at, later = np.searchsorted(places, first.places), np.searchsorted(places, second.places)
    old[later], new[at] = second.old, first.new
    old[at], new[later] = first.old, second.new
    differs = _differ(old, new)
    return Cells(places[differs], old[differs], new[differs])


def _either(first: npt.NDArray[np.intp], second: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """The places that are in one of the two or in both. NumPy's own `union1d` (2.4) loads masked arrays first."""
    both: npt.NDArray[np.intp] = np.sort(np.concatenate((first, second)))
    return both[np.flatnonzero(np.append(True, both[1:] != both[:-1]))]
