"""The scores of a block in as few passes as they take: scale and temperature folded into one factor, then in place."""

from __future__ import annotations

import math

import numpy as np

from attnviz.engine.arrays import Array, Bools
from attnviz.engine.blocks.chain import ORDER, Chain
from attnviz.engine.blocks.distance import Penalties
from attnviz.engine.blocks.visible import Visible

UNSHIFTED = 40.0  # e^s of scores up to this, and a sum of millions of them, fit in float32
# Within these, factors times vectors neither leave float32 nor lose digits at its lower end that anything could show.
_SMALL, _LARGE, _LONG = 2.0**-40, 2.0**40, 2.0**60
_ROWS, _USUAL = 64, 1e6  # of a bias: rows looked at together, and what one stays within if it does not mean to hide
_MARGIN = 16.0  # of the largest number: nothing below a sixteenth of it comes to overflow by rounding or by adding


class Folded:
    """One head's finished scores up to a stage, block by block.

    bound: no visible score that comes out is larger than this, in either direction.
    """

    def __init__(self, chain: Chain, upto: str, bound: float, table: Bools | None) -> None:
        used = ORDER.index(upto)
        number = chain.queries.dtype.type
        queries, keys = chain.shape
        gain = chain.factor if used >= ORDER.index("scaled") else 1.0
        divisor = chain.temperature if used >= ORDER.index("tempered") else 1.0
        self.softcap = chain.softcap if used >= ORDER.index("capped") else None
        self.bias = chain.bias if used >= ORDER.index("biased") else None
        slope = chain.slope if used >= ORDER.index("biased") else None
        self.penalties = None if slope is None else Penalties(slope, queries, keys, chain.queries.dtype)
        self.divisor = number(1)
        self.after = number(1)  # what tanh is multiplied by
        if self.softcap is not None:
            gain, self.after = gain / self.softcap, number(self.softcap)
        elif self.bias is None and self.penalties is None:
            gain, divisor = gain / divisor, 1.0
        self.divisor = number(divisor)
        self.queries, self.keys, self.gain = chain.queries, chain.keys.T, number(gain)
        self.visible = Visible(chain.mask, queries, keys, table)
        self.shape = queries, keys
        self.bound = bound

    def scaled(self, rows: slice) -> Array:
        """These queries times the factors that come before anything that is not a product."""
        queries: Array = self.queries[rows] * self.gain
        return queries

    def scores(self, rows: slice, columns: slice, out: Array, scaled: Array | None = None) -> Array:
        """Everything up to the mask, for these queries and keys, into `out`. scaled: these queries so, if at hand."""
        np.matmul(self.scaled(rows) if scaled is None else scaled, self.keys[:, columns], out=out)
        if self.softcap is not None:
            np.tanh(out, out=out)
            out *= self.after
        if self.penalties is not None:
            out += self.penalties.of(rows, columns)
        if self.bias is not None:
            out += self.bias[rows, columns]
        if self.divisor != 1:
            out /= self.divisor
        return out

    def masked(self, rows: slice, columns: slice, out: Array, scaled: Array | None = None) -> Array:
        """The scores, −∞ where a key is hidden."""
        self.visible.hide(self.scores(rows, columns, out, scaled), rows, columns)
        return out


def folded(chain: Chain, upto: str, table: Bools | None = None) -> Folded | None:
    """The scores up to that stage, if no number on the way can leave its format; else None, and the long way is right.

    table: (T, S), one more mask, True where the key may be seen.

    The bound is that of Cauchy and Schwarz: no dot product is larger than the two lengths multiplied.
    """
    if chain.decimals is not None:
        return None
    room = float(np.finfo(chain.queries.dtype).max) / _MARGIN
    longest = _longest(chain.queries), _longest(chain.keys)
    raw = bound = longest[0] * longest[1]
    used = ORDER.index(upto)
    folds = [1.0]
    if used >= ORDER.index("scaled"):
        folds.append(chain.factor)
        bound *= abs(chain.factor)
    sizes = [raw, bound]
    if used >= ORDER.index("capped") and chain.softcap is not None:
        folds += [chain.softcap, chain.factor / chain.softcap]
        sizes += [bound / chain.softcap, chain.softcap]
        bound = min(bound, chain.softcap)
    if used >= ORDER.index("biased"):
        if chain.slope is not None:
            bound += abs(chain.slope) * sum(chain.shape)
        if chain.bias is not None:
            bound += _largest(chain.bias, room / 4)
        sizes.append(bound)
    if used >= ORDER.index("tempered"):
        folds += [chain.temperature, chain.factor / chain.temperature]
        bound /= chain.temperature
        sizes.append(bound)
    kept = all(fold == 0 or _SMALL <= abs(fold) <= _LARGE for fold in folds)
    kept = kept and all(length <= _LONG for length in longest)
    if not kept or not all(size <= room for size in sizes):
        return None
    return Folded(chain, upto, bound, table)


def _longest(vectors: Array) -> float:
    """The length of the longest row, or more; ∞ where its square leaves the format."""
    return math.sqrt(float(np.einsum("ij,ij->i", vectors, vectors).max())) * 1.001 + 1e-15


def _largest(bias: Array, room: float) -> float:
    """No finite number in the bias is larger than this in either direction; −∞ hides and does not count."""
    largest = 0.0
    for start in range(0, len(bias), _ROWS):
        block = bias[start : start + _ROWS]
        low, high = float(block.min()), float(block.max())
        if low == -math.inf:  # two counts are many times faster than to look for the lowest of the finite ones
            hidden = np.count_nonzero(block == low)
            low = next((-size for size in (_USUAL, room) if np.count_nonzero(block < -size) == hidden), low)
        largest = max(largest, -low, high)
    return largest
