"""Large results within a budget of memory: what was not used for longest goes first, and is computed again if asked."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict, deque
from pathlib import Path
from weakref import ref

from attnviz.engine.results import Known

LARGEST_BUDGET = 400_000_000  # bytes
_SHARE = 4  # a quarter of the free memory
_LEFT = 8  # the part of the limit for what stays of results that were emptied
_MEMORY = Path("/proc/meminfo")


def usual_budget() -> int:
    """Bytes for large results where nobody says otherwise: 400 MB, or a quarter of the free memory if that is less."""
    free = _free_memory()
    return LARGEST_BUDGET if free is None else min(LARGEST_BUDGET, free // _SHARE)


def _free_memory() -> int | None:
    """Bytes that programs can still have; None where the system does not tell."""
    if _MEMORY.exists():
        _, name, after = _MEMORY.read_bytes().partition(b"MemAvailable:")
        if name:
            return int(after.split(maxsplit=1)[0]) * 1024
    names = getattr(os, "sysconf_names", {})
    if "SC_AVPHYS_PAGES" in names and "SC_PAGE_SIZE" in names:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return None


class Store:
    """The large results of a trace and of those that came from it, in the order of their use.

    It holds none of them alive: a result that no trace has any more is no longer counted. Beyond `limit` bytes it
    empties the one not used for longest, never the newest. Things of a few megabytes that were made of it, such as a
    picture with less than all cells, stay where they take no more than an eighth of the limit together.
    """

    def __init__(self, limit: int | None = None) -> None:
        self.limit = usual_budget() if limit is None else limit
        self._kept: OrderedDict[int, ref[Known]] = OrderedDict()
        self._sizes: dict[int, int] = {}  # bytes of each when it was used last
        self._total = 0
        self._lock = threading.RLock()  # the collector may forget a result in the middle of anything

    def use(self, known: Known) -> None:
        """Says that a result was made or read, or that something was made of it."""
        key = id(known)
        with self._lock:
            if key not in self._kept:
                self._kept[key] = ref(known, lambda _: self._forget(key))
            self._kept.move_to_end(key)
            self._count(key, known.nbytes)
            if self._total > self.limit:
                self._empty()

    def clear(self) -> None:
        """Empties all of them, for nobody will read them again; whoever does has them computed anew."""
        with self._lock:
            for key, one in list(self._kept.items()):
                known = one()
                if known is not None:
                    known.drop()
                    self._count(key, known.nbytes)

    @property
    def used(self) -> int:
        """Bytes of the results that are there."""
        with self._lock:
            return sum(known.nbytes for one in self._kept.values() if (known := one()) is not None)

    def _forget(self, key: int) -> None:
        with self._lock:
            self._kept.pop(key, None)
            self._total -= self._sizes.pop(key, 0)

    def _count(self, key: int, size: int) -> None:
        """Reading happens all the time: only the one that is used is looked at again, not all there are."""
        self._total += size - self._sizes.get(key, 0)
        self._sizes[key] = size

    def _empty(self) -> None:
        there = [(key, known) for key, one in list(self._kept.items()) if (known := one()) is not None]
        for key, known in there:
            self._count(key, known.nbytes)
        bare, left = deque[tuple[int, Known]](), 0
        for key, known in there[:-1]:
            if self._total <= self.limit:
                return
            if known.nbytes:
                known.drop_most()
                self._count(key, known.nbytes)
                bare.append((key, known))
                left += known.nbytes
            while left > self.limit // _LEFT:
                left -= self._drop(*bare.popleft())
        while bare and self._total > self.limit:
            self._drop(*bare.popleft())

    def _drop(self, key: int, known: Known) -> int:
        """Empties one; the bytes that it had."""
        before = known.nbytes
        known.drop()
        self._count(key, known.nbytes)
        return before
