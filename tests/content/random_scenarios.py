"""Random scenarios of every kind and setting, offs and zeros among them."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from attnviz.engine.inputs import Direct, GivenWeights, Projected
from attnviz.engine.mask import Mask
from attnviz.engine.positions import Alibi, Rotary
from attnviz.engine.scenario import Scenario

_sizes = st.integers(1, 3)


def _numbers(draw: st.DrawFn, *shape: int) -> np.ndarray:
    wide = st.floats(width=32, allow_nan=False, allow_infinity=False)
    return draw(
        arrays(np.float64, shape, elements=wide | st.floats(-1e3, 1e3) | st.sampled_from([0.0, -0.0, 1e22, 0.1]))
    )


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    T, S, heads, d_k, d_v = (draw(_sizes) for _ in range(5))
    kv_heads = draw(st.sampled_from([None, *(n for n in (1, 2, 3) if heads % n == 0)]))
    groups = kv_heads or heads
    kind = draw(st.sampled_from(["projected", "direct", "weights"]))
    common = {
        "title": draw(st.text(max_size=5)),
        "dtype": draw(st.sampled_from(["float64", "float32"])),
        "heads": heads,
        "kv_heads": kv_heads,
        "pencil": draw(st.sampled_from([None, 0, 3])),
    }
    if kind == "projected":
        inputs: Any = _projected(draw, T, S, heads, groups, d_k, d_v)
        S = T if inputs.source is None else S
    elif kind == "direct":
        W_O = draw(st.sampled_from([None, _numbers(draw, heads * d_v, 2)]))
        inputs = Direct(
            _numbers(draw, T, heads * d_k), _numbers(draw, S, groups * d_k), _numbers(draw, S, groups * d_v), W_O
        )
    else:
        V = draw(st.sampled_from([None, _numbers(draw, S, groups * d_v)]))
        inputs = GivenWeights(_numbers(draw, heads, T, S), V)
    labels = {
        "tokens": draw(st.none() | st.tuples(*[st.text(max_size=4)] * T)),
        "source_tokens": draw(st.none() | st.tuples(*[st.text(max_size=4)] * S)),
    }
    settings = {} if kind == "weights" else _settings(draw, T, S, heads) | {"positions": draw(_positions(heads, d_k))}
    return Scenario(inputs=inputs, **common, **labels, **settings)


def _projected(draw: st.DrawFn, T: int, S: int, heads: int, groups: int, d_k: int, d_v: int) -> Projected:
    wide, source_wide = draw(_sizes), draw(_sizes)
    source = _numbers(draw, S, source_wide) if draw(st.booleans()) else None
    rows = wide if source is None else source_wide
    W_O = _numbers(draw, heads * d_v, 2) if draw(st.booleans()) else None
    biases = {}
    if draw(st.booleans()):
        biases = {
            "b_Q": _numbers(draw, heads * d_k),
            "b_K": _numbers(draw, groups * d_k),
            "b_V": _numbers(draw, groups * d_v),
            "b_O": _numbers(draw, 2 if W_O is not None else heads * d_v),
        }
    return Projected(
        X=_numbers(draw, T, wide),
        source=source,
        W_Q=_numbers(draw, wide, heads * d_k),
        W_K=_numbers(draw, rows, groups * d_k),
        W_V=_numbers(draw, rows, groups * d_v),
        W_O=W_O,
        **biases,
    )


@st.composite
def _positions(draw: st.DrawFn, heads: int, d_k: int) -> Any:
    """No positions, ALiBi with or without slopes of its own, or rotary ones where a pair of numbers can turn."""
    numbers = st.floats(-1e6, 1e6)
    alibi = st.builds(Alibi, st.none() | st.tuples(*[numbers] * heads))
    if d_k < 2:
        return draw(st.none() | alibi)
    width = st.just(2) if d_k % 2 else st.sampled_from([None, 2])
    rotary = st.builds(
        Rotary, st.sampled_from(["half", "interleaved"]), st.floats(1e-6, 1e12), st.integers(-(10**9), 10**9), width,
        st.none() | st.tuples(numbers),
    )  # fmt: skip
    return draw(st.none() | alibi | rotary)


def _settings(draw: st.DrawFn, T: int, S: int, heads: int) -> dict[str, Any]:
    bias = None
    if draw(st.booleans()):
        shape = draw(st.sampled_from([(T, S), (heads, T, S)]))
        bias = draw(arrays(np.float64, shape, elements=st.sampled_from([0.0, -np.inf, 0.1, -2.5])))
    return {
        "scale": draw(st.sampled_from([True, False, 0.0, 1.0, 0.3])),
        "softcap": draw(st.sampled_from([None, 5.0])),
        "temperature": draw(st.sampled_from([1.0, 0.1, 7.0])),
        "bias": bias,
        "mask": Mask(
            causal=draw(st.booleans()),
            alignment=draw(st.sampled_from(["top_left", "bottom_right"])),
            padding=tuple(draw(st.sets(st.integers(0, S - 1)))),
            window=draw(st.none() | st.tuples(st.none() | st.integers(0, 10**9), st.none() | st.integers(0, 3))),
            custom=draw(st.none() | arrays(np.bool_, (T, S))),
        ),
    }
