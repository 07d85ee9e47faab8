"""The weights under which values mix to a given point, or come as near to it as a mixture can."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from attnviz.engine.arrays import Array

_STAYS = 1e-3  # how much weights that leave the point alone are drawn to what they were
_SUMS = 1e3  # how firmly they sum to 1
_MOST = 8  # values of which every choice is tried


def weights_at(point: tuple[float, float], values: Array, before: Array) -> Array:
    """Weights ≥ 0 that sum to 1 and mix `values` (S, 2) to `point`, or to the nearest point of their hull.

    Where many do, those nearest to `before`. Each choice of values that may keep weight is solved by least squares;
    the best one whose weights are not negative wins.
    """
    count = len(values)
    size = float(np.abs(values).max()) or 1.0
    system = np.vstack([values.T / size, _SUMS * np.ones((1, count)), _STAYS * np.eye(count)])
    wanted = np.concatenate([np.asarray(point) / size, [_SUMS], _STAYS * before])
    best, least = before, np.inf
    for some in _choices(count):
        found = np.zeros(count)
        found[list(some)] = np.linalg.lstsq(system[:, some], wanted, rcond=None)[0]
        off = float(np.square(system @ found - wanted).sum())
        if (found >= -1e-12).all() and off < least:
            best, least = found, off
    made = np.maximum(best, 0.0)
    return rounded_shares(made / made.sum())


def rounded_shares(weights: Array, decimals: int = 3) -> Array:
    """The weights in round numbers that still sum to 1 exactly as numbers do: the largest takes up the rest."""
    made = np.round(weights, decimals)
    largest = int(np.argmax(made))
    made[largest] = round(1.0 - float(np.delete(made, largest).sum()), decimals)
    return made


def _choices(count: int) -> list[tuple[int, ...]]:
    sizes = range(1, count + 1) if count <= _MOST else (count,)
    return [some for size in sizes for some in combinations(range(count), size)]
