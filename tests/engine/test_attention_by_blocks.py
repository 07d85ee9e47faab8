"""Large calls of attention, which are computed head by head and by blocks, with all that small calls can do."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from attnviz import HiddenRow, attention
from attnviz.engine import attention as module
from attnviz.engine import pool
from attnviz.engine.blocks import chain
from attnviz.engine.errors import Overflow, Where

RNG = np.random.default_rng(5)


@pytest.fixture(params=[1, 2], ids=["one thread", "two threads"], autouse=True, scope="module")
def _small_blocks(request: pytest.FixtureRequest) -> Iterator[None]:
    """Calls of any size by blocks of three rows."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool, "WORKERS", request.param)
        patch.setattr(chain, "_LIGHT", 0)
        patch.setattr(chain, "_ROWS", 3)
        patch.setattr(module, "_BY_BLOCKS", 0)
        yield


def normal(*shape: int) -> np.ndarray:
    return RNG.normal(size=shape)


def plain(q: Any, k: Any, v: Any, added: Any = 0.0, scale: float | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Softmax as the formula has it, on whole arrays in float64."""
    logits = q @ np.swapaxes(k, -1, -2) * (1 / np.sqrt(q.shape[-1]) if scale is None else scale) + added
    shares = np.exp(logits - logits.max(axis=-1, keepdims=True))
    weights = shares / shares.sum(axis=-1, keepdims=True)
    return weights @ v, weights


def equal(got: tuple[np.ndarray, np.ndarray], expected: tuple[np.ndarray, np.ndarray]) -> None:
    for ours, theirs in zip(got, expected, strict=True):
        assert ours.shape == theirs.shape
        np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize(
    ("q", "k", "v"),
    [
        ((7, 4), (10, 4), (10, 2)),
        ((2, 7, 4), (2, 10, 4), (2, 10, 3)),
        ((3, 1, 7, 4), (2, 10, 4), (10, 3)),
        ((7, 4), (5, 10, 4), (10, 3)),
        ((2, 7, 4), (2, 10, 4), (5, 1, 10, 3)),
    ],
)
def test_leading_axes_broadcast(q: Any, k: Any, v: Any) -> None:
    given = normal(*q), normal(*k), normal(*v)
    output, weights = plain(*given)
    leading = np.broadcast_shapes(q[:-2], k[:-2], v[:-2])
    equal(attention(*given), (output, np.broadcast_to(weights, (*leading, *weights.shape[-2:]))))


@pytest.mark.parametrize("batch", [(), (2,)])
def test_query_heads_share_key_and_value_heads_in_order(batch: tuple[int, ...]) -> None:
    q, k, v = normal(*batch, 6, 7, 4), normal(*batch, 2, 10, 4), normal(*batch, 3, 10, 3)
    expected = plain(q, np.repeat(k, 3, axis=-3), np.repeat(v, 2, axis=-3))
    equal(attention(q, k, v), expected)


@pytest.mark.parametrize("shape", [(), (10,), (7, 1), (7, 10), (3, 1, 1), (3, 7, 10), (2, 1, 7, 10), (2, 3, 1, 10)])
def test_masks_and_biases_of_any_shape_that_fits_are_taken(shape: tuple[int, ...]) -> None:
    q, k, v = normal(2, 3, 7, 4), normal(2, 3, 10, 4), normal(2, 3, 10, 3)
    allowed = RNG.random(shape) < 0.7 if shape[-1:] == (10,) else np.ones(shape, dtype=bool)
    allowed |= np.arange(10) == 4 if shape[-1:] == (10,) else True
    bias = np.asarray(normal(*shape))
    expected = plain(q, k, v, bias + np.where(allowed, 0.0, -np.inf))
    equal(attention(q, k, v, allowed, bias=bias), expected)
    equal(attention(q, k, v, bias=np.where(allowed, bias, -np.inf)), expected)


def test_scale_cap_bias_and_temperature_come_in_their_order() -> None:
    q, k, v, bias = normal(7, 4), normal(10, 4), normal(10, 3), normal(7, 10)
    logits = (2 * np.tanh(q @ k.T * -0.5 / 2) + bias) / 0.25
    shares = np.exp(logits)
    weights = shares / shares.sum(axis=1, keepdims=True)
    equal(attention(q, k, v, scale=-0.5, softcap=2, bias=bias, temperature=0.25), (weights @ v, weights))


def test_large_scores_do_not_overflow_softmax() -> None:
    q, k, v = 1e4 * normal(7, 4), normal(10, 4), normal(10, 3)
    equal(attention(q, k, v), plain(q, k, v))


def test_float32_stays_float32() -> None:
    given = [part.astype(np.float32) for part in (normal(2, 70, 8), normal(2, 90, 8), normal(2, 90, 3))]
    got = attention(*given)
    for ours, theirs in zip(got, plain(*(part.astype(np.float64) for part in given)), strict=True):
        assert ours.dtype == np.float32
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=2e-6)


def test_the_first_hidden_row_of_the_first_head_is_named_or_made_zero() -> None:
    q, k, v = normal(2, 7, 4), normal(2, 10, 4), normal(2, 10, 3)
    allowed = np.ones((2, 7, 10), dtype=bool)
    allowed[0, 5] = allowed[1, 2] = False
    with pytest.raises(HiddenRow, match="Query 6 sees no key") as caught:
        attention(q, k, v, allowed)
    assert caught.value.where == Where("masked", 5)
    output, weights = attention(q, k, v, allowed, empty_rows="zero")
    assert not output[0, 5].any()
    assert not weights[1, 2].any()
    equal((output[0, :5], weights[0, :5]), tuple(part[0, :5] for part in plain(q, k, v)))  # type: ignore[arg-type]


def test_a_call_that_sees_nothing_at_all_gives_zeros() -> None:
    output, weights = attention(
        normal(7, 4), normal(10, 4), normal(10, 3), np.zeros((7, 10), dtype=bool), empty_rows="zero"
    )
    assert not output.any()
    assert not weights.any()


def test_scores_too_large_for_their_format_are_refused_by_their_place() -> None:
    q, k, v = normal(2, 7, 4), normal(2, 10, 4), normal(2, 10, 3)
    q[1, 5], k[1, 8] = 1e200, 1e200
    with pytest.raises(Overflow, match="scores, row 6, column 9 is too large for float64"):
        attention(q, k, v)


def test_its_arguments_are_left_as_they_were() -> None:
    given = normal(7, 4), normal(10, 4), normal(10, 3)
    copies = [part.copy() for part in given]
    attention(*given, np.tri(7, 10, dtype=bool), scale=2, softcap=3, temperature=0.5, bias=normal(7, 10))
    for before, after in zip(copies, given, strict=True):
        np.testing.assert_array_equal(before, after)


def test_shared_keys_are_not_repeated_and_nothing_is_held_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain, "_ROWS", 64)
    q, k, v = (normal(heads, 512, 64).astype(np.float32) for heads in (4, 1, 1))
    tracemalloc.start()
    try:
        output, weights = attention(q, k, v)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 1.3 * (output.nbytes + weights.nbytes)
