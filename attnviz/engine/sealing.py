"""Arrays in memory that nobody can write to any more, whatever flags say."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from attnviz.engine.spares import Memory, spares
from attnviz.engine.versions import first_version

AnyArray = npt.NDArray[Any]

_LARGE = 1 << 20  # bytes from which NumPy's own memory is three times as fast: the system has huge pages for it


def memory(shape: tuple[int, ...], dtype: np.dtype[Any], *, zeros: bool = False) -> AnyArray:
    """New memory to be filled and sealed; zeros are handed out without being written, and stay what they are."""
    very_large = first_version(shape, dtype, zeros=zeros)
    if very_large is not None:
        return very_large
    return np.zeros(shape, dtype).view(Memory) if zeros else spares.lend(shape, dtype)


def sealed(filled: AnyArray) -> AnyArray:
    """The numbers of such memory as an array that cannot be made writable: its owner is a read-only view of them."""
    flat: AnyArray = np.frombuffer(filled.data.toreadonly(), filled.dtype)
    return flat.reshape(filled.shape)


def sealed_copy(array: AnyArray) -> AnyArray:
    """A copy that nobody can write to."""
    if array.nbytes < _LARGE:
        return np.frombuffer(array.tobytes(), array.dtype).reshape(array.shape)
    copy = memory(array.shape, array.dtype)
    np.copyto(copy, array)
    return sealed(copy)


def is_sealed(array: AnyArray) -> bool:
    """True if the numbers lie in a bytes object or in memory that was sealed here, which no flag makes writable again.

    An array fresh from a pickle lies in a bytes object too, and yet is writable.
    """
    owner = _owner(array)
    return isinstance(owner, bytes) or _behind(owner) is not None


def memory_of(array: AnyArray) -> Memory | None:
    """The memory that was sealed and that the array shows whole and in order; None where there is none."""
    found = _behind(_owner(array))
    whole = found is not None and array.flags.c_contiguous and array.nbytes == found.nbytes
    return found if whole else None


def _owner(array: AnyArray) -> object:
    owner: object = array
    while type(owner) is np.ndarray and not owner.flags.writeable:
        owner = owner.base
    return owner


def _behind(owner: object) -> Memory | None:
    found = owner.obj if isinstance(owner, memoryview) else None
    return found if isinstance(found, Memory) else None
