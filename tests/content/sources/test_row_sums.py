"""Rows that do not sum to one are told with likely reasons; hidden tokens with the share they hold."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.content.sources.hiding import hidden_share, punctuation
from attnviz.content.sources.row_sums import row_sums


def _weights(heads: int = 3, queries: int = 12, keys: int = 12) -> np.ndarray:
    drawn = np.exp(np.random.default_rng(5).normal(size=(heads, queries, keys)) * 2)
    return drawn / drawn.sum(axis=-1, keepdims=True)


def _reasons(weights: np.ndarray) -> str:
    return " ".join(row_sums(weights).reasons)


def test_rows_that_sum_to_one_need_no_words() -> None:
    found = row_sums(_weights())
    assert (found.off, found.reasons, found.sentence) == (0, (), "")
    assert found.sums.shape == (3, 12)


def test_sums_are_those_of_the_rows_as_they_are() -> None:
    found = row_sums(np.array([[[0.5, 0.25], [1.0, 0.0]]]))
    np.testing.assert_array_equal(found.sums, [[0.75, 1.0]])
    assert found.off == 1
    assert found.sentence.startswith("1 of 2 rows does not sum to 1 (sums: from 0.750 to 1.000).")


def test_queries_on_columns_are_suspected() -> None:
    found = row_sums(_weights().swapaxes(1, 2))
    assert found.columns
    assert "queries may be on the columns" in found.sentence


def test_rows_of_zeros_are_called_padding() -> None:
    weights = _weights()
    weights[:, 10:] = 0
    assert _reasons(weights) == "6 rows of zeros only: padding, or queries that see no key."


def test_scores_are_suspected_where_numbers_are_no_shares() -> None:
    assert "scores, saved before softmax" in _reasons(np.random.default_rng(1).normal(size=(2, 5, 5)))


def test_rounding_is_suspected_where_sums_are_nearly_one() -> None:
    weights = _weights(queries=8, keys=2000).astype(np.float32).view(np.uint32)
    rounded = (weights & 0xFFFF0000).view(np.float32)  # bfloat16, cut off
    assert "16 bits" in _reasons(rounded)


def test_dropout_is_suspected_where_zeros_are_strewn() -> None:
    weights = _weights(queries=20, keys=20)
    kept = np.random.default_rng(3).random(weights.shape) > 0.1
    assert "dropout" in _reasons(weights * kept / 0.9)


def test_dropout_is_not_suspected_under_a_causal_mask() -> None:
    weights = np.tril(_weights())
    weights /= weights.sum(axis=-1, keepdims=True)
    assert "scaled after softmax" in _reasons(weights / np.sqrt(2))


def test_a_constant_sum_and_per_cent_are_told() -> None:
    assert "Each sums to 0.707: they may have been scaled" in _reasons(_weights() / np.sqrt(2))
    assert "per cent" in _reasons(_weights() * 100)


def test_keys_that_were_cut_off_are_suspected() -> None:
    assert "cut off" in _reasons(_weights()[..., 2:])


def test_hidden_columns_hold_their_share_of_each_row() -> None:
    weights = np.array([[[0.5, 0.3, 0.2], [0.1, 0.1, 0.8]]])
    np.testing.assert_allclose(hidden_share(weights, {0, 2}), [[0.7, 0.9]])
    np.testing.assert_array_equal(hidden_share(weights, ()), [[0, 0]])
    np.testing.assert_allclose(hidden_share(weights, {2, 7}), [[0.2, 0.8]])


@pytest.mark.parametrize(
    ("token", "is_mark"),
    [(",", True), ("Ġ.", True), ("##-", True), ("…", True), ("a.", False), ("", False), ("Ġ", False)],
)
def test_punctuation_is_what_holds_nothing_else(token: str, is_mark: bool) -> None:
    assert punctuation(["x", token]) == (frozenset({1}) if is_mark else frozenset())
