"""Layers of any size with seeded numbers."""

from __future__ import annotations

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.inputs import Projected
from attnviz.engine.mask import Mask
from attnviz.engine.scenario import Scenario


def layer(tokens: int, width: int, heads: int, seed: int) -> Scenario:
    """A layer with W_O, its heads sharing the width; some seeds have it causal."""
    random = np.random.default_rng(seed)

    def matrix(rows: int, columns: int, spread: float) -> Array:
        return random.normal(0, spread, (rows, columns)).astype(np.float32)

    own = heads * max(1, width // heads)
    W_Q, W_K, W_V = (matrix(width, own, width**-0.5) for _ in range(3))
    inputs = Projected(X=matrix(tokens, width, 1.0), W_Q=W_Q, W_K=W_K, W_V=W_V, W_O=matrix(own, width, width**-0.5))
    names = tuple(f"t{number}" for number in range(1, tokens + 1))
    return Scenario(inputs=inputs, tokens=names, heads=heads, mask=Mask(causal=seed % 3 == 0), title=f"Layer {seed}")
