"""How many layouts may be searched for in one go: each search takes long, and a window has to answer in between."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Unfinished(Exception):
    """One more layout is to be searched for, in the next go; those that were found are kept till then."""


_left: ContextVar[int | None] = ContextVar("searches that are left", default=None)


@contextmanager
def at_most(searches: int | None) -> Iterator[None]:
    """Within it so many layouts are searched for, any number for None; one more raises Unfinished.

    Whoever asks again for the same comes further each time, since what was found is kept.
    """
    before = _left.set(searches)
    try:
        yield
    finally:
        _left.reset(before)


def begin_search() -> None:
    """Counts a search that begins. Raises Unfinished if it may not."""
    left = _left.get()
    if left is None:
        return
    if not left:
        raise Unfinished
    _left.set(left - 1)
