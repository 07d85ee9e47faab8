"""Memory of large arrays that were let go is used again: a system may take longer to hand out as much than to fill it.

While a hand paints over a mask or types numbers, a new version of one array comes and the one before the last goes.
"""

from __future__ import annotations

import math
import sys
from typing import Any
from weakref import ref

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]

LEAST, MOST = 1 << 22, 1 << 25  # bytes of what is kept: less costs little, and more would be much to keep
_KEPT = 2  # one of a mask and one of a matrix


class Memory(np.ndarray):
    """Numbers that are written once, by whoever made them, and then sealed. All views of them go before it does."""


class Spares:
    """Bytes that were lent and came back, one piece of a size and no more than two of them."""

    def __init__(self) -> None:
        self._kept: dict[int, Bytes] = {}
        self._lent: dict[int, tuple[ref[Memory], Bytes]] = {}  # by identity, so that each tells when it is let go
        self._seen = 0
        self._lend(np.empty(1, np.uint8), (1,), np.dtype(np.uint8))  # and let go at once
        self._by_nobody = self._seen  # what Python counts where nobody else sees them

    def lend(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Memory:
        """Memory to be written, which nobody else can see."""
        size = math.prod(shape) * dtype.itemsize
        kept = self._kept.pop(size, None)
        return self._lend(np.empty(size, np.uint8) if kept is None else kept, shape, dtype)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The bytes of each piece that is kept."""
        return tuple(self._kept)

    def _lend(self, lent: Bytes, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Memory:
        holder: Memory = lent.view(dtype).reshape(shape).view(Memory)
        key = id(lent)
        self._lent[key] = ref(holder, lambda _gone: self._take_back(key)), lent
        return holder

    def _take_back(self, key: int) -> None:
        """Keeps them for the next one, unless a view past the holder still shows them."""
        back = self._lent.pop(key)[1]
        seen = self._seen = sys.getrefcount(back)
        if LEAST <= back.nbytes <= MOST and seen <= self._by_nobody:
            self._kept[back.nbytes] = back
            for size in [*self._kept][:-_KEPT]:  # listed at once: other threads lend and let go meanwhile
                self._kept.pop(size, None)


spares = Spares()
