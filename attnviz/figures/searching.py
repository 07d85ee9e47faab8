"""How much of a layout may be searched for in one go: a search takes long, and a window has to answer in between."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import TypeVar, cast

Known = dict[Hashable, object]  # what was found, by what was asked for
Found = TypeVar("Found")
_IN_A_TURN = 16  # tries, each of half a millisecond or more


class Unfinished(Exception):
    """One more layout is to be searched for, in the next go; those that were found are kept till then."""


_left: ContextVar[int | None] = ContextVar("searches that are left", default=None)
_tries: ContextVar[int | None] = ContextVar("tries that are left", default=None)


@contextmanager
def at_most(searches: int | None, *, tries: int | None = None) -> Iterator[None]:
    """Within it so many layouts are searched for, any number for None, in so many tries; one more raises Unfinished.

    Whoever asks again for the same comes further each time, since what was found is kept.
    """
    before, tried = _left.set(searches), _tries.set(tries)
    try:
        yield
    finally:
        _left.reset(before)
        _tries.reset(tried)


def in_turns() -> AbstractContextManager[None]:
    """Within it as much is searched for as a turn of the event loop has room for."""
    return at_most(1, tries=_IN_A_TURN)


def begin_search() -> None:
    """Counts a search that begins. Raises Unfinished if it may not."""
    left = _left.get()
    if left is None:
        return
    if not left:
        raise Unfinished
    _left.set(left - 1)


def search_once(known: Known, asked: Hashable, search: Callable[[], Found]) -> Found:
    """What the search finds; what is known of it already needs none. Raises Unfinished if it may not begin."""
    if asked not in known:
        begin_search()
        known[asked] = search()
    return cast(Found, known[asked])


def begin_try() -> None:
    """Counts one arrangement that is tried in a search. Raises Unfinished if it may not be."""
    left = _tries.get()
    if left is None:
        return
    if not left:
        raise Unfinished
    _tries.set(left - 1)
