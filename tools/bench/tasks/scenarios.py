"""What is measured: the preset two-heads, grown."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from attnviz.content.presets import preset
from attnviz.engine.arrays import Array
from attnviz.engine.inputs import Projected
from attnviz.engine.scenario import Scenario


def grown(tokens: int, width: int, heads: int) -> Scenario:
    """The preset two-heads with that many tokens, dimensions and heads, and seeded numbers in every matrix.

    Heads share the dimensions equally; with fewer dimensions than heads each head is one wide.
    """
    random = np.random.default_rng(7)
    all_heads = heads * max(1, width // heads)

    def matrix(rows: int, columns: int, spread: float) -> Array:
        return random.normal(0, spread, (rows, columns)).round(3)

    narrow = width**-0.5
    inputs = Projected(
        X=matrix(tokens, width, 1.0),
        W_Q=matrix(width, all_heads, narrow),
        W_K=matrix(width, all_heads, narrow),
        W_V=matrix(width, all_heads, narrow),
        W_O=matrix(all_heads, width, narrow),
    )
    labels = tuple(f"t{number}" for number in range(1, tokens + 1))
    return replace(preset("two-heads"), inputs=inputs, tokens=labels, source_tokens=None, heads=heads, kv_heads=None)
