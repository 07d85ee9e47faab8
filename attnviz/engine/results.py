"""One result of a trace with what it was computed from, and what was made of it for those who draw."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from attnviz.engine.arrays import Array

LARGE_RESULT = 1 << 16  # bytes from which a result is kept within a budget: many heads of few tokens are much, too
_SMALL_THING = 1 << 20  # bytes up to which what was made of a result outlives it
_MIDDLE_THING = 8 << 20  # and up to which it does as long as there is room


class Known:
    """A result, None after the budget took it. The same operands give it again.

    made: what others made of its numbers, such as pictures, by a name of theirs; it goes where the result goes: to
    later traces whose operands are the same.
    """

    __slots__ = ("__weakref__", "large", "made", "operands", "result")

    def __init__(self, operands: tuple[Any, ...], result: Array) -> None:
        self.operands = operands
        self.result: Array | None = result
        # What is only handed through takes no memory of its own, and none is won where it is dropped.
        self.large = result.nbytes >= LARGE_RESULT and not any(result is own for own in operands)
        self.made: dict[Hashable, Any] = {}

    @property
    def width(self) -> int | None:
        """The columns of the result."""
        return None if self.result is None else self.result.shape[-1]

    @property
    def nbytes(self) -> int:
        """Bytes of the result and of the large things made of it."""
        things = sum(size for thing in list(self.made.values()) if (size := _bytes_of(thing)) > _SMALL_THING)
        return things if self.result is None else things + self.result.nbytes

    def drop(self) -> None:
        """Lets the numbers and the large things made of them go; whoever shows them keeps them as long."""
        self._keep_only(_SMALL_THING)

    def drop_most(self) -> None:
        """The same, but things of a few megabytes stay."""
        self._keep_only(_MIDDLE_THING)

    def _keep_only(self, most: int) -> None:
        self.result = None
        for name, thing in list(self.made.items()):  # listed at once, as above: other threads put things in meanwhile
            if _bytes_of(thing) > most:
                self.made.pop(name, None)


def _bytes_of(thing: object) -> int:
    return int(getattr(thing, "nbytes", 0))
