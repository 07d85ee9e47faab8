"""One undo step: the scenario before and after an edit, or for large matrices only the cells that changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields, replace
from typing import Any
from weakref import WeakMethod

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QUndoCommand

from attnviz.engine.arrays import Array
from attnviz.engine.scenario import Scenario

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

    def redo(self) -> None:
        """Shows the scenario after the edit."""
        self._put(self._step.after)

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
        return True

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
class ChangedCells:
    """The cells of large matrices that an edit changed, all else being equal."""

    places: dict[str, npt.NDArray[np.intp]]
    old: dict[str, Array]
    new: dict[str, Array]

    def before(self, now: Scenario) -> Scenario:
        """`now` with the old numbers put back; now must be the scenario after the edit."""
        return self._with(now, self.old)

    def after(self, now: Scenario) -> Scenario:
        """`now` with the new numbers put in; now must be the scenario before the edit."""
        return self._with(now, self.new)

    def _with(self, now: Scenario, numbers: dict[str, Array]) -> Scenario:
        matrices: dict[str, Any] = {}
        for name, places in self.places.items():
            array = now.matrix(name).copy()
            array.flat[places] = numbers[name]
            matrices[name] = array
        return replace(now, inputs=replace(now.inputs, **matrices))


def step_between(before: Scenario, after: Scenario) -> Snapshots | ChangedCells:
    """Cells only, where the matrices are large and an edit changed nothing but cells; else both scenarios."""
    size = sum(array.nbytes for _, array in after.inputs.items())
    if size <= SNAPSHOT_LIMIT or not _only_cells_differ(before, after):
        return Snapshots(before, after)
    pairs = {name: (before.matrix(name), array) for name, array in after.inputs.items()}
    changed = {name: pair for name, pair in pairs.items() if pair[0] is not pair[1]}
    places = {name: np.flatnonzero(old != new) for name, (old, new) in changed.items()}
    return ChangedCells(
        places,
        {name: old.flat[places[name]] for name, (old, _) in changed.items()},
        {name: new.flat[places[name]] for name, (_, new) in changed.items()},
    )


def _only_cells_differ(before: Scenario, after: Scenario) -> bool:
    settings = (field.name for field in fields(Scenario) if field.name != "inputs")
    if any(getattr(before, name) is not getattr(after, name) for name in settings):
        return False
    old, new = dict(before.inputs.items()), dict(after.inputs.items())
    return (
        type(before.inputs) is type(after.inputs)
        and old.keys() == new.keys()
        and all(old[name].shape == new[name].shape for name in old)
    )
