"""Random scenarios with every option that a program can have, in none of which a row is hidden."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from attnviz import Direct, GivenWeights, Mask, Projected, Scenario
from attnviz.engine.positions import Alibi, Rotary

HARD = ('a"b', "it's", "\\n", "line\nbreak", "\x00", "\u202eabc", "'''\"\"\"", "}{", "اختبار", "# no", "")
_sizes = st.integers(1, 4)


@st.composite
def scenarios(draw: st.DrawFn, *, kinds: str = "pdw", exact: bool = False, capped: bool = True) -> Scenario:
    """Any scenario whose numbers are of ordinary size. kinds: of projected, direct, given weights. exact: no pencil."""
    kind = draw(st.sampled_from(kinds))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    kv_heads = draw(st.integers(1, 3))
    heads = kv_heads * draw(st.integers(1, 3))
    T, S, d_k, d_v = (draw(_sizes) for _ in range(4))
    common: dict[str, Any] = {
        "title": draw(st.sampled_from(("", "A title", "coding: utf-7", 'a"""b\nimport os\x0c', *HARD))),
        "heads": heads, "kv_heads": kv_heads, "dtype": draw(st.sampled_from(["float64", "float64", "float32"])),
        "pencil": None if exact else draw(st.sampled_from([None, None, None, 0, 2, 5])),
    }  # fmt: skip
    if kind == "w":
        V = rng.normal(size=(S, kv_heads * d_v)) if draw(st.booleans()) else None
        inputs: Any = GivenWeights(rng.dirichlet(np.ones(S), size=(heads, T)), V)
        return Scenario(inputs, tokens=draw(labels(T)), source_tokens=draw(labels(S)), **common)
    W_O = rng.normal(size=(heads * d_v, draw(_sizes))) if draw(st.booleans()) else None
    if kind == "d":
        inputs = Direct(
            rng.normal(size=(T, heads * d_k)), rng.normal(size=(S, kv_heads * d_k)),
            rng.normal(size=(S, kv_heads * d_v)), W_O,
        )  # fmt: skip
    else:
        inputs = draw(projected(rng, (T, S), (heads, kv_heads), (d_k, d_v), W_O))
        S = T if inputs.source is None else S
    mask = draw(masks(T, S))
    return Scenario(
        inputs, tokens=draw(labels(T)), source_tokens=draw(labels(S)), **common,
        scale=draw(st.sampled_from([True, True, False, 0.3, -2.0, 0.0])),
        softcap=draw(st.sampled_from([None, None, 2.0])) if capped else None,
        bias=draw(biases(rng, heads, mask.allowed(T, S))), positions=draw(positions(d_k, heads)), mask=mask,
        temperature=draw(st.sampled_from([1.0, 1.0, 0.1, 3.0])),
    )  # fmt: skip


@st.composite
def projected(draw: st.DrawFn, rng: np.random.Generator, rows: Any, heads: Any, widths: Any, W_O: Any) -> Projected:
    """Tokens and projections, with or without a source of their own and biases."""
    (T, S), (h, kv), (d_k, d_v) = rows, heads, widths
    d_model, d_source = draw(_sizes), draw(_sizes)
    cross = draw(st.booleans())
    d_source = d_source if cross else d_model
    long = {"b_Q": h * d_k, "b_K": kv * d_k, "b_V": kv * d_v, "b_O": h * d_v if W_O is None else W_O.shape[1]}
    return Projected(
        rng.normal(size=(T, d_model)), rng.normal(size=(d_model, h * d_k)), rng.normal(size=(d_source, kv * d_k)),
        rng.normal(size=(d_source, kv * d_v)), W_O, rng.normal(size=(S, d_source)) if cross else None,
        **{name: rng.normal(size=width) for name, width in long.items() if draw(st.booleans())},
    )  # fmt: skip


@st.composite
def masks(draw: st.DrawFn, queries: int, keys: int) -> Mask:
    """Any mask that leaves every query a key."""
    mask = Mask(
        causal=draw(st.booleans()),
        alignment=draw(st.sampled_from(["top_left", "bottom_right"])),
        window=draw(st.sampled_from([None, None, (1, None), (None, 0), (2, 1)])),
        padding=draw(st.sets(st.integers(0, keys - 1), max_size=1)),
    )
    if draw(st.booleans()):
        seen = draw(st.lists(st.booleans(), min_size=queries * keys, max_size=queries * keys))
        mask = Mask(mask.causal, mask.alignment, mask.padding, mask.window, np.array(seen).reshape(queries, keys))
    return mask if mask.allowed(queries, keys).any(axis=1).all() else Mask()


@st.composite
def biases(draw: st.DrawFn, rng: np.random.Generator, heads: int, allowed: np.ndarray) -> Any:
    """No bias, one for all heads, or one a head; some of it −∞, but never so that a row is hidden."""
    shape = draw(st.sampled_from([None, None, allowed.shape, (heads, *allowed.shape)]))
    if shape is None:
        return None
    bias = rng.normal(size=shape)
    with_holes = np.where(rng.random(shape) < 0.2, -np.inf, bias)
    return with_holes if (allowed & ~np.isneginf(with_holes)).any(axis=-1).all() else bias


@st.composite
def positions(draw: st.DrawFn, d_k: int, heads: int) -> Any:
    """None, rotary positions that fit d_k, or ALiBi."""
    kind = draw(st.sampled_from(["none", "rotary", "alibi"]))
    if kind == "alibi":
        return Alibi(draw(st.sampled_from([None, tuple(0.1 * head for head in range(heads))])))
    if kind == "none" or d_k < 2:
        return None
    width = draw(st.sampled_from([None, 2])) if d_k % 2 == 0 else 2
    return Rotary(
        pairing=draw(st.sampled_from(["half", "interleaved"])),
        base=draw(st.sampled_from([10000.0, 500000.0])),
        start=draw(st.sampled_from([0, 7, -3, 10**6])),
        width=width,
        frequencies=draw(st.sampled_from([None, tuple(0.5 for _ in range((width or d_k) // 2))])),
    )


def labels(count: int) -> Any:
    """No labels, or so many, hard ones among them."""
    return st.none() | st.lists(st.sampled_from(HARD) | st.text(max_size=4), min_size=count, max_size=count).map(tuple)
