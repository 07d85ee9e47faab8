"""A new scenario of a given size, filled with numbers that a person can read and that come back for the same seed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.errors import FieldError, Where
from attnviz.engine.inputs import Projected
from attnviz.engine.scenario import Scenario

_DECIMALS = 2  # short enough to fit in a cell


def fresh_scenario(
    tokens: Sequence[str] | int,
    *,
    d_model: int,
    d_k: int,
    d_v: int,
    heads: int,
    seed: int,
    output_projection: bool = True,
) -> Scenario:
    """A scenario of these sizes with random numbers of two decimals; the same arguments always give the same one.

    tokens: labels, or how many without labels. d_k, d_v: widths of one head. output_projection: with W_O, which leads
    back to d_model. X has standard deviation 1 and each W 1/√(its rows), so that queries and keys have about 1 as well.
    Raises FieldError for a size below 1 or a negative seed.
    """
    labels = None if isinstance(tokens, int) else tuple(tokens)
    count = tokens if isinstance(tokens, int) else len(tokens)
    sizes = {"tokens": count, "d_model": d_model, "d_k": d_k, "d_v": d_v, "heads": heads}
    for name, size in sizes.items():
        if size < 1:
            raise FieldError(f"{name} is {size}. Give a whole number from 1.", Where(name))
    if seed < 0:
        raise FieldError(f"seed is {seed}. Give a whole number from 0.", Where("seed"))
    random = np.random.default_rng(seed)
    inputs = Projected(
        X=_numbers(random, count, d_model, 1.0),
        W_Q=_numbers(random, d_model, heads * d_k, d_model**-0.5),
        W_K=_numbers(random, d_model, heads * d_k, d_model**-0.5),
        W_V=_numbers(random, d_model, heads * d_v, d_model**-0.5),
        W_O=_numbers(random, heads * d_v, d_model, (heads * d_v) ** -0.5) if output_projection else None,
    )
    return Scenario(inputs, title="New", tokens=labels, heads=heads)


def _numbers(random: np.random.Generator, rows: int, columns: int, deviation: float) -> Array:
    """Normal numbers, rounded, never −0."""
    values: Array = np.round(random.normal(0.0, deviation, (rows, columns)), _DECIMALS) + 0.0
    return values
