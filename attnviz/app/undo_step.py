"""One undo step: the scenario before and after an edit, or for large matrices only what changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from weakref import WeakMethod

from PySide6.QtGui import QUndoCommand, QUndoStack

from attnviz.app.what_changed import NOTHING, as_one, step_between
from attnviz.engine.scenario import Scenario


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
        joined = as_one(self._step, other._step, now)
        if joined is None:
            before = self._step.before(other._step.before(now))
            joined, nothing = step_between(before, now), before == now
        else:
            nothing = joined.is_nothing
        self._step = joined
        self.setText(other.text())
        self.setObsolete(nothing)
        other._let_go()
        if nothing:
            self._let_go()
        return True

    def _let_go(self) -> None:
        """Keeps nothing of a scenario: the stack deletes this step next, but PySide (6.11) keeps its Python half."""
        self._step, self._made = NOTHING, None

    def _put(self, turned: Callable[[Scenario], Scenario]) -> None:
        show, now = self._show(), self._now()
        if show is not None and now is not None:
            show(turned(now()))


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
