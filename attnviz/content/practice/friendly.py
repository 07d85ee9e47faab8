"""Seeded scenarios to be computed by hand: few tokens, small whole numbers, and results that stay small."""

from __future__ import annotations

from random import Random

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.inputs import Projected
from attnviz.engine.mask import Mask
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace

SENTENCES = (
    ("we", "like", "tea"), ("a", "red", "kite"), ("birds", "can", "fly"), ("the", "cat", "sat"),
    ("rain", "falls", "softly"), ("she", "reads", "books"), ("bread", "and", "jam"), ("two", "blue", "cups"),
    ("time", "goes", "by"), ("dogs", "chase", "cars"),
)  # fmt: skip
_TRIES = 500
_MOST_SCORE, _LEAST_SPREAD = 6.0, 2.0  # whole scores beyond are no fun, and equal ones teach nothing


def friendly(seed: int, purpose: str, *, heads: int = 1, causal: bool = False) -> Scenario:
    """A scenario of three tokens for that seed and purpose: the same ones always give the same.

    X, W_Q, W_K and W_V hold whole numbers from −1 to 2. One head is 2 wide, or 4 so that √d_k is 2; two heads are 2
    wide each and have a W_O of zeros and ones.
    """
    draw = Random(f"attnviz practice, {purpose}, {seed}")  # a text seeds alike on every machine
    tokens = draw.choice(SENTENCES)
    d_k = 4 if heads == 1 and draw.random() < 0.25 else 2
    found = None
    for _ in range(_TRIES):
        inputs = Projected(
            _matrix(draw, 3, 2, (0, 0, 1, 1, 2, -1)),
            _matrix(draw, 2, heads * d_k, (0, 1, 1, 2, -1)),
            _matrix(draw, 2, heads * d_k, (0, 1, 1, 2, -1)),
            _matrix(draw, 2, heads * 2, (0, 1, 1, 2, 3)),
            _matrix(draw, 4, 2, (0, 0, 1, 1)) if heads == 2 else None,
        )
        found = Scenario(inputs, title=f"Practice {seed}", tokens=tokens, heads=heads, mask=Mask(causal=causal))
        if _pleasant(found):
            break
    assert found is not None
    return found


def _matrix(draw: Random, rows: int, columns: int, among: tuple[int, ...]) -> Array:
    return np.array([[float(draw.choice(among)) for _ in range(columns)] for _ in range(rows)])


def _pleasant(scenario: Scenario) -> bool:
    """Small scores that differ, no token or value that is nothing, no two tokens alike."""
    traced = trace(scenario)
    inputs = scenario.inputs
    assert isinstance(inputs, Projected)
    if len({tuple(row) for row in inputs.X.tolist()}) < 3 or not inputs.X.any(axis=1).all():
        return False
    W_O = inputs.W_O
    if W_O is not None and not (W_O.any(axis=0).all() and (W_O[:2].any() and W_O[2:].any())):
        return False
    for head in range(scenario.heads):
        scores, values = traced.at("scores", head), traced.at("values", head)
        spread = scores.max(axis=1) - scores.min(axis=1)
        if np.abs(scores).max() > _MOST_SCORE or (spread < _LEAST_SPREAD).any() or np.array_equal(scores, scores.T):
            return False
        if len({tuple(row) for row in scores.tolist()}) < 3:
            return False
        if not values.any(axis=1).all() or len({tuple(row) for row in values.tolist()}) < 3:
            return False
    return True
