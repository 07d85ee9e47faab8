"""The walk from X to the output over every array of multi-head attention, with its numbers where they are few."""

from __future__ import annotations

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.attention import attention
from attnviz.labs.exhibits import Box
from attnviz.labs.shapes.splitting import RIGHT, Sizes, split

_MOST_NUMBERS = 96  # of one array of X, for its numbers to be shown
_AXES = {"B": "B", "T": "T", "d": "d_model", "h": "h", "k": "d_k"}


def walk(sizes: Sizes) -> tuple[Box, ...]:
    """Ten boxes, from X to the output of W_O; K and V take the same way as Q."""
    arrays = _arrays(sizes) if sizes.B * sizes.T * sizes.d_model <= _MOST_NUMBERS else {}
    steps = (
        ("X", "BTd", "", "input"),
        ("Q", "BTd", "X @ W_Q", "queries"),
        ("Q in heads", "BThk", "reshape(B, T, h, d_k)", "queries"),
        ("Q by head", "BhTk", "transpose(0, 2, 1, 3)", "queries"),
        ("scores", "BhTT", "Q @ K.transpose(0, 1, 3, 2)", "scores"),
        ("weights", "BhTT", "softmax(scores / √d_k)", "weights"),
        ("head output", "BhTk", "weights @ V", "output"),
        ("by token", "BThk", "transpose(0, 2, 1, 3)", "output"),
        ("concatenated", "BTd", "reshape(B, T, d_model)", "output"),
        ("output", "BTd", "concatenated @ W_O", "output"),
    )
    lengths = {"B": sizes.B, "T": sizes.T, "d": sizes.d_model, "h": sizes.h, "k": sizes.d_k}
    return tuple(
        Box(label, tuple((_AXES[sign], lengths[sign]) for sign in axes), operation, arrays.get(label), role)
        for label, axes, operation, role in steps
    )


def _arrays(sizes: Sizes) -> dict[str, Array]:
    """Real numbers for each box: X counts 1, 2, 3, … so that every move can be followed; the projections are small."""
    B, T, d_model, h, d_k = sizes.B, sizes.T, sizes.d_model, sizes.h, sizes.d_k
    X = np.arange(1.0, B * T * d_model + 1).reshape(B, T, d_model)
    # X itself as queries: the walk is about places, and a projection would make the numbers hard to follow.
    W_K, W_V, W_O = (np.roll(np.eye(d_model), shift, axis=1) for shift in (1, 2, 3))
    Q, K, V = X, X @ W_K / X.size, X @ W_V
    q, k, v = (split(RIGHT, each, sizes) for each in (Q, K, V))
    head_output, weights = attention(q, k, v)
    by_token = head_output.transpose(0, 2, 1, 3)
    concatenated = by_token.reshape(B, T, d_model)
    return {
        "X": X,
        "Q": Q,
        "Q in heads": Q.reshape(B, T, h, d_k),
        "Q by head": q,
        "scores": q @ k.transpose(0, 1, 3, 2),
        "weights": weights,
        "head output": head_output,
        "by token": by_token,
        "concatenated": concatenated,
        "output": concatenated @ W_O,
    }
