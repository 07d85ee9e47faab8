"""One undo step: the scenario before and after an edit, or for large matrices only what changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields, replace
from typing import Any
from weakref import WeakMethod

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QUndoCommand, QUndoStack

from attnviz.engine.arrays import frozen_bools
from attnviz.engine.edits.arrays import AnyArray, arrays_of, with_arrays
from attnviz.engine.replacing import changed_part, with_cells
from attnviz.engine.scenario import Scenario

MASK = "mask.custom"
SNAPSHOT_LIMIT = 1_000_000  # bytes of matrices up to which a step keeps both scenarios whole


class ReplaceScenario(QUndoCommand):
    """Shows the scenario after an edit on redo and the one before on undo, through `show`.

    show and now are weak: a step that kept its session alive would make with it a cycle that only Python's collector
    could free.
    """

    def __init__(
        self,
        show: WeakMethod[Callable[[Scenario], None]],
        label: str,
        before: Scenario,
        after: Scenario,
        gesture: Hashable = None,
        *,
        now: WeakMethod[Callable[[], Scenario]],
    ) -> None:
        super().__init__(label)
        self._show = show
        self.gesture = gesture
        self._now = now
        self._step = step_between(before, after)
        self._made: Scenario | None = after  # until it is shown for the first time

    def redo(self) -> None:
        """Shows the scenario after the edit."""
        made, self._made = self._made, None
        show = self._show()
        if made is None:
            self._put(self._step.after)
        elif show is not None:
            show(made)

    def undo(self) -> None:
        """Shows the scenario before the edit."""
        self._put(self._step.before)

    def id(self) -> int:
        """Steps with an id are offered to mergeWith; those without a gesture never merge."""
        return -1 if self.gesture is None else 1

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Takes a later step of the same gesture into this one; a gesture that ends where it began leaves no step."""
        if not isinstance(other, ReplaceScenario) or other.gesture != self.gesture:
            return False
        present = self._now()
        if present is None:
            return False
        now = present()
        before = self._step.before(other._step.before(now))
        self._step = step_between(before, now)
        self.setText(other.text())
        self.setObsolete(before == now)
        other._let_go()
        if before == now:
            self._let_go()
        return True

    def _let_go(self) -> None:
        """Keeps nothing of a scenario: the stack deletes this step next, but PySide (6.11) keeps its Python half."""
        self._step, self._made = _NOTHING, None

    def _put(self, turned: Callable[[Scenario], Scenario]) -> None:
        show, now = self._show(), self._now()
        if show is not None and now is not None:
            show(turned(now()))


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

    def _with(self, now: Scenario, side: int) -> Scenario:
        present = arrays_of(now)
        arrays: dict[str, AnyArray | None] = {name: pair[side] for name, pair in self.arrays.items()}
        for name, cells in self.cells.items():
            array = present[name] if name in present else _hides_nothing(now)
            unmasked = name == MASK and self.unmasked[side]
            arrays[name] = None if unmasked else with_cells(array, cells.places, cells.new if side else cells.old)
        changes = {name: pair[side] for name, pair in self.fields.items()}
        if "mask" in changes:
            changes["mask"] = replace(changes["mask"], custom=now.mask.custom)
        return with_arrays(now, arrays, **changes)


_NOTHING = ChangedCells({}, {}, {}, (False, False))


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
        if name == MASK:
            visible = _hides_nothing(before if then is None else after) if then is None or now is None else None
            found = _cells(visible if then is None else then, visible if now is None else now)
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
    differs = then != now
    count = np.count_nonzero(differs)  # in no time, where finding all of very many would take a while
    if count == 0 or count * (np.intp().itemsize + 2 * new.itemsize) >= 2 * new.nbytes:
        return None
    places = np.flatnonzero(differs)
    return Cells(places + part.start, then[places], now[places])


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


def _hides_nothing(scenario: Scenario) -> AnyArray:
    size = scenario.sizes
    return frozen_bools(np.ones((size.T, size.S), dtype=np.bool_), MASK, 2)


# PySide 6.11 counts the steps of an undo stack as parts of it. Where Python's collector meets both in one cycle of
# garbage it may delete a step before the stack, which then deletes it once more. A stack that is named here is no
# garbage: Qt deletes it with its session, and its steps with it.
_stacks: dict[int, QUndoStack] = {}


def kept_until_gone(stack: QUndoStack) -> QUndoStack:
    """The stack, which Python's collector leaves alone until Qt has deleted it."""
    key = id(stack)
    _stacks[key] = stack
    stack.destroyed.connect(lambda: _stacks.pop(key, None))
    return stack
