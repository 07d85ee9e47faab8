"""What each head does most, in a few numbers: where its attention rests, and the strongest pair of words."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from attnviz.content.adding_up import mean_of, sums_along
from attnviz.engine.arrays import Array


@dataclass(frozen=True)
class Habit:
    """One head's averages over its queries, special tokens left out where there are others.

    special: share that special tokens get. itself, before, after: share of the same position, the one before, the one
    after; None where queries and keys are other tokens. query, key, weight: the strongest pair apart from those of
    special tokens and of a token with itself; None where there is none.
    """

    special: float
    itself: float | None
    before: float | None
    after: float | None
    query: int | None
    key: int | None
    weight: float


def habits(weights: Array, special: Collection[int]) -> tuple[Habit, ...]:
    """One for each head of weights (heads, T, S); special are positions of keys, and of queries if T = S."""
    heads, queries, keys = weights.shape
    same = queries == keys
    hidden = sorted(place for place in special if place < keys)
    rows = np.array([row for row in range(queries) if not same or row not in hidden] or range(queries))
    usable = np.ones((queries, keys), dtype=np.bool_)
    usable[:, hidden] = False
    if same:
        usable[hidden, :] = False
        np.fill_diagonal(usable, False)
    found = []
    for head in range(heads):
        given = weights[head].astype(np.float64)
        itself, before, after = (_diagonal(given, rows, shift) if same else None for shift in (0, -1, 1))
        query = key = None
        if usable.any():
            place = int(np.where(usable, given, -np.inf).argmax())
            query, key = divmod(place, keys)
        weight = 0.0 if query is None or key is None else float(given[query, key])
        resting = mean_of(sums_along(given[rows][:, hidden]))
        found.append(Habit(resting, itself, before, after, query, key, weight))
    return tuple(found)


def _diagonal(weights: Array, rows: np.ndarray, shift: int) -> float:
    """The mean weight of the key `shift` places after the query, over the queries that have one."""
    inside = rows[(rows + shift >= 0) & (rows + shift < weights.shape[1])]
    return mean_of(weights[inside, inside + shift]) if inside.size else 0.0
