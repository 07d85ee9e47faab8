"""What is measured: the preset two-heads, grown."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from attnviz.content.presets import preset
from attnviz.engine.arrays import Array
from attnviz.engine.inputs import Projected
from attnviz.engine.scenario import Scenario


def grown(tokens: int, width: int, heads: int) -> Scenario:
    """The preset two-heads with that many tokens, dimensions and heads, and seeded numbers in every matrix."""
    random = np.random.default_rng(7)

    def matrix(rows: int) -> Array:
        return random.normal(0, width**-0.5, (rows, width)).round(3)

    inputs = Projected(
        X=matrix(tokens) * width**0.5, W_Q=matrix(width), W_K=matrix(width), W_V=matrix(width), W_O=matrix(width)
    )
    labels = tuple(f"t{number}" for number in range(1, tokens + 1))
    return replace(preset("two-heads"), inputs=inputs, tokens=labels, source_tokens=None, heads=heads, kv_heads=None)
