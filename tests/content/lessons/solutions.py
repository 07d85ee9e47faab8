"""One way to solve each task of the course, so that no learner is asked for what cannot be done.

A key is the lesson, its step and the task in it, all from 1. `sets` changes the scenario as a step's `set` does, `lab`
the values of the step's laboratory; sizes need an edit of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attnviz.content.lessons.steps import change
from attnviz.engine import edits
from attnviz.engine.scenario import Scenario

Edit = Callable[[Scenario], Scenario]
Key = tuple[str, int, int]


def sets(**changes: Any) -> Edit:
    """The edit that sets these, names with dots or brackets being given by `**{...}`."""

    def apply(scenario: Scenario) -> Scenario:
        for name, value in changes.items():
            scenario = change(scenario, name, value)
        return scenario

    return apply


def _wider_values(scenario: Scenario) -> Scenario:
    return edits.insert(scenario, "d_v", 2)


def _fifth_query(scenario: Scenario) -> Scenario:
    return edits.insert(scenario, "T", 4)


def _hide_trophy_from_it(scenario: Scenario) -> Scenario:
    return edits.paint_custom(scenario, 10, 2, False)


SOLUTIONS: Mapping[Key, Edit] = {
    ("mixture", 2, 1): sets(weights=[[[0, 1, 0]]]),
    ("mixture", 4, 1): sets(**{"V[1,1]": 10}),  # 0.2 · 10 + 0.5 · 2 = 3
    ("mixture", 7, 1): sets(weights=[[[1, 0, 0], [0, 1, 0]]]),
    ("by-hand", 11, 1): sets(**{"W_K[2,2]": -4}),
    ("by-hand", 11, 2): sets(**{"W_V[1,1]": 4}),  # twice 1.720
    ("one-query", 3, 1): sets(**{"K[2,1]": -10}),
    ("one-query", 5, 1): sets(**{"V[1,1]": 3}),  # 2 · 0.401 more
    ("one-query", 6, 1): sets(**{"K[3,1]": 10}),
    ("one-query", 7, 1): sets(**{"Q[3,1]": -4, "Q[3,2]": 4}),
    ("one-query", 9, 1): sets(temperature=100.0),
    ("one-query", 10, 1): sets(temperature=100.0),
    ("all-queries", 2, 1): sets(W_Q=[[0, 0], [0, 0]]),
    ("all-queries", 4, 1): _wider_values,
    ("all-queries", 5, 1): _fifth_query,
    ("all-queries", 6, 1): sets(**{"X[4,3]": 0.1}),
    ("why-root-d-k", 7, 1): sets(scale=1 / 64),
    ("masks", 3, 1): sets(**{"mask.custom": [[True, False, True]]}),
    ("masks", 5, 1): sets(**{"X[3,1]": 10}),
    ("masks", 8, 1): sets(**{"mask.padding": []}),
    ("masks", 9, 1): sets(**{"mask.custom": False}),
    ("heads", 4, 1): sets(**{"W_Q[2,1]": -2}),
    ("heads", 6, 1): sets(W_O=[[1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0]]),
    ("reading-a-heatmap", 3, 1): sets(temperature=1000.0),
    ("reading-a-heatmap", 8, 1): _hide_trophy_from_it,
    ("cost", 6, 1): sets(**{"X[3,1]": 3}),
    ("in-code", 2, 1): sets(**{"X[3,1]": 2, "X[3,2]": 0}),
    ("in-code", 6, 1): sets(heads=4),
    ("in-code", 8, 1): sets(scale=0.5),
    ("questions", 3, 1): sets(temperature=1000.0),
    ("questions", 5, 1): sets(**{"mask.padding": [0, 2, 3]}),
    ("questions", 10, 1): sets(**{"mask.padding": [0]}),
    ("questions", 11, 1): sets(**{"W_O[1,1]": 50}),
}

LAB_SOLUTIONS: Mapping[Key, Mapping[str, Any]] = {
    ("mixture", 5, 1): {"weights": [[1 / 3, 1 / 3, 1 / 3]]},
    ("mixture", 6, 1): {"temperature": 10.0},
    ("one-query", 8, 1): {"fourth_pair": [[-10, 0], [0, 1]]},
    ("turn-the-query", 2, 1): {"degrees": 90},
    ("turn-the-query", 4, 1): {"degrees": 225},
    ("turn-the-query", 7, 1): {"length": 5.0},
    ("why-root-d-k", 3, 1): {"d_k": [4, 256, 512]},
    ("masks", 7, 1): {"fill": "-1e9", "keys": [[0, 1, 1]]},
    ("heads", 9, 1): {"h": 16},
    ("heads", 11, 1): {"mistake": "scale-after"},
    ("cost", 2, 1): {"T": 10_000},
    ("cost", 7, 1): {"T": 8500},
    ("cost", 8, 1): {"way": "window", "window": 2},
    ("in-code", 9, 1): {"mistake": "no-maximum"},
    ("questions", 2, 1): {"d_k": 256},
    ("questions", 6, 1): {"causal": True},
}
