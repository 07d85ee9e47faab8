"""What a head's scores and weights are computed from, and how its rows are cut into blocks."""

from __future__ import annotations

from typing import NamedTuple

from attnviz.engine.arrays import Array
from attnviz.engine.mask import Mask

# In the order of the computation. What a chain does not use is passed over.
ORDER = ("scores", "scaled", "capped", "biased", "tempered", "masked", "exponentials", "weights")
_ROWS = 256  # of a block: fewer make slow products, more leave a thread without work
_FEWEST = 16
_NUMBERS = 1 << 20  # scores of a block, where rows are long
_LIGHT = 1 << 19  # scores that take a millisecond or two


class Chain(NamedTuple):
    """The operands of one head, in the order in which they are used.

    queries (T, d_k) and keys (S, d_k), as they are compared: already turned by their position. slope: of ALiBi's
    penalties. bias: (T, S), −∞ hides. decimals: of pencil precision.
    """

    queries: Array
    keys: Array
    factor: float = 1.0
    softcap: float | None = None
    slope: float | None = None
    bias: Array | None = None
    temperature: float = 1.0
    mask: Mask = Mask()
    decimals: int | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """(T, S)."""
        return len(self.queries), len(self.keys)

    @property
    def light(self) -> bool:
        """True if the head is computed faster by one thread than by several that must begin first."""
        return is_light(len(self.queries) * len(self.keys))


def is_light(scores: int) -> bool:
    """True if so few scores are computed faster by one thread than by several that must begin first."""
    return scores < _LIGHT


def row_blocks(queries: int, keys: int, rows: int | None = None) -> list[slice]:
    """The rows in blocks, each of so many, or of as many as compute fast for that many keys."""
    if rows is None:
        rows = min(max(_NUMBERS // keys, _FEWEST), _ROWS)
    return [slice(start, min(start + rows, queries)) for start in range(0, queries, rows)]
