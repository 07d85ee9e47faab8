"""Which pairs of query and key count for a link between stages: as a table, or row by row where that is too large."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from attnviz.engine.arrays import Array, Bools
from attnviz.engine.mask import Mask
from attnviz.engine.scenario import Scenario


class Sight(Protocol):
    """Pairs of query and key."""

    def whole(self) -> Bools:
        """(T, S), True where the pair counts."""
        ...

    def row(self, query: int) -> Bools:
        """(S,), the keys that count for a query."""
        ...

    def column(self, key: int) -> Bools:
        """(T,), the queries for which a key counts."""
        ...


@dataclass(frozen=True, eq=False)
class Table:
    """Pairs that are known one by one, (T, S)."""

    pairs: Bools

    def whole(self) -> Bools:
        """The table."""
        return self.pairs

    def row(self, query: int) -> Bools:
        """A row of it."""
        row: Bools = self.pairs[query]
        return row

    def column(self, key: int) -> Bools:
        """A column of it."""
        return self.pairs[:, key]


@dataclass(frozen=True, eq=False)
class Ruled:
    """Pairs by what hides them, of which no T×S table is made: masks, and a score bias of −∞ for one head."""

    scenario: Scenario
    head: int
    mask: Mask
    biased: bool

    def whole(self) -> Bools:
        """All rows; large."""
        return np.stack([self.row(query) for query in range(self.scenario.sizes.T)])

    def row(self, query: int) -> Bools:
        """The keys that neither hides from the query."""
        size = self.scenario.sizes
        bias = self.scenario.bias if self.biased else None
        seen = np.ones(size.S, dtype=np.bool_) if bias is None else ~np.isneginf(self._of_head(bias)[query])
        for _, part in self.mask.parts_of_row(query, size.T, size.S):
            seen = seen & part
        return seen

    def column(self, key: int) -> Bools:
        """The queries from which neither hides the key."""
        size = self.scenario.sizes
        bias = self.scenario.bias if self.biased else None
        seen = np.ones(size.T, dtype=np.bool_) if bias is None else ~np.isneginf(self._of_head(bias)[:, key])
        for _, part in self.mask.parts_of_column(key, size.T, size.S):
            seen = seen & part
        return seen

    def _of_head(self, bias: Array) -> Array:
        return bias[self.head] if bias.ndim == 3 else bias
