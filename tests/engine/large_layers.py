"""A layer of a thousand tokens, whose T×S stages are kept within a budget."""

from __future__ import annotations

import numpy as np

from attnviz import Projected, Scenario

T, D_MODEL, HEADS = 1024, 16, 4
MAP = T * T * 4  # bytes of one stage of one head in float32


def large(**settings: object) -> Scenario:
    """The same numbers each time, in float32."""
    draw = np.random.default_rng(7)
    X = draw.standard_normal((T, D_MODEL))
    matrices = [draw.standard_normal((D_MODEL, D_MODEL)) / 4 for _ in range(4)]
    return Scenario(Projected(X, *matrices), heads=HEADS, dtype="float32", **settings)  # type: ignore[arg-type]
