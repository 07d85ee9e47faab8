"""The two circuits of one head as matrices of their own, with their ranks."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from attnviz.engine.arrays import Array, refuse_overflow
from attnviz.engine.errors import AttentionError, Where
from attnviz.engine.inputs import Projected
from attnviz.engine.mask import Mask
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace


@dataclass(frozen=True)
class Circuit:
    """One head's projections, W_Q (d_model, d_k), W_K (d_source, d_k), W_V (d_source, d_v), W_O (d_v, d_out) or None.

    qk = W_Q W_Kᵀ (d_model, d_source). ov = W_V W_O (d_source, d_out), W_V itself without W_O.
    """

    W_Q: Array
    W_K: Array
    W_V: Array
    W_O: Array | None
    qk: Array
    ov: Array


def projected(scenario: Scenario) -> Projected:
    """The scenario's projections. Raises AttentionError if it has none."""
    if not isinstance(scenario.inputs, Projected):
        raise AttentionError(
            "Circuits are products of W_Q, W_K, W_V and W_O, which this scenario does not have. "
            "Open one with X and projections, such as by-hand.",
            Where("inputs"),
        )
    return scenario.inputs


def circuit(scenario: Scenario, head: int) -> Circuit:
    """The circuits of one head. Raises AttentionError where there are no projections, Overflow for a product beyond."""
    inputs, size = projected(scenario), scenario.sizes
    assert size.d_k is not None
    assert size.d_v is not None
    shared = head * size.kv_heads // size.heads
    W_Q = inputs.W_Q[:, head * size.d_k : (head + 1) * size.d_k]
    W_K = inputs.W_K[:, shared * size.d_k : (shared + 1) * size.d_k]
    W_V = inputs.W_V[:, shared * size.d_v : (shared + 1) * size.d_v]
    W_O = None if inputs.W_O is None else inputs.W_O[head * size.d_v : (head + 1) * size.d_v]
    qk = _product("W_Q W_Kᵀ", W_Q, W_K.T)
    return Circuit(W_Q, W_K, W_V, W_O, qk, W_V if W_O is None else _product("W_V W_O", W_V, W_O))


def rank(left: Array, right: Array) -> float:
    """How many independent directions left · right keeps, (n, d) · (d, m).

    Found on a core of at most d × d that has the same singular values: of the whole product it takes long.
    """
    left, right = _near_one(left), _near_one(right)
    upper: Array = np.linalg.qr(right.T, mode="r")  # type: ignore[assignment]  # its stubs overlook the mode
    core = np.linalg.qr(left, mode="r") @ upper.T
    values = np.linalg.svd(core, compute_uv=False)
    # As NumPy's matrix_rank would for the product itself.
    lost = values.max() * max(len(left), right.shape[1]) * np.finfo(values.dtype).eps
    return float((values > lost).sum())


def without_order(scenario: Scenario, *, causal: bool) -> Scenario:
    """The scenario without what knows positions: masks, positions, score bias; with a causal mask if asked for."""
    return replace(scenario, mask=Mask(causal=causal), bias=None, positions=None)


def with_equal_projections(scenario: Scenario) -> Scenario | None:
    """The scenario with W_K = W_Q and b_K = b_Q; None where the two have no place for each other's numbers."""
    inputs = projected(scenario)
    if inputs.source is not None or inputs.W_Q.shape != inputs.W_K.shape:
        return None
    return replace(scenario, inputs=replace(inputs, W_K=inputs.W_Q, b_K=inputs.b_Q))


def reordered(scenario: Scenario, order: npt.NDArray[np.intp]) -> Scenario:
    """The scenario with the rows of X, and their labels, in another order."""
    inputs = projected(scenario)
    tokens = None if scenario.tokens is None else tuple(scenario.tokens[row] for row in order)
    return replace(scenario, inputs=replace(inputs, X=inputs.X[order]), tokens=tokens)


def scores_of(scenario: Scenario, head: int) -> tuple[Array, Array]:
    """(scores, weights) of one head, (T, S) each."""
    traced = trace(scenario)
    return traced.at("scores", head), traced.at("weights", head)


def scores_by_product(scenario: Scenario, found: Circuit) -> Array:
    """X (W_Q W_Kᵀ) sourceᵀ, (T, S): the scores, but for what biases add to them. Raises Overflow."""
    inputs = projected(scenario)
    source = inputs.X if inputs.source is None else inputs.source
    return _product("X (W_Q W_Kᵀ) Xᵀ", inputs.X, found.qk, source.T)


def _product(name: str, first: Array, *others: Array) -> Array:
    with np.errstate(over="ignore", invalid="ignore"):  # what is not finite is refused below, by its place
        for other in others:
            first = first @ other
    refuse_overflow(first, name)
    return first


def _near_one(matrix: Array) -> Array:
    """The matrix times a power of two, which changes no rank: its largest number is about 1, so that products fit."""
    return np.asarray(np.ldexp(matrix, -np.frexp(np.abs(matrix).max())[1]))
