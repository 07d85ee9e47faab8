"""Our engine: outputs without weights, with weights, one head beside its own parts, and how exact it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

import attnviz
from attnviz.engine.arrays import Array
from tools.bench.tasks.memory import growth
from tools.bench.timing import middle

HEADS, WIDTH, SEED = 8, 64, 7


def operands(tokens: int, heads: int = HEADS) -> tuple[Array, Array, Array]:
    """Queries, keys and values (heads, tokens, 64) in float32, the same for every library."""
    random = np.random.default_rng(SEED)
    q, k, v = (random.standard_normal((heads, tokens, WIDTH), dtype=np.float32) for _ in range(3))
    return q, k, v


def output(sizes: Sequence[int], causal: bool = False) -> dict[str, float]:
    """The layer's output through a trace, no weights kept: seconds, and growth in MB, at each size."""
    found = {}
    for tokens in sizes:
        call = partial(_output, _scenario(tokens, causal))
        found[f"growth at {tokens}"] = growth(call)
        found[f"seconds at {tokens}"] = middle(call, warm_up=0)
    return found


def weights(sizes: Sequence[int]) -> dict[str, float]:
    """Output and weights in one call: seconds at each size."""
    found = {}
    for tokens in sizes:
        found[f"seconds at {tokens}"] = middle(partial(_attention, operands(tokens)))
    return found


def one_head(tokens: int) -> dict[str, float]:
    """Output and weights of one head: seconds."""
    q, k, v = (part[0] for part in operands(tokens, heads=1))
    return {"seconds": middle(partial(_attention, (q, k, v)), seconds=1.0)}


def one_head_parts(tokens: int) -> dict[str, float]:
    """The two matrix products of a head and the exponentials between them, each written in place: seconds."""
    q, k, v = (part[0] for part in operands(tokens, heads=1))
    q = q * np.float32(WIDTH**-0.5)  # scaled beforehand: exponentials of usual scores
    scores, mixed = np.empty((tokens, tokens), np.float32), np.empty((tokens, WIDTH), np.float32)

    def parts(_: int) -> None:
        np.matmul(q, k.T, out=scores)
        np.exp(scores, out=scores)
        np.matmul(scores, v, out=mixed)

    return {"seconds": middle(parts, seconds=1.0)}


def error(sizes: Sequence[int]) -> dict[str, float]:
    """The largest distance of output and weights from the same in float64, computed plainly, at each size."""
    found = {}
    for tokens in sizes:
        q, k, v = operands(tokens)
        made = attnviz.trace(_scenario(tokens, causal=False)).output.reshape(tokens, HEADS, WIDTH)
        out, shares = attnviz.attention(q, k, v)
        worst = 0.0
        for head in range(HEADS):
            exact_weights, exact = _exact(*(part[head].astype(np.float64) for part in (q, k, v)))
            for ours, theirs in ((made[:, head], exact), (out[head], exact), (shares[head], exact_weights)):
                worst = max(worst, float(np.abs(ours - theirs).max()))
        found[f"error at {tokens}"] = worst
    return found


def _output(scenario: attnviz.Scenario, _number: int = 0) -> Array:
    return attnviz.trace(scenario).output


def _attention(of: tuple[Array, Array, Array], _number: int = 0) -> tuple[Array, Array]:
    return attnviz.attention(*of)


def _exact(q: Array, k: Array, v: Array) -> tuple[Array, Array]:
    """Vaswani et al. 2017, section 3.2.1, as it is written."""
    scores = q @ k.T / np.sqrt(q.shape[1])
    exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = exponentials / exponentials.sum(axis=1, keepdims=True)
    return weights, weights @ v


def _scenario(tokens: int, causal: bool) -> attnviz.Scenario:
    """Queries, keys and values given as they are, heads side by side."""
    q, k, v = (part.transpose(1, 0, 2).reshape(tokens, HEADS * WIDTH) for part in operands(tokens))
    inputs = attnviz.Direct(Q=q, K=k, V=v)
    return attnviz.Scenario(inputs=inputs, heads=HEADS, dtype="float32", mask=attnviz.Mask(causal=causal))
