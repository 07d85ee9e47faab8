"""Scenarios that several tests edit: one by hand, one with two heads, and a layer with all that a layer may have."""

from __future__ import annotations

from typing import Any

import numpy as np

from attnviz import Mask, Projected, Scenario


def by_hand(**settings: Any) -> Scenario:
    inputs = Projected([[1, 0], [0, 1], [1, 1]], [[1, 0], [1, 1]], [[1, 1], [0, 1]], [[2, 0], [0, 1]])
    return Scenario(inputs, **({"tokens": ("a", "b", "c")} | settings))


def layer() -> Scenario:
    """Two heads, cross-attention, every optional matrix, a mask and a bias."""
    rng = np.random.default_rng(5)
    shapes = {"X": (2, 3), "W_Q": (3, 4), "W_K": (5, 4), "W_V": (5, 6), "W_O": (6, 2), "source": (4, 5),
              "b_Q": 4, "b_K": 4, "b_V": 6, "b_O": 2}  # fmt: skip
    return Scenario(
        Projected(**{name: rng.normal(size=shape) for name, shape in shapes.items()}),
        heads=2,
        tokens=("x", "y"),
        source_tokens=("a", "b", "c", "d"),
        mask=Mask(padding=(1, 3), custom=rng.random((2, 4)) < 0.7),
        bias=rng.normal(size=(2, 2, 4)),
    )


def two_heads(**settings: Any) -> Scenario:
    rng = np.random.default_rng(7)
    matrices = (rng.normal(size=(3, 4)), *(rng.normal(size=(4, 4)) for _ in range(4)))
    return Scenario(Projected(*matrices), heads=2, **settings)
