"""The scenario that a laboratory works on: the window's, in full precision, or the one of unit 2."""

from __future__ import annotations

from dataclasses import replace
from math import isqrt

import numpy as np

from attnviz.engine.amounts import LARGE, is_large
from attnviz.engine.arrays import Bools
from attnviz.engine.errors import AttentionError, Where
from attnviz.engine.inputs import GivenWeights, Projected
from attnviz.engine.scenario import Scenario
from attnviz.labs.parameters import Whole

# Unit 2: three tokens, two dimensions, every number worked by hand.
BY_HAND = Scenario(
    Projected(
        X=np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]),
        W_Q=np.array([[1.0, 0.0], [1.0, 1.0]]),
        W_K=np.array([[1.0, 1.0], [0.0, 1.0]]),
        W_V=np.array([[2.0, 0.0], [0.0, 1.0]]),
    ),
    title="By hand",
    tokens=("a", "b", "c"),
)


def scenario_or_example(scenario: Scenario | None) -> Scenario:
    """The scenario without pencil precision, else unit 2's."""
    if scenario is None:
        return BY_HAND
    return scenario if scenario.pencil is None else replace(scenario, pencil=None)


def with_scores(scenario: Scenario | None) -> Scenario:
    """As `scenario_or_example`. Raises AttentionError for given weights, which have no scores to experiment on."""
    chosen = scenario_or_example(scenario)
    if isinstance(chosen.inputs, GivenWeights):
        raise AttentionError(
            "Given weights have no queries, keys or scores. Open a scenario that has them, such as by-hand.",
            Where("inputs"),
        )
    return chosen


def held_whole(given: Scenario) -> Scenario:
    """The scenario again, for experiments that hold several T×S matrices at once. Raises AttentionError for more tokens
    than that is wise for."""
    most = max(given.sizes.T, given.sizes.S)
    if is_large(given.sizes):
        raise AttentionError(
            f"This laboratory holds every matrix whole, and {most} tokens are too many for that. Open a scenario of "
            f"fewer than {isqrt(LARGE)}.",
            Where("X"),
        )
    return given


def head_of(scenario: Scenario | None) -> Whole:
    """The parameter that chooses a head, from 1."""
    return Whole("head", "Head", 1, 1, scenario_or_example(scenario).heads)


def visible(scenario: Scenario, head: int) -> Bools:
    """(T, S), True where neither the mask nor a bias of −∞ hides the key in that head."""
    seen = scenario.mask.allowed(scenario.sizes.T, scenario.sizes.S)
    if scenario.bias is None:
        return seen
    bias = scenario.bias if scenario.bias.ndim == 2 else scenario.bias[head]
    return seen & ~np.isneginf(bias)
