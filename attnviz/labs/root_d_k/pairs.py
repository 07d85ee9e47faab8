"""Dot products of random pairs, in chunks that fit in memory, the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.labs.protocol import Progress, Stopped

# Numbers of one chunk of queries: 4 MB, and as much again for its keys.
_CHUNK = 2**19

# Each with mean 0 and variance 1. A uniform one has variance w²/3 on ±w, so that w = √3.
_DRAW: dict[str, Callable[[np.random.Generator, tuple[int, int]], Array]] = {
    "normal": lambda random, shape: random.standard_normal(shape),
    "uniform": lambda random, shape: random.uniform(-np.sqrt(3.0), np.sqrt(3.0), shape),
    "signs": lambda random, shape: 2.0 * random.integers(0, 2, shape) - 1.0,
}


def dot_products(widths: list[int], pairs: int, seed: int, distribution: str, progress: Progress) -> list[Array]:
    """For each width d_k, q·k of so many random pairs whose components have mean 0 and variance 1.

    Each width has random numbers of its own, so that another width beside it changes nothing.
    Raises Stopped when `progress`, told after each chunk, says so.
    """
    draw = _DRAW[distribution]
    done, all_numbers = 0, pairs * sum(widths)
    products: list[Array] = []
    for width in widths:
        random = np.random.default_rng([seed, width])
        rows = max(1, _CHUNK // width)
        result = np.empty(pairs)
        for start in range(0, pairs, rows):
            shape = (min(rows, pairs - start), width)
            result[start : start + rows] = np.einsum("ij,ij->i", draw(random, shape), draw(random, shape))
            done += shape[0] * width
            if not progress(done / all_numbers):
                raise Stopped
        products.append(result)
    return products
