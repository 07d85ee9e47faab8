"""Random scenarios of every kind and setting, small enough to compute in well under a millisecond."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from attnviz import Alibi, Direct, GivenWeights, Mask, Projected, Rotary, Scenario

SIZES = st.integers(1, 4)


@st.composite
def scenarios(
    draw: st.DrawFn, *, kinds: str = "pdw", exact: bool = False, hide: bool = True, turning: bool = False
) -> Scenario:
    """Any scenario. exact: float64 without pencil. hide: masks and biases of −∞ may hide keys, even all of a query.

    kinds: which of projected, direct and given weights. turning: positions are rotary.
    """
    kind = draw(st.sampled_from(kinds))
    kv_heads = draw(st.integers(1, 3))
    heads = kv_heads * draw(st.integers(1, 3)) if kind != "w" else kv_heads
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    T, S, d_model, d_k, d_v = (draw(SIZES) for _ in range(5))
    d_k = max(d_k, 2) if turning else d_k
    if kind == "w":
        weights = rng.dirichlet(np.ones(S), size=(heads, T))
        V = draw(st.sampled_from([None, rng.normal(size=(S, heads * d_v))]))
        return Scenario(GivenWeights(weights, V), tokens=draw(labels(T)), pencil=None if exact else draw(pencils))
    W_O = rng.normal(size=(heads * d_v, draw(SIZES))) if draw(st.booleans()) else None
    inputs: Any = Direct(
        rng.normal(size=(T, heads * d_k)), rng.normal(size=(S, kv_heads * d_k)), rng.normal(size=(S, kv_heads * d_v)),
        W_O,
    )  # fmt: skip
    if kind == "p":
        d_source = draw(SIZES)
        cross = draw(st.booleans())
        if not cross:
            S, d_source = T, d_model
        wide = {"b_Q": heads * d_k, "b_K": kv_heads * d_k, "b_V": kv_heads * d_v,
                "b_O": heads * d_v if W_O is None else W_O.shape[1]}  # fmt: skip
        inputs = Projected(
            rng.normal(size=(T, d_model)), rng.normal(size=(d_model, heads * d_k)),
            rng.normal(size=(d_source, kv_heads * d_k)), rng.normal(size=(d_source, kv_heads * d_v)), W_O,
            rng.normal(size=(S, d_source)) if cross else None,
            **{name: rng.normal(size=width) for name, width in wide.items() if draw(st.booleans())},
        )  # fmt: skip
    return Scenario(
        inputs,
        title=draw(st.sampled_from(["", "two words"])),
        tokens=draw(labels(T)),
        source_tokens=draw(labels(S)),
        heads=heads,
        kv_heads=draw(st.sampled_from([None, kv_heads])) if kv_heads == heads else kv_heads,
        dtype="float64" if exact else draw(st.sampled_from(["float64", "float32"])),
        scale=draw(st.sampled_from([True, False, 0.5, 1.0, -2.0, 0.0])),
        softcap=draw(st.sampled_from([None, None, 2.0])),
        bias=draw(biases(rng, heads, T, S, hide)),
        positions=draw(positions(heads, d_k, ["rotary"] if turning else [None, None, "alibi", "rotary"])),
        mask=draw(masks(T, S)) if hide else Mask(),
        temperature=draw(st.sampled_from([1.0, 1.0, 0.5, 3.0])),
        pencil=None if exact else draw(pencils),
    )


pencils = st.sampled_from([None, None, 0, 1, 3, 12])


@st.composite
def masks(draw: st.DrawFn, queries: int, keys: int) -> Mask:
    """Any mask for that many queries and keys."""
    custom = None
    if draw(st.booleans()):
        custom = np.array(draw(st.lists(st.booleans(), min_size=queries * keys, max_size=queries * keys)))
        custom = custom.reshape(queries, keys)
    return Mask(
        causal=draw(st.booleans()),
        alignment=draw(st.sampled_from(["top_left", "bottom_right"])),
        padding=draw(st.sets(st.integers(0, keys - 1), max_size=1)),
        window=draw(st.sampled_from([None, None, (0, 0), (1, None), (None, 1), (2, 1), (None, None)])),
        custom=custom,
    )


@st.composite
def positions(draw: st.DrawFn, heads: int, d_k: int, kinds: list[str | None]) -> Any:
    """No positions, or any of those kinds that so many heads of that width can be told."""
    kind = draw(st.sampled_from(kinds))
    if kind == "alibi":
        slopes = st.lists(st.floats(-2, 2), min_size=heads, max_size=heads).map(tuple)
        return Alibi(draw(st.none() | slopes))
    if kind is None or d_k < 2:
        return None
    width = draw(st.sampled_from([None] * (d_k % 2 == 0) + list(range(2, d_k + 1, 2))))
    pairs = (d_k if width is None else width) // 2
    frequencies = st.lists(st.floats(-2, 2), min_size=pairs, max_size=pairs).map(tuple)
    return Rotary(
        draw(st.sampled_from(["half", "interleaved"])), draw(st.sampled_from([10000.0, 10.0, 0.5])),
        draw(st.integers(-9, 9)), width, draw(st.none() | frequencies),
    )  # fmt: skip


@st.composite
def biases(draw: st.DrawFn, rng: np.random.Generator, heads: int, queries: int, keys: int, hide: bool) -> Any:
    """No bias, one for all heads, or one a head; with some −∞ if `hide`."""
    shape = draw(st.sampled_from([None, (queries, keys), (heads, queries, keys)]))
    if shape is None:
        return None
    bias = rng.normal(size=shape)
    return np.where(rng.random(shape) < 0.2, -np.inf, bias) if hide else bias


def labels(count: int) -> Any:
    """No labels, or so many, equal ones among them."""
    return st.sampled_from([None, tuple("abcd"[:count]), ("x",) * count])


def hides_a_row(scenario: Scenario) -> bool:
    """True if some query sees no key in some head."""
    size = scenario.sizes
    visible = scenario.mask.allowed(size.T, size.S)
    if scenario.bias is not None:
        visible = visible & ~np.isneginf(scenario.bias)
    return not visible.any(axis=-1).all()
