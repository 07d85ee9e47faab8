"""Seeded scenarios to be computed by hand: few tokens, small whole numbers, and results that stay small."""

from __future__ import annotations

from random import Random

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.inputs import Projected
from attnviz.engine.mask import Mask
from attnviz.engine.scenario import Scenario

SENTENCES = (
    ("we", "like", "tea"), ("a", "red", "kite"), ("birds", "can", "fly"), ("the", "cat", "sat"),
    ("rain", "falls", "softly"), ("she", "reads", "books"), ("bread", "and", "jam"), ("two", "blue", "cups"),
    ("time", "goes", "by"), ("dogs", "chase", "cars"),
)  # fmt: skip
_TRIES = 500  # for a head; then the tokens are drawn anew
_MOST_SCORE, _LEAST_SPREAD = 6.0, 2.0  # whole scores beyond are no fun, and equal ones teach nothing
_MOST_SPREAD = 4.3  # of scaled scores: beyond it one weight is nearly 1 and the others are nearly 0

_Head = tuple[Array, Array, Array]  # its columns of W_Q, W_K and W_V


def friendly(
    seed: int, purpose: str, *, heads: int = 1, causal: bool = False, columns_differ: bool = False
) -> Scenario:
    """A scenario of three tokens for that seed and purpose: the same ones always give the same.

    X, W_Q, W_K and W_V hold whole numbers from −1 to 3. One head is 2 wide, or 4 so that √d_k is 2; two heads are 2
    wide each and have a W_O of −1, 0 and 1. columns_differ: no matrix has two columns alike, of which two numbers that
    are asked for would come by the same sum.
    """
    draw = Random(f"attnviz practice, {purpose}, {seed}")  # a text seeds alike on every machine
    tokens = draw.choice(SENTENCES)
    d_k = 4 if heads == 1 and draw.random() < 0.25 else 2
    while True:
        X = _matrix(draw, 3, 2, (0, 0, 1, 1, 2, -1))
        if not _differ(X):
            continue
        found = [own for own in (_head(draw, X, d_k, columns_differ) for _ in range(heads)) if own is not None]
        if len(found) == heads:
            break
    W_Q, W_K, W_V = (np.hstack(parts) for parts in zip(*found, strict=True))
    inputs = Projected(X, W_Q, W_K, W_V, _mixing_matrix(draw) if heads == 2 else None)
    return Scenario(inputs, title="Practice", tokens=tokens, heads=heads, mask=Mask(causal=causal))


def _head(draw: Random, X: Array, d_k: int, columns_differ: bool) -> _Head | None:
    """The matrices of a pleasant head; None if these tokens seem to have none."""
    for _ in range(_TRIES):
        own = (
            _matrix(draw, 2, d_k, (0, 1, 1, 2, -1)),
            _matrix(draw, 2, d_k, (0, 1, 1, 2, -1)),
            _matrix(draw, 2, 2, (0, 1, 1, 2, 3)),
        )
        if _pleasant(X, own) and not (columns_differ and any(map(_has_twins, own))):
            return own
    return None


def _matrix(draw: Random, rows: int, columns: int, among: tuple[int, ...]) -> Array:
    return np.array([[float(draw.choice(among)) for _ in range(columns)] for _ in range(rows)])


def _mixing_matrix(draw: Random) -> Array:
    """A W_O of −1, 0 and 1 that mixes."""
    while True:
        made = _matrix(draw, 4, 2, (-1, -1, 0, 1, 1))
        if _mixes(made):
            return made


def _mixes(W_O: Array) -> bool:
    """True if every column takes something of both heads, the two differ, and all three numbers occur."""
    both = W_O[:2].any(axis=0) & W_O[2:].any(axis=0)
    return bool(both.all()) and not np.array_equal(W_O[:, 0], W_O[:, 1]) and {-1.0, 0.0, 1.0} <= set(W_O.ravel())


def _has_twins(matrix: Array) -> bool:
    """True if two of its columns are alike."""
    return len({tuple(column) for column in matrix.T.tolist()}) < len(matrix.T)


def _differ(rows: Array) -> bool:
    """True if no row is nothing and no two are alike."""
    return bool(rows.any(axis=1).all()) and len({tuple(row) for row in rows.tolist()}) == len(rows)


def _pleasant(X: Array, head: _Head) -> bool:
    """Small scores that differ, no two rows with the same weights, no value that is nothing, no two alike."""
    W_Q, W_K, W_V = head
    scores = (X @ W_Q) @ (X @ W_K).T
    spread = scores.max(axis=1) - scores.min(axis=1)
    if np.abs(scores).max() > _MOST_SCORE or (spread < _LEAST_SPREAD).any() or np.array_equal(scores, scores.T):
        return False
    shares = scores - scores.max(axis=1, keepdims=True)  # rows that are alike in these have the same weights
    if len({tuple(row) for row in shares.tolist()}) < 3 or spread.max() / W_Q.shape[1] ** 0.5 > _MOST_SPREAD:
        return False
    V = X @ W_V
    return _differ(V) and bool((V.max(axis=0) > V.min(axis=0)).all())
