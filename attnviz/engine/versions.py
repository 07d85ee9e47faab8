"""Versions of one very large array, each of which holds only what it changed: the system shares the pages of the rest.

An edit of one number among a hundred million would else copy half a gigabyte.
"""

from __future__ import annotations

import math
import mmap
import os
from typing import Any
from weakref import WeakSet, WeakValueDictionary, finalize

import numpy as np

from attnviz.engine.spares import Memory

LEAST = 1 << 24  # bytes, as of a mask of 4,096 tokens: less is copied in little time
# What holds more than this part for itself, or in more places, is written whole, and shared anew.
_PART, _PLACES = 4, 1000
_OF_FILES = 4  # each version takes an open file of the process, all of them this part of what it may have at most
_ONES = b"\x01" * (1 << 20)
Span = tuple[int, int]  # of numbers, flat: the first, and the one after the last


class Version(Memory):
    """Numbers in pages that versions may share. spans: where they are this version's own."""

    pages: _Pages
    spans: tuple[Span, ...] = ()


class _Pages:
    """Memory that each version sees as it was first written, or as zeros, until it writes to it itself."""

    def __init__(self, size: int, *, truths: bool = False) -> None:
        """truths: each byte is a 1; written as a file that takes half as long as touching the pages one by one."""
        self._file, self._size = os.memfd_create("attnviz"), size
        finalize(self, os.close, self._file)
        for start in range(0, size if truths else 0, len(_ONES)):
            piece = _ONES[: size - start]
            if os.pwrite(self._file, piece, start) != len(piece):
                raise OSError("the system keeps no file so large in memory")
        os.ftruncate(self._file, size)

    def seen(self, shape: tuple[int, ...], dtype: np.dtype[Any], *, own: bool) -> Version:
        """It as an array. own: what is written there is seen in this one alone."""
        if len(_seen) >= _most_seen():
            raise OSError("whoever keeps so many versions needs files for other things")
        flags = mmap.MAP_PRIVATE if own else mmap.MAP_SHARED
        mapped = mmap.mmap(self._file, self._size, flags=flags)
        _seen.add(mapped)
        return self.behind(np.frombuffer(mapped, dtype).reshape(shape))

    def behind(self, numbers: np.ndarray[Any, Any]) -> Version:
        """Those numbers, which are the same as in here, as a version."""
        version: Version = numbers.view(Version)
        version.pages = self
        return version


_seen: WeakSet[mmap.mmap] = WeakSet()


def _most_seen() -> float:
    """How many versions may be there at once."""
    import resource  # which systems that share no pages may lack

    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return math.inf if files == resource.RLIM_INFINITY else files // _OF_FILES


def first_version(shape: tuple[int, ...], dtype: np.dtype[Any], *, zeros: bool) -> Version | None:
    """Very large memory to be written, or of zeros; None where it is not so large or the system shares none."""
    size = math.prod(shape) * dtype.itemsize
    if size < LEAST or not hasattr(os, "memfd_create"):
        return None
    try:
        pages = _Pages(size)
        # Zeros are read from nowhere as long as nobody writes to them; the file would take memory for that.
        return pages.behind(np.zeros(shape, dtype)) if zeros else pages.seen(shape, dtype, own=False)
    except OSError:  # the system allows no such files, or no more of them: each version is a copy then
        return None


_truths: WeakValueDictionary[int, _Pages] = WeakValueDictionary()  # by size, while any version of them is there


def version_of_truths(shape: tuple[int, ...], first: int, end: int) -> Version | None:
    """Very large memory of true, of which that span, flat, may be written; None as for `first_version`, or for much."""
    size = math.prod(shape)
    if size < LEAST or (end - first) * _PART > size or not hasattr(os, "memfd_create"):
        return None
    try:
        pages = _truths.get(size) or _truths.setdefault(size, _Pages(size, truths=True))
        version = pages.seen(shape, np.dtype(np.bool_), own=True)
    except OSError:
        return None
    version.spans = ((first, end),)
    return version


def next_version(before: object, first: int, end: int) -> Version | None:
    """The same numbers in memory of which that span, flat, may be written; None where all are to be copied."""
    if not isinstance(before, Version):
        return None
    spans = _merged((*before.spans, (first, end)))
    if len(spans) > _PLACES or sum(stop - start for start, stop in spans) * _PART > before.size:
        return None
    try:
        after = before.pages.seen(before.shape, before.dtype, own=True)
    except OSError:
        return None
    old, new = before.reshape(-1), after.reshape(-1)
    for start, stop in before.spans:
        new[start:stop] = old[start:stop]
    after.spans = spans
    return after


def _merged(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """The same places in ascending order, those that touch as one."""
    found: list[Span] = []
    for start, stop in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(stop, found[-1][1])
        else:
            found.append((start, stop))
    return tuple(found)
