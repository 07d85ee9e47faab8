"""Chains to compute by blocks, and what each of their stages must be, written out pair by pair in float64."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st
from strategies import masks

from attnviz import Mask
from attnviz.engine.blocks import Chain


def visible(mask: Mask, queries: int, keys: int) -> np.ndarray:
    """(T, S), True where the key may be seen, from the definition of each mask."""
    i, j = np.arange(queries)[:, np.newaxis], np.arange(keys)
    own = i + keys - queries  # where each query stands among the keys
    seen = ~np.isin(np.broadcast_to(j, (queries, keys)), mask.padding)
    if mask.causal:
        seen &= j <= (own if mask.alignment == "bottom_right" else i)
    left, right = mask.window or (None, None)
    seen &= True if left is None else own - j <= left
    seen &= True if right is None else j - own <= right
    return seen if mask.custom is None else seen & mask.custom


def reference(chain: Chain, values: np.ndarray | None = None) -> dict[str, np.ndarray]:
    """Each stage in float64, with "mixed" if values are given; rows that see no key are NaN from exponentials on."""
    wide = np.float64
    queries, keys = chain.shape
    found = {"scores": chain.queries.astype(wide) @ chain.keys.astype(wide).T}
    found["scaled"] = found["scores"] * chain.factor
    last = found["scaled"]
    found["capped"] = last = last if chain.softcap is None else chain.softcap * np.tanh(last / chain.softcap)
    distance = np.arange(keys) - (np.arange(queries)[:, np.newaxis] + keys - queries)
    last = last if chain.slope is None else last + chain.slope * distance
    found["biased"] = last = last if chain.bias is None else last + chain.bias.astype(wide)
    found["tempered"] = last = last / chain.temperature
    found["masked"] = masked = np.where(visible(chain.mask, queries, keys), last, -np.inf)
    with np.errstate(invalid="ignore"):
        top = masked.max(axis=1, keepdims=True)
        shares = np.exp(masked - top)
        shift = (np.abs(top[np.isfinite(top)]) > 80).any()
        found["exponentials"] = shares if shift else np.exp(masked)
        found["weights"] = shares / shares.sum(axis=1, keepdims=True)
        if values is not None:
            found["mixed"] = found["weights"] @ values.astype(wide)
    return found


def random_chain(queries: int, keys: int, seed: int = 0, *, amount: float = 1.0, **settings: Any) -> Chain:
    """A head of 16 numbers in float32, with any settings."""
    rng = np.random.default_rng(seed)
    own = amount * rng.normal(size=(queries, 16)), rng.normal(size=(keys, 16))
    return Chain(*(part.astype(np.float32) for part in own), **{"factor": 0.25} | settings)


@st.composite
def chains(draw: st.DrawFn, dtype: type = np.float64) -> Chain:
    """Any small head: rectangular, masked, biased, capped, with ALiBi, tempered, of small and of large scores."""
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    queries, keys, width = draw(st.integers(1, 9)), draw(st.integers(1, 9)), draw(st.integers(1, 4))
    bias = draw(st.sampled_from([None, 0.0, 0.2]))
    table = rng.normal(size=(queries, keys))
    return Chain(
        (draw(st.sampled_from([0.1, 1.0, 30.0])) * rng.normal(size=(queries, width))).astype(dtype),
        rng.normal(size=(keys, width)).astype(dtype),
        draw(st.sampled_from([1.0, 0.5, -2.0, 0.0])),
        draw(st.sampled_from([None, None, 2.0])),
        draw(st.sampled_from([None, None, 0.5, -0.25])),
        None if bias is None else np.where(rng.random(table.shape) < bias, -np.inf, table).astype(dtype),
        draw(st.sampled_from([1.0, 1.0, 0.5, 3.0])),
        draw(st.one_of(st.just(Mask()), masks(queries, keys))),
    )
