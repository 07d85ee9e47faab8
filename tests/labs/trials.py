"""Running a laboratory in a test, and scenarios of every kind to run it on."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from attnviz import Alibi, Direct, GivenWeights, Mask, Projected, Rotary, Scenario, load
from attnviz.labs.catalogue import lab
from attnviz.labs.parameters import settle
from attnviz.labs.protocol import Result, unhurried

GOLDEN = Path(__file__).parents[1] / "golden" / "figures.json"


def figures() -> dict[str, Any]:
    """The exact figures of the course."""
    return json.loads(GOLDEN.read_text(encoding="utf-8"))


def run(name: str, scenario: Scenario | None = None, **values: Any) -> Result:
    """The result of a laboratory with its defaults but for these values."""
    found = lab(name)
    return found.run(settle(found.parameters(scenario), values), scenario, unhurried)


def equal(got: Any, expected: Any) -> None:
    np.testing.assert_allclose(got, expected, rtol=0, atol=1e-9)


def said(result: Result, kind: str = "") -> str:
    """All sentences of one kind, or of every kind."""
    return " ".join(fact.text for fact in result.facts if not kind or fact.kind == kind)


def random_layer(seed: int, **settings: Any) -> Scenario:
    """A projected layer of random sizes with two heads or more, W_O, and tokens enough to be mixed."""
    random = np.random.default_rng(seed)
    T, heads, d_k, d_v = (int(random.integers(low, 5)) for low in (2, 2, 2, 1))
    d_model = heads * d_k
    shapes = {"X": (T, d_model), "W_Q": (d_model, d_model), "W_K": (d_model, d_model),
              "W_V": (d_model, heads * d_v), "W_O": (heads * d_v, 3)}  # fmt: skip
    matrices = {name: random.normal(size=shape) for name, shape in shapes.items()}
    return Scenario(Projected(**matrices), heads=heads, **settings)


@cache
def odd_scenarios() -> dict[str, Scenario]:
    """Given weights, direct, grouped heads, T ≠ S, a hidden row, pencil, float32, biases, a real layer, and more."""
    random = np.random.default_rng(11)

    def normal(*shape: int) -> Any:
        return random.normal(size=shape)

    return {
        "given weights": Scenario(GivenWeights([[[0.2, 0.8]]])),
        "given weights and V": load("mixture"),
        "one number": Scenario(Direct([[1.0]], [[1.0]], [[1.0]])),
        "one key for two heads": Scenario(Direct([[0.1, -0.1]], [[0.6]], [[0.1]]), heads=2, kv_heads=1),
        "one query": load("one-query"),
        "zeros": Scenario(Direct(np.zeros((2, 2)), np.zeros((2, 2)), np.zeros((2, 2)))),
        "direct in heads": Scenario(Direct(normal(3, 4), normal(5, 4), normal(5, 6), normal(6, 2)), heads=2),
        "grouped": Scenario(Direct(normal(3, 8), normal(3, 4), normal(3, 6)), heads=4, kv_heads=2),
        "one shared key head": Scenario(
            Projected(normal(3, 4), normal(4, 8), normal(4, 2), normal(4, 3)), heads=4, kv_heads=1
        ),
        "more keys than queries": load("cross-attention"),
        "more queries than keys": Scenario(Direct(normal(5, 2), normal(2, 2), normal(2, 3))),
        "hidden row": replace(load("by-hand"), mask=Mask(custom=np.array([[True] * 3, [False] * 3, [True] * 3]))),
        "hidden by a bias": replace(load("by-hand"), bias=np.array([[0] * 3, [-np.inf] * 3, [0, 0, -np.inf]])),
        "pencil": Scenario(load("by-hand").inputs, pencil=3),
        "float32": Scenario(load("two-heads").inputs, heads=2, dtype="float32", softcap=3.0, temperature=0.5),
        "unscaled": load("raw-scores"),
        "scaled by 0": Scenario(load("by-hand").inputs, scale=0.0),
        "scaled by −2": Scenario(load("by-hand").inputs, scale=-2.0),
        "biases": Scenario(
            Projected(
                normal(3, 4), normal(4, 4), normal(4, 4), normal(4, 4), normal(4, 4),
                b_Q=normal(4), b_K=normal(4), b_V=normal(4), b_O=normal(4),
            ),
            heads=2,
            bias=normal(2, 3, 3),
        ),
        "huge": Scenario(Direct([[1e200, 0.0]], [[1e100, 0.0], [0.0, 1.0]], [[1.0], [2.0]])),
        "overflowing": Scenario(Direct([[1e200, 0.0]], [[1e200, 0.0], [0.0, 1.0]], [[1.0], [2.0]])),
        "uneven heads": load("uneven-heads"),
        "padding": load("padding"),
        "a real layer": load("trophy-layer"),
        "rotary": replace(load("two-heads"), positions=Rotary("interleaved", start=2)),
        "rotary, few queries": Scenario(
            Direct(normal(2, 8), normal(5, 4), normal(5, 6)), heads=4, kv_heads=2, positions=Rotary(),
            mask=Mask(causal=True, alignment="bottom_right"),
        ),
        "ALiBi and a bias": replace(load("two-heads"), positions=Alibi(), bias=normal(2, 4, 4)),
        "a window": load("sliding-window"),
    }  # fmt: skip
