"""A scenario of thousands of tokens whose heads have habits that can be seen: where they look is known beforehand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.inputs import Projected
from attnviz.engine.mask import Mask
from attnviz.engine.scenario import Scenario

TOKENS, D_MODEL, D_K = 4096, 512, 64
_TURNS = 28  # pairs of a cosine and a sine that say where a token stands
_PARAGRAPHS = 16
_ONE, _FIRST = 2 * _TURNS + _PARAGRAPHS, 2 * _TURNS + _PARAGRAPHS + 1  # columns of X


@dataclass(frozen=True)
class Habit:
    """What a head looks at: the token so many places back, as sharply as `near` says; its own paragraph; the first."""

    back: int = 0
    near: float = 0.0
    paragraph: float = 0.0
    first: float = 0.0


HABITS = (
    Habit(near=1.7, first=8.5), Habit(back=1, near=2.4), Habit(paragraph=3.0, first=4.0), Habit(near=0.9),
    Habit(first=12.0), Habit(back=200, near=1.9), Habit(near=1.2, paragraph=2.0), Habit(),
)  # fmt: skip


def long_scenario(tokens: int = TOKENS, *, causal: bool = True) -> Scenario:
    """Eight heads of 64 numbers each, in float32; the same each time."""
    draw = np.random.default_rng(1)
    speeds = np.pi / np.geomspace(1.5, tokens, _TURNS)
    X = _places(tokens, speeds, draw)
    W_Q, W_K = (np.zeros((D_MODEL, D_MODEL)) for _ in range(2))
    for head, habit in enumerate(HABITS):
        own = slice(head * D_K, (head + 1) * D_K)
        W_Q[:, own], W_K[:, own] = _projections(habit, speeds)
    W_V, W_O = (draw.standard_normal((D_MODEL, D_MODEL)) / np.sqrt(D_MODEL) for _ in range(2))
    matrices = (matrix.astype(np.float32) for matrix in (X, W_Q, W_K, W_V, W_O))
    title = f"{tokens:,} tokens, eight habits"
    return Scenario(Projected(*matrices), title=title, heads=len(HABITS), mask=Mask(causal=causal))


def _places(tokens: int, speeds: Array, draw: np.random.Generator) -> Array:
    """X: where each token stands, its paragraph, a 1, whether it is the first, and noise."""
    X = 0.4 * draw.standard_normal((tokens, D_MODEL))
    angles = np.outer(np.arange(tokens), speeds)
    X[:, : 2 * _TURNS : 2], X[:, 1 : 2 * _TURNS : 2] = np.cos(angles), np.sin(angles)
    paragraphs = np.cumsum(draw.random(tokens) < 18 / tokens) % _PARAGRAPHS
    X[:, 2 * _TURNS : _ONE] = np.eye(_PARAGRAPHS)[paragraphs]
    X[:, _ONE], X[:, _FIRST] = 1.0, 0.0
    X[0, _FIRST] = 1.0
    return X


def _projections(habit: Habit, speeds: Array) -> tuple[Array, Array]:
    """W_Q and W_K of a head; queries are turned back by as many places as the head looks back."""
    W_Q, W_K = (np.zeros((D_MODEL, D_K)) for _ in range(2))
    for pair, angle in enumerate(-habit.back * speeds):
        at = slice(2 * pair, 2 * pair + 2)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        W_Q[at, at], W_K[at, at] = habit.near * turn, habit.near * np.eye(2)
    last = D_K - 1
    W_Q[_ONE, last] = W_K[_FIRST, last] = np.sqrt(habit.first * np.sqrt(D_K))
    if habit.paragraph:  # the last places of the turns make room for it
        own = slice(D_K - 1 - _PARAGRAPHS, D_K - 1)
        for W in (W_Q, W_K):
            W[:, own] = 0
            W[2 * _TURNS : _ONE, own] = np.sqrt(habit.paragraph * np.sqrt(D_K)) * np.eye(_PARAGRAPHS)
    return W_Q, W_K
