"""Stages computed by blocks of rows are what the formula of each stage says, however the rows are cut."""

from __future__ import annotations

import numpy as np
import pytest
from chains import chains, reference
from hypothesis import given
from hypothesis import strategies as st

from attnviz import HiddenRow
from attnviz.engine import pool
from attnviz.engine.blocks import Chain, chain, mixed, shifted, stage_of
from attnviz.engine.blocks.chain import ORDER

BLOCKS = st.sampled_from([1, 2, 3, 100])
TO_MASK = ORDER[: ORDER.index("masked") + 1]


@pytest.fixture(params=[1, 2], ids=["one thread", "two threads"], autouse=True, scope="module")
def _threads(request: pytest.FixtureRequest) -> object:
    """Small heads, too, on as many threads."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool, "WORKERS", request.param)
        patch.setattr(chain, "_LIGHT", 0)
        yield


def first_hidden(chain: Chain) -> int | None:
    """The first query that sees no key."""
    hidden = np.isneginf(reference(chain)["masked"]).all(axis=1)
    return int(np.argmax(hidden)) if hidden.any() else None


def close(got: np.ndarray, expected: np.ndarray) -> None:
    """Equal in float64, and hidden in the same places."""
    np.testing.assert_array_equal(np.isneginf(got), np.isneginf(expected))
    finite = expected[np.isfinite(expected)]
    atol = 1e-13 * max(1.0, np.abs(finite).max(initial=0))
    np.testing.assert_allclose(got, expected, rtol=1e-11, atol=atol)


@given(chains(), BLOCKS)
def test_every_stage_up_to_the_mask_is_what_its_formula_says(own: Chain, rows: int) -> None:
    expected = reference(own)
    for name in TO_MASK:
        close(stage_of(own, name, rows=rows), expected[name])


@given(chains(), BLOCKS)
def test_exponentials_and_weights_are_what_softmax_says_or_the_first_hidden_row_is_refused(
    own: Chain, rows: int
) -> None:
    expected, hidden = reference(own), first_hidden(own)
    for name in ("exponentials", "weights"):
        if hidden is None:
            close(stage_of(own, name, rows=rows), expected[name])
        else:
            with pytest.raises(HiddenRow) as caught:
                stage_of(own, name, rows=rows)
            assert caught.value.where.row == hidden


@given(chains(), BLOCKS, BLOCKS)
def test_values_are_mixed_by_tiles_as_by_whole_weights(own: Chain, rows: int, columns: int) -> None:
    values = np.random.default_rng(len(own.keys)).normal(size=(len(own.keys), 3))
    hidden = first_hidden(own)
    if hidden is None:
        close(mixed(own, values, rows=rows, columns=columns), reference(own, values)["mixed"])
    else:
        with pytest.raises(HiddenRow) as caught:
            mixed(own, values, rows=rows, columns=columns)
        assert caught.value.where.row == hidden


@given(chains(), BLOCKS)
def test_a_hidden_key_has_a_weight_of_exactly_zero(own: Chain, rows: int) -> None:
    if first_hidden(own) is None:
        hidden = np.isneginf(reference(own)["masked"])
        assert not stage_of(own, "weights", rows=rows)[hidden].any()
        assert not stage_of(own, "exponentials", rows=rows)[hidden].any()


@given(chains(), BLOCKS)
def test_exponentials_are_shifted_where_a_largest_score_lies_beyond_80(own: Chain, rows: int) -> None:
    tops = reference(own)["masked"].max(axis=1)
    assert shifted(own, rows=rows) == bool((np.abs(tops[np.isfinite(tops)]) > 80).any())


@given(chains(np.float32), BLOCKS)
def test_float32_stays_float32_and_small_scores_give_weights_within_two_millionths(own: Chain, rows: int) -> None:
    expected = reference(own)
    scores = expected["tempered"][np.isfinite(expected["tempered"])]
    if first_hidden(own) is None and np.abs(scores).max() < 8:
        weights = stage_of(own, "weights", rows=rows)
        assert weights.dtype == np.float32
        np.testing.assert_allclose(weights, expected["weights"], rtol=0, atol=2e-6)


@given(chains(), BLOCKS)
def test_a_given_array_is_filled_and_comes_back(own: Chain, rows: int) -> None:
    out = np.full(own.shape, np.nan)
    assert stage_of(own, "scores", out=out, rows=rows) is out
    close(out, reference(own)["scores"])
