"""What a trace keeps: results with their operands, handed on while these are the same, dropped over a budget."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from attnviz.engine.arrays import Array, refuse_overflow
from attnviz.engine.budget import Store
from attnviz.engine.errors import AttentionError, BeyondMemory, NotYet, Where
from attnviz.engine.pencil import rounded
from attnviz.engine.results import Known
from attnviz.engine.rules import Step
from attnviz.engine.scenario import Scenario
from attnviz.engine.stages import BY_NAME

# A stage or input, and the head: a key/value head for keys and values, None where there is none, ALL for the stack.
Key = tuple[str, int | None]
ALL = -1


class Want(NamedTuple):
    """What a deferred trace was asked for and did not have.

    kind: "numbers", "shift" for whether exponentials are shifted, or what is to be made of them by whoever draws.
    exact: of the trace without pencil precision.
    row: the only row that is needed; None needs all.
    against: another trace that it is made with, such as a pinned one.
    """

    kind: str
    name: str
    head: int | None
    exact: bool = False
    row: int | None = None
    against: Keeping | None = None


class Asked:
    """What a deferred trace was asked for: `missing` is to be computed, `used` was there.

    on_miss: called after each that was not there. beyond: what cannot be held beside the rest of what is shown.
    stopped: nobody computes it before somebody asks for it again.
    """

    def __init__(self) -> None:
        self.missing: dict[Want, int] = {}  # and in which turn it was asked for last
        self.used: dict[Want, None] = {}
        self.beyond: set[Want] = set()
        self.on_miss: Callable[[], None] | None = None
        self.stopped = False
        self.turn = 0

    def latest_first(self) -> list[Want]:
        """What is missing, the turn that asked last first; another turn begins."""
        self.turn += 1
        return sorted(self.missing, key=lambda want: -self.missing[want])

    def miss(self, want: Want) -> None:
        """Remembers what was not there."""
        self.missing[want], self.used[want] = self.turn, None
        if self.on_miss is not None:
            self.on_miss()

    @contextmanager
    def noting(self) -> Iterator[dict[Want, None]]:
        """What is used meanwhile, for who keeps what it makes of it; known at the end."""
        used, noted = dict(self.used), dict[Want, None]()
        self.used.clear()
        try:
            yield noted
        finally:
            noted.update(self.used)
            self.used.clear()
            self.used.update({**used, **noted})


class Keeping:
    """The part of a trace that remembers; it knows how to compute a step and not which steps there are."""

    def __init__(self, scenario: Scenario, store: Store) -> None:
        self.scenario = scenario
        self.sizes = scenario.sizes
        self.store = store
        self.defers = False
        self.asked = Asked()
        self._is_quiet = False
        self._of_pencil = False  # it is the exact trace of one with pencil precision
        self._done: dict[Key, Known] = {}
        self._failed: dict[Key, AttentionError] = {}
        # Earlier results, never the earlier trace itself: that one would keep all before it alive.
        self._before: dict[Key, Known] = {}

    def want(
        self, kind: str, name: str, head: int | None, row: int | None = None, *, against: Keeping | None = None
    ) -> AttentionError:
        """Remembers what was asked for and is not there; the error to raise: NotYet, or why it cannot be computed."""
        failed = self._failed.get((name, head))
        if failed is not None:
            return failed
        want, where = Want(kind, name, head, self._of_pencil, row, against), Where(name, head=head)
        stage = BY_NAME.get(name)
        title = name if stage is None else stage.title
        if head is not None and self.sizes.heads > 1 and stage is not None and stage.per_head:
            title = f"{title}, head {head + 1}"
        if want in self.asked.beyond:
            limit = round(self.store.limit / 1e6)
            return BeyondMemory(
                f"{title}: more than the {limit} MB for large results can hold. Allow more in the menu Edit.", where
            )
        self.asked.miss(want)
        if self.asked.stopped:
            return NotYet(f"{title}: not computed, for it was stopped. Press Compute.", where)
        doing = "being drawn" if stage is None else "being computed"  # an input is there, and only its map is not
        return NotYet(f"{title}: {doing}. Wait a moment.", where)

    @property
    def problem(self) -> AttentionError | None:
        """Why the first stage that could not be computed was not; None if none failed so far."""
        return next(iter(self._failed.values()), None)

    def use(
        self, kind: str, name: str, head: int | None, row: int | None = None, *, against: Keeping | None = None
    ) -> None:
        """Remembers what was asked for and was there."""
        self.asked.used[Want(kind, name, head, self._of_pencil, row, against)] = None

    def fail(self, name: str, head: int | None, error: AttentionError) -> None:
        """Remembers why a stage cannot be computed, for the deferred trace."""
        self._failed[name, head] = error

    def _handed_on(self) -> dict[Key, Known]:
        """What is known here, or was known before and not looked at since."""
        return {**self._before, **self._done} if self._before else self._done

    def _found(self, key: Key) -> Array | None:
        """The result that is there, None if it is not computed or was dropped."""
        known = self._done.get(key)
        result = None if known is None else known.result
        if known is not None and known.large and result is not None:
            self.store.use(known)
        return result

    def has(self, key: Key, step: Step) -> bool:
        """True if the step's result is there or would be handed on."""
        known = self._done.get(key, self._before.get(key))
        return known is not None and known.result is not None and _unchanged(known.operands, self._operands(step))

    def hand_on(self, key: Key, step: Step) -> None:
        """Takes what is known of a step from the trace before where its operands are the same; computes nothing.

        So what was made of a result is there even where the result itself was dropped.
        """
        known = self._before.get(key)
        if key not in self._done and known is not None and _unchanged(known.operands, self._operands(step)):
            self._done[key] = known

    def keep(self, key: Key, step: Step, result: Array) -> None:
        """Keeps the result of a step that was computed together with others, as if it had been by itself."""
        self._compute(key, Step(step.operands, lambda *_: result, step.computes, step.hidden))

    def _operands(self, step: Step) -> tuple[Any, ...]:
        return (*step.operands, self.scenario.pencil)

    def _compute(self, key: Key, step: Step) -> Array:
        """The result of one step: handed on from before if its operands are the same, else computed and checked."""
        operands = self._operands(step)
        known = self._done.get(key)
        if known is None:
            known = self._before.get(key)
        same = known is not None and _unchanged(known.operands, operands)
        if known is None or not same:
            known = Known(operands, self._result(key, step))
        result = known.result
        if result is None:
            result = known.result = self._result(key, step)
        self._done[key] = known
        if known.large:
            self.store.use(known)
        return result

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        """Meanwhile NumPy says nothing of numbers that are too large, which are found in the results.

        Around many stages rather than around each: of few numbers this takes as long as a product.
        """
        with np.errstate(over="ignore", invalid="ignore"):
            self._is_quiet = True
            try:
                yield
            finally:
                self._is_quiet = False

    def _result(self, key: Key, step: Step) -> Array:
        if self._is_quiet or not step.computes:  # of numbers that are only moved NumPy has nothing to say
            result = step.rule(*step.operands)
        else:
            with self._quietly():
                result = step.rule(*step.operands)
        if step.computes:
            name, head = key
            refuse_overflow(result, name, hidden=step.hidden, head=head if self.sizes.heads > 1 else None)
            if self.scenario.pencil is not None:
                result = rounded(result, self.scenario.pencil)
        return read_only(result)


def read_only(result: Array) -> Array:
    """The result as a view that, unlike the array that holds its numbers, cannot be made writable again."""
    if result.flags.writeable:
        result.flags.writeable = False
        return result.view()
    return result


def _unchanged(before: tuple[Any, ...], now: tuple[Any, ...]) -> bool:
    """True if arrays are the same objects and settings are equal."""
    if len(before) != len(now):
        return False
    for a, b in zip(before, now, strict=True):
        if a is not b and (isinstance(a, np.ndarray) or type(a) is not type(b) or a != b):
            return False
    return True
