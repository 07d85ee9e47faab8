"""Frozen arrays with some of their numbers replaced: one copy, and what is known of the old one is known of the new.

An edit of one cell of a large matrix would else look at all of its numbers again and again: are they finite, do they
differ from those before, and where.
"""

from __future__ import annotations

from typing import Any
from weakref import ref

import numpy as np
import numpy.typing as npt

from attnviz.engine.sealing import AnyArray, memory, memory_of, sealed
from attnviz.engine.versions import next_version, version_of_truths


class _Notes:
    """Something known of arrays as long as they live; of others nothing is known."""

    def __init__(self) -> None:
        self._notes: dict[int, tuple[ref[AnyArray], Any]] = {}

    def put(self, array: AnyArray, note: Any) -> None:
        """Remembers a note of that very object."""
        key = id(array)
        self._notes[key] = ref(array, lambda _gone: self._notes.pop(key, None)), note

    def of(self, array: AnyArray) -> Any:
        """Its note, None without one."""
        known = self._notes.get(id(array))
        return known[1] if known is not None and known[0]() is array else None


_finite = _Notes()  # True: all numbers are finite; False: some may be −∞
_places = _Notes()  # the places of the few that are false in an array of truths
_origins = _Notes()  # the array that it came from, and the first and last place, flat, where the two differ


def note_finite(array: AnyArray, *, minus_infinity: bool) -> None:
    """Remembers that the numbers of a frozen array were looked at."""
    _finite.put(array, not minus_infinity)


def is_known_finite(array: AnyArray, *, minus_infinity: bool) -> bool:
    """True if the numbers of that very array were looked at before."""
    known = _finite.of(array)
    return known is True or (known is False and minus_infinity)


def changed_part(before: AnyArray, after: AnyArray) -> slice | None:
    """The part, of both arrays flat, that holds all places where they differ; None where that is not known.

    What is known of one direction is known of the other. At least one place in it does differ.
    """
    for new, old in ((after, before), (before, after)):
        origin = _origins.of(new)
        if origin is not None and origin[0]() is old:
            return slice(origin[1], origin[2])
    return None


def with_block(array: AnyArray, block: AnyArray, row: int, column: int, *, head: int | None = None) -> AnyArray:
    """The frozen array with a block of numbers put in from (row, column) on, of one head where it has three axes.

    The same object where nothing differs. The block's numbers are as good as those of the array: nobody looks at them
    here.
    """
    width = array.shape[-1]
    part = array[head] if array.ndim == 3 and head is not None else np.atleast_2d(array)
    rows, columns = block.shape
    old = part[row : row + rows, column : column + columns]
    differs = rows_that_differ(old, block)
    if not differs.size:
        return array
    top, bottom = int(differs[0]), int(differs[-1]) + 1
    middle = block[top:bottom]
    if columns < width:
        middle = part[row + top : row + bottom].copy()
        middle[:, column : column + columns] = block[top:bottom]
    return _joined(array, middle, ((head or 0) * part.shape[0] + row + top) * width)


def rows_that_differ(old: AnyArray, new: AnyArray) -> npt.NDArray[np.intp]:
    """The rows in which two blocks are not the same, from one look at all of their numbers."""
    return np.flatnonzero((old != new).any(axis=1))


def with_cells(array: AnyArray, places: npt.NDArray[np.intp], numbers: AnyArray) -> AnyArray:
    """The frozen array with the numbers at some flat places, in ascending order, replaced by others."""
    first, last = int(places[0]), int(places[-1])
    middle = array.ravel()[first : last + 1].copy()
    middle[places - first] = numbers
    return _joined(array, middle, first)


def filled_but(shape: tuple[int, int], places: npt.NDArray[np.intp], visible: AnyArray) -> AnyArray:
    """A frozen array of true, but for some flat places. It is written once, and of a very large one those places alone:
    to fill it takes a frame.
    """
    version = version_of_truths(shape, int(places.min()), int(places.max()) + 1) if places.size else None
    copy = memory(shape, np.dtype(np.bool_)) if version is None else version
    if version is None:
        copy.fill(True)
    flat = copy.reshape(-1)
    flat[places] = visible
    after = sealed(copy)
    hidden = np.sort(places[~flat[places]])
    _places.put(after, hidden[np.flatnonzero(np.diff(hidden, prepend=-1))])  # each once
    return after


def known_false(array: AnyArray) -> npt.NDArray[np.intp] | None:
    """The flat places, in ascending order, where an array of truths is false; None where that is not known."""
    found: npt.NDArray[np.intp] | None = _places.of(array)
    return found


def _is_blank(block: AnyArray) -> bool:
    """True if it is one 0 that stands for all numbers."""
    if any(block.strides) or not block.size or block.dtype.kind != "f":
        return False
    number = block.flat[0]
    return bool(number == 0 and not np.signbit(number))


def _cleared(array: AnyArray) -> AnyArray:
    """Zeros in its place, which nobody writes."""
    after = sealed(memory(array.shape, array.dtype, zeros=True)).reshape(array.shape)
    note_finite(after, minus_infinity=False)
    _origins.put(after, (ref(array), 0, array.size))
    return after


def _joined(array: AnyArray, middle: AnyArray, first: int) -> AnyArray:
    """The array with `middle` from a flat place on: its numbers are copied once, and of a very large one no others."""
    end = first + middle.size
    if middle.size == array.size and _is_blank(middle):
        return _cleared(array)
    version = next_version(memory_of(array), first, end)
    copy = memory(array.shape, array.dtype) if version is None else version
    new = copy.reshape(-1)
    if version is None and array.flags.c_contiguous:
        old = array.reshape(-1)
        new[:first], new[end:] = old[:first], old[end:]
    elif version is None:  # one matrix that stands for those of all heads
        np.copyto(copy, array)
    new[first:end].reshape(middle.shape)[...] = middle
    after = sealed(copy).reshape(array.shape)
    known = _finite.of(array)
    if known is not None:
        note_finite(after, minus_infinity=not known or float(middle.min()) == -np.inf)
    _origins.put(after, (ref(array), first, end))
    return after
