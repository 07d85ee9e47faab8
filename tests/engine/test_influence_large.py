"""Slopes of one number among 512 tokens: the same as by differences, and no T×S gradient on the way."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attnviz import Alibi, Mask, Projected, Rotary, Scenario, gradients, trace
from attnviz.engine.backward_rules import Gradients
from attnviz.engine.cells import Cell
from attnviz.engine.influence import partials

T, STEP = 512, 1e-5
FORMS = [
    {},
    {"mask": Mask(causal=True)},
    {"positions": Rotary(), "mask": Mask(window=(20, 20))},
    {"positions": Alibi(), "temperature": 0.5, "softcap": 3.0},
]


def scenario(**settings: object) -> Scenario:
    draw = np.random.default_rng(9)
    X = draw.standard_normal((T, 6))
    W_Q, W_K, W_V, W_O = (draw.standard_normal((6, 4)) / 2 for _ in range(4))
    return Scenario(Projected(X, W_Q, W_K, W_V, W_O.T), heads=2, **settings)  # type: ignore[arg-type]


def moved(before: Scenario, name: str, way: np.ndarray, step: float) -> Scenario:
    return replace(before, inputs=replace(before.inputs, **{name: before.matrix(name) + step * way}))  # type: ignore[type-var]


@pytest.mark.parametrize("settings", FORMS)
@pytest.mark.parametrize("cell", [Cell("output", None, 300, 1), Cell("weights", 1, 300, 290), Cell("keys", 0, 7, 1)])
def test_slopes_of_one_number_are_those_that_differences_find(settings: dict[str, object], cell: Cell) -> None:
    given = scenario(**settings)
    found = partials(trace(given), cell)
    draw = np.random.default_rng(1)
    for name in ("X", "W_Q", "W_K", "W_V", "W_O"):
        way = draw.standard_normal(given.matrix(name).shape)
        up, down = (trace(moved(given, name, way, sign * STEP)).number(cell) for sign in (1, -1))
        assert float((found[name] * way).sum()) == pytest.approx((up - down) / (2 * STEP), rel=1e-4, abs=1e-7)


def test_one_number_follows_one_row_of_the_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[tuple[int, ...]] = []
    to_stage = Gradients.to_stage

    def noted(found: Gradients, name: str, head: int | None, gradient: np.ndarray) -> None:
        sizes.append(gradient.shape)
        to_stage(found, name, head, gradient)

    monkeypatch.setattr(Gradients, "to_stage", noted)
    partials(trace(scenario()), Cell("output", None, 300, 1))
    assert (1, T) in sizes
    assert (T, T) not in sizes


def test_all_gradients_go_back_one_head_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[int] = []
    to_stage = Gradients.to_stage

    def noted(found: Gradients, name: str, head: int | None, gradient: np.ndarray) -> None:
        to_stage(found, name, head, gradient)
        held.append(sum(values.shape == (T, T) for values in found.stages.values()))

    monkeypatch.setattr(Gradients, "to_stage", noted)
    given = scenario()
    found = gradients(given, np.ones((T, 6)))
    assert max(held) == 1
    way = np.random.default_rng(2).standard_normal(given.matrix("X").shape)
    up, down = (float(trace(moved(given, "X", way, sign * STEP)).at("output").sum()) for sign in (1, -1))
    assert float((found["X"] * way).sum()) == pytest.approx((up - down) / (2 * STEP), rel=1e-5)
